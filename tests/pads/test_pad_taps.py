"""Numbers of taps: each once, in order, whatever copies come in whatever order, to one controller or several."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.pad_taps import Boots, Tap
from firmware.pads import Taps

BOARD, BOOT = "ab", 7


def tap(number: int, board: str = BOARD, boot: int = BOOT) -> Tap:
    return Tap(board, boot, number, 0, "for", 1, 0.0)


@given(st.data())
def test_through_any_wire_and_any_number_of_controllers(data) -> None:
    """The board's queue and the controller's numbers, with a wire that does what hypothesis likes."""
    taps, boots, kept = Taps(0), Boots(), {}
    wire: list[tuple[int, int]] = []  # (number, oldest) of frames under way
    acks: list[int] = []
    carried_out: list[int] = []  # as the table's ledger has it
    now = 0
    steps = st.sampled_from(["press", "send", "deliver", "again", "lose", "decide", "ack", "kill"])
    for step in data.draw(st.lists(steps, max_size=60)):
        now += 1
        if step == "press":
            taps.add(0, 1, 1)
        elif step == "send":
            wire += [(number, oldest) for number, oldest, *_ in taps.due(now)]
        elif step in ("deliver", "again") and wire:
            at = data.draw(st.integers(0, len(wire) - 1))
            number, oldest = wire[at]
            if step == "deliver":
                del wire[at]
            boots.kept_from(BOARD, BOOT, oldest)
            if boots.take(tap(number)):
                kept[number] = False
            else:
                acks.append(boots.decided_until(BOARD, BOOT))
        elif step == "lose" and wire:
            del wire[data.draw(st.integers(0, len(wire) - 1))]
        elif step == "decide" and kept:
            number = min(kept)
            del kept[number]
            if number not in carried_out:  # the table knows a tap by its name
                carried_out.append(number)
            boots.decided(tap(number))
            acks.append(boots.decided_until(BOARD, BOOT))
        elif step == "ack" and acks:
            taps.acknowledged(acks.pop(data.draw(st.integers(0, len(acks) - 1))))
        elif step == "kill":
            boots, kept = Boots(), {}
            acks.clear()
        assert carried_out == list(range(1, len(carried_out) + 1))
        assert taps.oldest() <= len(carried_out) + 1  # nothing is forgotten that was not carried out
    # Then the wire heals, and everything gets through.
    for _ in range(200):
        now += 1
        for number, oldest, *_ in taps.due(now):
            boots.kept_from(BOARD, BOOT, oldest)
            if boots.take(tap(number)):
                kept[number] = False
        for number in sorted(kept):
            if number not in carried_out:
                carried_out.append(number)
            boots.decided(tap(number))
        kept.clear()
        taps.acknowledged(boots.decided_until(BOARD, BOOT))
    assert carried_out == list(range(1, taps.last + 1))
    assert len(taps) == 0


def test_a_tap_that_comes_too_early_waits_for_the_one_before() -> None:
    boots = Boots()
    assert not boots.take(tap(2))
    assert boots.take(tap(1))
    assert boots.take(tap(2))
    assert not boots.take(tap(2))


def test_decided_out_of_order_is_acknowledged_in_order() -> None:
    boots = Boots()
    for number in (1, 2, 3):
        boots.take(tap(number))
    boots.decided(tap(3))
    assert boots.decided_until(BOARD, BOOT) == 0
    boots.decided(tap(1))
    assert boots.decided_until(BOARD, BOOT) == 1
    boots.decided(tap(2))
    assert boots.decided_until(BOARD, BOOT) == 3


def test_a_new_start_of_a_board_counts_anew_and_an_old_one_is_still_known() -> None:
    boots = Boots()
    assert boots.take(tap(1))
    assert boots.take(tap(1, boot=8))
    assert not boots.take(tap(1))
    assert tap(1).name != tap(1, boot=8).name != tap(1, board="cd", boot=8).name


def test_what_others_acknowledged_is_not_asked_for_again() -> None:
    boots = Boots()
    boots.kept_from(BOARD, BOOT, 41)
    assert not boots.take(tap(40))
    assert boots.decided_until(BOARD, BOOT) == 40
    assert boots.take(tap(41))
