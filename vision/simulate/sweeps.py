"""Series of still pictures in which one thing changes step by step, with what a reader may say of each.

    for case in cases("tilt", thin=5):
        reading = Reader(dice=2, surface=case.still.surface).read(case.still.image)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, product

from vision.simulate.dice import PIPS
from vision.simulate.scenes import Still, still
from vision.simulate.stage import Scene

#: Seeds of tables with a rail and a chip: Asian dice on green, clear red ones on black, ivory on green, blue on red.
TABLES = (5, 13, 20, 19)


@dataclass(frozen=True)
class Case:
    """One picture of a sweep; it is drawn when `still` is asked for.

    sweep: its name. group: the row of the table to which it counts. step: what changes, as text. expect: "read",
    "retry" (to take it for a throw would be wrong), or "either" (it may be read or refused, but never wrongly).
    reason: the reason that fits a refusal best, or None where several do. seed, values, scene: what `still` is called
    with.
    """

    sweep: str
    group: str
    step: str
    expect: str
    seed: int
    values: tuple[int, int]
    scene: dict = field(default_factory=dict)
    reason: str | None = None

    @property
    def still(self) -> Still:
        """The picture, drawn anew at each call."""
        return still(self.seed, self.values, **self.scene)

    @property
    def call(self) -> str:
        """What draws this picture again."""
        scene = "".join(f", {name}={value!r}" for name, value in self.scene.items())
        return f"still({self.seed}, {self.values}{scene})"


def _pair(k: int) -> tuple[int, int]:
    """Values of two dice that run through all 36 pairs as k rises."""
    return k // 6 % 6 + 1, k % 6 + 1


def _leaning(degrees: int) -> tuple[str, str, str | None]:
    """(row, what is expected, reason) of a die that leans: up to 4 degrees read, from about 8 cocked."""
    if degrees <= 4:
        return "0 to 4 deg", "read", None
    if degrees < 9:
        return "5 to 8 deg", "either", "cocked"
    return "9 to 14 deg" if degrees < 15 else "15 to 45 deg", "retry", "cocked"


def tilt() -> Iterator[Case]:
    """The first die raised by 0 to 45 degrees in steps of one."""
    for degrees in range(46):
        group, expect, reason = _leaning(degrees)
        yield Case("tilt", group, f"{degrees} deg", expect, degrees, _pair(degrees * 5), {"tilt_deg": float(degrees)},
                   reason)


def cocked() -> Iterator[Case]:
    """The first die against the rail, on a chip, on the other die; from 10 degrees on, on a chip from 15 on."""
    for k, (degrees, on) in enumerate(product(range(10, 46, 2), ("rail", "chip", "die"))):
        if on == "chip" and degrees < 15:
            continue
        yield Case("cocked", f"on {on}", f"{degrees} deg on {on}", "retry", k, _pair(k * 7),
                   {"tilt_deg": float(degrees), "leans": on}, "cocked")


def stacked() -> Iterator[Case]:
    """All 36 pairs, one die on the other."""
    for k in range(36):
        offset = ((k * 7 % 9 - 4) / 12, (k * 5 % 9 - 4) / 12)
        yield Case("stacked", "stacked", f"{_pair(k)}", "retry", k, _pair(k), {"stacked": offset}, "stacked")


def contact() -> Iterator[Case]:
    """Two dice that touch: flush, moved along by a tenth of an edge at a time; corner to edge, at every tenth."""
    for k, tenths in enumerate(range(-10, 11)):
        yield Case("contact", "flush", f"flush {tenths / 10:+.1f}", "read", k, _pair(5 * k), {"contact": tenths / 10})
    for k, (tenths, turn) in enumerate(product(range(-5, 6), (15.0, 45.0, 70.0))):
        yield Case("contact", "corner to edge", f"corner {tenths / 10:+.1f} {turn:.0f} deg", "read", 30 + k,
                   _pair(7 * k), {"corner": tenths / 10, "corner_deg": turn})


def rotation() -> Iterator[Case]:
    """Turned by one degree at a time."""
    for degrees in range(360):
        value = degrees // 60 + 1
        values = (value, (degrees + 2) % 6 + 1)
        yield Case("rotation", f"first shows {value}", f"{degrees} deg", "read", degrees, values,
                   {"yaw_deg": (degrees * 1.5, float(degrees))})


def blur() -> Iterator[Case]:
    """A lens more and more out of focus (sigma), and dice that move while the shutter is open (pixels, any way)."""
    for k, tenths in enumerate(range(4, 41, 2)):
        group, expect = ("focus to 1.2 px", "read") if tenths <= 12 else ("focus beyond", "either")
        yield Case("blur", group, f"focus {tenths / 10:.1f} px", expect, k, _pair(7 * k), {"blur": tenths / 10})
    for k, pixels in enumerate(range(1, 25)):
        group, expect = ("motion to 2 px", "read") if pixels <= 2 else ("motion beyond", "either")
        yield Case("blur", group, f"motion {pixels} px", expect, 50 + k, _pair(5 * k + 1),
                   {"smear": float(pixels), "smear_deg": 37.0 * k})


def exposure() -> Iterator[Case]:
    """One stop at a time from far too dark to far too bright; the reference stays at base exposure."""
    for stops, more in product(range(-5, 5), range(3)):
        group, expect = ("-1, 0", "read") if -1 <= stops <= 0 else ("darker", "either") if stops < 0 else (
            "brighter", "either")
        yield Case("exposure", group, f"{stops:+d} stops ({more})", expect, 40 + stops + 20 * more,
                   _pair(stops + 17 + 11 * more), {"exposure": float(stops)})


def jpeg() -> Iterator[Case]:
    """Compressed harder and harder."""
    for k, quality in enumerate(range(95, 4, -3)):
        group, expect = ("from 60", "read") if quality >= 60 else ("below 60", "either")
        yield Case("jpeg", group, f"quality {quality}", expect, k, _pair(11 * k), {"jpeg": quality})


def _spots(sweep: str, option: str, **more: float) -> Iterator[Case]:
    sites = [(value, site) for value in range(1, 7) for site in sorted({*PIPS[value], (0, 0), (1, 0)})]
    for k, (value, site) in enumerate(sites):
        group = "on a pip" if site in PIPS[value] else "where no pip is"
        yield Case(sweep, group, f"{value} at {site}", "either", k, (value, (value + k) % 6 + 1),
                   {option: (float(site[0]), float(site[1])), **more})


def glare() -> Iterator[Case]:
    """The lamp mirrored on each pip, and on places where there is none: the middle and a middle of a side."""
    yield from _spots("glare", "glare_at")
    for k, value in enumerate(range(1, 7)):
        yield Case("glare", "the whole top", f"{value} whole", "either", 60 + k, (value, (value + k) % 6 + 1),
                   {"glare_at": (0.0, 0.0), "glare_spread": 0.8})


def dirt() -> Iterator[Case]:
    """A blot on each pip, and on places where there is none: the middle and a middle of a side."""
    yield from _spots("dirt", "dirt_at")


def hidden() -> Iterator[Case]:
    """A card over more and more of the first die's top, from each of its four sides."""
    for k, (share, side) in enumerate(product(range(1, 20), range(4))):
        # A quarter covered hides no pip's middle; from a third on a row of pips may be under the card.
        group, expect = ("up to 25 %", "either") if share <= 5 else ("up to 45 %", "retry") if share < 10 else (
            "half and more", "retry")
        yield Case("hidden", group, f"{5 * share} % from side {side}", expect, k, _pair(k),
                   {"hidden": share / 20, "hidden_side": side}, "occluded")


def scale() -> Iterator[Case]:
    """Dice of 12 to 80 pixels: below 18 refused, but 16 and 17 may be read by who can."""
    for k, edge in enumerate(range(12, 81)):
        group, expect = ("12 to 15 px", "retry") if edge < 16 else ("16 to 21 px", "either") if edge < 22 else (
            "22 to 40 px" if edge <= 40 else "41 to 80 px", "read")
        yield Case("scale", group, f"{edge} px", expect, k, _pair(13 * k), {"die_px": float(edge)})


def flicker() -> Iterator[Case]:
    """A lamp that flickers, its bands across the picture, by 2 to 30 percent of the light; 10 at the most are usual."""
    for k, percent in enumerate(range(2, 31)):
        group, expect = ("to 10 %", "read") if percent <= 10 else ("beyond", "either")
        yield Case("flicker", group, f"{percent} %", expect, k, _pair(5 * k + 2), {"flicker": percent / 100})


#: Every sweep by its name.
SWEEPS = {
    sweep.__name__: sweep
    for sweep in (tilt, cocked, stacked, contact, rotation, blur, exposure, jpeg, glare, dirt, hidden, scale, flicker)
}


def cases(name: str, table: int = TABLES[0], thin: int = 1, start: int = 0) -> Iterator[Case]:
    """The cases of a sweep on one table, every `thin`-th from the `start`-th on, those that the table cannot have
    left out."""
    felt = Scene.by_seed(table).felt
    for case in islice(SWEEPS[name](), start, None, thin):
        on = case.scene.get("leans")
        if (on == "rail" and not felt.rail) or (on == "chip" and felt.chip is None):
            continue
        yield Case(case.sweep, case.group, case.step, case.expect, case.seed, case.values,
                   {"table": table, **case.scene}, case.reason)
