"""Stands in for MicroPython's `machine` where there are no pins: the unix MicroPython.

Pins come in and what the program does goes out over one socket, whose file descriptor is named by
the environment variable DICETABLE_PINS_FD. One line each way:

    in:   pin NUMBER LEVEL CHATTER_MS     the level (0, 1) the pin will settle at, after so much chatter
    out:  lights HEX                      the bytes that went to the WS2812s
          watchdog MS                     it was started
          fed                             and told that all is well (at most twice a second)
          pins N                          lines of `pin` that the program has seen settle so far
          reset | loader                  the program asked for a restart
          prompt                          the program ended, the prompt is there

DICETABLE_PINS_DOWN names pins (`0,1`) that are at 0 from the start, DICETABLE_BOARD_ID gives the
eight bytes of the board's id in hex.
"""

import os
import random
import select
import sys
import time

RESET_STATUS = 86  # the exit status that asks to be started again
LOADER_STATUS = 87

_descriptor = int(os.getenv("DICETABLE_PINS_FD"))
_incoming = open(_descriptor, "rb")  # noqa: SIM115 - open for as long as the program runs
_outgoing = open(_descriptor, "wb")  # noqa: SIM115
_poll = select.poll()
_poll.register(_incoming, select.POLLIN)
_line = bytearray()
_levels = {}  # pin -> (level it settles at, ticks when the chatter ends)
_looked = {}  # pin -> ticks of the first look at it after its chatter; None once a look came SEEN_MS later
_pending = None  # a line that waits until the program has seen the one before on the same pin
_moved = set()  # pins whose last line was not yet seen to settle
_seen = 0
SEEN_MS = 15  # after two looks so far apart a debounce of 10 ms has believed the level
for _pin in (os.getenv("DICETABLE_PINS_DOWN") or "").split(","):
    if _pin:
        _levels[int(_pin)] = (0, time.ticks_ms())


def say(text):
    _outgoing.write(text.encode() + b"\n")


def _listen():
    """Take in the lines that have come. A closed socket ends the program: nobody watches it any more.

    A pin moves again only after its last level was seen, so that no press is missed on a busy machine.
    """
    global _line, _pending
    while True:
        if _pending is not None:
            if not _take(_pending):
                return
            _pending = None
        if not _poll.poll(0):
            return
        byte = _incoming.read(1)
        if not byte:
            sys.exit(0)
        if byte != b"\n":
            _line.extend(byte)
            continue
        words = _line.decode().split()
        _line = bytearray()
        if len(words) == 4 and words[0] == "pin":
            _pending = (int(words[1]), int(words[2]), int(words[3]))


def _take(line):
    pin, level, chatter_ms = line
    now = time.ticks_ms()
    if pin in _levels and _looked.get(pin, 0) is not None:
        return False
    _looked.pop(pin, None)
    _levels[pin] = (level, time.ticks_add(now, chatter_ms))
    _moved.add(pin)
    return True


def unique_id():
    named = os.getenv("DICETABLE_BOARD_ID") or "0000000000000001"
    return bytes([int(named[at : at + 2], 16) for at in range(0, len(named), 2)])


def reset():
    say("reset")
    sys.exit(RESET_STATUS)


def bootloader():
    say("loader")
    sys.exit(LOADER_STATUS)


class Pin:
    """An input with a pull-up: reads 1 unless the socket said otherwise; flutters while it chatters."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    _asked = 0

    def __init__(self, number, mode=IN, pull=None):
        self.number = number

    def value(self):
        global _seen
        now = time.ticks_ms()
        if now != Pin._asked:
            Pin._asked = now
            _listen()
        settled = _levels.get(self.number)
        if settled is None:
            return 1
        level, until = settled
        if time.ticks_diff(until, now) > 0:
            return random.getrandbits(1)
        first = _looked.setdefault(self.number, now)
        if first is not None and time.ticks_diff(now, first) >= SEEN_MS:
            _looked[self.number] = None
            if self.number in _moved:
                _moved.remove(self.number)
                _seen += 1
                say(f"pins {_seen}")
        return level


class WDT:
    """A watchdog that tells when it was started and fed; it does not bite by itself."""

    def __init__(self, timeout):
        self._told = time.ticks_ms()
        say(f"watchdog {timeout}")

    def feed(self):
        now = time.ticks_ms()
        if time.ticks_diff(now, self._told) >= 500:
            self._told = now
            say("fed")
