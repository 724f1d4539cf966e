"""Scores the reader and the watch on labelled folders: right, wrong, retry, refused, right reason, by kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.base import CameraError
from vision.cameras.folders import FolderCamera
from vision.curve import Answer, Curve
from vision.events import NoRoll, Throw
from vision.labels import Case, NoLabels, find_cases
from vision.reader import Reader
from vision.readings import Reading
from vision.watch import Watcher

__all__ = ["NoLabels", "Result", "Score", "score_folder"]

#: Frames after true rest within which a verdict is wanted.
PROMPT_FRAMES = 6


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one case.

    values, reason, detail: the answer that was given; confidence: of it. ms: time of the reading.
    verdicts: of a sequence, how many there were (one is right). late: frames from true rest to the verdict.
    reading: what the answer rests on, None where the watch alone refused. picture: (h, w, 3) uint8, of a sequence the
    crop that is kept of its throw.
    """

    case: Case
    values: tuple[int, ...] | None
    reason: str | None
    confidence: float
    ms: float
    detail: str | None = None
    verdicts: int = 1
    late: int | None = None
    reading: Reading | None = None
    picture: np.ndarray | None = None

    @property
    def guess(self) -> tuple[int, ...] | None:
        """The values that were given out, or that a lower threshold would have given out."""
        return self.values if self.values is not None or self.reading is None else self.reading.guess

    @property
    def outcome(self) -> str:
        """right, wrong, retry (could have been read), or refused (as it should be)."""
        if self.verdicts > 1:
            return "wrong"
        if self.values is not None:
            return "right" if self.values == self.case.values else "wrong"
        return "retry" if self.case.values is not None else "refused"

    @property
    def right_reason(self) -> bool:
        """Whether it was refused for the right reason (and detail, where one is labelled)."""
        if self.outcome != "refused":
            return False
        case = self.case
        return case.reason in (None, self.reason) and case.detail in (None, self.detail)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of some results came out how."""

    results: tuple[Result, ...]

    def to_json(self) -> dict:
        count = {word: sum(r.outcome == word for r in self.results) for word in ("right", "wrong", "retry", "refused")}
        ms = np.array([r.ms for r in self.results])
        return {
            "pictures": len(self.results),
            **count,
            "right_reason": sum(r.right_reason for r in self.results),
            "ms": round(float(np.median(ms)), 1),
            "ms_95": round(float(np.percentile(ms, 95)), 1),
        }


@dataclass(frozen=True, slots=True)
class Score:
    """All results of a folder."""

    folder: Path
    results: tuple[Result, ...]

    def kinds(self) -> dict[str, Tally]:
        """The results by kind, in order of the kinds' names."""
        names = sorted({result.case.kind for result in self.results})
        return {name: Tally(tuple(r for r in self.results if r.case.kind == name)) for name in names}

    def curve(self) -> Curve:
        """Right and wrong as the threshold moves; a throw that was judged twice is wrong at any."""
        answers = [
            Answer(r.confidence, r.guess == r.case.values and r.verdicts <= 1)
            for r in self.results
            if r.guess is not None
        ]
        return Curve.of(answers, sum(r.case.values is not None for r in self.results))

    def to_json(self) -> dict:
        """Totals, kinds, every wrong answer, and how prompt the verdicts on sequences were."""
        late = [r.late for r in self.results if r.late is not None]
        return {
            "folder": str(self.folder),
            **Tally(self.results).to_json(),
            "kinds": {name: tally.to_json() for name, tally in self.kinds().items()},
            "wrong_answers": [self._answer(r) for r in self.results if r.outcome == "wrong"],
            "frames_to_verdict": {"most": max(late), "prompt": sum(x <= PROMPT_FRAMES for x in late)} if late else None,
        }

    def table(self) -> str:
        """The same for people: a line a kind, the total, and every wrong answer by name."""
        head = (
            f"{'kind':28}{'n':>5}{'right':>7}{'wrong':>7}{'retry':>7}{'refused':>9}{'reason':>8}{'ms':>8}{'ms 95%':>8}"
        )
        rows = [self._row(name, tally) for name, tally in self.kinds().items()]
        wrong = [f"wrong: {a['file']}: {a['values']}, right: {a['right']}" for a in self.to_json()["wrong_answers"]]
        return "\n".join([head, *rows, self._row("all", Tally(self.results)), *wrong])

    def _row(self, name: str, tally: Tally) -> str:
        told = tally.to_json()
        counts = f"{told['right']:7}{told['wrong']:7}{told['retry']:7}{told['refused']:9}{told['right_reason']:8}"
        return f"{name:28}{told['pictures']:5}{counts}{told['ms']:8.1f}{told['ms_95']:8.1f}"

    def _answer(self, result: Result) -> dict:
        right = result.case.reason or "refuse" if result.case.values is None else list(result.case.values)
        values = None if result.values is None else list(result.values)
        path = result.case.path.relative_to(self.folder)
        return {"file": str(path), "values": values, "right": right, "confidence": round(result.confidence, 4)}


def score_folder(folder: Path, dice: int | None = None, progress: Callable[[int, int], None] | None = None) -> Score:
    """Scores everything labelled in the folder and below it.

    dice: ask for so many dice everywhere; None: what the labels are made for. progress: called with done
    and all. Raises NoLabels.
    """
    cases = find_cases(Path(folder))
    results = []
    for number, case in enumerate(cases):
        wanted = case.dice if dice is None else dice
        results.append(score_sequence(case, wanted) if case.sequence else score_picture(case, wanted))
        if progress is not None:
            progress(number + 1, len(cases))
    return Score(Path(folder), tuple(results))


def score_picture(case: Case, dice: int | None) -> Result:
    """Reads one labelled picture. Raises NoLabels when it is not there, or of another size than its empty table's."""
    image = _picture(case.path)
    empty = None if case.empty is None else _picture(case.empty)
    if empty is not None and empty.shape != image.shape:
        raise NoLabels(f"The labelled picture {case.path} and {case.empty} differ in size.")
    reading = Reader(dice=dice, empty=empty).read(image)
    return Result(
        case, reading.values, reading.reason, reading.confidence, reading.ms, reading.detail, reading=reading
    )


def score_sequence(case: Case, dice: int | None) -> Result:
    """Watches one labelled sequence; a sequence without a verdict counts as refused without a reason.

    Raises NoLabels when it has no frames, or one that cannot be decoded.
    """
    camera = FolderCamera(case.path, fps=case.fps)
    watcher = Watcher(Reader(dice=dice), dice=dice)
    try:
        camera.open()
        events = []
        while (frame := camera.read()) is not None:
            events += watcher.feed(frame)
        events += watcher.finish()
    except CameraError as error:
        raise NoLabels(f"The labelled sequence {case.path} cannot be watched: {error}") from None
    finally:
        camera.close()
    return of_verdicts(case, [event for event in events if isinstance(event, Throw | NoRoll)])


def of_verdicts(case: Case, verdicts: Sequence[Throw | NoRoll]) -> Result:
    if not verdicts:
        return Result(case, None, None, 0.0, 0.0, verdicts=0)
    last = verdicts[-1]
    ms = last.reading.ms if last.reading is not None else 0.0
    late = None if case.ready is None else last.frame - case.ready
    about = {"verdicts": len(verdicts), "late": late, "picture": last.picture}
    if isinstance(last, Throw):
        return Result(case, last.values, None, last.confidence, ms, reading=last.reading, **about)
    # What the watch refuses no confidence of the reader could have let through.
    reading = last.reading if last.reading is not None and last.reason == last.reading.reason else None
    sure = 0.0 if reading is None else reading.confidence
    return Result(case, None, last.reason, sure, ms, last.detail, reading=reading, **about)


def _picture(path: Path) -> np.ndarray:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise NoLabels(f"The labelled picture {path} is not there or cannot be decoded.")
    return image
