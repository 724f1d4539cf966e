"""The events that every game has: people, dice, options, the end, corrections.

In JSON each is a dict with `type` and the fields below, all always present. Chips are whole numbers.
"""

from __future__ import annotations

from controller.games.codec import Event, event

Pairs = tuple[tuple[str, int], ...]
"""((player, chips), ...): in JSON [[player, chips], ...]."""


@event("opened")
class Opened(Event):
    """A game begins. players: in seat order, clockwise. buy_in: chips each. rules: every option, as used."""

    game: str
    players: tuple[str, ...]
    buy_in: int
    rules: dict


@event("joined")
class Joined(Event):
    """A player sits down with new chips, or 0 who comes back. after: the seat to whose left he sits; None: the last."""

    player: str
    buy_in: int
    after: str | None

    def command(self) -> dict:
        return {"cmd": "join", "player": self.player, "buy_in": self.buy_in, "after": self.after}


@event("left")
class Left(Event):
    """A player leaves his seat; his chips stay in his account. What it undoes follows as events of its own."""

    player: str

    def command(self) -> dict:
        return {"cmd": "leave", "player": self.player}


@event("bought_in")
class BoughtIn(Event):
    """A player buys more chips."""

    player: str
    amount: int

    def command(self) -> dict:
        return {"cmd": "buy_in", "player": self.player, "amount": self.amount}


@event("rules_changed")
class RulesChanged(Event):
    """The host changes options; they apply from the next round on. rules: only what changes."""

    rules: dict

    def command(self) -> dict:
        return {"cmd": "rules", "rules": self.rules}


@event("opening_tied")
class OpeningTied(Event):
    """The highest die was thrown by more than one: these players throw again."""

    players: tuple[str, ...]


@event("shooter_chosen")
class ShooterChosen(Event):
    """The first shooter of the game is found. how: first_seat, high_die or named."""

    player: str
    how: str


@event("shooter_left")
class ShooterLeft(Event):
    """The shooter left in mid-round. shooter: who throws on (None: nobody is seated)."""

    player: str
    shooter: str | None


@event("point_set")
class PointSet(Event):
    """The come-out threw a point."""

    point: int


@event("dice_out")
class DiceOut(Event):
    """The dice move: betting is closed until the throw or the no-roll."""

    def command(self) -> dict:
        return {"cmd": "dice_out"}


@event("no_roll")
class NoRoll(Event):
    """A throw that does not count. Bets ride, betting opens again.

    reason: a word of the reader's list, or the host's own. detail: more of it, or None.
    counted: False where the dice were locked anyway, or nothing was thrown at all.
    in_row: how many counted ones since the last throw.
    picture: hash of the picture that was kept, or None. reading: what the reader saw, or None.
    """

    reason: str
    detail: str | None
    counted: bool
    in_row: int
    picture: str | None
    reading: dict | None

    def command(self) -> dict:
        told = {name: getattr(self, name) for name in ("reason", "detail", "picture", "reading")}
        uncounted = {} if self.counted else {"counted": False}
        return {"cmd": "no_roll"} | {name: value for name, value in told.items() if value is not None} | uncounted


@event("host_called")
class HostCalled(Event):
    """Three no-rolls in a row: the host decides (throw again, void, pass the dice, name the faces)."""

    in_row: int


@event("thrown")
class Thrown(Event):
    """A throw that counts: of both dice, in poker of the one.

    dice: the faces, or None where only the total was tapped in. total: 2..12, of one die 1..6.
    source: camera, phone or tapped. round: the round or hand it belongs to; number: 1, 2, ... in this game.
    picture: hash of the camera's picture, or None. reading: what the reader saw, or None.
    """

    dice: tuple[int, ...] | None
    total: int
    source: str
    round: int
    number: int
    picture: str | None
    reading: dict | None

    def command(self) -> dict:
        faces = {"total": self.total} if self.dice is None else {"dice": list(self.dice)}
        return {"cmd": "throw", **faces, **_evidence(self)}


@event("die_thrown")
class DieThrown(Event):
    """One player's die for who shoots first."""

    player: str
    die: int
    source: str
    picture: str | None
    reading: dict | None

    def command(self) -> dict:
        return {"cmd": "throw", "player": self.player, "dice": [self.die], **_evidence(self)}


def _evidence(thrown: Thrown | DieThrown) -> dict:
    kept = {"source": thrown.source}
    if thrown.picture is not None:
        kept["picture"] = thrown.picture
    if thrown.reading is not None:
        kept["reading"] = thrown.reading
    return kept


@event("voided")
class Voided(Event):
    """The host takes the round back. returned: ((player, chips), ...) that came home. next: the seat that shoots."""

    returned: tuple[tuple[str, int], ...]
    next: str | None

    def command(self) -> dict:
        return {"cmd": "void"}


@event("cashed_out")
class CashedOut(Event):
    """The game ends; everything undecided has come home.

    returned: ((player, chips), ...). results: player -> chips less all buy-ins. winners: the highest, ties share.
    """

    returned: tuple[tuple[str, int], ...]
    results: dict
    winners: tuple[str, ...]

    def command(self) -> dict:
        return {"cmd": "cash_out"}


@event("corrected")
class Corrected(Event):
    """The host names the right faces of the last throw. The table stands again as it was before that throw; the
    events that follow in the same transaction are the throw with the right faces and the commands since, again.

    number: the throw's number (0: the die of an opening). was: the faces (or None) and total before. dice: the right
    ones.
    """

    number: int
    was: tuple[int, ...] | None
    was_total: int
    dice: tuple[int, ...]


@event("refused_again")
class RefusedAgain(Event):
    """A command made since the corrected throw no longer holds; nothing of it was carried out.

    player: whom to tell (None: the host). refused: the command as it was. code, why: the refusal.
    """

    player: str | None
    refused: dict
    code: str
    why: str


@event("disputed")
class Disputed(Event):
    """A player says "not what I saw" of throw `number`. The game goes on."""

    player: str
    number: int


@event("confirmed")
class Confirmed(Event):
    """The host has looked at throw `number` that was disputed, and it stands."""

    number: int
