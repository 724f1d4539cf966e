"""How attached parts and machine are while the table runs: findings like those of `dicetable doctor`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import firmware
from controller.doctor import machine
from controller.doctor.finding import FAULT, OK, WARN, Finding
from controller.eye import Eye
from controller.pad_health import BoardHealth, PadsHealth
from controller.pad_ports import LOST
from controller.pin_board import BOARD_ID

#: Seconds for which what the machine said is believed: it is asked through files and a program.
KEPT_S = 20.0


def of_camera(eye: Eye) -> list[Finding]:
    """The camera, and what the watch has to say of surface, lens and lamp."""
    state, code = {None: (WARN, "starting"), True: (OK, "seeing"), False: (FAULT, "away")}[eye.seeing]
    notes = [Finding("surface", WARN, sentence, code=kind) for kind, sentence in eye.notes.items()]
    return [Finding("camera", state, eye.says, code=code), *notes]


def of_pads(now: PadsHealth) -> list[Finding]:
    """Each board that is there or should be, ports that cannot be opened, and the file of seats."""
    found = [_board(board) for board in now.boards]
    for board, players in now.away:
        figures = {"board": board, "players": list(players), "own": board == BOARD_ID.hex()}
        found.append(Finding("pads", FAULT, f"The pad board {board} is away.", "", figures, "away"))
    found += [
        Finding("port", WARN, port.why, "", {"port": port.path}, "port")
        for port in now.ports
        if port.named and port.why and port.state != LOST
    ]
    if now.trouble is not None:
        found.append(Finding("pads", WARN, now.trouble, code="seating"))
    return found


def _board(board: BoardHealth) -> Finding:
    figures = {
        "board": board.board, "port": board.port, "seats": board.seats, "version": board.version,
        "ours": ".".join(map(str, firmware.VERSION)), "new": board.new, "muted": sum(board.muted),
        "own": board.board == BOARD_ID.hex(),
    }  # fmt: skip
    text = f"{board.seats} seats on {board.port}, firmware {board.version}."
    if not board.alive:
        return Finding("pads", FAULT, text, "", figures, "silent")
    if not board.speaks:
        return Finding("pads", FAULT, text, "", figures, "foreign")
    if board.old or board.new:
        return Finding("pads", WARN, text, "", figures, "old" if board.old else "new")
    state, code = (WARN, "muted") if figures["muted"] else (OK, "board")
    return Finding("pads", state, text, "", figures, code)


class MachineHealth:
    """Disk, power and heat, asked at most every KEPT_S seconds.

    folder: of the ledger. pictures_megabytes: that pictures of throws may take. clock: seconds.
    """

    def __init__(self, folder: Path, pictures_megabytes: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder, self._megabytes, self._clock = folder, pictures_megabytes, clock
        self._kept: tuple[float, list[Finding]] | None = None

    def __call__(self) -> list[Finding]:
        now = self._clock()
        if self._kept is None or now - self._kept[0] > KEPT_S:
            self._kept = (
                now,
                [
                    machine.space(self._folder, self._megabytes),
                    machine.power(machine.ask_throttled()),
                    machine.temperature(machine.ask_temperature()),
                ],
            )
        return self._kept[1]
