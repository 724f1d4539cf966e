"""The odds in words: figures that the program works out from fractions, for the help sheet and the TV."""

from __future__ import annotations

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from controller.games import odds
from web.games.street_board import SQUARES, odds_words
from web.words import percentage, square_words


def rounded(sheet: dict) -> dict:
    """The figures of the line and the points in words."""
    good, all_throws = sheet["pass"]["fraction"]
    return {
        "pass": _("%(a)d times in %(b)d", a=good, b=all_throws),
        "percent": percentage(sheet["pass"]["percent"]),
        "come_out": {name: percentage(told["percent"]) for name, told in sheet["come_out"].items()},
        "points": [
            {"point": one["point"], "ways": one["ways"], "made": percentage(one["made"]["percent"])}
            for one in sheet["points"]
        ],
        "seven_ways": sheet["seven_ways"],
    }


def squares(sheet: dict) -> list[dict]:
    """Each square: its chance, the odds that would be fair, the printed ones, and what they cost the bettor."""
    rows = []
    for name in SQUARES:
        told = sheet["squares"].get(name)
        if told is None:
            continue
        fair = told["fair"]
        rows.append(
            {
                "name": square_words(name),
                "win": percentage(told["win"]["percent"]),
                "fair": _("%(a)s to 1", a=format_decimal(round(fair[0] / fair[1], 2))) if fair else "–",
                "printed": odds_words(name, told["printed"]),
                "edge": cost(told["edge"]["percent"]),
            }
        )
    return rows


def cost(edge: float) -> str:
    """The bettor's edge in words: what a hundred chips cost or gain him on average."""
    if edge == 0:
        return _("fair")
    return _("costs %(p)s", p=percentage(-edge)) if edge < 0 else _("gains %(p)s", p=percentage(edge))


def slides(printed: dict | None) -> list[tuple[str, str]]:
    """(title, text) of the slides about the odds. printed: the odds of the table, None for those of the rules."""
    sheet = odds.sheet(printed)
    good, throws = sheet["pass"]["fraction"]
    return [
        (_("The odds, honestly"), _("A shooter passes %(a)d times in %(b)d: a little under half.", a=good, b=throws)),
        (_("Which points are good"), " · ".join(_pair_words(sheet["points"]))),
        (_("What a side bet costs"), " · ".join(_costs(sheet["squares"]))),
    ]


def _pair_words(points: list[dict]) -> list[str]:
    """The points with the same chance together, the best first."""
    by_ways: dict[int, list[dict]] = {}
    for one in points:
        by_ways.setdefault(one["ways"], []).append(one)
    return [
        _("%(points)s: %(ways)s, made %(p)s", points=", ".join(str(one["point"]) for one in same),
          ways=ngettext("%(num)d way", "%(num)d ways", ways), p=percentage(same[0]["made"]["percent"]))
        for ways, same in sorted(by_ways.items(), reverse=True)
    ]  # fmt: skip


def _costs(told: dict) -> list[str]:
    """The squares that cost the same together, the cheapest first."""
    by_edge: dict[float, list[str]] = {}
    for name in SQUARES:
        if name in told:
            by_edge.setdefault(told[name]["edge"]["percent"], []).append(square_words(name))
    return [f"{', '.join(names)}: {cost(edge)}" for edge, names in sorted(by_edge.items(), reverse=True)]
