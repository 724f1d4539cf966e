"""What only the screen for the room shows: the shooter's hand now, what a throw moved, and the call for the ear."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from web import scene as scenes
from web import words
from web.scene import Scene, gains

#: Passes in a row, and throws of one hand, from which a hand is called hot.
HOT_PASSES, HOT_THROWS = 3, 10
#: What rounds say that do not end a row of passes: the dice decided nothing in them.
_UNDECIDED = ("voided", "passed")


def hand_now(scene: Scene) -> dict:
    """How long the shooter has had the dice, how many passes in a row, and the longest hand of the evening.

    {"hot", "label", "text", "best"}; the texts are "" where there is nothing to tell or the game has no such hand.
    """
    night = scene.story.tally.night
    told = {"hot": False, "label": "", "text": "", "best": ""}
    if not scene.pages.puck or scene.mode != "play":
        return told
    name, throws = night.hand
    shoots = throws and name == scene.state.get("shooter")
    if night.longest[1] > 1 and not (shoots and night.longest == night.hand):
        longest = ngettext("%(num)d throw", "%(num)d throws", night.longest[1])
        told["best"] = _("Longest tonight: %(throws)s, %(name)s", throws=longest, name=night.longest[0])
    if not shoots:
        return told
    passes = passes_in_row(scene.story.rounds, name)
    parts = [ngettext("%(num)d throw", "%(num)d throws", throws)]
    if passes:
        parts.append(ngettext("%(num)d pass in a row", "%(num)d passes in a row", passes))
    hot = passes >= HOT_PASSES or throws >= HOT_THROWS
    label = _("Hot hand") if hot else _("The hand now")
    return told | {"hot": hot, "label": label, "text": f"{name}: {' · '.join(parts)}"}


def passes_in_row(rounds: tuple[dict, ...], shooter: str) -> int:
    """How many rounds in a row the shooter has passed up to now. rounds: as the story keeps them, the newest last."""
    count = 0
    for record in reversed(rounds):
        if record["why"] in _UNDECIDED:
            continue
        if record["shooter"] != shooter or record["why"] not in ("natural", "made"):
            break
        count += 1
    return count


def throw(scene: Scene) -> dict | None:
    """The last throw as all screens show it; where the call says "Seven out", what it decided need not say it again."""
    shown = scenes.throw_view(scene, scene.story.last)
    if shown is None or shown["kind"] != "seven_out":
        return shown
    return shown | {"decided": _("%(name)s misses", name=scene.story.last.shooter)}


def spoken(scene: Scene, shown: dict | None, missed: dict | None) -> dict:
    """The newest throw or no-roll for the ear: {"seq", "call" to be spoken aloud, "told" with who won and lost}."""
    if missed is not None:
        call = f"{missed['title']}. {missed['why']}"
        return {"seq": missed["seq"], "call": call, "told": call}
    if shown is None:
        return {"seq": 0, "call": "", "told": ""}
    calls = [shown["call"], shown["decided"]]
    call = ". ".join(calls if scene.pages.puck else calls[1:])  # of a die for cards nobody calls the number
    moved = ", ".join(f"{name} {words.signed(chips)}" for name, chips in gains(scene).items() if chips)
    return {"seq": shown["seq"], "call": call, "told": f"{call}. {moved}" if moved else call}
