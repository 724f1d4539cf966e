"""`dicetable doctor`: what is well with this table and what is not; and how high its camera has to hang."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from controller.commands.options import json_option
from controller.commands.printing import Stop
from controller.config import Config, ConfigError, load


class PictureSize(click.ParamType):
    """Width and height in pixels: 1280x720."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", str(value))
        if found is None:
            self.fail(f"{value!r} is no size like 1280x720", param, ctx)
        return int(found[1]), int(found[2])


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="How this table is set up; without it, every default.")
@click.option("--geometry", is_flag=True, help="Only work out how high the camera hangs and how large dice are.")
@click.option("--width", type=click.FloatRange(100, 5000), help="With --geometry: mm of the play area's far edge.")
@click.option("--depth", type=click.FloatRange(100, 5000), help="With --geometry: mm of the play area's depth.")
@click.option("--die", type=click.FloatRange(5, 60), help="With --geometry: mm of a die's edge.")
@click.option("--height", type=click.FloatRange(50, 10_000), help="With --geometry: mm from the felt to the lens.")
@click.option("--size", type=PictureSize(), help="With --geometry: pixels of the pictures, like 1280x720.")
@json_option
def doctor(
    config: Path | None, geometry: bool, width: float | None, depth: float | None, die: float | None,
    height: float | None, size: tuple[int, int] | None, as_json: bool,
) -> None:  # fmt: skip
    """Check every part of the table and say what to do; with --geometry, where to hang the camera."""
    try:
        options = load(config) if config is not None else Config()
    except ConfigError as error:
        raise Stop(str(error)) from None
    if not geometry:
        raise click.UsageError("Only --geometry is here so far.")
    from controller.commands.geometry import show
    from controller.geometry import Picture, Play

    surface = options.surface
    play = Play(width or surface.width_mm, depth or surface.depth_mm, die or surface.die_mm)
    show(Picture(*(size or options.camera.size)), play, height, as_json)
