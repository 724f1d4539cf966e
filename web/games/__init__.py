"""How the pages draw each game: the one place of the web part that knows which games there are.

A game that has no pages yet is drawn by what all games have: people, chips, dice.
"""

from __future__ import annotations

from web.games.bank import PAGES as BANK
from web.games.pages import GamePages
from web.games.poker import PAGES as POKER
from web.games.street import PAGES as STREET

PAGES: dict[str, GamePages] = {"street": STREET, "bank": BANK, "poker": POKER}
PLAIN = GamePages(name=lambda: "")


def pages_of(game: str | None) -> GamePages:
    """The pages of the game of that name."""
    return PAGES.get(game or "", PLAIN)
