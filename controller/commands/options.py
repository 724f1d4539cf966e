"""Options that several commands share."""

from __future__ import annotations

import math
from typing import Any

import click


class DiceCount(click.ParamType):
    """How many dice lie in a picture: a number from 1 to 100, or `any` (None)."""

    name = "N|any"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value is None or value == "any":
            return None
        try:
            count = int(value)
        except ValueError:
            count = 0
        if not 1 <= count <= 100:
            self.fail(f"{value!r} is neither a number from 1 to 100 nor 'any'", param, ctx)
        return count


class NumberRange(click.FloatRange):
    """A number in a range; nan, which compares with nothing, is outside of each."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number", param, ctx)
        return number


dice_option = click.option(
    "--dice",
    type=DiceCount(),
    default=2,
    show_default=True,
    help="How many dice there must be; 'any' takes what lies there.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
