"""How the pads are: what the host's page shows of boards, ports and taps."""

from __future__ import annotations

from dataclasses import dataclass

import firmware
from controller.pad_ports import PortHealth

#: Seconds over which the taps of a pad are counted, so that one that chatters is found.
LATELY_S = 30.0


@dataclass(frozen=True, slots=True)
class BoardHealth:
    """One board. version: of its firmware; old: this program brings a newer one; new: it is newer than this program's;
    speaks: understands us.

    players, muted, lately: of each pad: whose it is, whether the host muted it, its taps in the last LATELY_S.
    """

    board: str
    port: str
    seats: int
    version: str
    old: bool
    speaks: bool
    alive: bool
    shown: bool
    round_trip_ms: float | None
    bad_frames: int
    lost_frames: int
    players: tuple[str | None, ...]
    muted: tuple[bool, ...]
    lately: tuple[int, ...]
    new: bool = False


@dataclass(frozen=True, slots=True)
class PadsHealth:
    """What the host's page shows. taps: acknowledged ones that came over the wire; sentences: what to do.

    away: boards that the table knows and that are not there, with the players of their pads. trouble: about the file
    of seats. asking: who presses now in a walk round the pads.
    """

    boards: tuple[BoardHealth, ...]
    ports: tuple[PortHealth, ...]
    taps: int
    accepted: int
    refused: int
    asking: str | None
    sentences: tuple[str, ...]
    away: tuple[tuple[str, tuple[str, ...]], ...]
    trouble: str | None


def advice(board: BoardHealth) -> str | None:
    """What is to be done about a board whose firmware is not this program's; None where it is."""
    ours = ".".join(map(str, firmware.VERSION))
    if not board.speaks:
        todo = "this program is renewed" if board.new else f"it gets firmware {ours}"
        return f"The board on {board.port} speaks another link version: it cannot play until {todo}."
    has = f"The board on {board.port} has firmware {board.version}"
    if board.old:
        return f"{has}, older than {ours}: it plays; renew it some day."
    if board.new:
        return f"{has}, newer than this program's {ours}: it plays; renew this program some day."
    return None
