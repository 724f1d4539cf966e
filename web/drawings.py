"""Keeps the plots of the page about the dice, each drawn once, by a child process, one at a time.

A child, since a drawing takes matplotlib a tenth of a second and more, in which taps would wait for Python's lock, and
since the library would stay in the table's memory for good.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

log = logging.getLogger(__name__)

PROGRAM = Path(__file__).with_name("plots.py")
#: Seconds that a child may take, and that whoever waits for it waits: the first one on a new machine, which lists the
#: fonts there are, takes some.
LIMIT_S = 60.0
#: How many requests may wait at once: each holds a thread of the server.
MOST_WAITING = 8
#: Drawings that are kept: the newest in each language, and some before.
KEPT = 6

#: The pictures of one drawing by their names, SVG.
Pictures = dict[str, bytes]


def key_of(wish: dict) -> str:
    """A name for what is to be drawn: the same for the same state in the same language."""
    return sha256(_text(wish).encode()).hexdigest()[:16]


def _text(wish: dict) -> str:
    return json.dumps(wish, sort_keys=True)


class Drawings:
    """The plots, drawn on demand.

    folder: where matplotlib may keep its list of fonts. draw: makes the pictures of a drawing as JSON, or raises
    OSError, ValueError or subprocess.SubprocessError; a child process by default.
    """

    def __init__(self, folder: Path, draw: Callable[[str], Pictures] | None = None) -> None:
        self._folder = folder
        self._draw = draw or self._by_child
        self._kept: OrderedDict[str, Pictures | None] = OrderedDict()
        self._newest: dict[str, Pictures] = {}
        self._drawing = threading.Lock()
        self._waiting = threading.Semaphore(MOST_WAITING)

    def kept(self, key: str) -> Pictures | None:
        """The pictures of this name, if they are still kept."""
        return self._kept.get(key)

    def get(self, wish: dict, language: str) -> Pictures | None:
        """The pictures of a drawing. When too many wait already, those that were drawn last in that language.

        None when there are none: they could not be drawn, or are being drawn for the first time.
        """
        key = key_of(wish)
        if key in self._kept:
            return self._kept.get(key)
        if not self._waiting.acquire(blocking=False):
            return self._newest.get(language)
        try:
            made = self._drawn(key, _text(wish))
        finally:
            self._waiting.release()
        if made is not None:
            self._newest[language] = made
        return made

    def _drawn(self, key: str, text: str) -> Pictures | None:
        if not self._drawing.acquire(timeout=LIMIT_S):
            return None
        try:
            if key not in self._kept:
                self._kept[key] = self._tried(text)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]
        finally:
            self._drawing.release()

    def _tried(self, text: str) -> Pictures | None:
        try:
            return self._draw(text)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            log.warning("The plots could not be drawn: %s", getattr(error, "stderr", None) or error)
            return None

    def _by_child(self, text: str) -> Pictures:
        # -P: the modules beside the program must not stand in for others of the same name.
        command = [sys.executable, "-P", str(PROGRAM)]
        environment = {**os.environ, "MPLCONFIGDIR": str(self._folder), "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, encoding="utf-8", timeout=LIMIT_S, check=True,
            env=environment,
        )  # fmt: skip
        return {name: svg.encode() for name, svg in json.loads(done.stdout).items()}
