"""How the pads are: what the host's page shows of boards, ports and taps."""

from __future__ import annotations

from dataclasses import dataclass

from controller.pad_ports import PortHealth

#: Seconds over which the taps of a pad are counted, so that one that chatters is found.
LATELY_S = 30.0


@dataclass(frozen=True, slots=True)
class BoardHealth:
    """One board. version: of its firmware; old: this program brings a newer one; new: it is newer than this program's;
    speaks: understands us. shown: its lights are the state's. bad_frames: stretches of bytes that were no frame.

    players, muted, lately: of each pad: whose it is, whether the host muted it, its taps in the last LATELY_S.
    """

    board: str
    port: str
    seats: int
    version: str
    old: bool
    new: bool
    speaks: bool
    alive: bool
    shown: bool
    bad_frames: int
    players: tuple[str | None, ...]
    muted: tuple[bool, ...]
    lately: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PadsHealth:
    """What the host's page shows.

    away: boards that the table knows and that are not there, with the players of their pads. trouble: about the file
    of seats. asking: who presses now in a walk round the pads.
    """

    boards: tuple[BoardHealth, ...]
    ports: tuple[PortHealth, ...]
    asking: str | None
    away: tuple[tuple[str, tuple[str, ...]], ...]
    trouble: str | None
