"""The page "Is it rigged?": what is tested at once, what may honestly be said, and what is drawn of it.

Several tests are made at once: of all throws of the table's life, and of the dice that lie there now, each by itself
where they differ in colour. The chance of a false alarm that a whole table has (ALARM) is shared among them: half of it
is for all throws, the other half for the dice, the k-th ones having 1 / (k (k + 1)) of that, evenly divided. All the
shares there can ever be make one, so fair dice are accused at one table in a hundred, however often they are looked at
and changed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from web.dice_words import die_words
from web.faces import Faces, band
from web.pairs import Dice, Pair
from web.tally import Tally
from web.words import percentage

#: Faces seen before a sentence about the dice says more than "too few".
ENOUGH_FACES = 120
#: Chance of crying wolf once in a table's life.
ALARM = 0.01
#: Of it, the part of the test of all throws.
OF_ALL = 0.5


@dataclass(frozen=True, slots=True)
class Check:
    """One of the tests made at once. who: whose faces, in words. share: of ALARM. die: of one die by itself."""

    who: str
    faces: Faces
    share: float
    die: bool = False

    @property
    def p(self) -> float:
        """The chance that fair dice ever look so uneven, with its share of the looks reckoned in."""
        return self.faces.p_any_time(self.share)

    @property
    def alarm(self) -> bool:
        """Whether the faces are too uneven for luck."""
        return self.p < ALARM

    def height(self, log_e: float) -> float:
        """Evidence on the scale on which every test's alarm is at 1 / ALARM, as a decimal logarithm."""
        return (log_e + math.log(self.share)) / math.log(10)


def shares_of(number: int, tests: int) -> float:
    """The share of each of so many tests of the `number`-th dice of the table."""
    return (1 - OF_ALL) / (number * (number + 1)) / tests


def checks_of(tally: Tally) -> list[Check]:
    """What is tested at once, all throws first."""
    return [Check(_("all throws"), tally.faces, OF_ALL), *_of_pair(tally.dice.pair, tally.dice.number)]


def _of_pair(pair: Pair | None, number: int) -> list[Check]:
    """The tests of the dice that lie there; none where they are those of all throws."""
    if pair is None or not (pair.unlike or number > 1):
        return []
    share = shares_of(number, len(pair.counted))
    names = die_words(pair.colours) if pair.unlike else [_("these two dice")]
    return [Check(who, faces, share, pair.unlike) for who, faces in zip(names, pair.counted, strict=True)]


def fairness(tally: Tally) -> dict:
    """What the page shows, JSON-ready: sentences, tables, and what is drawn."""
    tests = checks_of(tally)
    bands = [band(test.faces.seen) for test in tests]
    seen = tally.faces.seen
    return {
        "sentence": verdict(tests, tally.dice),
        "seen": ngettext("%(num)d face seen", "%(num)d faces seen", seen),
        "expected": number_words(seen / 6),
        "dice": dice_lines(tally),
        "former": former_lines(tally.dice),
        "counts": _counts(tests, bands),
        "tests": [_row(test) for test in tests],
        "together": _together(len(tests)),
        "alarm": any(test.alarm for test in tests),
        "faces_alt": "; ".join(_counts_words(test, *limits) for test, limits in zip(tests, bands, strict=True)),
        "test_alt": _("The alarm is at %(n)s.", n=alarm_line()) + " " + "; ".join(map(_evidence_words, tests)),
    }


# ---- sentences --------------------------------------------------------------------------------------------------


def verdict(tests: list[Check], dice: Dice) -> str:
    """What may honestly be said of the dice. tests: of all throws, and of the dice that lie there now."""
    everything, *now = tests
    found, before = [test for test in now if test.alarm], _former_alarm(dice)
    if len(found) == 1 and found[0].die:
        return _("The faces of %(die)s are too uneven for luck: change the dice, and look at the table and the light.",
                 die=found[0].who)  # fmt: skip
    if found or (everything.alarm and not before):
        return _("The faces are too uneven for luck: change the dice, and look at the table and the light.")
    if before and sum(test.faces.seen for test in now) < ENOUGH_FACES:
        return _("Dice that lay here before were too uneven for luck. Of those that lie here now little is known yet.")
    if before:
        return _("Dice that lay here before were too uneven for luck. Nothing speaks against those that lie here now.")
    if everything.faces.seen < ENOUGH_FACES:
        return _("Too few throws to say anything about the dice.")
    return _("Nothing speaks against the dice. That does not prove them fair: small faults take thousands of throws.")


def _former_alarm(dice: Dice) -> bool:
    first = dice.number - len(dice.former)
    return any(_accused(pair, first + k) for k, pair in enumerate(dice.former))


def _accused(pair: Pair, number: int) -> bool:
    return any(test.alarm for test in _of_pair(pair, max(number, 1)))


def dice_lines(tally: Tally) -> list[str]:
    """Since when these dice lie there, and how far they can be told apart."""
    pair = tally.dice.pair
    if pair is None:
        return [_("The dice are counted together: the camera has not told their colours.")]
    here = _("As far as their colours tell, the dice that lie here have been here since throw %(n)s of %(all)s.",
             n=format_decimal(pair.since), all=format_decimal(tally.throws))  # fmt: skip
    unnoticed = _("Others of the same colours would not be noticed.")
    if not pair.unlike:
        return [here, _("They look alike, so they are counted together.") + " " + unnoticed]
    told = [here, _("They differ in colour, so each is counted by itself.") + " " + unnoticed]
    left = tally.throws - pair.since + 1 - pair.counted[0].seen
    if left > 0:
        told.append(ngettext(
            "%(num)d throw since then counts among all only: named by hand, corrected, or the colours were not plain.",
            "%(num)d throws since then count among all only: named by hand, corrected, or the colours were not plain.",
            left))  # fmt: skip
    return told


def former_lines(dice: Dice) -> list[str]:
    """The dice that lay there before, the newest first, a line each."""
    first = dice.number - len(dice.former)
    return [_former_words(pair, first + k) for k, pair in reversed(list(enumerate(dice.former)))]


def _former_words(pair: Pair, number: int) -> str:
    spell = {"a": format_decimal(pair.since), "b": format_decimal(pair.until)}
    word = _("too uneven for luck") if _accused(pair, number) else _("nothing spoke against them")
    if not pair.unlike:
        return _("Throws %(a)s to %(b)s: two dice of one colour, %(word)s", word=word, **spell)
    one, other = die_words(pair.colours)
    return _("Throws %(a)s to %(b)s: %(one)s and %(other)s, %(word)s", one=one, other=other, word=word, **spell)


def _together(tests: int) -> str | None:
    """That several tests share one chance of a false alarm; None for one alone."""
    if tests == 1:
        return None
    return _("%(n)s tests are made at once, so each must find more before it speaks: the chance of a false alarm is "
             "shared among them, and with the dice that are still to come.", n=tests)  # fmt: skip


# ---- figures ----------------------------------------------------------------------------------------------------


def _counts(tests: list[Check], bands: list[tuple[int, int]]) -> dict:
    """The table of faces: a column a test, a row a face; marked where fair dice would hardly lie."""
    rows = [
        [{"count": test.faces.counts[face], "out": not low <= test.faces.counts[face] <= high}
         for test, (low, high) in zip(tests, bands, strict=True)]
        for face in range(6)
    ]  # fmt: skip
    return {
        "heads": [test.who for test in tests],
        "rows": rows,
        "seen": [format_decimal(test.faces.seen) for test in tests],
        "bands": [f"{low}–{high}" for low, high in bands],
    }


def _row(test: Check) -> dict:
    """A row of the table of tests."""
    seen = test.faces.seen
    return {
        "who": test.who,
        "chi_square": number_words(test.faces.chi_square, 2),
        "once": chance(test.faces.p_once) if seen else "–",
        "any_time": chance(test.p) if seen else "–",
        "alarm": test.alarm,
    }


def _counts_words(test: Check, low: int, high: int) -> str:
    counts = ", ".join(f"{face}: {count}" for face, count in enumerate(test.faces.counts, start=1))
    return _("%(who)s: %(counts)s; with fair dice each between %(low)s and %(high)s",
             who=test.who, counts=counts, low=low, high=high)  # fmt: skip


def _evidence_words(test: Check) -> str:
    now, most = (10.0 ** min(test.height(log_e), 12.0) for log_e in (test.faces.log_e, test.faces.most))
    return _("%(who)s: %(now)s now, %(most)s at the most",
             who=test.who, now=evidence_words(now), most=evidence_words(most))  # fmt: skip


def evidence_words(evidence: float) -> str:
    """Evidence as a number for people."""
    if evidence < 0.01:
        return _("under %(p)s", p=format_decimal(0.01))
    if evidence > 1_000_000:
        return _("over %(n)s", n=format_decimal(1_000_000))
    return number_words(evidence, 0 if evidence >= 10 else 2)


def alarm_line() -> str:
    """The evidence at which a test speaks."""
    return format_decimal(round(1 / ALARM))


def number_words(value: float, digits: int = 1) -> str:
    """A number as this language writes it."""
    return format_decimal(round(value, digits))


def chance(p: float) -> str:
    """A chance as a percentage that is never shown as nothing."""
    return _("under %(p)s", p=percentage(0.1)) if p < 0.001 else percentage(round(100 * p, 1))


# ---- what is drawn ----------------------------------------------------------------------------------------------


def drawing(tally: Tally) -> dict:
    """What `web.plots` draws of it, JSON-ready, its words in this language."""
    tests = checks_of(tally)
    return {
        "faces": {
            "panels": [_panel(test) for test in tests],
            "x": _("face"),
            "band": _("band of fair dice"),
        },
        "test": {
            "lines": [
                {"name": test.who, "points": [[seen, round(test.height(log_e), 3)] for seen, log_e in _way(test.faces)]}
                for test in tests
            ],
            "alarm": round(-math.log10(ALARM)),
            "alarm_name": _("alarm"),
            "x": _("faces seen"),
            "y": _("evidence against fair dice"),
            "point": format_decimal(0.5)[1],
        },
    }


def _panel(test: Check) -> dict:
    low, high = band(test.faces.seen)
    title = ngettext("%(who)s: %(num)d face", "%(who)s: %(num)d faces", test.faces.seen, who=test.who)
    counts = list(test.faces.counts)
    return {"title": title, "counts": counts, "low": low, "high": high, "expected": round(test.faces.seen / 6, 2)}


def _way(faces: Faces) -> list[tuple[int, float]]:
    """The test from its start to now."""
    return [(0, 0.0), *faces.history, (faces.seen, faces.log_e)]
