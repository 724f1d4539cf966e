"""Stands in for MicroPython's `neopixel`: what would go to the WS2812s goes out as hex."""

import binascii

import machine


class NeoPixel:
    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, count):
        self._bytes = bytearray(3 * count)

    def __setitem__(self, index, colour):
        for part in range(3):
            self._bytes[3 * index + self.ORDER[part]] = colour[part]

    def write(self):
        machine.say("lights " + binascii.hexlify(self._bytes).decode())
