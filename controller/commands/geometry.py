"""`dicetable doctor --geometry`: the calculator for the camera's height, as a table."""

from __future__ import annotations

import click

from controller.commands.printing import emit
from controller.geometry import GOOD_PX, LEAST_PX, MODULES, Picture, Play, View, look

SAYS = {
    "good": "good",
    "fair": "works, dice are small",
    "small": "dice too small",
    "cut": "does not see the whole area",
}


def show(picture: Picture, play: Play, height_mm: float | None, as_json: bool) -> None:
    """Prints what each known camera sees of this table."""
    views = [look(module, picture, play, height_mm) for module in MODULES]
    if as_json:
        for view in views:
            emit(_json(view))
        return
    where = "each from its lowest height" if height_mm is None else f"all from {height_mm:g} mm"
    click.echo(
        f"Play area {play.width:g} x {play.depth:g} mm, dice of {play.die:g} mm, pictures of {picture.width} x "
        f"{picture.height} pixels, {where}.\n"
    )
    click.echo(f"{'camera':27s} {'lowest':>7s} {'good to':>8s} {'at most':>8s} {'height':>7s} {'sees on felt':>13s} "
               f"{'die':>6s}  verdict")  # fmt: skip
    for view in views:
        field = f"{view.field_mm[0]:.0f} x {view.field_mm[1]:.0f}"
        click.echo(f"{view.module.name:27s} {view.lowest_mm:7.0f} {view.good_mm:8.0f} {view.highest_mm:8.0f} "
                   f"{view.height_mm:7.0f} {field:>13s} {view.die_px:4.0f}px  {SAYS[view.verdict]}")  # fmt: skip
    click.echo(
        f"\nHeights in mm from the felt to the lens. lowest: sees the whole area; good to: a die has {GOOD_PX:g} "
        f"pixels; at most: {LEAST_PX:g} pixels. Larger pictures ([camera] size) bring the upper two up."
    )
    for view in views:
        click.echo(f"{view.module.name}: {view.module.wide_deg:.1f} degrees wide, focus {view.module.focus} "
                   f"({view.module.source}).")  # fmt: skip


def _json(view: View) -> dict:
    module = view.module
    return {
        "camera": module.name, "sensor": module.sensor, "wide_deg": round(module.wide_deg, 1), "focus": module.focus,
        "source": module.source, "lowest_mm": round(view.lowest_mm), "good_mm": round(view.good_mm),
        "highest_mm": round(view.highest_mm), "height_mm": round(view.height_mm),
        "field_mm": [round(side) for side in view.field_mm], "die_px": round(view.die_px, 1),
        "steep_deg": round(view.steep_deg, 1), "verdict": view.verdict,
    }  # fmt: skip
