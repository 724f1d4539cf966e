"""Series of still pictures in which one thing changes step by step, with what a reader may say of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vision.simulate.dice import PIPS
from vision.simulate.scenes import Still, still


@dataclass(frozen=True, eq=False)
class Case:
    """One picture of a sweep.

    sweep: its name. step: what changes, as text. expect: "read", "retry", or "either" (it may be read or refused, but
    never wrongly). reason: the reason that fits a refusal best, or None where several do.
    """

    sweep: str
    step: str
    still: Still
    expect: str
    reason: str | None = None


def _pair(k: int) -> tuple[int, int]:
    """Values of two dice that run through all 36 pairs as k rises."""
    return k // 6 % 6 + 1, k % 6 + 1


def tilt(thin: int = 1, **scene) -> Iterator[Case]:
    """The first die raised by 0 to 45 degrees in steps of one: up to 4 read, from 8 cocked."""
    for degrees in range(0, 46, thin):
        expect = "read" if degrees <= 4 else "retry" if degrees >= 8 else "either"
        picture = still(degrees, _pair(degrees), tilt_deg=float(degrees), **scene)
        yield Case("tilt", f"{degrees} deg", picture, expect, "cocked" if degrees >= 8 else None)


def stacked(thin: int = 1, **scene) -> Iterator[Case]:
    """All 36 pairs, one die on the other."""
    for k in range(0, 36, thin):
        offset = ((k * 7 % 9 - 4) / 12, (k * 5 % 9 - 4) / 12)
        yield Case("stacked", f"{_pair(k)}", still(k, _pair(k), stacked=offset, **scene), "retry", "stacked")


def contact(thin: int = 1, **scene) -> Iterator[Case]:
    """Two dice flush, moved along each other by a tenth of an edge at a time."""
    for k, tenths in enumerate(range(-10, 11, thin)):
        yield Case("contact", f"{tenths / 10:+.1f}", still(k, _pair(5 * k), contact=tenths / 10, **scene), "read")


def rotation(thin: int = 1, **scene) -> Iterator[Case]:
    """Turned by one degree at a time."""
    for degrees in range(0, 360, thin):
        values = (degrees // 60 + 1, (degrees + 2) % 6 + 1)
        picture = still(degrees, values, yaw_deg=(degrees * 1.5, degrees), **scene)
        yield Case("rotation", f"{degrees} deg", picture, "read")


def blur(thin: int = 1, **scene) -> Iterator[Case]:
    """A lens more and more out of focus, sigma in pixels of a die of about 30."""
    for k, tenths in enumerate(range(4, 41, 2 * thin)):
        expect = "read" if tenths <= 12 else "either"
        yield Case("blur", f"{tenths / 10:.1f} px", still(k, _pair(7 * k), blur=tenths / 10, **scene), expect)


def exposure(thin: int = 1, **scene) -> Iterator[Case]:
    """One stop at a time from far too dark to far too bright; the reference stays at base exposure."""
    for stops in range(-5, 5, thin):
        expect = "read" if -1 <= stops <= 0 else "either"
        picture = still(40 + stops, _pair(stops + 17), exposure=float(stops), **scene)
        yield Case("exposure", f"{stops:+d}", picture, expect)


def jpeg(thin: int = 1, **scene) -> Iterator[Case]:
    """Compressed harder and harder."""
    for k, quality in enumerate(range(95, 9, -5 * thin)):
        expect = "read" if quality >= 60 else "either"
        yield Case("jpeg", f"q {quality}", still(k, _pair(11 * k), jpeg=quality, **scene), expect)


def _spots(sweep: str, thin: int, make: Callable[[tuple[int, int]], dict], scene: dict) -> Iterator[Case]:
    sites = [(value, site) for value in range(1, 7) for site in sorted({*PIPS[value], (0, 0), (1, 0)})]
    for k, (value, site) in enumerate(sites[::thin]):
        other = (value + k) % 6 + 1
        yield Case(sweep, f"{value} at {site}", still(k, (value, other), **make(site), **scene), "either")


def glare(thin: int = 1, **scene) -> Iterator[Case]:
    """The lamp mirrored on each pip, and on places where there is none: the middle and a middle of a side."""
    return _spots("glare", thin, lambda site: {"glare_at": site}, scene)


def dirt(thin: int = 1, **scene) -> Iterator[Case]:
    """A blot on each pip, and on places where there is none: the middle and a middle of a side."""
    return _spots("dirt", thin, lambda site: {"dirt_at": site}, scene)


def hidden(thin: int = 1, **scene) -> Iterator[Case]:
    """A card over more and more of the first die's top."""
    for k, share in enumerate(range(1, 20, thin)):
        expect = "retry" if share >= 5 else "either"
        yield Case("hidden", f"{5 * share} %", still(k, _pair(k), hidden=share / 20, **scene), expect, "occluded")


def scale(thin: int = 1, **scene) -> Iterator[Case]:
    """Dice of 12 to 80 pixels: below 18 refused."""
    for k, edge in enumerate(range(12, 81, 2 * thin)):
        expect = "retry" if edge < 17 else "read" if edge >= 22 else "either"
        yield Case("scale", f"{edge} px", still(k, _pair(13 * k), die_px=float(edge), **scene), expect)


#: Every sweep by its name.
SWEEPS: dict[str, Callable[..., Iterator[Case]]] = {
    f.__name__: f
    for f in (tilt, stacked, contact, rotation, blur, exposure, jpeg, glare, dirt, hidden, scale)
}
