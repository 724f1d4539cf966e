"""The end of the night: figures in plain sentences."""

from __future__ import annotations

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from controller.games.odds import shooter_passes
from web.tally import Night


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
