"""Every code with which a game, the evening or the table refuses has words of its own in every language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import controller
from web.games import PAGES
from web.settings import LANGUAGES
from web.words import refusal_words

CONTROLLER = Path(controller.__file__).parent
#: What the pages say where they do not know what to say.
AT_A_LOSS = {"en": "That did not work; nothing was done."}


def codes_raised() -> set[str]:
    """The codes of all refusals that stand in the sources of the controller."""
    found: set[str] = set()
    for path in CONTROLLER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found.add(code.value)
    return found | {"changed", "unavailable"}  # those of table.py, which stand in names


CODES = sorted(codes_raised())


def in_language(app, language: str):
    return app.test_request_context(headers={"Accept-Language": language})


def test_the_codes_were_found():
    assert {"bank_cannot_cover", "wrong_count", "no_such_square", "own_chip", "not_your_turn"} <= set(CODES)
    assert len(CODES) >= 25


@pytest.mark.parametrize("code", CODES)
def test_a_code_has_words_in_every_language(app, code):
    said = []
    for language in LANGUAGES:
        with in_language(app, language):
            words, at_a_loss = refusal_words(code, ""), refusal_words("no such code", "")
        assert words.endswith("."), (language, words)
        assert code == "bad_input" or words != at_a_loss, f"{code} has no words in {language}"
        said.append(words)
    assert len(set(said)) == len(LANGUAGES), said


#: What a phone can ask of a game, and with which codes that game may refuse it.
TAPS = {
    "street": {
        "for": "line_closed not_allowed wrong_phase below_minimum not_enough_chips dice_out",
        "off": "line_closed no_such_bet not_allowed",
        "stake": "not_shooter line_closed below_minimum not_enough_chips",
        "chip": "below_minimum not_enough_chips no_such_square dice_out",
        "lift": "already_taken locked not_allowed no_such_bet",
        "take": "already_taken own_chip not_enough_chips no_such_bet",
        "undo": "not_taken locked not_allowed no_such_bet",
        "throw": "no_fade wrong_phase not_shooter not_allowed dice_out",
        "pass_dice": "wrong_phase not_shooter not_allowed",
        "leave": "dice_out game_over",
    },
    "bank": {
        "bet": "wrong_phase locked not_allowed no_such_bet below_minimum not_a_multiple over_limit bank_cannot_cover",
        "down": "locked no_such_bet dice_out",
        "working": "not_allowed no_such_bet",
        "throw": "wrong_phase not_shooter",
        "pass_dice": "wrong_phase not_shooter not_allowed",
    },
    "poker": {
        "check": "not_allowed not_your_turn wrong_phase dice_out",
        "bet": "not_allowed not_your_turn wrong_phase below_minimum over_limit not_enough_chips",
        "call": "not_allowed not_your_turn wrong_phase",
        "raise": "not_allowed not_your_turn wrong_phase below_minimum over_limit not_enough_chips",
        "fold": "not_allowed not_your_turn wrong_phase",
        "pass": "wrong_count not_allowed not_your_turn wrong_phase",
        "deal": "wrong_phase not_your_turn not_allowed",
        "throw": "wrong_phase not_shooter dice_out",
        "buy_in": "wrong_phase",
    },
}
STATES = {
    "street": {"rules": {"minimum": 10}},
    "bank": {"rules": {"minimum": 10}},
    "poker": {"phase": "pass", "turn": "Bo", "to_pass": 3},
}


@pytest.mark.parametrize(
    ("game", "cmd", "code"),
    [(game, cmd, code) for game, taps in TAPS.items() for cmd, codes in taps.items() for code in codes.split()],
)
def test_a_refused_tap_is_told_in_the_games_own_words(app, game, cmd, code):
    said = []
    for language in LANGUAGES:
        with in_language(app, language):
            said.append(PAGES[game].why(cmd, (code, "Bo has a bet of 10 to answer."), STATES[game]))
            assert said[-1] not in (refusal_words("no such code", ""), "")
            # "That cannot be done now" and the like say nothing to somebody who has just tapped.
            assert said[-1] not in (refusal_words("wrong_phase", ""), refusal_words("not_allowed", ""))
    assert len(set(said)) == len(LANGUAGES), said
    assert "Bo has a bet" not in said[0], "English too has the words of the phone, not those of the game's log"


@pytest.mark.parametrize("phase", ["waiting", "deal", "turn", "throw", "pass", "last"])
def test_what_is_due_in_a_hand_is_named(app, phase):
    with in_language(app, "sv"):
        told = PAGES["poker"].why("check", ("wrong_phase", ""), {"phase": phase, "turn": "Bo"})
    assert told not in ("", "Det går inte just nu.")
    assert ("Bo" in told) == (phase in ("throw", "pass"))
