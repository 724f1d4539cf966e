"""What was read in a picture: the verdict, the dice, and why not."""

from __future__ import annotations

from dataclasses import dataclass, field

#: Every reason for which a reading or a throw is refused, and no other.
REASONS = (
    "wrong_count",
    "cocked",
    "stacked",
    "at_edge",
    "off_surface",
    "occluded",
    "hand",
    "blurred",
    "glare",
    "too_dark",
    "moving",
    "not_thrown",
    "wall_missed",
    "surface_changed",
    "unsure",
)

#: The details that `not_thrown` bears.
NOT_THROWN_DETAILS = ("one_moved", "placed", "slid")

#: What may stand in `warnings`: it was noticed, and the reading or throw counts all the same.
WARNINGS = ("hand", "wall", "out_of_view")


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die, or one thing that looks like a die, in pixels of the picture that was read.

    value: 1..6, or None when it could not be read.
    confidence: 0..1, the chance that `value` is right as the reader judges it.
    center: (x, y) of the top face; box: (x, y, width, height) round the whole die.
    corners: the four corners of the top face in order, or () when unknown.
    pips: centres of the pips of the top face that the value rests on.
    sites: (x, y, score) of the nine places where a pip may sit; score 1 surely a pip .. -1 surely plain face.
    tilt_deg: angle of the top face from the surface in degrees, None when unknown.
    candidates: (value, probability) pairs, most likely first.
    colour: CIE Lab of the body as this picture shows it (`vision.colour`), None when unknown. No verdict looks at it.
    """

    value: int | None
    confidence: float
    center: tuple[float, float]
    box: tuple[float, float, float, float]
    corners: tuple[tuple[float, float], ...] = ()
    pips: tuple[tuple[float, float], ...] = ()
    sites: tuple[tuple[float, float, float], ...] = ()
    tilt_deg: float | None = None
    candidates: tuple[tuple[int, float], ...] = ()
    colour: tuple[int, int, int] | None = None

    def to_json(self) -> dict:
        """The die as `dicetable read` prints it; unknown things are left out."""
        out: dict = {
            "value": self.value,
            "confidence": round(self.confidence, 4),
            "center": [round(c, 1) for c in self.center],
            "box": [round(b, 1) for b in self.box],
        }
        if self.tilt_deg is not None:
            out["tilt_deg"] = round(self.tilt_deg, 1)
        if self.candidates:
            out["candidates"] = [[value, round(p, 4)] for value, p in self.candidates]
        if self.colour is not None:
            out["colour"] = list(self.colour)
        return out


@dataclass(frozen=True, slots=True)
class Reading:
    """The verdict on one picture or one burst of pictures.

    values: ascending, exactly when the verdict is "read"; None when it is "retry".
    confidence: 0..1, of the values if read, of the best guess otherwise: the weakest link (`vision.confidence`).
    reason: None when read, else one of REASONS.
    doubts: (x, y) px of what stands against the reading and is none of `dice`: a pip too many, a patch like a die.
    guess: when not read, the values that a lower threshold would have let through; None for none. For scoring only:
    a table never sees it.
    ms: milliseconds that the reading took.
    """

    values: tuple[int, ...] | None
    confidence: float
    reason: str | None
    dice: tuple[SeenDie, ...] = ()
    warnings: tuple[str, ...] = ()
    detail: str | None = None
    ms: float = field(default=0.0, compare=False)
    guess: tuple[int, ...] | None = None
    doubts: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        if (self.values is None) == (self.reason is None):
            raise ValueError("a reading has either values or a reason")
        if self.reason is not None and self.reason not in REASONS:
            raise ValueError(f"{self.reason!r} is not a reason for refusing a reading")
        if self.values is not None and tuple(sorted(self.values)) != self.values:
            raise ValueError("values stand in ascending order")

    @property
    def verdict(self) -> str:
        """"read" or "retry"."""
        return "retry" if self.values is None else "read"

    def to_json(self) -> dict:
        """The reading as `dicetable read` prints it, without the name of the file."""
        out = {
            "verdict": self.verdict,
            "values": None if self.values is None else list(self.values),
            "confidence": round(self.confidence, 4),
            "reason": self.reason,
            "dice": [die.to_json() for die in self.dice],
            "ms": round(self.ms, 1),
        }
        if self.detail is not None:
            out["detail"] = self.detail
        if self.warnings:
            out["warnings"] = list(self.warnings)
        return out
