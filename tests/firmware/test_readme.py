"""The protocol as written down is the protocol as spoken."""

from __future__ import annotations

import re
from pathlib import Path

from firmware import link
from firmware.talk import HELLO_MS, RESEND_MS, SILENCE_MS

TEXT = (Path(link.__file__).parent / "README.md").read_text()
KINDS = ("hello", "tap", "shown", "pong", "who", "welcome", "ack", "lights", "ping", "leave")


def test_every_message_is_there_with_its_number_and_size() -> None:
    rows = dict(re.findall(r"^\| (0x[0-9a-f]{2}) \| (\w+) \|", TEXT, re.M))
    assert rows == {f"0x{getattr(link, name.upper()):02x}": name for name in KINDS}


def test_the_sizes_add_up() -> None:
    for name in KINDS:
        row = re.search(rf"^\| 0x.. \| {name} \| (.*) \|$", TEXT, re.M)[1]
        row = row.replace("(1 byte each)", "(3)").replace('`"dice"`', "(4)")
        sizes = [int(size) for size in re.findall(r"\((\d+)[,;:)]", row)]
        assert sum(sizes) == link._SIZES[getattr(link, name.upper())], name


def test_the_times_are_those_of_the_program() -> None:
    assert f"every {HELLO_MS} ms" in TEXT
    assert f"sent every {RESEND_MS} ms" in TEXT
    assert f"for {SILENCE_MS // 1000} s shows" in TEXT
