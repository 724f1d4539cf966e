"""Puts the board's program together and runs it.

On the Pico this folder lies at /firmware, and a main.py of two lines at the root starts it:

    from firmware.main import run
    run()
"""

import micropython

from firmware import VERSION, link
from firmware.board import Board
from firmware.pads import Debounce
from firmware.talk import Talk

TURN_MS = 2  # so long a turn waits for bytes
DRAW_MS = 25  # so often the lights are worked out when nothing changed


def run():
    """The program of the board. Ends only for a safe start or when its line is gone."""
    micropython.kbd_intr(-1)  # a 0x03 on the wire is a byte like any other, and nothing else may come first
    board = Board()
    down = board.down()
    if board.stay_asked() or down & 3 == 3:  # both buttons of the first seat held: safe start
        micropython.kbd_intr(3)
        board.show([(0, 0, 8)] * (2 * board.seats))
        return
    now = board.now()
    debounce = Debounce(down, now)
    talk = Talk(board.board_id, board.boot_id, board.seats, VERSION, down)
    waiting = []
    codes = None
    drawn = now - DRAW_MS
    while talk.leave is None:
        data = board.read(TURN_MS)
        if data is None:
            return
        now = board.now()
        if data:
            talk.receive(data, now)
        pressed, released = debounce.update(board.down(), now)
        talk.buttons(pressed, released, now)
        if len(waiting) < 16:
            waiting.extend(talk.due(now))
        while waiting and board.write(waiting[0]):
            waiting.pop(0)
        shown = talk.codes(now)
        if shown != codes or now - drawn >= DRAW_MS:
            codes = shown
            drawn = now
            board.show(talk.colours(now))
        if talk.welcomed:
            board.watch()
    if talk.leave == link.LEAVE_TO_LOADER:
        board.reset_to_loader()
    board.reset_to_prompt()
