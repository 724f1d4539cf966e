"""A pad at bank craps: the left button is the pass line, the right one don't pass."""

from __future__ import annotations

from typing import Any

import pytest

from controller import pad_lights
from controller.games.bank import pads as bank_pads
from controller.ledger import Ledger
from controller.pad_lights import Scene, codes
from controller.table import Table
from firmware import lights
from tests.games.bank.playing import BankGame

NOTHING = (lights.CLOSED, lights.CLOSED)


def light(game: BankGame, player: str, scene: Scene | None = None, now: float = 0.0) -> tuple[int, int]:
    return codes(game.state, player, scene or Scene(), now)


def happened(scene: Scene, event: dict[str, Any], now: float, flash_s: float) -> Scene:
    return pad_lights.happened(scene, "bank", event, now, flash_s)


def tap(game: BankGame, meaning: str, player: str) -> None:
    told: dict[str, Any] = bank_pads.command(game.state, player, meaning)
    game.do(**told)


@pytest.fixture
def game() -> BankGame:
    return BankGame(players=["Alice", "Bo", "Cara"], buy_in=20, minimum=10)


def test_the_line_by_two_buttons(game: BankGame) -> None:
    assert light(game, "Alice") == (lights.SHOOTER, lights.SHOOTER)
    assert light(game, "Nobody") == (lights.EMPTY, lights.EMPTY)
    assert light(game, "Bo") == (lights.MAY_FOR, lights.MAY_AGAINST)
    tap(game, "for", "Bo")
    assert game.lying("Bo") == {"pass": 10}
    assert light(game, "Bo") == (lights.ON_FOR, lights.CLOSED)
    tap(game, "off", "Bo")
    tap(game, "against", "Bo")
    assert game.lying("Bo") == {"dont_pass": 10}
    assert light(game, "Bo") == (lights.CLOSED, lights.ON_AGAINST)
    tap(game, "off", "Bo")
    assert game.lying("Bo") == {}
    game.bets(("seven", 11), player="Bo")
    game.do("down", player="Bo", bet="seven")
    game.bets(("seven", 10), player="Cara")
    game.do("buy_in", player="Cara", amount=1)
    assert light(game, "Cara") == (lights.MAY_FOR, lights.MAY_AGAINST)
    game.bets(("craps", 10), player="Cara")
    assert light(game, "Cara") == NOTHING, "he cannot pay a minimum"


def test_with_a_point_the_pass_line_is_held_and_dont_pass_may_come_down(game: BankGame) -> None:
    tap(game, "for", "Bo")
    tap(game, "against", "Cara")
    game.throw(6)
    assert light(game, "Bo") == (lights.HELD_FOR, lights.CLOSED)
    assert light(game, "Cara") == (lights.CLOSED, lights.ON_AGAINST)
    game.do("dice_out")
    assert light(game, "Cara") == (lights.CLOSED, lights.HELD_AGAINST)
    game.do("no_roll")
    tap(game, "off", "Cara")
    assert light(game, "Cara") == NOTHING


def test_on_both_sides_both_are_held(game: BankGame) -> None:
    game.bets(("pass", 10), ("dont_pass", 10), player="Bo")
    assert light(game, "Bo") == (lights.HELD_FOR, lights.HELD_AGAINST)


def test_nothing_is_open_while_the_dice_are_out_or_the_game_over(game: BankGame) -> None:
    game.do("dice_out")
    assert light(game, "Bo") == NOTHING
    game.do("no_roll")
    game.do("no_roll")
    game.do("no_roll")
    assert light(game, "Bo") == (lights.MAY_FOR, lights.MAY_AGAINST)
    game.throw(6)
    for _ in range(3):
        game.do("no_roll")
    assert light(game, "Bo") == (lights.CALL_HOST, lights.CALL_HOST)
    game.do("cash_out")
    assert light(game, "Bo") == NOTHING


def test_won_and_lost_flash_for_the_line_alone(game: BankGame) -> None:
    tap(game, "for", "Bo")
    tap(game, "against", "Cara")
    game.bets(("seven", 10), player="Cara")
    scene = Scene()
    for event in game.throw(7):
        scene = happened(scene, event, 0.0, 1.0)
    assert light(game, "Bo", scene, 0.5) == (lights.WON, lights.WON)
    assert light(game, "Cara", scene, 0.5) == (lights.LOST, lights.LOST)
    assert light(game, "Bo", scene, 1.5) == (lights.MAY_FOR, lights.MAY_AGAINST)
    assert happened(Scene(), {"type": "bet_won", "bet": "seven", "player": "Cara"}, 0.0, 1.0) == Scene()
    assert happened(Scene(), {"type": "bet_won", "bet": "pass", "player": "Cara"}, 0.0, 0.0) == Scene()


def test_a_real_pad_at_a_real_table(tmp_path, make_board, make_pads, until, shown) -> None:
    with Ledger(tmp_path / "night.db") as ledger:
        table = Table(ledger)
        table.start()
        opened = {"cmd": "open", "game": "bank", "players": ["Alice", "Bo"], "buy_in": 500, "rules": {"minimum": 5}}
        assert table.submit(opened).result(5).ok
        board = make_board(2)
        pads = make_pads(table)
        until(lambda: shown(pads))
        board.press(1, "for")
        until(lambda: table.snapshot().public()["bets"]["Bo"] == {"pass": 5})
        until(lambda: pads.codes_of("Bo") == (lights.ON_FOR, lights.CLOSED))
        board.press(1, "for")
        until(lambda: table.snapshot().public()["bets"]["Bo"] == {})
        assert (pads.taps, pads.accepted) == (2, 2)
        table.stop()
