"""Who gives whom how many chips when the evening is over, in the fewest moves. Pure."""

from __future__ import annotations

from collections.abc import Mapping

#: People up to whom the fewest moves are found; beyond, a good way is: twice the people takes four times as long.
MOST_EXACT = 13

Move = tuple[str, str, int]


def moves(results: Mapping[str, int]) -> list[Move]:
    """(who gives, who gets, chips) so that everybody is even.

    results: player -> chips won (+) or lost (-), together 0; ValueError otherwise. People who settle among themselves
    form a group; a group of n needs n - 1 moves, so as many groups as can be had make the fewest moves.
    """
    if sum(results.values()):
        raise ValueError("results that do not add up to nothing cannot be settled")
    left = {player: chips for player, chips in results.items() if chips}
    groups = _groups(list(left.items())) if len(left) <= MOST_EXACT else [list(left.items())]
    return [move for group in groups for move in _within(group)]


def _groups(people: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The most groups that each add up to nothing, by going through all sets of people."""
    count = len(people)
    total = [0] * (1 << count)
    most = [0] * (1 << count)
    last = [0] * (1 << count)
    for chosen in range(1, 1 << count):
        low = chosen & -chosen
        total[chosen] = total[chosen ^ low] + people[low.bit_length() - 1][1]
        ways = [one for one in range(count) if chosen >> one & 1]
        last[chosen] = max(ways, key=lambda one: most[chosen ^ 1 << one])
        most[chosen] = most[chosen ^ 1 << last[chosen]] + (total[chosen] == 0)
    groups: list[list[tuple[str, int]]] = []
    chosen = (1 << count) - 1
    while chosen:
        if total[chosen] == 0:
            groups.append([])
        groups[-1].append(people[last[chosen]])
        chosen ^= 1 << last[chosen]
    return groups


def _within(group: list[tuple[str, int]]) -> list[Move]:
    """Whoever lost most gives to whoever won most, until all are even: at most one move fewer than people."""
    losers = sorted([player, -chips] for player, chips in group if chips < 0)
    winners = sorted([player, chips] for player, chips in group if chips > 0)
    told: list[Move] = []
    while losers:
        loser, winner = max(losers, key=lambda one: one[1]), max(winners, key=lambda one: one[1])
        chips = min(loser[1], winner[1])
        told.append((loser[0], winner[0], chips))
        for one, among in ((loser, losers), (winner, winners)):
            one[1] -= chips
            if not one[1]:
                among.remove(one)
    return told
