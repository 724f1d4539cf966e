"""The pictures of throws: a folder beside the ledger, a file a throw, named by the hash of its bytes.

A picture is on the disk before the record that names it, so that no record ever names a picture that
was never there. Pictures are dropped by rule, oldest first, after a number of days or beyond a number
of megabytes; each drop is written down before the file goes, so that one that was dropped can be told
from one that somebody removed.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path

log = logging.getLogger(__name__)

#: The file in the folder that tells what was dropped: a line a picture, "hash wall-time rule".
DROPPED = "dropped.txt"
_NAME = re.compile(r"[0-9a-f]{64}")
_SUFFIX = ".jpg"
_DAY_S = 86_400.0
#: Pictures kept between two looks at the folder's size.
_SWEEP_EVERY = 20


class PictureError(Exception):
    """A picture that could not be kept or is not there; the message is one sentence."""


def is_hash(named: object) -> bool:
    """Whether this can name a picture: a SHA-256 in hex, small letters."""
    return isinstance(named, str) and _NAME.fullmatch(named) is not None


def pictures_folder(ledger: str | Path) -> Path:
    """Where the pictures of a ledger lie: evening.db -> evening-pictures beside it."""
    path = Path(ledger).resolve()
    return path.with_name(f"{path.stem}-pictures")


class Pictures:
    """The pictures in `folder`, which is made when the first one is kept.

    days: how long one is kept, None for ever. megabytes: how much may lie there, None without limit.
    May be used by several threads.
    """

    def __init__(
        self,
        folder: str | Path,
        days: float | None = 90.0,
        megabytes: float | None = 2000.0,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.folder = Path(folder)
        self._days = days
        self._megabytes = megabytes
        self._wall = wall
        self._lock = threading.Lock()
        self._since_sweep = _SWEEP_EVERY

    def path(self, digest: str) -> Path:
        """The file of a picture, whether it is there or not. Raises PictureError for what is no hash."""
        if not is_hash(digest):
            raise PictureError("This is not the name of a picture.")
        return self.folder / (digest + _SUFFIX)

    def keep(self, jpeg: bytes) -> str:
        """Stores a picture and gives its SHA-256 in hex; it is on the disk when this returns.

        Raises PictureError when the disk does not take it.
        """
        digest = hashlib.sha256(jpeg).hexdigest()
        try:
            with self._lock:
                self._write(digest, jpeg)
        except OSError as error:
            raise PictureError(f"The picture of the throw could not be kept: {error.strerror or error}.") from error
        return digest

    def load(self, digest: str) -> bytes:
        """The bytes of a picture. Raises PictureError when it is not there or was changed."""
        try:
            jpeg = self.path(digest).read_bytes()
        except OSError:
            raise PictureError("This picture is not kept any more.") from None
        if hashlib.sha256(jpeg).hexdigest() != digest:
            raise PictureError("This picture was changed after it was taken.")
        return jpeg

    def dropped(self) -> frozenset[str]:
        """The hashes of all that were dropped by rule."""
        try:
            lines = (self.folder / DROPPED).read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return frozenset()
        return frozenset(line.split()[0] for line in lines if line.strip())

    def sweep(self) -> int:
        """Drops what the rule says and gives how many; `keep` does this by itself now and then."""
        with self._lock:
            return self._sweep()

    def _write(self, digest: str, jpeg: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.path(digest)
        if not (path.exists() and path.read_bytes() == jpeg):
            _write_whole(path, jpeg)
        self._since_sweep += 1
        if self._since_sweep >= _SWEEP_EVERY:
            self._since_sweep = 0
            try:
                self._sweep(spare=path)
            except OSError as error:
                log.warning("The pictures could not be tidied: %s.", error.strerror or error)

    def _sweep(self, spare: Path | None = None) -> int:
        found = []
        for path in self.folder.glob("*" + _SUFFIX):
            if is_hash(path.stem) and path != spare:
                told = path.stat()
                found.append((told.st_mtime, told.st_size, path))
        found.sort()
        gone = self._beyond_the_rule(found)
        if gone:
            lines = "".join(f"{path.stem} {self._wall():.0f} {rule}\n" for path, rule in gone)
            _append(self.folder / DROPPED, lines)
        for path, _ in gone:
            path.unlink(missing_ok=True)
        return len(gone)

    def _beyond_the_rule(self, found: list[tuple[float, int, Path]]) -> list[tuple[Path, str]]:
        """Which of (time, bytes, path), oldest first, the rule drops, and for which reason."""
        gone = []
        left = sum(size for _, size, _ in found)
        for taken, size, path in found:
            if self._days is not None and self._wall() - taken > self._days * _DAY_S:
                gone.append((path, "days"))
            elif self._megabytes is not None and left > self._megabytes * 1e6:
                gone.append((path, "megabytes"))
            else:
                continue
            left -= size
        return gone


def _write_whole(path: Path, content: bytes) -> None:
    """The whole file or nothing of it, also after a power cut."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _append(path: Path, lines: str) -> None:
    with path.open("a", encoding="ascii") as file:
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
