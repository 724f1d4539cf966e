"""The firmware as a file for drag and drop: what the real MicroPython finds in the file system that it makes."""

from __future__ import annotations

import importlib.util
import json
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller import pad_image
from controller.cli import main
from controller.pad_flash import MAIN, files

#: A block device in memory, as the flash of a Pico is to MicroPython, and all that is on it.
READ_BACK = """
import json, sys, vfs
class Flash:
    def __init__(self, data): self.data = data
    def readblocks(self, block, into, at=0):
        start = 4096 * block + at
        into[:] = self.data[start:start + len(into)]
    def writeblocks(self, block, data, at=0):
        start = 4096 * block + at
        self.data[start:start + len(data)] = data
    def ioctl(self, what, _):
        return {4: len(self.data) // 4096, 5: 4096, 6: 0}.get(what)
with open(sys.argv[1], "rb") as file:
    disk = vfs.VfsLfs2(Flash(bytearray(file.read())), progsize=256)
def read(path):
    with disk.open(path, "r") as file: return file.read()
out = {}
for name, kind, *_ in disk.ilistdir("/"):
    inside = [name + "/" + one[0] for one in disk.ilistdir("/" + name)] if kind == 0x4000 else [name]
    out.update({path: read(path) for path in inside})
print(json.dumps(out))
"""


def blocks(uf2: bytes) -> list[tuple[tuple[int, ...], bytes]]:
    """(fields of the head without its magics, payload) of each block; the magics are right."""
    out = []
    for at in range(0, len(uf2), 512):
        first, second, *fields = struct.unpack("<8I", uf2[at : at + 32])
        assert (first, second) == (0x0A324655, 0x9E5D5157)
        assert uf2[at + 508 : at + 512] == bytes.fromhex("306fb10a")
        out.append((tuple(fields), uf2[at + 32 : at + 32 + fields[2]]))
    return out


def test_micropython_finds_the_firmware_in_it(tmp_path: Path, run_micropython) -> None:
    done = CliRunner().invoke(main, ["pads", "image", str(tmp_path / "pads.uf2"), "--seats", "4"])
    assert done.exit_code == 0, done.output
    parts = blocks((tmp_path / "pads.uf2").read_bytes())
    count = 1408 * 1024 // 256
    assert [fields for fields, _ in parts] == [
        (0x2000, 0x100A0000 + 256 * number, 256, number, count, 0xE48BFF56) for number in range(count)
    ]
    (tmp_path / "flash").write_bytes(b"".join(payload for _, payload in parts))
    (tmp_path / "read.py").write_text(READ_BACK)
    told = run_micropython(tmp_path / "read.py", tmp_path / "flash")
    assert told.returncode == 0, told.stderr
    wanted = {f"firmware/{file.name}": file.read_text() for file in files()}
    assert json.loads(told.stdout) == wanted | {"main.py": MAIN, "seats.txt": "4\n"}


def test_what_cannot_be_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = CliRunner().invoke(main, ["pads", "image", str(tmp_path / "none" / "x.uf2"), "--seats", "4"])
    assert (there.exit_code, there.output.count("\n")) == (1, 1)
    assert "cannot be written" in there.output
    assert CliRunner().invoke(main, ["pads", "image", str(tmp_path / "x.uf2"), "--seats", "13"]).exit_code == 2
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    missing = CliRunner().invoke(main, ["pads", "image", str(tmp_path / "x.uf2"), "--seats", "4"])
    assert (missing.exit_code, "pip install littlefs-python" in missing.output) == (3, True)
    assert pad_image.FILES_AT == 0x100A0000
