"""The end of the night, and whether the dice look fair: figures in plain sentences."""

from __future__ import annotations

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from controller.games.odds import shooter_passes
from web.tally import ALARM, ENOUGH_FACES, Faces, Night


def night_lines(night: Night, throws: int) -> list[str]:
    """The evening in a few sentences: throws and rounds, passes against 244 in 495, the hottest shooter, the hand."""
    if not night.rounds:
        return []
    expected = format_decimal(round(night.rounds * float(shooter_passes()), 1))
    thrown = ngettext("%(num)d throw", "%(num)d throws", throws)
    played = ngettext("%(num)d round", "%(num)d rounds", night.rounds)
    passed = ngettext(
        "Shooters passed %(num)d time; %(e)s was to be expected.",
        "Shooters passed %(num)d times; %(e)s was to be expected.",
        night.passes,
        e=expected,
    )
    told = [f"{thrown} · {played}", f"{passed} {luck(night)}"]
    name, passes = night.hottest
    if passes:
        told.append(ngettext("Hottest shooter: %(name)s, %(num)d pass", "Hottest shooter: %(name)s, %(num)d passes",
                             passes, name=name))  # fmt: skip
    name, length = night.longest
    if length > 1:
        told.append(ngettext("Longest hand: %(name)s, %(num)d throw", "Longest hand: %(name)s, %(num)d throws",
                             length, name=name))  # fmt: skip
    return told


def luck(night: Night) -> str:
    """A plain word about the shooters' luck."""
    far = night.luck
    if abs(far) < 1:
        return _("That is what the dice do.")
    if abs(far) < 2:
        return _("A good night for shooters, within luck.") if far > 0 else _("A bad night for shooters, within luck.")
    return _("Rare luck for the shooters.") if far > 0 else _("Rare bad luck for the shooters.")


def fairness(faces: Faces) -> dict:
    """The page about the dice: a count a face, both tests, and an honest sentence."""
    most = max(*faces.counts, 1)
    expected = faces.seen / 6
    return {
        "seen": ngettext("%(num)d face seen", "%(num)d faces seen", faces.seen),
        "faces": [
            {"face": face, "count": count, "share": round(100 * count / most)}
            for face, count in enumerate(faces.counts, start=1)
        ],
        "expected": format_decimal(round(expected, 1)),
        "chi_square": format_decimal(round(faces.chi_square, 2)),
        "p_once": chance(faces.p_once) if faces.seen else "–",
        "p_any_time": chance(faces.p_any_time) if faces.seen else "–",
        "sentence": verdict(faces),
        "alarm": faces.p_any_time < ALARM,
    }


def chance(p: float) -> str:
    """A chance as a percentage that is never shown as nothing."""
    return _("under %(p)s", p="0.1%") if p < 0.001 else f"{format_decimal(round(100 * p, 1))}%"


def verdict(faces: Faces) -> str:
    """What may honestly be said of the dice."""
    if faces.p_any_time < ALARM:
        return _("The faces are too uneven for luck: change the dice, and look at the table and the light.")
    if faces.seen < ENOUGH_FACES:
        return _("Too few throws to say anything about the dice.")
    return _("Nothing speaks against the dice. That does not prove them fair: small faults take thousands of throws.")
