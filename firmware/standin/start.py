"""Starts the board's program under the unix MicroPython, with the stand-ins of this folder."""

from firmware.main import run

run()
