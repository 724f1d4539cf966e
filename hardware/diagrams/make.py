"""Draws every diagram of this folder into the SVG beside it.

    python hardware/diagrams/make.py

Needs schemdraw, in the version that the test packages name: another one may draw a line elsewhere.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMES = ("pad_board", "host_box", "table", "camera")


def svg(name: str) -> bytes:
    """What the source of a diagram draws, as the bytes of an SVG."""
    for folder in (str(HERE), str(HERE.parents[1])):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    import schemdraw

    schemdraw.use("svg")
    schemdraw.config(bgcolor="white", margin=0.4)
    return importlib.import_module(name).draw().get_imagedata("svg")


if __name__ == "__main__":
    for one in NAMES:
        (HERE / f"{one}.svg").write_bytes(svg(one))
        print(HERE / f"{one}.svg")
