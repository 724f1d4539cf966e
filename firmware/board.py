"""The only file that touches pins: buttons, lights, watchdog, the bytes to and from USB.

MicroPython on RP2040 (Raspberry Pi Pico). Off the Pico, `firmware/standin` puts a `machine` and a
`neopixel` of its own in the place of these two.
"""

import os
import select
import sys
import time

import machine
import neopixel

# Seat by seat: the pin of the for button (left), the pin of the against button (right). Each button
# connects its pin to ground. With fewer seats the first rows are used.
SEAT_PINS = (
    (0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11),
    (12, 13), (14, 15), (16, 17), (18, 19), (20, 21), (22, 26),
)  # fmt: skip
LIGHT_PIN = 28  # data of the first WS2812; the lights are chained left, right, left, right, seat by seat
LIGHT_ORDER = (1, 0, 2, 3)  # where red, green, blue go on the wire: most WS2812 want green first
SEATS_FILE = "seats.txt"  # how many seats are wired, 1 to 12; without it: all
STAY_FILE = "stay.txt"  # where it is, the next start goes to the prompt, once
PULL_UP_MS = 5  # until the pull-ups have charged a long cable: before that a button seems to be down
WATCHDOG_MS = 8000  # the RP2040 allows 8388


class Board:
    """Pins, lights and the byte stream of one board."""

    def __init__(self):
        self.seats = _seats()
        self.board_id = (machine.unique_id() + bytes(8))[:8]
        self.boot_id = int.from_bytes(os.urandom(4), "little")
        self._pins = [
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pair in SEAT_PINS[: self.seats] for pin in pair
        ]
        time.sleep_ms(PULL_UP_MS)
        self._strip = neopixel.NeoPixel(machine.Pin(LIGHT_PIN, machine.Pin.OUT), 2 * self.seats)
        self._strip.ORDER = LIGHT_ORDER
        self._drawn = None
        self._watchdog = None
        self._incoming = select.poll()
        self._incoming.register(sys.stdin, select.POLLIN)
        self._outgoing = select.poll()
        self._outgoing.register(sys.stdout, select.POLLOUT)
        self._ticks = time.ticks_ms()
        self._now = 0

    def now(self):
        """Milliseconds since the start; unlike the chip's own count it never wraps."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def down(self):
        """The buttons that read as pressed, as bits: 2 x seat left, 2 x seat + 1 right. Not debounced."""
        bits = 0
        bit = 1
        for pin in self._pins:
            if not pin.value():
                bits |= bit
            bit <<= 1
        return bits

    def show(self, colours):
        """Set the lights to these (red, green, blue), if they are not set so already."""
        if colours == self._drawn:
            return
        self._drawn = colours
        for index, one in enumerate(colours):
            self._strip[index] = one
        self._strip.write()

    def read(self, wait_ms):
        """The bytes that have come, waiting at most `wait_ms` for the first; None when the line is gone.

        One byte at a time: asking for more can block although a poll said there is something.
        """
        out = bytearray()
        while len(out) < 128 and self._incoming.poll(wait_ms):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                return None
            out.extend(byte)
            wait_ms = 0
        return out

    def write(self, frame):
        """Write one frame, or say False: a host that holds the port without reading must not stop us."""
        if not self._outgoing.poll(0):
            return False
        sys.stdout.buffer.write(frame)
        return True

    def watch(self):
        """Start the watchdog (it cannot be stopped again), or tell it that all is well."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._watchdog.feed()

    def stay_asked(self):
        """Whether this start was asked to end at the prompt; asks only once."""
        try:
            os.remove(STAY_FILE)
        except OSError:
            return False
        return True

    def reset_to_prompt(self):
        """Start again and stay at the prompt: the watchdog runs, so the program cannot just end."""
        with open(STAY_FILE, "w") as note:
            note.write("prompt")
        machine.reset()

    def reset_to_loader(self):
        """Start as a USB drive that takes new firmware by drag and drop."""
        machine.bootloader()


def _seats():
    try:
        with open(SEATS_FILE) as note:
            seats = int(note.read().strip())
    except (OSError, ValueError):
        return len(SEAT_PINS)
    return max(1, min(seats, len(SEAT_PINS)))
