"""The one place that moves chips.

Every chip that was ever bought is either in its owner's hand or on the table in its owner's name. There are three
ways to change that: buy, put, home. Each moves whole chips from one place to the other and can do nothing else, so
that hand + table = bought holds after each of them.
"""

from __future__ import annotations

from dataclasses import dataclass

Share = tuple[str, int, int]
"""(player, chips he had on the table, chips he gains; a loss is negative). Who had none there can only gain."""


class ChipFault(ValueError):
    """A move that would make or lose chips, or take what is not there. No rule may come so far."""


@dataclass(frozen=True)
class Chips:
    """hand, table, bought: player -> whole chips. The dicts are never changed; each move makes new ones.

    >>> Chips.none().buy("Alice", 10).put("Alice", 4).home(("Alice", 4, 0)).hand
    {'Alice': 10}
    """

    hand: dict[str, int]
    table: dict[str, int]
    bought: dict[str, int]

    @classmethod
    def none(cls) -> Chips:
        return cls({}, {}, {})

    def account(self, player: str) -> Chips:
        """An account without chips for somebody who had none."""
        return Chips({player: 0, **self.hand}, {player: 0, **self.table}, {player: 0, **self.bought})

    def buy(self, player: str, amount: int) -> Chips:
        """New chips into the hand of a player, who need not have had any."""
        _whole(amount)
        hand, bought = self.hand.copy(), self.bought.copy()
        hand[player] = hand.get(player, 0) + amount
        bought[player] = bought.get(player, 0) + amount
        table = self.table if player in self.table else {**self.table, player: 0}
        return Chips(hand, table, bought)

    def join(self, player: str, amount: int) -> Chips:
        """A player sits down with new chips, or with none: he comes back to those that he has."""
        return self if amount == 0 and player in self.hand else self.buy(player, amount)

    def put(self, player: str, amount: int) -> Chips:
        """From the hand to the table. ChipFault where the hand has not so many."""
        _whole(amount)
        hand, table = self.hand.copy(), self.table.copy()
        if hand[player] < amount:
            raise ChipFault(f"{player} has {hand[player]} chips in hand and cannot put {amount}")
        hand[player] -= amount
        table[player] += amount
        return Chips(hand, table, self.bought)

    def home(self, *shares: Share) -> Chips:
        """From the table to the hands. What the ones gain the others lose, nobody more than he had there."""
        hand, table = self.hand.copy(), self.table.copy()
        made = 0
        for player, had, gain in shares:
            _whole(had or gain)
            if type(gain) is not int or had + gain < 0 or table[player] < had:
                raise ChipFault(f"{player} cannot take home {had} and {gain} with {table[player]} on the table")
            made += gain
            table[player] -= had
            hand[player] += had + gain
        if made:
            raise ChipFault(f"{made} chips would be made out of nothing")
        return Chips(hand, table, self.bought)

    @property
    def on_table(self) -> int:
        """All chips on the table."""
        return sum(self.table.values())

    def results(self) -> dict[str, int]:
        """player -> chips in hand and on the table, less all he bought. They add up to nothing."""
        table, bought = self.table, self.bought
        return {player: chips + table[player] - bought[player] for player, chips in self.hand.items()}


def _whole(amount: int) -> None:
    if type(amount) is not int or amount < 1:
        raise ChipFault(f"{amount!r} is not a number of chips")
