"""The seal on a shuffle: one hash shown at the deal, which each card can later be checked against by itself.

Every card of the deck is hashed with its place and a salt of its own, and the 52 hashes are joined in pairs, and those
again, up to one root. A card is opened with its salt and the hashes beside its way to the root; that tells nothing of
the cards that stay closed, which nobody can guess without their salts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SALT_BYTES = 16


def root(deck: Sequence[str], salts: Sequence[str]) -> str:
    """The root over the deck, the top card first, as 64 hexadecimal digits. salts: one for each, hexadecimal."""
    return _levels(deck, salts)[-1][0].hex()


def opened(deck: Sequence[str], salts: Sequence[str], cards: Sequence[str]) -> list[dict]:
    """What opens these cards: [{"card", "place", "salt", "path": [[side, hash], ...]}, ...].

    place: 0 is the top of the deck. side: where the hash of the path stands, "left" or "right" of what was made so far.
    """
    levels = _levels(deck, salts)
    return [
        {"card": card, "place": at, "salt": salts[at], "path": _path(levels, at)}
        for card in cards
        for at in (deck.index(card),)
    ]


def holds(root_: str, opening: dict) -> bool:
    """Whether an opened card was sealed under this root: what a phone works out for itself."""
    made = _leaf(opening["place"], opening["card"], opening["salt"])
    for side, beside in opening["path"]:
        other = bytes.fromhex(beside)
        made = _join(other, made) if side == "left" else _join(made, other)
    return made.hex() == root_


def _leaf(place: int, card: str, salt: str) -> bytes:
    return hashlib.sha256(b"\0" + bytes.fromhex(salt) + f"{place}:{card}".encode()).digest()


def _join(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _levels(deck: Sequence[str], salts: Sequence[str]) -> list[list[bytes]]:
    """The leaves, what they are joined to, and so on to the root. One without a neighbour goes up as it is."""
    levels = [[_leaf(at, card, salt) for at, (card, salt) in enumerate(zip(deck, salts, strict=True))]]
    while len(levels[-1]) > 1:
        row = levels[-1]
        joined = [_join(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
        levels.append(joined + row[len(joined) * 2 :])
    return levels


def _path(levels: list[list[bytes]], at: int) -> list[list[str]]:
    path = []
    for row in levels[:-1]:
        beside = at ^ 1
        if beside < len(row):
            path.append(["left" if beside < at else "right", row[beside].hex()])
        at //= 2
    return path
