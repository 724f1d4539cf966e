"""The seat pads' program. It runs on MicroPython (RP2040); the controller imports the same files."""

VERSION = (1, 0, 0)
