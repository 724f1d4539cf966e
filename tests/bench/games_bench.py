"""How fast the games decide and replay: the pure part, without disk.

    python -m tests.bench.games_bench [--events 20000] [--seed 1]

Plays a random evening of eight players on line and board, then rebuilds it from its events as they lie in a ledger
(JSON texts). Times are processor time. Prints one JSON object; microseconds end in `_us`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

from controller import evening as evenings
from controller.games.refusals import Refused
from controller.games.street.options import SQUARES
from controller.rounds import recorded

NAMES = [f"P{number}" for number in range(1, 9)]


def played(events: int, seed: int) -> tuple[list[evenings.Event], list[float]]:
    """(events, seconds that each decide took) of a random evening of at least so many events."""
    dice = random.Random(seed)
    evening, told, seconds = evenings.START, [], []

    def give(**command):
        nonlocal evening
        start = time.process_time()
        try:
            new = evenings.decide(evening, command)
        except Refused:
            new = ()
        seconds.append(time.process_time() - start)
        for event in new:
            evening = evenings.evolve(evening, event)
        told.extend(new)

    give(cmd="open", game="street", players=NAMES, buy_in=1_000_000, rules={"line": "open"})
    while len(told) < events:
        player = dice.choice(NAMES)
        for command in (
            {"cmd": dice.choice(["for", "against"]), "player": player, "amount": dice.randint(10, 90)},
            {"cmd": "chip", "player": player, "square": dice.choice(SQUARES), "amount": dice.randint(1, 20)},
            {"cmd": "take", "player": dice.choice(NAMES), "bet": evening.state.next_bet - 1},
            {"cmd": "take", "player": dice.choice(NAMES), "bet": evening.state.next_bet - 2},
        ):
            give(**command)
        if dice.random() < 0.4:
            give(cmd="throw", dice=[dice.randint(1, 6), dice.randint(1, 6)])
    return told, seconds


def best_of(times: int, act: Callable[[], object]) -> float:
    """The shortest processor time of several tries, seconds."""
    took = []
    for _ in range(times):
        start = time.process_time()
        act()
        took.append(time.process_time() - start)
    return min(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    told, seconds = played(asked.events, asked.seed)
    lines = [json.dumps(evenings.encode(event)) for event in told]
    evolve = best_of(5, lambda: evenings.rebuilt(told))
    replay = best_of(5, lambda: evenings.rebuilt(evenings.decode(json.loads(line)) for line in lines))
    record = best_of(3, lambda: recorded(told))
    last = evenings.rebuilt(told)
    public = best_of(5, lambda: [evenings.public(last) for _ in range(100)]) / 100
    print(
        json.dumps({
            "events": len(told),
            "decide_median_us": round(statistics.median(seconds) * 1e6, 1),
            "decide_p99_us": round(sorted(seconds)[int(len(seconds) * 0.99)] * 1e6, 1),
            "evolve_us": round(evolve / len(told) * 1e6, 2),
            "replay_events_per_second": round(len(told) / replay),
            "evening_opens_in_s": round(replay, 3),
            "record_us": round(record / len(told) * 1e6, 2),
            "public_us": round(public * 1e6, 1),
        })
    )


if __name__ == "__main__":
    main()
