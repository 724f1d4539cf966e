"""Boards of several seats, pads of one seat each and pads on the Pi's own pins at one table, all at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from controller.config import GpioOptions
from controller.ledger import Ledger
from controller.pad_lights import LEFT, RIGHT
from controller.pads import Pads
from controller.pin_board import BOARD_ID, PinBoard
from controller.pin_plan import seat_pins
from controller.pins import open_factory
from controller.table import Table
from firmware import lights

GPIO = GpioOptions(factory="mock", seats=2)
PLAYERS = ["Alice", "Bo", "Cara", "Dan", "Elin", "Minh", "Nils"]
Press = Callable[[int], None]


@pytest.fixture
def presses(make_board, make_pads) -> Iterator[tuple[dict[str, Press], list[str]]]:
    """How to press a button of each pad (0 left, 1 right), and the ports of all: a board of four, one of one, pins."""
    boards = [make_board(4, board_id="00000000000000a4"), make_board(1, board_id="00000000000000b1")]
    factory = open_factory("mock")
    on_pins = PinBoard(seat_pins(GPIO), factory)
    on_pins.start()

    def tap_pin(seat: int, side: int) -> None:
        pin = factory.pin(getattr(GPIO, f"seat_{seat + 1}")[side])
        pin.drive_low()
        time.sleep(0.2)
        pin.drive_high()

    fingers: dict[str, Press] = {
        f"{board.board_id}:{seat}": partial(board.press, seat) for board in boards for seat in range(board.seats)
    }
    fingers |= {f"{BOARD_ID.hex()}:{seat}": partial(tap_pin, seat) for seat in range(2)}
    yield fingers, [board.port for board in boards] + [on_pins.path]
    on_pins.stop()
    factory.close()


def test_any_mix_is_found_by_hello_and_mapped_by_walking_round(presses, make_pads, tmp_path, until, shown) -> None:
    fingers, ports = presses
    with Ledger(tmp_path / "evening.db") as ledger:
        table = Table(ledger)
        table.start()
        opened = {"cmd": "open", "game": "street", "players": PLAYERS, "buy_in": 500}
        assert table.submit(opened).result(5).ok
        pads: Pads = make_pads(table, ports=ports, store=tmp_path / "pads.json")
        until(lambda: shown(pads, 3))
        assert sorted(one.seats for one in pads.health.boards) == [1, 2, 4]
        order = [*fingers]
        order = [order[at] for at in (5, 0, 4, 6, 2, 3, 1)]  # round the table they stand mixed

        pads.learn()
        for player, pad in zip(PLAYERS, order, strict=True):
            until(lambda player=player: pads.health.asking == player and shown(pads, 3))
            if player == "Dan":
                pads.skip()  # he has a phone
                continue
            fingers[pad](LEFT)
        until(lambda: pads.health.asking is None)
        walked = {pad: player for player, pad in zip(PLAYERS, order, strict=True) if player != "Dan"}
        assert {pad: pads.seating.player_of(pad) for pad in order} == walked | {order[3]: None}

        for pad, player in walked.items():
            if player in ("Alice", "Bo"):  # the shooter, and who was put against
                continue
            until(lambda player=player: pads.takes(player, "against"))
            fingers[pad](RIGHT)
            until(lambda player=player: [player, 10] in table.snapshot().public()["line"]["against"])
        until(lambda: pads.codes_of("Alice") == (lights.SHOOTER, lights.SHOOTER))
        until(lambda: pads.codes_of("Bo") == (lights.MAY_FOR, lights.AUTO_FADE))
        assert pads.seating.pad_of("Dan") is None
        assert pads.refused == 0
        table.stop()
