"""Every tap of a real board reaches the table once, whatever the wire, the cable and the power do."""

from __future__ import annotations

import threading
import time

import pytest


def press_many(board, seats: int, times: int) -> list[tuple[int, str]]:
    """Presses in turn round the seats; what was pressed, in order."""
    done = []
    for number in range(times):
        seat, button = number % seats, ("for", "against")[number // seats % 2]
        board.press(seat, button, 0.02)
        done.append((seat, button))
    return done


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_frames_lost_damaged_doubled_and_swapped(
    seed, make_board, make_pads, noting_table, faults, until, shown
) -> None:
    to_board, to_controller = faults(0.05, seed), faults(0.05, seed + 100)
    board = make_board(3, to_board=to_board, to_controller=to_controller)
    table = noting_table(("A", "B", "C"))
    pads = make_pads(table)
    until(lambda: shown(pads))
    pressed = press_many(board, 3, 40)
    until(lambda: pads.taps >= 40)
    time.sleep(0.3)  # doubles would come now
    assert [(by, cmd) for by, cmd, _ in table.commands] == [("ABC"[seat], button) for seat, button in pressed]
    for way in (to_board, to_controller):
        assert min(way.counts.values()) > 0, way.counts


def test_a_table_that_takes_its_time_gets_each_tap_once(make_board, make_pads, noting_table, until, shown) -> None:
    board = make_board(2)
    table = noting_table(("A", "B"), wait_s=0.4)
    pads = make_pads(table)
    until(lambda: shown(pads))
    pressed = press_many(board, 2, 6)
    until(lambda: pads.taps >= 6)
    assert len(table.commands) == len(pressed)


def test_the_cable_is_pulled_in_mid_press_while_the_board_has_power(
    make_board, make_pads, noting_table, until, shown
) -> None:
    board = make_board(2)
    table = noting_table(("A", "B"))
    pads = make_pads(table)
    until(lambda: shown(pads))
    board.hold(0, "against")
    time.sleep(0.03)
    board.unplug(keep_power=True)
    board.let_go(0, "against")  # made while nobody listens
    until(lambda: not pads.health.boards)
    assert table.commands == []
    board.plug()
    until(lambda: table.commands)
    until(lambda: shown(pads))
    board.press(1, "for", 0.03)
    until(lambda: pads.taps == 2)
    time.sleep(0.2)
    assert [(by, cmd) for by, cmd, _ in table.commands] == [("A", "against"), ("B", "for")]


def test_the_cable_that_gives_power_is_pulled_in_mid_press(make_board, make_pads, noting_table, until, shown) -> None:
    board = make_board(2)
    table = noting_table(("A", "B"))
    pads = make_pads(table)
    until(lambda: shown(pads))
    board.hold(0, "for")
    board.unplug()
    board.let_go(0, "for")
    until(lambda: not pads.health.boards)
    board.plug()
    until(lambda: shown(pads))
    assert board.starts == 2
    board.press(0, "for", 0.03)
    until(lambda: pads.taps == 1)
    time.sleep(0.2)
    assert [(by, cmd) for by, cmd, _ in table.commands] == [("A", "for")]


def test_the_board_is_reset_between_and_within_presses(make_board, make_pads, noting_table, until, shown) -> None:
    board = make_board(1)
    table = noting_table(("A",))
    pads = make_pads(table)
    for number in range(1, 4):
        until(lambda: shown(pads))
        board.press(0, "for", 0.03)
        until(lambda number=number: pads.taps == number)
        boot = pads._boards[board.board_id].hello.boot
        board.hold(0, "for")
        board.reset()
        until(lambda boot=boot: pads.health.boards and pads._boards[board.board_id].hello.boot != boot)
        board.let_go(0, "for")
    until(lambda: shown(pads))
    time.sleep(0.3)
    assert [cmd for _, cmd, _ in table.commands] == ["for"] * 3


def test_the_port_comes_back_under_another_name(make_board, make_pads, noting_table, until, shown) -> None:
    board = make_board(1)
    table = noting_table(("A",))
    pads = make_pads(table)
    until(lambda: shown(pads))
    board.press(0, "for", 0.03)
    until(lambda: pads.taps == 1)
    board.hold(0, "against")
    time.sleep(0.03)
    board.unplug(keep_power=True)
    board.let_go(0, "against")
    board.plug("renamed")
    until(lambda: pads.taps == 2)
    until(lambda: shown(pads))
    assert pads.health.boards[0].port.endswith("renamed")
    assert [cmd for _, cmd, _ in table.commands] == ["for", "against"]


def test_twelve_boards_pressed_at_once_on_bad_wires(make_board, make_pads, noting_table, faults, until, shown) -> None:
    boards = [
        make_board(1, board_id=f"{number:016x}", to_board=faults(0.05, number), to_controller=faults(0.05, number + 50))
        for number in range(12)
    ]
    players = tuple("ABCDEFGHIJKL")
    table = noting_table(players)
    pads = make_pads(table)
    until(lambda: shown(pads, 12), 20)
    fingers = [threading.Thread(target=press_many, args=(board, 1, 4)) for board in boards]
    for finger in fingers:
        finger.start()
    for finger in fingers:
        finger.join()
    until(lambda: pads.taps >= 48, 20)
    time.sleep(0.2)
    assert len(table.commands) == 48
    for player in players:
        assert [cmd for by, cmd, _ in table.commands if by == player] == ["for", "against"] * 2
