"""What a reader made of a sweep, as a table: read, refused, wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from vision.readings import Reading
from vision.simulate.scenes import Still
from vision.simulate.sweeps import Case


@dataclass
class Row:
    """The cases of one group. right: refusals of those that have a best reason which gave that one."""

    expect: str
    cases: int = 0
    read: int = 0
    refused: int = 0
    wrong: int = 0
    reasoned: int = 0
    right: int = 0
    reasons: dict[str, int] = field(default_factory=dict)

    def take(self, case: Case, reading: Reading, wrong: bool) -> None:
        """Counts one case."""
        self.cases += 1
        if reading.values is not None:
            self.wrong += wrong
            self.read += not wrong
            return
        self.refused += 1
        self.reasons[str(reading.reason)] = self.reasons.get(str(reading.reason), 0) + 1
        if case.reason is not None:
            self.reasoned += 1
            self.right += reading.reason == case.reason


@dataclass
class Outcome:
    """A sweep's table. bad: what was wrong or refused needlessly, with the call that draws it again."""

    name: str
    rows: dict[str, Row] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def share_read(self, expect: str) -> float | None:
        """Share of the cases so expected that were read rightly; None without any."""
        rows = [row for row in self.rows.values() if row.expect == expect]
        count = sum(row.cases for row in rows)
        return sum(row.read for row in rows) / count if count else None

    def share_right(self) -> float | None:
        """Share of the best reason among the refusals of what had to be refused; None without any."""
        rows = [row for row in self.rows.values() if row.expect == "retry"]
        count = sum(row.reasoned for row in rows)
        return sum(row.right for row in rows) / count if count else None

    def text(self) -> str:
        """The table, a row a group."""
        lines = [f"{self.name:<34}{'cases':>6}{'read':>6}{'refused':>9}{'wrong':>7}   refusals"]
        for group, row in self.rows.items():
            reasons = ", ".join(f"{name} {n}" for name, n in sorted(row.reasons.items(), key=lambda r: -r[1]))
            label = f"  {group} ({row.expect})"
            lines.append(f"{label:<34}{row.cases:>6}{row.read:>6}{row.refused:>9}{row.wrong:>7}   {reasons}".rstrip())
        return "\n".join([*lines, *(f"  WRONG {line}" for line in self.wrong)])


def outcome(name: str, cases: Iterable[Case], read: Callable[[Still], Reading]) -> Outcome:
    """Has every case read. Wrong: other values than the truth, or a die taken that must not count."""
    out = Outcome(name)
    for case in cases:
        still = case.still
        reading = read(still)
        values = None if reading.values is None else list(reading.values)
        wrong = values is not None and (case.expect == "retry" or values != still.truth["values"])
        out.rows.setdefault(case.group, Row(case.expect)).take(case, reading, wrong)
        line = f"{case.step}: {values or reading.reason}, truth {still.truth['values']}: {case.call}"
        if wrong:
            out.wrong.append(line)
        elif values is None and case.expect == "read":
            out.missed.append(line)
    return out
