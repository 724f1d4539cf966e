"""What the pages need of a game to draw it. Each game fills one in; `web/games/__init__.py` has the table of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from web import words

Parts = dict[str, Any]


def _no_parts(*_of: Any) -> Parts:
    return {}


def _nothing(*_of: Any) -> list:
    return []


@dataclass(frozen=True, slots=True)
class GamePages:
    """How the pages draw one game. Every function is pure and speaks the language of the moment.

    name(): what people call it. least: people it needs; too_few(): why fewer cannot play.
    options: what the host may set, by name.
    proposed(own): the options that the form for a new game shows at first; own: those of this table.
    beside(scene): player -> what his row says of his bets (side, side_word, bet, risk, risk_word; won).
    tv, phone, host: the parts of a screen that only this game has; phone is also told the viewer. A part that is not
    there is not drawn.
    round_words(record): {"line", "moves", "bets"} of a round in the list under the table.
    sheet_words(played): the lines of a round in the record of the game. heads(): its two columns of bets.
    bet_head(): the column of bets in the list of people. news_words(kind, fields): news that only this game has.
    night(scene): sentences at the end of the night. slides(rules): (title, text) for a table that waits.
    odds_page(rules): the template of the page of odds and what it shows.
    dice: how many make a throw. puck: whether there is one. throws_in: phases in which the shooter throws them.
    headline(scene): {"big", "small"} of a game in play, or nothing where it is told by the phase as in craps.
    throw_words(scene, throw): what a throw meant, or "" where what it decided tells it.
    refusal(cmd, code, state): why a command was refused, in this game's words, or "" where the code alone tells it.
    """

    name: Callable[[], str]
    least: int = 2
    too_few: Callable[[], str] = lambda: _("A game needs at least two people.")
    options: tuple[str, ...] = ()
    proposed: Callable[[dict], Parts] = _no_parts
    beside: Callable[[Any], dict[str, Parts]] = _no_parts
    tv: Callable[[Any], Parts] = _no_parts
    phone: Callable[[Any, str | None], Parts] = _no_parts
    host: Callable[[Any], Parts] = _no_parts
    round_words: Callable[[dict], Parts] = _no_parts
    sheet_words: Callable[[Any], list[str]] = _nothing
    heads: Callable[[], tuple[str, str]] = lambda: ("", "")
    bet_head: Callable[[], str] = lambda: ""
    news_words: Callable[[str, dict], str] = lambda _kind, _fields: ""
    night: Callable[[Any], list[str]] = _nothing
    slides: Callable[[dict], list[tuple[str, str]]] = _nothing
    odds_page: Callable[[dict], tuple[str, Parts]] | None = None
    dice: int = 2
    puck: bool = True
    throws_in: tuple[str, ...] = ("come_out", "point")
    headline: Callable[[Any], Parts | None] = lambda _scene: None
    throw_words: Callable[[Any, Any], str] = lambda _scene, _throw: ""
    refusal: Callable[[str, str, dict], str] = lambda _cmd, _code, _state: ""

    def why(self, cmd: str, refusal: tuple[str, str], state: dict) -> str:
        """One sentence, in the person's language: why `cmd` was refused (code, sentence) in this state."""
        code, why = refusal
        return self.refusal(cmd, code, state) or _any_game(cmd, code) or words.refusal_words(code, why)


def _any_game(cmd: str, code: str) -> str:
    """Refusals that all games word alike by what was tapped; "" for the rest."""
    return {
        ("throw", "not_allowed"): lambda: _("At this table the shooter does not say the throw on the phone."),
        ("throw", "wrong_phase"): lambda: _("Nothing is to be thrown now."),
        ("dispute", "wrong_phase"): lambda: _("No throw has been made yet."),
        ("pass_dice", "not_allowed"): lambda: _("Nobody else sits here to whom the dice could go."),
        ("pass_dice", "wrong_phase"): lambda: _("The dice are passed before the first throw of a round, not now."),
        ("pass_dice", "not_shooter"): lambda: _("Only the shooter passes the dice."),
    }.get((cmd, code), lambda: "")()


def refused(scene: Any, refusal: tuple[str, str] | None, cmd: str = "") -> str:
    """Why a button is dead: the host's pause, or the game's refusal of what it means (`cmd`); "" when it is not."""
    if scene.paused:
        return _("The host has paused the table.")
    return scene.pages.why(cmd, refusal, scene.state) if refusal else ""
