"""Who risks what on the line.

Right is stake + for, wrong is against, in play the smaller of them. Each bettor risks his part of what is in play,
rounded down; what is left over goes down the betting order from the side's leader, to nobody more than he put up.
"""

from __future__ import annotations

from controller.games.street.state import Bets


def cover(stake: tuple[str, int] | None, fors: Bets, againsts: Bets) -> tuple[int, dict[str, int]]:
    """(in play, player -> what he wins or loses).

    >>> cover(("Alice", 40), (("Dan", 20),), (("Bo", 30), ("Cara", 10)))
    (40, {'Alice': 27, 'Dan': 13, 'Bo': 30, 'Cara': 10})
    """
    if stake is None:
        return 0, {}
    right = (stake, *fors)
    in_play = min(_sum(right), _sum(againsts))
    return in_play, {**_shares(right, in_play), **_shares(againsts, in_play)}


def _sum(side: Bets) -> int:
    return sum(chips for _, chips in side)


def _shares(side: Bets, in_play: int) -> dict[str, int]:
    whole = _sum(side)
    shares = {player: in_play * chips // whole for player, chips in side}
    left_over = in_play - sum(shares.values())
    for player, chips in side:
        if not left_over:
            break
        more = min(left_over, chips - shares[player])
        shares[player] += more
        left_over -= more
    return shares
