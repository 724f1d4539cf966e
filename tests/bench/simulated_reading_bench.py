"""How the reader and the watch do on the simulated table: `python tests/bench/simulated_reading_bench.py --help`.

Bursts: dice at rest on many calibrated tables, three frames each. Streams: whole throws with their troubles through
the watch. Sweeps: one thing changed step by step. Prints one JSON object a part; every wrong one with what repeats it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator

import cv2

from vision.cameras.simulated import SimulatedCamera
from vision.events import LookAgain, NoRoll, Throw
from vision.reader import Reader
from vision.readings import Reading
from vision.simulate.scenes import Still, settled, surface_of
from vision.simulate.sweeps import SWEEPS
from vision.simulate.throws import TROUBLES
from vision.watch import Watcher

PER_TABLE = 100


def verdict(reading: Reading, still: Still) -> str:
    """read, WRONG or the reason of the refusal."""
    if reading.values is None:
        return str(reading.reason)
    return "read" if list(reading.values) == still.truth["values"] else "WRONG"


def bursts(count: int, first: int) -> dict:
    """So many throws at rest, PER_TABLE on each table; the bound is 3/n, 95% sure when none is wrong."""
    tally: Counter[str] = Counter()
    bad, spent = [], 0.0
    for table in range(first, first + -(-count // PER_TABLE)):
        reader = None
        for k, still in enumerate(settled(table, min(PER_TABLE, count - tally.total()), table=table)):
            reader = reader or Reader(dice=2, surface=still.surface)
            begin = time.process_time()
            what = verdict(reader.read(still.images), still)
            spent += time.process_time() - begin
            tally[what] += 1
            if what != "read":
                bad.append([table, k, still.truth["values"], what])
    return {"part": "bursts", "n": count, "tally": tally, "share_read": round(tally["read"] / count, 4),
            "bound_wrong": round(3 / count, 6), "ms_a_burst": round(spent / count * 1e3, 1), "not_read": bad[:40]}


def watched(seed: int, throws: int, troubles: tuple[str, ...]) -> Iterator[tuple[dict, list]]:
    """(truth, verdicts) of throws of one stream, in the order they happen."""
    truths: list[dict] = []
    camera = SimulatedCamera(seed=seed, sleep=False, troubles=troubles, truth=truths.append, start=0.0)
    camera.open()
    surface = surface_of(camera._stage)  # noqa: SLF001 - a faultless calibration
    watcher = Watcher(Reader(dice=2, surface=surface), dice=2, surface=surface)
    for _ in range(throws):
        before, verdicts, after = len(truths), [], 0
        camera.tell({"throw": {"kind": None}})
        for _ in range(700):
            for event in watcher.feed(camera.read()):
                if isinstance(event, LookAgain):
                    camera.set_exposure(event.exposure)
                elif isinstance(event, (Throw, NoRoll)):
                    verdicts.append(event)
            after += len(truths) > before
            if after > (20 if verdicts else 150):
                break
        yield truths[-1], verdicts


def streams(seeds: range, throws: int, troubles: tuple[str, ...]) -> dict:
    """Whole throws; right: the verdict that the truth asks for; late: verdicts more than six frames after rest."""
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    bad, frames = [], []
    for seed in seeds:
        for truth, verdicts in watched(seed, throws, troubles):
            kind, last = str(truth["kind"]), verdicts[-1] if verdicts else None
            if isinstance(last, Throw):
                good = truth["counts"] and list(last.values) == sorted(truth["values"])
                what = "read" if good else "WRONG"
                frames.append(last.frame - truth["settle_index"])
            else:
                what = "none" if last is None else "/".join(filter(None, (last.reason, last.detail)))
            tally[kind][what if len(verdicts) < 2 else f"{what} (of {len(verdicts)})"] += 1
            if what in ("WRONG", "none") or (truth["counts"] and what != "read"):
                bad.append([seed, truth["throw"], kind, truth["values"], what])
    frames.sort()
    return {"part": "streams", "tally": tally, "median_frames_after_rest": frames[len(frames) // 2] if frames else None,
            "over_six": sum(f > 6 for f in frames), "bad": bad[:40]}


def sweep(name: str, thin: int, table: int) -> dict:
    """One sweep: what was expected against what was said."""
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    bad, reader, surface = [], None, None
    for case in SWEEPS[name](thin, table=table):
        if case.still.surface is not surface:
            surface = case.still.surface
            reader = Reader(dice=2, surface=surface)
        what = verdict(reader.read(case.still.image), case.still)
        tally[case.expect][what] += 1
        if what == "WRONG" or (case.expect == "read") != (what == "read") and case.expect != "either":
            bad.append([case.step, case.still.truth["values"], what])
    return {"part": f"sweep {name}", "tally": tally, "bad": bad[:12]}


def main() -> None:
    """Reads the options, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bursts", type=int, default=0, help="throws at rest")
    parser.add_argument("--tables", type=int, default=1, help="seed of the first table")
    parser.add_argument("--streams", type=int, default=0, help="streams of 16 throws each, all troubles")
    parser.add_argument("--sweeps", default="", help="names with commas between, or all")
    parser.add_argument("--thin", type=int, default=1, help="every so manyth step of a sweep")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.bursts:
        print(json.dumps(bursts(options.bursts, options.tables)), flush=True)
    if options.streams:
        print(json.dumps(streams(range(options.tables, options.tables + options.streams), 16, TROUBLES)), flush=True)
    for name in SWEEPS if options.sweeps == "all" else filter(None, options.sweeps.split(",")):
        print(json.dumps(sweep(name, options.thin, 5)), flush=True)


if __name__ == "__main__":
    main()
