"""How soon the threads of a table hand over to one another."""

from __future__ import annotations

import sys

#: Seconds that a thread may compute while another waits for its turn. A tap goes through five threads, each of which
#: waits after every read and write; with Python's own 5 ms a reader of pictures that computes makes a tap ten times
#: as slow (tests/bench/pads_bench.py --busy).
HAND_OVER_S = 0.0005


def hand_over_soon() -> None:
    """Lets a thread that computes hand over to one that has something to pass on. For the whole process."""
    sys.setswitchinterval(HAND_OVER_S)
