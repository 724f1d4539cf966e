"""Craps Poker on the pages: one's own cards on the phone, everybody's chips and counts of cards on the TV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from controller.games.poker.options import FEWEST, Rules
from controller.games.poker.ranking import best, rank
from controller.games.poker.ranking import name as kind_of
from controller.night import pot_gains
from controller.rounds import Round
from web import words
from web.games import poker_odds, poker_words
from web.games.pages import GamePages, refused
from web.games.poker_words import act_words, card_view, cards_words, hand_words

if TYPE_CHECKING:
    from web.scene import Scene
    from web.told import SeenThrow

#: Options that the host's form for a new game shows.
FORM = ("ante", "cards", "limit", "time_limit", "leaning", "wall")
#: Letters of the seal that the TV shows: enough to compare by eye.
SEAL_SHOWN = 16
#: Cards that make a hand.
FIVE = 5


# ---- what several screens show --------------------------------------------------------------------------------


def beside(scene: Scene) -> dict[str, dict]:
    """What each has bet in this round, and whether he is out of the hand."""
    return {name: _beside(scene.state, name) for name in scene.state.get("stacks") or ()}


def _beside(state: dict, name: str) -> dict:
    chips = (state.get("bets") or {}).get(name, 0)
    told = {"side": "bet" if chips else "none", "bet": chips, "risk": chips, "side_word": "", "risk_word": ""}
    dealt = state.get("dealt_in") or ()
    if dealt and name not in (state.get("active") or ()):
        return told | {"side_word": _("folded") if name in dealt else _("waits")}
    if name in (state.get("all_in") or ()):
        return told | {"side_word": _("all in"), "risk_word": _("all in")}
    return told


def seats(scene: Scene) -> list[dict]:
    """Who was dealt in, clockwise from the dealer's left: cards by number alone, chips, and what he is in the hand."""
    state, hands = scene.state, scene.state.get("hands") or {}
    counts = {name: len(held) if isinstance(held, list) else held for name, held in hands.items()}
    return [
        {
            "name": name,
            "cards": count,
            "cards_word": cards_words(count) if count else "",
            "stack": (state.get("stacks") or {}).get(name, 0),
            "bet": (state.get("bets") or {}).get(name, 0),
            "turn": name == state.get("turn"),
            "dealer": name == state.get("dealer"),
            "out": name not in (state.get("active") or ()),
            "word": _beside(state, name)["side_word"],
        }
        for name, count in counts.items()
    ]


def pots(state: dict) -> list[dict]:
    """The pots, the main one first: {"text", "amount", "players"}."""
    told = state.get("pots") or []
    return [
        {
            "text": _("Pot") if not number else _("Side pot %(n)d", n=number),
            "amount": pot["amount"],
            "players": ", ".join(pot["players"]) if number else "",
        }
        for number, pot in enumerate(told)
    ]


def showdown(state: dict) -> list[dict]:
    """The hands that were shown, of the hand before: all cards, the five that count, what they are, what they won."""
    ended = state.get("ended") or {"won": {}}
    return [
        {
            "player": shown["player"],
            "best": [card_view(card) for card in shown["best"]],
            "rest": [card_view(card) for card in shown["cards"] if card not in shown["best"]],
            "name": hand_words(shown["name"]),
            "won": ended["won"].get(shown["player"], 0),
        }
        for shown in state.get("showdown") or ()
    ]


def table_view(scene: Scene) -> dict:
    """The hand as everybody may see it."""
    state = scene.state
    return {
        "phase": scene.phase,
        "hand": state.get("round", 0),
        "seats": seats(scene) if not state.get("showdown") else [],
        "pots": pots(state),
        "showdown": showdown(state),
        "die": state.get("die"),
        "acts": [{"seq": act["seq"], "text": act_words(act["kind"], act)} for act in scene.story.acts],
        "seal": ((state.get("seal") or {}).get("root") or "")[:SEAL_SHOWN],
    }


def headline(scene: Scene) -> dict[str, str] | None:
    """The big sentence and the small one of a game in play."""
    return poker_words.headline(scene.state)


def throw_words(scene: Scene, throw: SeenThrow) -> str:
    """What a throw of the die meant."""
    if throw.bets:
        passed = throw.bets[0]
        return _("%(name)s passed %(cards)s to %(to)s", name=throw.shooter, cards=cards_words(passed["count"]),
                 to=passed["to"])  # fmt: skip
    count = scene.state.get("to_pass")
    if count and scene.phase == "pass":
        return _("%(name)s passes %(cards)s", name=throw.shooter, cards=cards_words(count))
    return _("%(name)s's die", name=throw.shooter)


# ---- the screens ----------------------------------------------------------------------------------------------


def _phone(scene: Scene, viewer: str | None) -> dict:
    shown: dict[str, Any] = {"poker": table_view(scene)}
    if viewer is None or scene.mode != "play":
        return shown
    return shown | {"hand": own_hand(scene, viewer), "acts": acts(scene, viewer), "seal": _seal(scene.state)}


def own_hand(scene: Scene, viewer: str) -> dict:
    """The viewer's own cards, what he took up last, and what he is to do with them."""
    own = scene.state.get("own")
    mine = scene.state.get("turn") == viewer
    passing = mine and scene.phase == "pass"
    if not own:
        return {"cards": [], "received": [], "from": "", "from_text": "", "best": [], "name": "", "pass": None,
                "hints": []}  # fmt: skip
    five = best(own["cards"]) if len(own["cards"]) >= FIVE else ()
    return {
        "cards": [card_view(card) for card in own["cards"]],
        "received": own["received"],
        "from": own["from"] or "",
        "from_text": _received_words(own) if own["from"] else "",
        "best": list(five),
        "name": _("You hold %(hand)s", hand=hand_words(kind_of(rank(own["cards"])))) if five else "",
        "pass": _pass_view(scene) if passing else None,
        "hints": poker_words.hints(),
    }


def _received_words(own: dict) -> str:
    return _("%(name)s passes you %(cards)s", name=own["from"], cards=cards_words(len(own["received"])))


def _pass_view(scene: Scene) -> dict:
    count = scene.state["to_pass"]
    to = _next_on_the_left(scene.state)
    return {
        "count": count,
        "to": to,
        "text": _("Choose %(cards)s for %(name)s", cards=cards_words(count), name=to),
        "why": _("The host has paused the table.") if scene.paused else "",
    }


def _next_on_the_left(state: dict) -> str:
    """Who takes up what the player whose turn it is passes: the next on his left who can still win the hand."""
    seated, turn = list(state.get("dealt_in") or ()), state.get("turn")
    at = seated.index(turn) if turn in seated else 0
    around = seated[at + 1 :] + seated[:at]
    return next((name for name in around if name in (state.get("active") or ())), "")


def acts(scene: Scene, viewer: str) -> dict:
    """The viewer's buttons: which are there, what they cost, how much may be bet, and one line on how he stands."""
    state = scene.state
    mine = state.get("turn") == viewer
    may = (state.get("may") if mine else None) or {}
    size = may.get("bet") or may.get("raise")
    deal_why = scene.ask({"cmd": "deal"}) if scene.phase == "deal" and state.get("dealer") == viewer else None
    why = _("The host has paused the table.") if scene.paused else ""
    return {
        "mine": mine,
        "stands": stands(scene, viewer),
        "why": why,
        "check": bool(may.get("check")),
        "fold": bool(may.get("fold")),
        "call": may.get("call"),
        "size": {"do": "raise" if may.get("raise") else "bet", "least": size[0], "most": size[1],
                 "pot": max(size[0], min(size[1], _pot_size(state)))} if size else None,
        "deal": scene.phase == "deal" and state.get("dealer") == viewer,
        "deal_why": refused(scene, deal_why, "deal") if deal_why else why,
    }  # fmt: skip


def _pot_size(state: dict) -> int:
    """A bet or raise as large as all pots, with what there is to call put in first."""
    bets, due = state.get("bets") or {}, state.get("to_call") or 0
    return max(bets.values(), default=0) + sum(pot["amount"] for pot in state.get("pots") or ()) + due


def stands(scene: Scene, viewer: str) -> str:
    """One line: what the viewer has to do, or for whom everybody waits."""
    state, phase, turn = scene.state, scene.phase, scene.state.get("turn")
    if phase == "waiting":
        return _("A hand needs three people with chips")
    if phase == "deal":
        dealer = state.get("dealer")
        return _("You deal") if dealer == viewer else _("%(name)s deals the next hand", name=dealer or "")
    if viewer not in (state.get("dealt_in") or ()):
        return _("You are dealt in with the next hand")
    if turn == viewer:
        return _my_turn(state, phase)
    if viewer not in (state.get("active") or ()):
        return _("You are out of this hand")
    return _("%(name)s's turn", name=turn or "")


def _my_turn(state: dict, phase: str) -> str:
    if phase == "throw":
        return _("Throw the die")
    if phase == "pass":
        return _("You threw %(n)d", n=state.get("die") or 0)
    due = state.get("to_call") or 0
    return _("Your turn: %(n)d to call", n=due) if due else _("Your turn: check or bet")


def _seal(state: dict) -> dict | None:
    """The root over the shuffle, and of a hand that was shown what opens each card."""
    seal = state.get("seal")
    if not seal:
        return None
    opened = [one | {"name": card_view(one["card"])["name"]} for one in seal["opened"]]
    return {"root": seal["root"], "opened": opened}


def _tv(scene: Scene) -> dict:
    return {"poker": table_view(scene)}


def _host(scene: Scene) -> dict:
    why = scene.ask({"cmd": "deal"}) if scene.mode == "play" else None
    return {
        "poker": table_view(scene) | {"deal": scene.phase == "deal" and why is None,
                                      "deal_why": refused(scene, why, "deal") if why else ""},
        "without": ["total", "pass_dice"],
    }  # fmt: skip


def _proposed(own: dict) -> dict:
    rules = Rules().to_json() | own
    return {name: rules[name] for name in FORM}


# ---- the record -----------------------------------------------------------------------------------------------


def _round_words(record: dict) -> dict:
    text = poker_words.hand_why(record["why"], record["shooter"])
    line = _("in the pots %(n)d", n=record["in_play"]) if record["in_play"] else ""
    return {"line": line, "bets": []} | ({"text": text} if text else {})


def _sheet_words(played: Round) -> list[str]:
    gains = pot_gains(played)
    why = poker_words.hand_why(played.outcome or "", played.shooter)
    return [
        *([why] if why else []),
        " · ".join(f"{name} {words.signed(chips)}" for name, _paid, chips in gains),
    ]


PAGES = GamePages(
    name=lambda: _("Craps Poker: cards on the phones, a real die"),
    least=FEWEST,
    too_few=lambda: _("Poker needs at least three people."),
    options=(*FORM, "may_throw"),
    proposed=_proposed,
    beside=beside,
    tv=_tv,
    phone=_phone,
    host=_host,
    round_words=_round_words,
    sheet_words=_sheet_words,
    heads=lambda: (_("in the pots"), _("other bets")),
    bet_head=lambda: _("bet"),
    news_words=poker_words.news_words,
    slides=lambda _rules: poker_words.slides(),
    odds_page=lambda _rules: ("odds_poker.html", {"rows": poker_odds.sheet()}),
    dice=1,
    puck=False,
    throws_in=("throw",),
    headline=headline,
    throw_words=throw_words,
    refusal=poker_words.refusal_words,
)
