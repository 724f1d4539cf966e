"""Pads at a real table: taps move chips, lights follow, refusals are shown, seats are learned by pressing."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
import tty

import pytest
import serial

import firmware
from controller.health import of_pads
from controller.ledger import Ledger
from controller.pad_ports import Ports
from controller.pads import Pads
from controller.table import Table
from firmware import lights, link

VERSION = ".".join(map(str, firmware.VERSION))
ON_FOR = (0, 96, 15)
ON_AGAINST = (96, 7, 0)
TAP = link.encode(link.TAP, 1, link.pack(link.TAP, 1, 1, 1, 0, link.TAP_FOR, 1))


def line(table) -> dict:
    return table.snapshot().public()["line"]


def test_taps_move_bets_and_lights_follow(table, make_board, make_pads, until, shown) -> None:
    board = make_board(4)
    pads = make_pads(table)
    until(lambda: shown(pads))
    until(lambda: pads.codes_of("Alice") == (lights.SHOOTER, lights.SHOOTER))
    assert pads.codes_of("Cara") == (lights.MAY_FOR, lights.MAY_AGAINST)
    board.press(2, "for")
    until(lambda: line(table)["for"] == [["Cara", 10]])
    assert board.wait_lights(lambda now: now[4] == ON_FOR, 2)
    until(lambda: pads.codes_of("Cara") == (lights.ON_FOR, lights.MAY_AGAINST))
    assert pads.takes("Cara", "against") and pads.takes("Cara", "off")
    assert not pads.takes("Cara", "for")
    assert not pads.takes("Alice", "for")
    assert not pads.takes("nobody", "for")
    board.press(2, "against")
    until(lambda: ["Cara", 10] in line(table)["against"])
    assert board.wait_lights(lambda now: now[5] == ON_AGAINST, 2)
    until(lambda: pads.takes("Cara", "off"))
    board.press(2, "against")
    until(lambda: ["Cara", 10] not in line(table)["against"])
    assert (pads.taps, pads.accepted, pads.refused) == (3, 3, 0)


def test_the_auto_fade_has_a_light_of_its_own(table, make_board, make_pads, until, shown) -> None:
    board = make_board(3)
    pads = make_pads(table)
    until(lambda: shown(pads))
    board.press(0, "for", 1.3)  # the shooter's hold: the dice go to Bo, Cara is put against
    until(lambda: table.snapshot().public()["shooter"] == "Bo")
    until(lambda: pads.codes_of("Cara") == (lights.MAY_FOR, lights.AUTO_FADE))
    pads.stop()
    pads = make_pads(table)  # another controller knows it too
    until(lambda: pads.codes_of("Cara") == (lights.MAY_FOR, lights.AUTO_FADE))
    board.press(2, "against")
    until(lambda: pads.codes_of("Cara") == (lights.MAY_FOR, lights.MAY_AGAINST))
    assert line(table)["against"] == []


def test_a_tap_on_a_light_that_is_no_longer_true_is_refused_and_shown(
    table, make_board, make_pads, until, shown
) -> None:
    board = make_board(3)
    pads = make_pads(table)
    until(lambda: shown(pads))
    board.hold(2, "against")  # sees: no bet here
    assert table.submit({"cmd": "against", "player": "Cara"}).result(5).ok  # by phone, meanwhile
    until(lambda: pads.codes_of("Cara") == (lights.MAY_FOR, lights.ON_AGAINST))
    before = line(table)
    board.let_go(2, "against")
    until(lambda: pads.refused == 1)
    assert line(table) == before
    until(lambda: pads.codes_of("Cara") == (lights.MAY_FOR, lights.REFUSED))
    until(lambda: pads.codes_of("Cara") == (lights.MAY_FOR, lights.ON_AGAINST))


def test_a_tap_that_the_rules_refuse_is_shown(make_board, make_pads, noting_table, until, shown) -> None:
    board = make_board(1)
    table = noting_table(("A",))
    table.refuse = lambda command: "not today"
    pads = make_pads(table)
    until(lambda: shown(pads))
    board.press(0, "for")
    until(lambda: pads.refused == 1)
    told = [notice.fields for notice in table.notices if notice.kind == "tap_refused"]
    assert told == [{"player": "A", "tap": "for", "why": "not today"}]
    assert board.wait_lights(lambda now: now[0] == (96, 7, 0), 1)


def test_while_the_dice_are_out_no_light_takes_a_tap(table, make_board, make_pads, until, shown) -> None:
    board = make_board(3)
    pads = make_pads(table)
    until(lambda: shown(pads))
    assert table.submit({"cmd": "dice_out"}).result(5).ok
    until(lambda: pads.codes_of("Bo") == (lights.CLOSED, lights.HELD_AGAINST))
    assert pads.codes_of("Cara") == (lights.CLOSED, lights.CLOSED)
    board.press(2, "for")
    time.sleep(0.1)
    assert pads.taps == 0


def test_won_and_lost_are_shown_for_a_while(table, make_board, make_pads, until, shown) -> None:
    make_board(3)
    pads = make_pads(table, flash_s=0.3)
    until(lambda: shown(pads))
    assert table.submit({"cmd": "throw", "dice": [3, 4]}).result(5).ok
    until(lambda: pads.codes_of("Alice") == (lights.WON, lights.WON))
    assert pads.codes_of("Bo") == (lights.LOST, lights.LOST)
    assert lights.WON not in pads.codes_of("Cara")
    until(lambda: pads.codes_of("Bo") and pads.codes_of("Bo")[0] != lights.LOST)


def test_seats_are_learned_by_walking_round_and_pressing(table, make_board, make_pads, until, shown, tmp_path) -> None:
    boards = [make_board(2, board_id=f"{number:016x}") for number in (1, 2)]
    pads = make_pads(table, store=tmp_path / "pads.json")
    until(lambda: shown(pads, 2))
    pads.learn()
    pressed = (("Alice", 1, 1), ("Bo", 0, 0), ("Cara", 0, 0), ("Cara", 1, 0))  # Bo's pad again says nothing new
    for player, number, seat in pressed:
        until(lambda player=player: pads.health.asking == player and shown(pads, 2))
        boards[number].press(seat, "for")
    until(lambda: pads.health.asking is None)
    wanted = {"0000000000000002:1": "Alice", "0000000000000001:0": "Bo", "0000000000000002:0": "Cara"}
    assert {pad: pads.seating.player_of(pad) for pad in wanted} == wanted
    assert json.loads((tmp_path / "pads.json").read_text())["order"][:3] == list(wanted)
    until(lambda: pads.takes("Bo", "for"))
    boards[0].press(0, "for")
    until(lambda: line(table)["for"] == [["Bo", 10]])


def test_both_held_asks_for_the_seats_code(make_board, make_pads, noting_table, until, shown) -> None:
    board = make_board(2)
    table = noting_table(("A", "B"))
    pads = make_pads(table)
    until(lambda: shown(pads))
    board.press(1, "both", 1.6)
    until(lambda: [notice for notice in table.notices if notice.kind == "seat_code"])
    codes = [notice.fields for notice in table.notices if notice.kind == "seat_code"]
    assert codes == [{"player": "B", "pad": f"{board.board_id}:1"}]
    assert table.commands == []


def test_a_pad_of_nobody_moves_nothing(table, make_board, make_pads, until, shown) -> None:
    board = make_board(4)
    pads = make_pads(table)
    until(lambda: shown(pads))
    seq = table.snapshot().seq
    board.press(3, "for")
    time.sleep(0.1)
    assert table.snapshot().seq == seq
    assert board.lights()[6:] == [(0, 0, 0), (0, 0, 0)] or pads.taps == 0


def test_a_tap_that_was_kept_is_not_the_next_ones_at_that_pad(make_board, make_pads, tmp_path, until, shown) -> None:
    board = make_board(3)
    with Ledger(tmp_path / "evening.db") as ledger:
        table = Table(ledger)
        table.start()
        opened = {"cmd": "open", "game": "street", "players": ["Alice", "Bo", "Cara", "Dan"], "buy_in": 500}
        assert table.submit(opened).result(5).ok
        pads = make_pads(table)
        until(lambda: shown(pads) and pads.takes("Cara", "for"))
        board.hold(2, "for")
        board.unplug(keep_power=True)
        board.let_go(2, "for")  # the board keeps it
        until(lambda: not pads.health.boards)
        assert table.submit({"cmd": "leave", "player": "Cara"}).result(5).ok
        until(lambda: pads.seating.player_of(f"{board.board_id}:2") == "Dan")
        board.plug()
        until(lambda: pads.takes("Dan", "for") and pads.health.boards[0].lately[2] == 1)
        until(lambda: board.lights()[4][1] > 0)  # green
        board.press(2, "for")  # his own
        until(lambda: pads.takes("Dan", "off"))
        assert line(table)["for"] == [["Dan", 10]]
        taps = [done.stamp["id"].rsplit(".")[-1] for done in ledger.transactions() if done.stamp["source"] == "pad"]
        assert taps == ["2"]
        table.stop()


def test_the_table_goes_and_comes_back_and_the_lights_with_it(table, make_board, make_pads, until, shown) -> None:
    board = make_board(3)
    pads = make_pads(table)
    until(lambda: shown(pads))
    pads.stop()
    assert board.wait_lights(lambda now: all(part[2] and not part[1] for part in now if any(part)) and any(
        map(any, now)), 3)  # fmt: skip
    again = make_pads(table)
    until(lambda: shown(again))
    assert board.wait_lights(lambda now: now[5] == ON_AGAINST or now[5] == (3, 0, 0), 2)


# ---- ports that are no boards ---------------------------------------------------------------------------


class Stranger:
    """A serial port with something else on it: says `noise` for ever and notes what is written to it."""

    def __init__(self, path, noise: bytes) -> None:
        self.ours, self.theirs = os.openpty()
        tty.setraw(self.theirs)
        os.set_blocking(self.ours, False)
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(os.ttyname(self.theirs))
        self._noise = noise
        self._over = False
        self.heard = b""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._over:
            for act in (lambda: os.write(self.ours, self._noise), self._listen):
                with contextlib.suppress(BlockingIOError):
                    act()
            time.sleep(0.01)

    def _listen(self) -> None:
        self.heard += os.read(self.ours, 1000)

    def stop(self) -> None:
        self._over = True
        self._thread.join(2)
        os.close(self.ours)
        os.close(self.theirs)


@pytest.mark.parametrize(
    "noise",
    [b"", b"G28 ; home\n", bytes(range(256)), b"\x00" * 50, TAP],
    ids=["silent", "printer", "all bytes", "zeros", "taps without a hello"],
)  # fmt: skip
def test_a_port_that_is_no_board_is_left_alone(noise, tmp_path, make_pads, noting_table, until, monkeypatch) -> None:
    monkeypatch.setattr("controller.pad_link.LISTEN_S", 0.4)
    stranger = Stranger(tmp_path / "ports" / "other", noise)
    table = noting_table(("A",))
    pads = make_pads(table)
    try:
        until(lambda: [port for port in pads.health.ports if port.state == "no board"])
        assert stranger.heard == b""
        assert table.commands == []
        assert "is no pad board" in of_pads(pads.health)[0].text
    finally:
        pads.stop()
        stranger.stop()


def test_a_port_that_another_program_holds_is_said_so_and_taken_when_free(
    table, make_board, make_pads, until, shown
) -> None:
    board = make_board(3)
    other = serial.Serial(board.port, exclusive=True)
    pads = make_pads(table)
    until(lambda: of_pads(pads.health))
    assert "cannot be opened" in of_pads(pads.health)[0].text
    other.close()
    until(lambda: shown(pads))


def test_noise_between_good_frames_is_borne_at_both_ends(make_board, make_pads, noting_table, until, shown) -> None:
    dirt = bytes(range(256)) * 3 + b"\0"
    board = make_board(
        1, to_board=lambda data: [dirt, data, dirt], to_controller=lambda data: [dirt, data, dirt]
    )  # fmt: skip
    table = noting_table(("A",))
    pads = make_pads(table)
    until(lambda: shown(pads))
    for _ in range(5):
        board.press(0, "for", 0.03)
    until(lambda: pads.taps == 5)
    assert pads.health.boards[0].bad_frames > 10
    assert board.starts == 1


@pytest.mark.parametrize(
    ("ours", "code"),
    [((9, 0, 0), "old"), ((0, 9, 9), "new")],
)
def test_an_old_and_a_new_firmware_play_and_are_named(
    ours, code, table, make_board, make_pads, until, shown, monkeypatch
) -> None:
    board = make_board(3)
    monkeypatch.setattr(firmware, "VERSION", ours)
    pads = make_pads(table)
    until(lambda: shown(pads))
    (finding,) = of_pads(pads.health)
    assert (finding.state, finding.code) == ("warn", code)
    assert (finding.figures["version"], finding.figures["ours"]) == (VERSION, ".".join(map(str, ours)))
    board.press(2, "for")
    until(lambda: pads.accepted == 1)


@pytest.mark.parametrize(
    ("ours", "new"), [(firmware.VERSION, False), ((0, 9, 0), True)], ids=["flash it", "renew this program"]
)
def test_a_board_of_another_link_version_is_named_and_left_alone(
    ours, new, table, make_board, make_pads, until, monkeypatch
) -> None:
    written: list[bytes] = []

    def newer(data: bytes) -> list[bytes]:
        frames = link.Decoder().feed(data)
        return [link.encode(kind, number, payload, version=2) for _, kind, number, payload in frames]

    monkeypatch.setattr(firmware, "VERSION", ours)
    make_board(3, to_controller=newer, to_board=lambda data: written.append(data) or [data])
    pads = make_pads(table)
    until(lambda: pads.health.boards)
    time.sleep(0.3)
    assert written == []
    (finding,) = of_pads(pads.health)
    assert (finding.state, finding.code, finding.figures["new"]) == ("fault", "foreign", new)


def test_looking_for_ports_goes_on_whatever_a_driver_does(until) -> None:
    looks = []

    def found() -> list[str]:
        looks.append(1)
        raise OSError("the bus is gone")

    ports = Ports(lambda path, patient: None, found=found)
    ports.start()
    until(lambda: len(looks) > 1)
    ports.stop()


def test_brightness_out_of_range(table) -> None:
    with pytest.raises(ValueError, match="1 to 255, not 0"):
        Pads(table, brightness=0)
