"""Plain words for what the table decided: throws, no-rolls, sides, refusals. In the language of the moment."""

from __future__ import annotations

from flask_babel import get_locale
from flask_babel import gettext as _

#: Degrees from which a die is said to lean.
LEANS_DEG = 8.0
#: Reasons of a no-roll whose sentences do not speak of two dice.
_NOT_OF_THE_DICE = frozenset({"too_dark", "surface_changed", "no_fade", "wrong_phase", "paused"})


def no_roll_words(reason: str | None, detail: str | None = None, dice: int = 2) -> str:
    """Why a throw does not count, and what to do, in one sentence. dice: how many are thrown at once."""
    if dice == 1 and reason not in _NOT_OF_THE_DICE:
        return {
            "wrong_count": _("The camera does not see one die alone: throw it again."),
            "cocked": _("The die leans: throw it again."),
        }.get(reason, _("That throw does not count: throw the die again."))
    details = {
        "one_moved": _("Only one die moved: throw both together."),
        "placed": _("The dice were put down, not thrown: throw both again."),
        "slid": _("The dice slid without rolling: throw both again."),
    }
    reasons = {
        "wrong_count": _("The camera does not see two dice: throw both again."),
        "cocked": _("A die leans: throw both again."),
        "stacked": _("One die lies on the other: throw both again."),
        "at_edge": _("A die lies on the border of the play area: throw both again."),
        "off_surface": _("A die left the table: throw both again."),
        "occluded": _("Something covers a die: throw both again."),
        "hand": _("A hand was in the way before the dice were read: throw both again."),
        "blurred": _("The picture is blurred: throw both again."),
        "glare": _("A light glares on the dice: throw both again."),
        "too_dark": _("It is too dark to read the dice: more light, then throw again."),
        "moving": _("The dice did not come to rest: throw both again."),
        "not_thrown": _("That was not a throw: throw both dice together."),
        "wall_missed": _("The dice did not reach the far wall: throw both again."),
        "surface_changed": _("The table or the camera was moved: the host has to look at it."),
        "unsure": _("The camera is not sure what it sees: throw both again."),
        "no_fade": _("Nobody is against the shooter, so that throw does not count."),
        "wrong_phase": _("The table waits for two people with chips, so that throw does not count."),
        "paused": _("The host has paused the table, so that throw does not count."),
        "host": _("The host called no roll: throw both again."),
    }
    if detail in details:
        return details[detail]
    return reasons.get(reason or "", _("That throw does not count: throw both again."))


def total_words(values: tuple[int, ...]) -> str:
    """The call of two dice: "Hard six", "Yo eleven"."""
    total = sum(values)
    pair = len(values) == 2 and values[0] == values[1]
    names = {
        2: _("Snake eyes"),
        3: _("Ace deuce"),
        4: _("Hard four") if pair else _("Four"),
        5: _("Five"),
        6: _("Hard six") if pair else _("Six"),
        7: _("Seven"),
        8: _("Hard eight") if pair else _("Eight"),
        9: _("Nine"),
        10: _("Hard ten") if pair else _("Ten"),
        11: _("Yo eleven"),
        12: _("Boxcars"),
    }
    return names.get(total, str(total))


def decided_words(decided: str | None, shooter: str, point: int | None) -> str:
    """What a throw decided, in one short sentence."""
    if decided == "natural":
        return _("Natural: %(name)s passes", name=shooter)
    if decided == "craps":
        return _("Craps: %(name)s misses", name=shooter)
    if decided == "made":
        return _("Point made: %(name)s passes", name=shooter)
    if decided == "seven_out":
        return _("Seven out: %(name)s misses", name=shooter)
    if decided == "point":
        return _("The point is %(n)d", n=point or 0)
    if decided == "die":
        return _("%(name)s's die for the first shot", name=shooter)
    if decided == "voided":
        return _("Taken back by the host")
    if decided == "passed":
        return _("%(name)s passed the dice", name=shooter)
    if decided == "cashed_out":
        return _("Ended by the cash-out")
    return _("Nothing decided, %(name)s throws on", name=shooter)


def source_words(source: str | None, confidence: float | None) -> str:
    """Who read the dice."""
    if source == "camera":
        if confidence is not None:
            return _("Read by the camera, %(p)s sure", p=percent(confidence))
        return _("Read by the camera")
    if source == "phone":
        return _("Rolled on the phone")
    return _("Named by hand")


def percent(share: float) -> str:
    """A chance as a percentage, rounded down to a tenth, so that only certainty reads as 100."""
    return f"{int(share * 1000) / 10:g}%"


def die_words(die: dict) -> str:
    """What was seen of one die: its value and how sure that is, how far it leans, or what it may be."""
    value, sure, tilt = die.get("value"), die.get("confidence"), die.get("tilt_deg") or 0.0
    if value is None:
        perhaps = [str(candidate) for candidate, chance in die.get("candidates") or () if chance >= 0.05]
        told = _("%(values)s?", values=" / ".join(perhaps[:2])) if perhaps else _("not read")
    else:
        told = f"{value} · {percent(sure)}" if sure is not None else str(value)
    return _("%(die)s, leans %(n)d°", die=told, n=round(tilt)) if tilt >= LEANS_DEG else told


def warning_words(warning: str) -> str:
    """What the camera noticed although the throw counts."""
    return {
        "hand": _("A hand was near before the release"),
        "wall": _("The far wall was not reached"),
        "out_of_view": _("The dice were out of view for a moment"),
    }.get(warning, warning)


def why_not_words(code: str | None, shooter: str | None = None) -> str:
    """Why the dice cannot be thrown now."""
    if code == "wrong_phase" and not shooter:
        return _("Nobody sits at the table")
    return {
        "no_fade": _("Nobody is against: the dice are locked"),
        "dice_out": _("The dice are out"),
        "wrong_phase": _("Waiting for two people with chips"),
        "game_over": _("The game is over"),
        "not_open": _("No game is open"),
    }.get(code or "", _("The dice cannot be thrown yet"))


def refusal_words(code: str, why: str) -> str:
    """The sentence for a refused tap, by its code, for what its game does not word itself (`GamePages.refusal`).

    The game's own English sentence is for whoever reads English, where no sentence here says it better.
    """
    sentences = _plain_refusals()
    if code == "no_such_bet" and "line" in why:
        return _("You have no bet on the line.")
    if code in sentences:
        return sentences[code]
    locale = get_locale()
    if why and (locale is None or locale.language == "en"):
        return why
    return _refusals_by_code().get(code) or _("That did not work; nothing was done.")


def _plain_refusals() -> dict[str, str]:
    """Refusals that mean one thing whatever was tapped."""
    return {
        "changed": _("The table changed before your tap arrived, so nothing was done: look again."),
        "dice_out": _("Too late: the dice are out."),
        "line_closed": _("The line is closed until the next round."),
        "not_enough_chips": _("You have not enough chips: ask the host."),
        "not_shooter": _("Only the shooter rolls."),
        "no_fade": _("Nobody is against the shooter: the dice are locked."),
        "seat_taken": _("Somebody with that name sits at the table already."),
        "not_open": _("No game is open."),
        "game_over": _("The game is over."),
        "locked": _("A throw has been made on that bet: it stands until the dice decide it."),
        "already_taken": _("Somebody has taken that chip already."),
        "no_such_bet": _("That bet is gone."),
        "own_chip": _("Your own chip must be taken by somebody else."),
        "below_minimum": _("That is too little: put more."),
    }


def _refusals_by_code() -> dict[str, str]:
    """The rest, told by the code alone."""
    return {
        "bad_input": _("That did not work; nothing was done."),
        "bank_cannot_cover": _("The bank has not the chips to pay that."),
        "not_a_multiple": _("That would pay part of a chip: put another amount."),
        "over_limit": _("That is more than this table takes here."),
        "faces_needed": _("A total is not enough here: name both faces."),
        "no_such_player": _("Nobody of that name sits at the table any more."),
        "no_such_square": _("There is no such square on this board."),
        "not_allowed": _("You may not do that."),
        "not_your_turn": _("It is not your turn."),
        "not_taken": _("Nobody has taken that chip yet."),
        "unavailable": _("The table does not answer: try again."),
        "wrong_count": _("The number of dice or cards is wrong."),
        "wrong_phase": _("That cannot be done now."),
    }


def signed(number: int) -> str:
    """A result with its sign: +20, −15 (a true minus), 0."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number < 0 else "0"


def square_words(square: str) -> str:
    """The name of a square of the board."""
    kind, _sep, number = square.partition("_")
    if kind == "hard":
        return _("hard %(n)s", n=number)
    if kind == "num":
        return _("%(n)s before 7", n=number)
    return {
        "seven": _("any seven"),
        "craps": _("any craps"),
        "two": _("two"),
        "three": _("three"),
        "eleven": _("eleven"),
        "twelve": _("twelve"),
        "field": _("field"),
    }.get(square, square)


def tap_words(command: str | None) -> str:
    """What a player had tapped, as a noun."""
    return {
        "for": _("your bet for the shooter"),
        "against": _("your bet against the shooter"),
        "off": _("taking your bet off"),
        "chip": _("your chip on the board"),
        "take": _("taking that chip"),
        "lift": _("lifting your chip"),
        "bet": _("your bet on the layout"),
        "down": _("taking your bet down"),
        "working": _("calling your bet on or off"),
    }.get(command or "", _("your tap"))


def news_words(kind: str, fields: dict) -> str:
    """One piece of news in a sentence; "" for a kind that is not told."""
    if kind == "settled":
        chips = fields["chips"]
        if not chips:
            return _("Your bet was not covered: it came back.")
        return _("You won %(n)d.", n=chips) if chips > 0 else _("You lost %(n)d.", n=-chips)
    if kind == "side_bet":
        square, chips = square_words(fields["square"]), fields["chips"]
        if chips > 0:
            return _("%(square)s: you won %(n)d.", square=square.capitalize(), n=chips)
        return _("%(square)s: you lost %(n)d.", square=square.capitalize(), n=-chips)
    if kind == "corrected":
        was = " · ".join(map(str, fields["was"])) if fields["was"] else str(fields["was_total"])
        now = " · ".join(map(str, fields["dice"]))
        return _("The host corrected the throw: %(was)s is now %(now)s.", was=was, now=now)
    if kind == "chips_corrected":
        if not fields["changed"]:
            return _("The correction moved no chips.")
        moved = ", ".join(f"{name} {signed(chips)}" for name, chips in fields["changed"].items())
        return _("The correction moved: %(moved)s.", moved=moved)
    if kind == "refused_again":
        return _("After the correction %(what)s no longer holds and was taken back.", what=tap_words(fields["what"]))
    if kind == "bought_in":
        return _("The host gave you %(n)d chips.", n=fields["chips"])
    return ""
