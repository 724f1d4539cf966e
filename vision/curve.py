"""The risk-coverage curve of a scored folder: how much is read and how much of it is wrong, as the threshold moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import exp, log

import cv2
import numpy as np

from vision.confidence import ACCEPT

#: Size of the drawing in pixels; it is drawn so many times larger and shrunk, which makes its letters smooth.
SIZE, OVER = (1100, 720), 2
#: The frame of the plot: left, top, right, bottom, pixels.
FRAME = (110, 120, 1060, 620)
#: Thresholds that are named on the curve.
NAMED = (0.995, 0.99, 0.98, 0.95, 0.8, 0.7, 0.5, 0.3, 0.1)
#: Colours, blue-green-red.
PAPER, INK, QUIET, LINE, IN_USE, WRONG = (
    (255, 255, 255), (40, 40, 40), (215, 215, 215), (180, 90, 20), (60, 140, 20), (40, 40, 200)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What a case would be answered at a threshold of `confidence` or less, and whether that is right."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Point:
    """What is read at one threshold: right and wrong."""

    threshold: float
    right: int
    wrong: int

    @property
    def risk(self) -> float:
        """Share of what is read that is wrong."""
        return self.wrong / max(self.right + self.wrong, 1)


@dataclass(frozen=True)
class Curve:
    """Right and wrong at every threshold.

    answers: of all cases that would be answered at some threshold. readable: cases that have a right answer.
    threshold: the one in use.
    """

    answers: tuple[Answer, ...]
    readable: int
    threshold: float = ACCEPT

    @classmethod
    def of(cls, answers: Iterable[Answer], readable: int) -> Curve:
        """The curve of answers in any order, at the reader's threshold."""
        return cls(tuple(answers), readable)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """A point for each confidence that occurs, the highest threshold first."""
        thresholds = sorted({answer.confidence for answer in self.answers}, reverse=True)
        return tuple(self.at(threshold) for threshold in thresholds)

    def at(self, threshold: float) -> Point:
        """What is read at a threshold."""
        given = [answer.right for answer in self.answers if answer.confidence >= threshold]
        return Point(threshold, sum(given), len(given) - sum(given))

    @property
    def in_use(self) -> Point:
        """What is read at the threshold in use."""
        return self.at(self.threshold)

    @property
    def first_wrong(self) -> float | None:
        """The highest confidence of a wrong answer: the threshold at which the first wrong one is read."""
        return max((answer.confidence for answer in self.answers if not answer.right), default=None)

    @property
    def margin(self) -> float | None:
        """How far the threshold in use lies above the first wrong answer, logarithms of odds; negative: below."""
        if self.first_wrong is None:
            return None
        return _log_odds(self.threshold) - _log_odds(self.first_wrong)

    @property
    def bound(self) -> float:
        """Share of wrong readings that is not exceeded, to 95%; 3/n where none of n was wrong."""
        point = self.in_use
        return min(most_expected(point.wrong) / max(point.right + point.wrong, 1), 1.0)

    def to_json(self) -> dict:
        """The point in use with its margin and its bound, and all points."""
        point = self.in_use
        margin = self.margin
        return {
            "threshold": self.threshold,
            "readable": self.readable,
            "right": point.right,
            "wrong": point.wrong,
            "first_wrong": None if self.first_wrong is None else round(self.first_wrong, 6),
            "margin_log_odds": None if margin is None else round(margin, 3),
            "wrong_at_most_95": round(self.bound, 5),
            "points": [{"threshold": round(p.threshold, 6), "right": p.right, "wrong": p.wrong} for p in self.points],
        }

    def sentences(self) -> tuple[str, str]:
        """The threshold in use for people: what it reads, and its margin."""
        point = self.in_use
        share = point.right / max(self.readable, 1)
        read = (
            f"Threshold in use {self.threshold:g}: {point.right} of {self.readable} read right ({share:.1%}), "
            f"{point.wrong} wrong; at 95% at most {self.bound:.2%} of readings are wrong."
        )
        if self.first_wrong is None:
            return read, "No wrong answer at any threshold."
        side = "below" if self.margin > 0 else "ABOVE"
        return read, (
            f"The first wrong answer has a confidence of {self.first_wrong:.4f}: {abs(self.margin):.3f} {side} the "
            "threshold, in logarithms of odds."
        )


def most_expected(count: int) -> float:
    """The largest expectation at which so few as `count` are seen once in twenty times (Poisson): 3.0 for none."""

    def seen(expected: float) -> float:
        term = total = exp(-expected)
        for k in range(1, count + 1):
            term *= expected / k
            total += term
        return total

    low, high = 0.0, 2.0 * count + 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if seen(middle) > 0.05 else (low, middle)
    return high


def _log_odds(chance: float) -> float:
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return log(chance / (1 - chance))


# --- the drawing ------------------------------------------------------------------------------------------------


def draw_curve(curve: Curve, title: str) -> np.ndarray:
    """The curve as a picture (h, w, 3) uint8, with the threshold in use and its margin."""
    paper = np.full((SIZE[1] * OVER, SIZE[0] * OVER, 3), PAPER, np.uint8)
    most = max([0.02, *(point.risk for point in curve.points)]) * 1.08
    _axes(paper, most)
    places = [_place(curve, point, most) for point in curve.points]
    if places:
        _steps(paper, places)
    at = _place(curve, curve.in_use, most)
    named = [at]
    for threshold in NAMED:
        place = _place(curve, curve.at(threshold), most)
        _dot(paper, place, LINE, 4)
        if min(abs(place[0] - x) + abs(place[1] - y) for x, y in named) > 40:
            _name(paper, place, f"{threshold:g}", INK)
            named.append(place)
    _dot(paper, at, IN_USE, 9)
    _name(paper, at, f"{curve.threshold:g} in use", IN_USE, rise=26)
    _write(paper, (FRAME[0], 40), title, 0.75, INK)
    for row, sentence in enumerate(curve.sentences()):
        _write(paper, (FRAME[0], 68 + 24 * row), sentence, 0.5, WRONG if "ABOVE" in sentence else INK)
    return cv2.resize(paper, SIZE, interpolation=cv2.INTER_AREA)


def _place(curve: Curve, point: Point, most: float) -> tuple[float, float]:
    left, top, right, bottom = FRAME
    return (
        left + (right - left) * point.right / max(curve.readable, 1),
        bottom - (bottom - top) * point.risk / most,
    )


def _axes(paper: np.ndarray, most: float) -> None:
    left, top, right, bottom = FRAME
    for tenth in range(0, 11, 2):
        x = left + (right - left) * tenth / 10
        _line(paper, (x, top), (x, bottom), QUIET)
        _write(paper, (x - 14, bottom + 26), f"{10 * tenth}%", 0.5, INK)
    step = next(step for step in (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if most / step <= 7)
    for k in range(int(most / step) + 1):
        y = bottom - (bottom - top) * k * step / most
        _line(paper, (left, y), (right, y), QUIET)
        _write(paper, (left - 62, y + 5), f"{k * step:.1%}", 0.5, INK)
    _line(paper, (left, bottom), (right, bottom), INK)
    _line(paper, (left, top), (left, bottom), INK)
    _write(paper, (left + 240, bottom + 60), "read right, share of what can be read", 0.6, INK)
    label = np.full((24 * OVER, 440 * OVER, 3), PAPER, np.uint8)
    _write(label, (4, 17), "wrong, share of what is read", 0.6, INK)
    upright = cv2.rotate(label, cv2.ROTATE_90_COUNTERCLOCKWISE)
    x, y = 10 * OVER, (bottom - 440) * OVER
    paper[y : y + upright.shape[0], x : x + upright.shape[1]] = upright


def _steps(paper: np.ndarray, places: list[tuple[float, float]]) -> None:
    for (x0, y0), (x1, y1) in zip(places, places[1:], strict=False):
        _line(paper, (x0, y0), (x1, y1), LINE, 2)


def _line(paper, start, end, colour, thick: int = 1) -> None:
    ends = [tuple(round(v * OVER) for v in end) for end in (start, end)]
    cv2.line(paper, *ends, colour, thick * OVER, cv2.LINE_AA)


def _dot(paper, at, colour, radius: int) -> None:
    cv2.circle(paper, tuple(round(v * OVER) for v in at), radius * OVER, colour, -1, cv2.LINE_AA)


def _name(paper, at, text: str, colour, rise: int = 12) -> None:
    _write(paper, (at[0] - 9 * len(text) - 6, at[1] - rise), text, 0.5, colour)


def _write(paper, at, text: str, scale: float, colour) -> None:
    place = tuple(round(v * OVER) for v in at)
    cv2.putText(paper, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale * OVER, colour, OVER, cv2.LINE_AA)
