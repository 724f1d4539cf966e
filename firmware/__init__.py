"""The seat pads' program. It runs on MicroPython (RP2040); the controller imports the same files."""

# Rises with every change of this folder that a board has to be given; the second number with a new meaning of a light.
VERSION = (1, 1, 0)
