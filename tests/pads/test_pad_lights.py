"""What a seat's two lights mean at each moment of a round."""

from __future__ import annotations

from typing import Any

import pytest

from controller import pad_lights
from controller.evening import GAMES
from controller.pad_lights import Scene, codes, noticed, refused
from firmware import lights, link

NOTHING = (lights.CLOSED, lights.CLOSED)
MAY = (lights.MAY_FOR, lights.MAY_AGAINST)


def state(**changes: Any) -> dict[str, Any]:
    return {
        "game": "street", "phase": "come_out", "players": ["Alice", "Bo", "Cara", "Dan"], "shooter": "Alice",
        "stacks": {"Alice": 90, "Bo": 90, "Cara": 90, "Dan": 5}, "dice_out": False, "host_called": False,
        "can_throw": True, "late": [], "rules": {"minimum": 10, "late_line": False},
        "line": {"stake": ["Alice", 10], "for": [["Cara", 10]], "against": [["Bo", 10]]},
    } | changes  # fmt: skip


def happened(scene: Scene, event: dict[str, Any], now: float, flash_s: float) -> Scene:
    return pad_lights.happened(scene, "street", event, now, flash_s)


def shown(player: str | None, scene: Scene | None = None, now: float = 0.0, **changes: Any) -> tuple[int, int]:
    return codes(state(**changes), player, scene or Scene(), now)


@pytest.mark.parametrize(
    ("player", "changes", "wanted"),
    [
        (None, {}, (lights.EMPTY, lights.EMPTY)),
        ("Zoe", {}, (lights.EMPTY, lights.EMPTY)),
        ("Alice", {}, (lights.SHOOTER, lights.SHOOTER)),
        ("Bo", {}, (lights.MAY_FOR, lights.ON_AGAINST)),
        ("Cara", {}, (lights.ON_FOR, lights.MAY_AGAINST)),
        ("Dan", {}, NOTHING),
        ("Dan", {"stacks": {"Dan": 10}}, MAY),
        ("Dan", {"stacks": {"Dan": 10}, "late": ["Dan"]}, NOTHING),
        ("Bo", {"dice_out": True}, (lights.CLOSED, lights.HELD_AGAINST)),
        ("Cara", {"dice_out": True}, (lights.HELD_FOR, lights.CLOSED)),
        ("Alice", {"dice_out": True}, NOTHING),
        ("Cara", {"phase": "point"}, (lights.HELD_FOR, lights.CLOSED)),
        ("Dan", {"phase": "point", "stacks": {"Dan": 10}}, NOTHING),
        ("Dan", {"phase": "point", "stacks": {"Dan": 10}, "rules": {"minimum": 10, "late_line": True}}, MAY),
        ("Cara", {"phase": "point", "rules": {"minimum": 10, "late_line": True}}, (lights.HELD_FOR, lights.CLOSED)),
        ("Bo", {"phase": "waiting"}, NOTHING),
        ("Bo", {"phase": "over"}, NOTHING),
        ("Bo", {"game": "another"}, NOTHING),
        ("Alice", {"host_called": True}, (lights.CALL_HOST, lights.CALL_HOST)),
        ("Dan", {"host_called": True}, (lights.CALL_HOST, lights.CALL_HOST)),
        ("Bo", {"host_called": True}, (lights.MAY_FOR, lights.ON_AGAINST)),
    ],
)
def test_each_standing(player: str | None, changes: dict, wanted: tuple[int, int]) -> None:
    assert shown(player, **changes) == wanted


def test_the_cue_is_for_the_shooter_and_only_while_he_may_throw() -> None:
    cue = noticed(Scene(), "cue", {"throw": True})
    assert shown("Alice", cue) == (lights.THROW, lights.THROW)
    assert shown("Bo", cue) == shown("Bo")
    assert shown("Alice", cue, can_throw=False) == (lights.SHOOTER, lights.SHOOTER)
    assert shown("Alice", noticed(cue, "cue", {"throw": False})) == (lights.SHOOTER, lights.SHOOTER)


def test_no_roll_asks_for_another_throw_until_the_cue() -> None:
    again = happened(Scene(cue=True), {"type": "no_roll"}, 0.0, 1.0)
    assert shown("Alice", again) == (lights.THROW_AGAIN, lights.THROW_AGAIN)
    assert shown("Alice", noticed(again, "cue", {"throw": False})) == (lights.THROW_AGAIN, lights.THROW_AGAIN)
    assert shown("Alice", noticed(again, "cue", {"throw": True})) == (lights.THROW, lights.THROW)
    assert not happened(again, {"type": "dice_out"}, 0.0, 1.0).again


def test_the_auto_fade_is_told_from_a_bet_of_ones_own() -> None:
    assert shown("Bo", auto_fade="Bo") == (lights.MAY_FOR, lights.AUTO_FADE)
    assert shown("Bo", auto_fade="Bo", dice_out=True) == (lights.CLOSED, lights.HELD_AGAINST)
    assert shown("Bo", auto_fade="Cara") == (lights.MAY_FOR, lights.ON_AGAINST)


def test_each_game_says_what_its_pads_mean_in_words_of_the_table_of_lights() -> None:
    for name, game in GAMES.items():
        assert pad_lights.pads_of(name) is game.pads
    assert pad_lights.pads_of(None) is None
    assert {"closed", "shooter", *MEANT} <= pad_lights.CODES.keys()
    meanings = {link.TAP_WORDS[lights.tap_of(pad_lights.CODES[word])] for word in MEANT}
    assert meanings == {"for", "against", "off"}


MEANT = ("may_for", "may_against", "on_for", "on_against", "auto_fade")


SETTLED = {
    "type": "round_settled", "winner": "wrong", "stake": ["Alice", 10], "fors": [["Cara", 10]],
    "againsts": [["Bo", 10], ["Dan", 5]], "risk": {"Alice": 5, "Cara": 5, "Bo": 10, "Dan": 0},
}  # fmt: skip


def test_won_and_lost_are_shown_to_those_who_had_chips_at_risk() -> None:
    scene = happened(Scene(), SETTLED, 100.0, 1.5)
    assert shown("Bo", scene, 101.0) == (lights.WON, lights.WON)
    assert shown("Alice", scene, 101.0) == shown("Cara", scene, 101.0) == (lights.LOST, lights.LOST)
    assert shown("Dan", scene, 101.0) == NOTHING
    assert shown("Bo", scene, 101.6) == shown("Bo")
    assert scene.until(101.0) == 101.5
    assert scene.until(102.0) is None
    assert happened(Scene(), SETTLED, 100.0, 0.0).results == {}


def test_a_refusal_is_shown_on_the_light_that_was_tapped() -> None:
    scene = refused(Scene(), "Cara", 1, 10.0)
    assert shown("Cara", scene, 10.1) == (lights.ON_FOR, lights.REFUSED)
    assert shown("Bo", scene, 10.1) == shown("Bo")
    assert shown("Cara", scene, 11.0) == shown("Cara")


def test_a_bet_that_a_correction_undid_flickers_at_its_owner() -> None:
    scene = happened(Scene(), {"type": "refused_again", "player": "Bo"}, 10.0, 1.0)
    assert shown("Bo", scene, 10.1) == (lights.REFUSED, lights.REFUSED)
    assert happened(Scene(), {"type": "refused_again", "player": None}, 10.0, 1.0) == Scene()


def test_a_hand_of_poker_flashes_for_those_who_gained_and_lost() -> None:
    ended = {"type": "hand_ended", "paid": [["Ann", 30], ["Ben", 30], ["Cas", 5], ["Dee", 10]],
             "won": {"Ann": 65, "Dee": 10}}  # fmt: skip
    scene = pad_lights.happened(Scene(), "poker", ended, 0.0, 1.0)
    assert {name: code for name, (code, _) in scene.results.items()} == {
        "Ann": lights.WON, "Ben": lights.LOST, "Cas": lights.LOST,
    }  # fmt: skip
