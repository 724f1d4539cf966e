"""How a record of the ledger is written and sealed: canonical JSON, a hash with the hash before, stamps."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from pathlib import Path
from typing import Any

#: The two kinds of record. A command is followed by the events it led to.
COMMAND, EVENT = "command", "event"


def canonical(value: Any) -> str:
    """The one JSON text of a value: keys sorted, no spaces, ASCII. Raises ValueError for what JSON cannot hold."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, RecursionError) as error:
        raise ValueError(f"this cannot be written as JSON: {error}") from None


def genesis(ledger_id: str) -> bytes:
    """The hash that stands before record 1; each ledger has its own, so that records cannot move between two."""
    return hashlib.sha256(b"dicetable ledger " + ledger_id.encode()).digest()


def seal(before: bytes, seq: int, kind: str, body: str) -> bytes:
    """The hash (32 bytes) of one record: SHA-256 over the hash before, its number, kind and text."""
    return hashlib.sha256(before + f"{seq}\n{kind}\n{body}".encode()).digest()


def boot_id() -> str:
    """Which start of the machine this is; a new one after each power cut, where the system tells."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return _PROCESS_ID


#: Stands for the boot where the system does not tell it.
_PROCESS_ID = f"process-{uuid.uuid4()}"
_BOOT_ID = boot_id()


def stamp(**more: Any) -> dict[str, Any]:
    """When something was stored: boot id, monotonic and wall time in seconds, and what else is given.

    The wall clock of a machine without a battery jumps: records are ordered by number, never by this.
    """
    return {"boot": _BOOT_ID, "mono": round(time.monotonic(), 6), "wall": round(time.time(), 3), **more}


def plain(value: Any) -> Any:
    """The value as it comes back from the ledger, and a copy of its own. Raises ValueError for what is not JSON."""
    return json.loads(canonical(value))
