"""How fast the best five are found, beside listing all fives and beside pokerkit; and how fast a hand is played.

    python -m tests.bench.poker_bench [--hands 2000] [--cards 21] [--seed 1]

Times are processor time, one process. Prints one JSON object; `_per_second` are hands judged in a second, and
`times_as_fast` compares with listing all fives with the same judge of five cards. Listing is measured on fewer hands.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from itertools import combinations

from controller import evening as evenings
from controller.games.poker.cards import DECK
from controller.games.poker.ranking import rank


def seconds(act) -> float:
    """Processor time of one call."""
    start = time.process_time()
    act()
    return time.process_time() - start


def per_second(hands, judge) -> float:
    """Hands judged in a second."""
    return len(hands) / seconds(lambda: [judge(hand) for hand in hands])


def listing(hand) -> tuple:
    """The best of all fives, one by one."""
    return max(map(rank, combinations(hand, 5)))


def pokerkit_judge():
    """The library's way, which lists all fives too; None where it is not installed."""
    try:
        from pokerkit import StandardHighHand
    except ImportError:
        return None
    return lambda hand: StandardHighHand.from_game("".join(hand))


def whole_hands(count: int, chance: random.Random) -> int:
    """Plays so many hands of four players with eleven cards, everybody checking; gives the number of events."""
    evening, events = evenings.START, 0

    def give(**command):
        nonlocal evening, events
        for event in evenings.decide(evening, command):
            evening = evenings.evolve(evening, event)
            events += 1

    give(cmd="open", game="poker", players=["A", "B", "C", "D"], buy_in=1000, rules={"cards": 11, "ante": 1})
    for _ in range(count):
        give(cmd="deal", deck=chance.sample(DECK, 52))
        while (hand := evening.state.hand) is not None:
            if hand.stage == "throw":
                give(cmd="throw", dice=[chance.randint(1, 6)])
            elif hand.stage == "pass":
                give(cmd="pass", cards=chance.sample(hand.held[hand.at], min(hand.die, len(hand.held[hand.at]))))
            else:
                give(cmd="check")
    return events


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--cards", type=int, default=21)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    hands = [chance.sample(DECK, asked.cards) for _ in range(asked.hands)]
    few = hands[:5]
    assert [rank(hand) for hand in few] == [listing(hand) for hand in few]
    ours, listed = max(per_second(hands, rank) for _ in range(3)), per_second(few, listing)
    told = {
        "cards": asked.cards,
        "ours_per_second": round(ours),
        "listing_per_second": round(listed, 1),
        "times_as_fast": round(ours / listed),
    }
    library = pokerkit_judge()
    if library is not None:
        told["pokerkit_per_second"] = round(per_second(few[:2], library), 2)
    counted: list[int] = []
    took = seconds(lambda: counted.append(whole_hands(100, chance)))
    print(json.dumps(told | {"hand_played_ms": round(took * 10, 2), "events_a_hand": counted[0] / 100}))


if __name__ == "__main__":
    main()
