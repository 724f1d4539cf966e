"""How the reader and the watch do on the simulated table: `python tests/bench/simulated_reading_bench.py --help`.

Bursts: dice at rest on many calibrated tables, three frames each, with further looks as the table takes them. Streams:
whole throws with their troubles through the watch, calibrated by the markers in the first picture. Sweeps: one thing
changed step by step, as tables.

A long run may be stopped and gone on with, or split: every table and every stream is a JSON line in `--out`; what is
in that file already is not done again. `--summary FILE...` adds up the lines of several files.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2

from controller.throws import LOOKS
from vision.cameras.simulated import SimulatedCamera
from vision.events import LookAgain, NoRoll, Throw
from vision.reader import Reader
from vision.readings import Reading
from vision.simulate.outcomes import outcome
from vision.simulate.scenes import Still, settled
from vision.simulate.sweeps import SWEEPS, TABLES, cases
from vision.simulate.throws import TROUBLES
from vision.surface import find_mat
from vision.watch import Watcher

#: Throws at rest on each table, and throws of a stream.
PER_TABLE, PER_STREAM = 100, 16


# --- bursts ---------------------------------------------------------------------------------------------------------


def looked_at(reader: Reader, still: Still) -> tuple[Reading, int]:
    """The reading of a throw at rest, and the looks it took, by the table's own policy."""
    reading, looks = reader.read(still.images), 1
    while reading.values is None and LOOKS.wants(reading, looks):
        exposure = LOOKS.exposures[(looks - 1) % len(LOOKS.exposures)]
        reading, looks = reader.read(still.again(exposure)), looks + 1
    return reading, looks


def burst_line(table: int) -> dict:
    """PER_TABLE throws at rest on one table."""
    tally: Counter[str] = Counter()
    bad, reader, begin = [], None, time.process_time()
    for k, still in enumerate(settled(table, PER_TABLE, table=table)):
        reader = reader or Reader(dice=2, surface=still.surface)
        reading, looks = looked_at(reader, still)
        what = said(reading, looks, still.truth["values"])
        tally[what] += 1
        if what != "first look":
            bad.append([table, k, still.truth["values"], what])
    return {"part": "bursts", "number": table, "n": PER_TABLE, "tally": {"at rest": tally}, "bad": bad,
            "seconds": round(time.process_time() - begin, 1)}


def said(reading: Reading, looks: int, values: list[int]) -> str:
    """first look, later look, WRONG or the reason of the refusal."""
    if reading.values is None:
        return str(reading.reason)
    if list(reading.values) != sorted(values):
        return "WRONG"
    return "first look" if looks == 1 else "later look"


# --- streams --------------------------------------------------------------------------------------------------------


def watched(seed: int, throws: int) -> Iterator[tuple[dict, list]]:
    """(truth, verdicts) of throws of one stream, in the order they happen."""
    truths: list[dict] = []
    camera = SimulatedCamera(seed=seed, sleep=False, troubles=TROUBLES, truth=truths.append, start=0.0)
    camera.open()
    surface = find_mat(camera.read().image, size_mm=camera.mat_mm, focal_px=camera.focal_px, keep_empty=True)
    watcher = Watcher(Reader(dice=2, surface=surface), dice=2, surface=surface, looks=LOOKS)
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


def stream_line(seed: int) -> dict:
    """PER_STREAM whole throws; late: frames from rest to verdict beyond six, at the first look."""
    tally: dict[str, Counter[str]] = {}
    bad, late, n, begin = [], [], 0, time.process_time()
    for truth, verdicts in watched(seed, PER_STREAM):
        kind, last = str(truth["kind"]), verdicts[-1] if verdicts else None
        if isinstance(last, Throw):
            good = truth["counts"] and list(last.values) == sorted(truth["values"])
            what = "WRONG" if not good else "first look" if last.looks == 1 else "later look"
            frames = last.frame - truth["settle_index"]
            late += [frames] if what == "first look" and frames > 6 else []
        else:
            what = "none" if last is None else "/".join(filter(None, (last.reason, last.detail)))
        if len(verdicts) > 1:
            what = f"{what} of {len(verdicts)}"
        n += 1
        tally.setdefault(kind, Counter())[what] += 1
        if what not in ("first look", "later look") and (truth["counts"] or "WRONG" in what or last is None):
            bad.append([seed, truth["throw"], kind, truth["values"], what])
    return {"part": "streams", "number": seed, "n": n, "tally": tally, "bad": bad, "late": late,
            "seconds": round(time.process_time() - begin, 1)}


LINES = {"bursts": burst_line, "streams": stream_line}


# --- many of them ---------------------------------------------------------------------------------------------------


def run(part: str, numbers: Iterable[int], out: Path | None) -> list[dict]:
    """The lines of these tables or streams: those that the file has, and the others made now and added to it."""
    known = {line["number"]: line for line in read_lines(out) if line["part"] == part} if out else {}
    lines = []
    for number in numbers:
        line = known.get(number)
        if line is None:
            line = json.loads(json.dumps(LINES[part](number)))
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    # Begun with a new line: a run that was stopped may have left half a one.
                    file.write(f"\n{json.dumps(line)}\n")
        lines.append(line)
    return lines


def read_lines(path: Path) -> list[dict]:
    """The whole lines of a file; one that a stopped run left half written is not there."""
    if not path.exists():
        return []
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except ValueError:
            continue
    return lines


def summary(part: str, lines: list[dict]) -> dict:
    """All lines of a part together. bound_wrong: 3/n, the share that is wrong at the most, 95% sure, if none was."""
    tally: dict[str, Counter[str]] = {}
    for line in lines:
        for kind, counts in line["tally"].items():
            tally.setdefault(kind, Counter()).update(counts)
    n = sum(line["n"] for line in lines)
    # Throws that count: all of the bursts; of the streams the plain, the glaring and those with an early hand.
    fair = [counts for kind, counts in tally.items() if kind in ("at rest", "None", "glare", "hand_before")]
    throws = sum(counts.total() for counts in fair)
    first, later = (sum(counts[look] for counts in fair) for look in ("first look", "later look"))
    wrong = sum(count for counts in tally.values() for what, count in counts.items() if what.startswith("WRONG"))
    late = [frames for line in lines for frames in line.get("late", ())]
    return {
        "part": part, "n": n, "throws_that_count": throws,
        "first_look": round(first / throws, 5) if throws else None,
        "after_looks": round((first + later) / throws, 5) if throws else None,
        "wrong": wrong, "bound_wrong": round(3 / n, 6) if n and not wrong else None,
        "by_kind": {kind: dict(counts.most_common()) for kind, counts in sorted(tally.items())},
        "over_six_frames": len(late), "seconds": round(sum(line["seconds"] for line in lines), 1),
        "bad": [entry for line in lines for entry in line["bad"]][:60],
    }  # fmt: skip


# --- sweeps ---------------------------------------------------------------------------------------------------------


def sweep_tables(names: Iterable[str], tables: Iterable[int], thin: int, plain: bool) -> None:
    """Prints a table for each sweep. plain: the reader knows nothing but the picture."""
    for name in names:
        def read(still: Still, readers: dict = {}) -> Reading:  # noqa: B006 - kept from case to case on purpose
            key = None if plain else id(still.surface)
            if key not in readers:
                readers.clear()
                readers[key] = (Reader(dice=2, surface=None if plain else still.surface), still.surface)
            return readers[key][0].read(still.image)

        picked = (case for table in tables for case in cases(name, table, thin))
        table = outcome(f"{name}, {'plain picture' if plain else 'calibrated'}", picked, read)
        print(table.text(), *(f"  needless {line}" for line in table.missed), sep="\n", flush=True)


def main() -> None:
    """Reads the options, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bursts", type=int, default=0, help=f"throws at rest, {PER_TABLE} a table")
    parser.add_argument("--streams", type=int, default=0, help=f"streams of {PER_STREAM} throws each, all troubles")
    parser.add_argument("--from", "--tables", dest="first", type=int, default=1, help="first table or seed")
    parser.add_argument("--out", type=Path, help="file of JSON lines to add to and to go on from")
    parser.add_argument("--summary", type=Path, nargs="+", default=[], help="only add up the lines of these files")
    parser.add_argument("--sweeps", default="", help=f"all, or names with commas between: {', '.join(SWEEPS)}")
    parser.add_argument("--on", default=",".join(map(str, TABLES)), help="seeds of the tables for the sweeps")
    parser.add_argument("--thin", type=int, default=1, help="every so manyth step of a sweep")
    parser.add_argument("--plain", action="store_true", help="sweeps without surface and empty picture")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.summary:
        lines = [line for path in options.summary for line in read_lines(path)]
        for part in LINES:
            print(json.dumps(summary(part, [line for line in lines if line["part"] == part])))
        return
    if options.bursts:
        tables = range(options.first, options.first + -(-options.bursts // PER_TABLE))
        print(json.dumps(summary("bursts", run("bursts", tables, options.out))), flush=True)
    if options.streams:
        seeds = range(options.first, options.first + options.streams)
        print(json.dumps(summary("streams", run("streams", seeds, options.out))), flush=True)
    if options.sweeps:
        names = list(SWEEPS) if options.sweeps == "all" else options.sweeps.split(",")
        unknown = [name for name in names if name not in SWEEPS]
        if unknown:
            parser.error(f"there is no sweep {unknown[0]}; there are {', '.join(SWEEPS)}")
        sweep_tables(names, [int(seed) for seed in options.on.split(",")], options.thin, options.plain)


if __name__ == "__main__":
    main()
