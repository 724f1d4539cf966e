"""The firmware as a .uf2 that is dropped on a board's drive: the file system that MicroPython finds there.

MicroPython for the Raspberry Pi Pico (RPI_PICO) keeps its files in the last 1408 KiB of 2 MiB of flash
(MICROPY_HW_FLASH_STORAGE_BYTES of its port rp2) as littlefs 2 in blocks of 4096 bytes, written 256 at a time
(its modules/_boot.py). Other boards keep them elsewhere: for those there is `dicetable pads flash`.
"""

from __future__ import annotations

import importlib.util
import struct
from pathlib import Path

from controller.pad_flash import MAIN, MissingTool, files

FLASH_AT, FLASH_BYTES, FILES_BYTES = 0x1000_0000, 2 * 1024 * 1024, 1408 * 1024
FILES_AT = FLASH_AT + FLASH_BYTES - FILES_BYTES
BLOCK_BYTES, WRITTEN_BYTES = 4096, 256
#: Every littlefs 2 that a MicroPython has had can read this one; a newer one only where it is as new itself.
DISK_VERSION = 0x0002_0000

#: A block of UF2 (github.com/microsoft/uf2): magics, flags, address, payload size, number, how many, family.
_HEAD = "<8I"
_MAGICS, _LAST_MAGIC = (0x0A324655, 0x9E5D5157), 0x0AB16F30
_HAS_FAMILY, RP2040 = 0x2000, 0xE48BFF56
_PAYLOAD_ROOM = 476


def image(seats: int) -> bytes:
    """The .uf2 for a board with so many seats wired. It takes the place of every file on the board.

    Raises MissingTool where littlefs-python is not installed.
    """
    return to_uf2(file_system({
        **{f"firmware/{file.name}": file.read_bytes() for file in files()},
        "main.py": MAIN.encode(),
        "seats.txt": f"{seats}\n".encode(),
    }), FILES_AT)  # fmt: skip


def file_system(contents: dict[str, bytes]) -> bytes:
    """A littlefs of FILES_BYTES with these files, by path; folders are made."""
    if importlib.util.find_spec("littlefs") is None:
        raise MissingTool("littlefs-python is not installed: pip install littlefs-python")
    from littlefs import LittleFS

    disk = LittleFS(
        block_size=BLOCK_BYTES, block_count=FILES_BYTES // BLOCK_BYTES, read_size=32, prog_size=WRITTEN_BYTES,
        lookahead_size=32, disk_version=DISK_VERSION,
    )  # fmt: skip
    for path, content in contents.items():
        if (folder := str(Path(path).parent)) != ".":
            disk.makedirs(folder, exist_ok=True)
        with disk.open(path, "wb") as out:
            out.write(content)
    return bytes(disk.context.buffer)


def to_uf2(data: bytes, address: int) -> bytes:
    """These bytes, a multiple of 256, as a .uf2 that an RP2040 writes from `address` on."""
    count = len(data) // WRITTEN_BYTES
    blocks = []
    for number in range(count):
        at = number * WRITTEN_BYTES
        head = struct.pack(
            _HEAD, *_MAGICS, _HAS_FAMILY, address + at, WRITTEN_BYTES, number, count, RP2040,
        )  # fmt: skip
        payload = data[at : at + WRITTEN_BYTES].ljust(_PAYLOAD_ROOM, b"\0")
        blocks.append(head + payload + struct.pack("<I", _LAST_MAGIC))
    return b"".join(blocks)
