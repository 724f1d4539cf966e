"""Findings on the camera's picture of the empty table. Pure: pictures in, findings out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from controller.doctor.finding import FAULT, OK, WARN, Finding
from controller.geometry import GOOD_PX, LEAST_PX
from vision.surface import Surface, check_surface, why_no_mat
from vision.surface_quality import Quality, edge_width, flicker, quality

#: Grey level of white paper: below the first nothing is read, below the second the picture is dark, from the third
#: on white dice burn out.
DARK, DIM, BRIGHT = 50.0, 90.0, 250.0
#: Median grey level of a picture in which there is no light at all, or a lens cap.
BLACK = 12.0
#: Grey level that nine tenths of a picture reach in which everything is burnt out.
WHITE = 250.0
#: How many times brighter the lightest corner may be than the darkest.
UNEVEN = 3.0
#: Share of the play area that may be burnt out before it is worth a word, and before dice are lost in it.
GLARE_SOME, GLARE_MUCH = 0.001, 0.01
#: Width of an edge as a share of a die's edge: seen in simulation, readings get worse from the second on.
SOFT, BLURRED = 0.05, 0.065
REFOCUS = "Focus the lens ([camera] focus_mm, or by its ring) and wipe it."
#: Swing of the light from frame to frame.
FLICKER = 0.015
#: Share by which the mat may differ from what table.toml says; measuring by the markers alone is good to 2 or 3 %.
SIZE = 0.05


def findings(images: Sequence[np.ndarray], surface: Surface | None) -> list[Finding]:
    """Everything that one or more pictures of the empty table say. surface: None when it was not found."""
    image = images[0]
    if float(np.percentile(image, 99)) < BLACK:
        return [Finding("light", FAULT, "The picture is black.", "Take the cap off the lens, switch the lamp on.")]
    if surface is None and float(np.percentile(image, 10)) >= WHITE:
        return [Finding("light", FAULT, "The picture is white all over.", "Less light, or a shorter exposure_us.")]
    if surface is None:
        return [*_why_not_found(image)]
    measured = quality(image, surface)
    found = [Finding("surface", OK, "The play area was found."), light(measured)]
    # Where white paper is burnt out everywhere, burnt places tell of no lamp.
    if measured.white is None or measured.white < BRIGHT:
        found.append(glare(measured))
    found.append(die_size(measured))
    if (sharp := focus(measured)) is not None:
        found.append(sharp)
    if len(images) >= 4:
        found.append(steadiness(flicker(images, surface)))
    return found


def _why_not_found(image: np.ndarray) -> list[Finding]:
    """The markers that are not seen, and whether those that are seen are too soft."""
    advice = "Print the markers with `dicetable mat --cards` and glue them at the corners; look at light and focus."
    found = [Finding("surface", FAULT, why_no_mat(image) or "The play area was not found.", advice)]
    width, side = edge_width(image)
    # Of a marker's 24 mm a die of the usual 16 mm is two thirds.
    if width is not None and width >= BLURRED * side * 2 / 3:
        found.append(_out_of_focus(width))
    return found


def light(measured: Quality) -> Finding:
    """Whether the picture is bright and even."""
    white = measured.white
    if white is None:
        return Finding("light", WARN, "Without markers in view the light was not measured.")
    figures = {"white": round(white), "uneven": round(measured.uneven or 1.0, 2)}
    if white < DARK:
        return Finding("light", FAULT, f"It is too dark: white paper has a level of {white:.0f} of 255.",
                       "More light, or a longer [camera] exposure_us.", figures)  # fmt: skip
    if white < DIM:
        return Finding("light", WARN, f"It is dim: white paper has a level of {white:.0f} of 255.",
                       "More light, or a longer [camera] exposure_us.", figures)  # fmt: skip
    if white >= BRIGHT:
        return Finding("light", WARN, "It is too bright: white paper is burnt out, and pips on white dice may be.",
                       "Less light, or a shorter [camera] exposure_us.", figures)  # fmt: skip
    if measured.uneven is not None and measured.uneven > UNEVEN:
        return Finding("light", WARN, f"One corner is {measured.uneven:.1f} times as bright as another.",
                       "Light from two sides, or a lamp farther away.", figures)  # fmt: skip
    return Finding("light", OK, f"Bright and even: white paper has a level of {white:.0f} of 255.", "", figures)


def glare(measured: Quality) -> Finding:
    """Whether a lamp is mirrored in the table."""
    share = measured.glare
    figures = {"glare": round(share, 4)}
    if share < GLARE_SOME:
        return Finding("glare", OK, "No lamp is mirrored in the play area.", "", figures)
    state = FAULT if share >= GLARE_MUCH else WARN
    return Finding("glare", state, f"{share:.1%} of the play area is burnt out by a lamp.",
                   "Move the lamp to the side, lower, or put a diffuser before it.", figures)  # fmt: skip


def die_size(measured: Quality) -> Finding:
    """Whether a die has pixels enough."""
    size = measured.die_px
    if size is None:
        return Finding("dice", WARN, "How large a die is in the picture is not known: the scale is not.")
    figures = {"die_px": round(size, 1)}
    advice = "Hang the camera lower, take a larger [camera] size, or make the play area smaller."
    if size < LEAST_PX:
        return Finding(
            "dice", FAULT, f"Dice are too small: {size:.0f} pixels, {LEAST_PX:.0f} are needed.", advice, figures
        )
    if size < GOOD_PX:
        return Finding("dice", WARN, f"Dice are small: {size:.0f} pixels; from {GOOD_PX:.0f} on they are read best.",
                       advice, figures)  # fmt: skip
    return Finding("dice", OK, f"A die has {size:.0f} pixels.", "", figures)


def focus(measured: Quality) -> Finding | None:
    """Whether edges are sharp; None when there is nothing to tell it by."""
    if measured.blur_px is None or measured.die_px is None:
        return None
    share = measured.blur_px / measured.die_px
    if share >= BLURRED:
        return _out_of_focus(measured.blur_px)
    figures = {"blur_px": round(measured.blur_px, 2)}
    if share >= SOFT:
        return Finding("focus", WARN, f"A little soft: edges are {measured.blur_px:.1f} pixels wide.", REFOCUS, figures)
    return Finding("focus", OK, f"Sharp: edges are {measured.blur_px:.1f} pixels wide.", "", figures)


def _out_of_focus(width: float) -> Finding:
    words = f"Out of focus: edges are {width:.1f} pixels wide."
    return Finding("focus", FAULT, words, REFOCUS, {"blur_px": round(width, 2)})


def steadiness(swing: float) -> Finding:
    """Whether the light flickers."""
    figures = {"flicker": round(swing, 4)}
    if swing > FLICKER:
        return Finding(
            "flicker",
            WARN,
            f"The light flickers by {swing:.1%} from frame to frame.",
            "A lamp with a DC driver, or an exposure_us that is a multiple of 10000 (8333 at 60 Hz).",
            figures,
        )
    return Finding("flicker", OK, "The light is steady.", "", figures)


def size_of_mat(surface: Surface, told: tuple[float, float] | None) -> tuple[float, float, Finding]:
    """The size to go by, and what to say. surface: measured by the markers alone; told: what table.toml says.

    table.toml is believed: a person has measured it.
    """
    measured = surface.to_mm(np.asarray(surface.area, float))
    wide, deep = float(measured[:, 0].max()), float(measured[:, 1].max())
    advice = "Measure it from corner to corner, write it into [surface] width_mm and depth_mm, and calibrate again."
    if told is None:
        words = f"By its markers the play area has {wide:.0f} x {deep:.0f} mm, which may be 2 % out."
        return wide, deep, Finding("size", WARN, words, advice)
    width, depth = told
    if abs(wide / width - 1) <= SIZE and abs(deep / depth - 1) <= SIZE:
        return width, depth, Finding("size", OK, f"The play area measures {width:g} x {depth:g} mm.")
    words = f"By its markers the play area has {wide:.0f} x {deep:.0f} mm, table.toml says {width:g} x {depth:g}."
    return width, depth, Finding("size", WARN, words, advice)


def still_true(image: np.ndarray, saved: Surface) -> Finding:
    """Whether the table is what it was when it was calibrated."""
    check = check_surface(image, saved)
    if check is None or check.ok:
        return Finding("calibration", OK, "The table looks as it did when it was calibrated.")
    state = FAULT if "moved" in check.faults else WARN
    return Finding("calibration", state, check.why or "", "Run `dicetable calibrate`.")
