"""Small evenings for the tests of the ledger: real commands through the real rules into a real file."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from controller import evening
from controller.ledger import Ledger, stamp
from controller.ledger_file import LOCKS
from controller.pictures import Pictures
from controller.records import plain

OPEN = {"cmd": "open", "game": "street", "players": ["Alice", "Bo", "Cara"], "buy_in": 500}
#: Records of the evening that `commands` makes.
RECORDS = 54
THROWS = ((4, 2), (3, 1), (5, 1), (6, 6), (3, 4), (2, 2), (4, 3), (6, 5))


def commands(pictures: Pictures | None = None) -> list[dict]:
    """An evening of some forty records."""
    given: list[dict] = [OPEN]
    for number, dice in enumerate(THROWS):
        if number % 3 == 0:
            given.append({"cmd": "buy_in", "player": "Bo", "amount": 20 + number})
        given.append({"cmd": "dice_out"})
        throw: dict = {"cmd": "throw", "dice": list(dice), "source": "camera"}
        if pictures is not None:
            throw["picture"] = pictures.keep(b"picture %d" % number)
        given.append(throw)
    return given


def write(path: Path, given: list[dict]) -> None:
    """Decides the commands by the rules and stores them."""
    with Ledger(path) as ledger:
        value = evening.START
        for command in given:
            command = plain(command)
            events = evening.decide(value, command)
            for event in events:
                value = evening.evolve(value, event)
            ledger.append(command, [evening.encode(event) for event in events], stamp(by="host", source="typed"))


def forge(path: Path) -> sqlite3.Connection:
    """The file as somebody opens it who takes the locks off first."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    for name in LOCKS:
        db.execute(f"DROP TRIGGER IF EXISTS {name}")
    return db


def copied(honest: Path, folder: Path, pictures: bool = True) -> Path:
    """A copy of the ledger, and of its pictures, in another folder."""
    for entry in honest.parent.iterdir():
        if entry.is_dir():
            if pictures:
                shutil.copytree(entry, folder / entry.name, dirs_exist_ok=True)
        else:
            shutil.copy(entry, folder / entry.name)
    return folder / honest.name
