"""Starts the board's program under the unix MicroPython, with the stand-ins of this folder.

When the program ends by itself the prompt follows on the same line, as on the Pico.
"""

import os

import machine

from firmware.main import run

run()
machine.say("prompt")
os.putenv("MICROPYINSPECT", "1")
