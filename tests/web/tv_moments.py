"""Moments of an evening that fill the TV: the whole board, all bets, twelve names of twenty letters, cards, the end."""

from __future__ import annotations

from collections.abc import Callable

from controller.table import Table
from tests.web.test_browser import LONG
from web.games.street_board import SQUARES

Say = Callable[..., dict]
#: Throws of a long evening: naturals, craps, points made and missed, and some that decide nothing.
THROWS = ([2, 4], [5, 4], [3, 3], [3, 4], [1, 1], [4, 6], [6, 6], [5, 5], [2, 3], [5, 2], [5, 6], [4, 4]) * 3
PICTURE = "f" * 64


def seen(*dice: int) -> dict:
    """A throw as a camera reads it."""
    told = [{"value": value, "confidence": 0.999} for value in dice]
    return {"source": "camera", "picture": PICTURE, "reading": {"confidence": 0.9996, "dice": told}}


def line(say: Say, table: Table) -> None:
    """Twelve people on both sides after thirty-six throws, with a point, in a long hand."""
    say("open", game="street", players=list(LONG), buy_in=12_500, rules={"minimum": 100, "dice_pass": "seven_out"})
    for dice in THROWS:
        state = table.snapshot().public()
        if state["phase"] == "come_out":
            standing = {state["shooter"]} | {name for name, _chips in state["line"]["against"]}
            for number, name in enumerate(LONG):
                if name not in standing:
                    say("for" if number % 3 else "against", player=name)
        say("throw", dice=dice, **seen(*dice))


def board(say: Say, table: Table) -> None:
    """The same with a chip on every square, half of them taken."""
    line(say, table)
    for number, square in enumerate(SQUARES):
        say("chip", player=LONG[number % 12], square=square, amount=100)
    for bet in table.snapshot().public()["board"][::2]:
        say("take", player=LONG[(LONG.index(bet["player"]) + 5) % 12], bet=bet["bet"])


def chips(say: Say, table: Table) -> None:
    """As many side bets as are shown one by one, between the longest names."""
    line(say, table)
    for number, square in enumerate(("hard_10", "num_10", "eleven")):
        say("chip", player=LONG[-1 - number], square=square, amount=100)
        bet = table.snapshot().public()["board"][-1]["bet"]
        say("take", player=LONG[-2 - number], bet=bet)


def no_roll(say: Say, table: Table) -> None:
    """A throw that does not count, with its picture, over a full board."""
    board(say, table)
    say("no_roll", reason="surface_changed", picture=PICTURE)


def won(say: Say, table: Table) -> None:
    """A round that was decided just now: twelve people won or lost."""
    line(say, table)
    while table.snapshot().public()["phase"] == "point":
        say("throw", dice=[4, 3], **seen(4, 3))


def bank(say: Say, table: Table) -> None:
    """Everybody has many bets against the bank, some of which the last throw decided."""
    say("open", game="bank", players=list(LONG), buy_in=12_500,
        rules={"card": "trainer", "bank": 900_000, "minimum": 5, "maximum": 5000})  # fmt: skip
    for number, name in enumerate(LONG):
        say("bet", player=name, bet="pass" if number % 3 else "dont_pass", amount=1000 + 5 * number)
    say("throw", dice=[2, 4])
    for name in LONG:
        for bet in ("place_8", "come", "field", "hard_8", "hard_10", "eleven", "craps"):
            say("bet", player=name, bet=bet, amount=150)
    say("throw", dice=[5, 4], **seen(5, 4))
    for name in LONG:
        say("bet", player=name, bet="odds_come_9", amount=200)


def cards(say: Say, table: Table) -> None:
    """Six at cards, one to pass what he has thrown."""
    say("open", game="poker", players=[*LONG[:5], LONG[-1]], buy_in=5000, rules={"ante": 5})
    say("deal")
    say("bet", amount=1200)
    for _ in range(5):
        say("call")
    say("throw", dice=[6], **seen(6))


def shown(say: Say, table: Table, rules: dict | None = None, people: int = 6) -> None:
    """A showdown of all of them."""
    say("open", game="poker", players=[*LONG[: people - 1], LONG[-1]], buy_in=5000, rules=rules or {"ante": 5})
    say("deal")
    while (phase := table.snapshot().public()["phase"]) != "deal":
        if phase == "throw":
            say("throw", dice=[6 if people == 4 else 2])
        elif phase == "pass":
            say("pass", cards="random")
        else:
            say("check")


def eleven(say: Say, table: Table) -> None:
    """A showdown of four with eleven cards, after sixes all round."""
    shown(say, table, {"ante": 5, "cards": 11}, people=4)


def over(say: Say, table: Table) -> None:
    """The evening is over."""
    won(say, table)
    say("cash_out")


def waiting(say: Say, table: Table) -> None:
    """Nobody sits there yet."""


MOMENTS = {one.__name__: one for one in (line, board, chips, no_roll, won, bank, cards, shown, eleven, over, waiting)}
