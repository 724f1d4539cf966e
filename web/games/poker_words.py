"""Plain words for a poker game: cards, hands, what somebody did, whose turn it is and for what."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from web import words

#: Letters of the table's cards -> signs on a screen.
SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_view(card: str) -> dict:
    """A card for a screen: {"card", "rank", "suit" (its sign), "red", "name" (spoken)}."""
    rank = "10" if card[0] == "T" else card[0]
    return {
        "card": card,
        "rank": rank,
        "suit": SUIT_SIGNS[card[1]],
        "red": card[1] in "hd",
        "name": _("%(rank)s of %(suit)s", rank=_rank_words(rank), suit=_suit_words(card[1])),
    }


def _rank_words(rank: str) -> str:
    return {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack")}.get(rank, rank)


def _suit_words(suit: str) -> str:
    return {"s": _("spades"), "h": _("hearts"), "d": _("diamonds"), "c": _("clubs")}[suit]


def hand_words(name: str) -> str:
    """What five cards are."""
    return {
        "high_card": _("high card"),
        "pair": _("a pair"),
        "two_pairs": _("two pairs"),
        "three_of_a_kind": _("three of a kind"),
        "straight": _("a straight"),
        "flush": _("a flush"),
        "full_house": _("a full house"),
        "four_of_a_kind": _("four of a kind"),
        "straight_flush": _("a straight flush"),
        "royal_flush": _("a royal flush"),
    }.get(name, name)


def cards_words(count: int) -> str:
    """So many cards."""
    return ngettext("%(num)d card", "%(num)d cards", count)


def headline(state: dict) -> dict[str, str]:
    """Whose turn it is and for what, in a big sentence and a small one; {} while no hand is played."""
    phase, turn = state.get("phase"), state.get("turn") or ""
    if phase == "waiting":
        return {"big": _("Waiting"), "small": _("A hand needs three people with chips")}
    if phase == "deal":
        return {"big": _ended_words(state), "small": _("%(name)s deals the next hand", name=state.get("dealer") or "")}
    if phase == "throw":
        small = _("So many cards go to the player on the left")
        return {"big": _("%(name)s throws the die", name=state["shooter"]), "small": small}
    if phase == "pass":
        return {
            "big": _("%(name)s passes %(cards)s", name=turn, cards=cards_words(state.get("to_pass") or 0)),
            "small": _("face down, to the next player on the left"),
        }
    due = state.get("to_call") or 0
    if due:
        return {"big": _("%(name)s has a bet to answer", name=turn), "small": _("%(n)d to call", n=due)}
    small = _("The last betting, then the cards are shown") if phase == "last" else _circuit_words(state)
    return {"big": _("%(name)s checks or bets", name=turn), "small": small}


def _circuit_words(state: dict) -> str:
    circuit = state.get("circuit") or {}
    if circuit.get("of", 1) > 1:
        return _("Then the die; round %(n)d of %(of)d", n=circuit["number"], of=circuit["of"])
    return _("Then the die: it says how many cards are passed")


def _ended_words(state: dict) -> str:
    ended = state.get("ended")
    if not ended:
        return _("The next hand")
    winners = [name for name, chips in ended["won"].items() if chips]
    names = ", ".join(winners)
    if len(winners) == 1:
        return _("%(name)s wins %(n)d", name=names, n=ended["won"][winners[0]])
    return _("%(names)s share the pots", names=names)


def hand_why(why: str, dealer: str) -> str | None:
    """How a hand ended, for the list of hands; None for what all games have."""
    if why == "showdown":
        return _("%(name)s dealt: showdown", name=dealer)
    if why == "uncalled":
        return _("%(name)s dealt: nobody called", name=dealer)
    return None


def act_words(kind: str, fields: dict) -> str:
    """What somebody did, for a line under the cards."""
    name, chips = fields.get("player", ""), fields.get("amount", 0)
    return {
        "checked": lambda: _("%(name)s checks", name=name),
        "bet_opened": lambda: _("%(name)s bets %(n)d", name=name, n=chips),
        "called": lambda: _("%(name)s calls %(n)d", name=name, n=chips),
        "raised": lambda: _("%(name)s raises to %(n)d", name=name, n=fields.get("to", 0)),
        "folded": lambda: _("%(name)s folds", name=name),
        "hand_left": lambda: _("%(name)s has left the hand", name=name),
        "cards_passed": lambda: _passed_words(fields),
    }.get(kind, lambda: "")()


def _passed_words(fields: dict) -> str:
    name, to, cards = fields["player"], fields["to"], cards_words(fields["count"])
    if fields.get("at_random"):
        return _("The table passes %(cards)s of %(name)s's to %(to)s, at random", cards=cards, name=name, to=to)
    return _("%(name)s passes %(cards)s to %(to)s", name=name, cards=cards, to=to)


def news_words(kind: str, fields: dict) -> str:
    """What a hand did to a player's chips; "" for other news."""
    if kind != "hand":
        return ""
    chips = fields["chips"]
    if chips > 0:
        return _("The hand is yours: %(n)s.", n=words.signed(chips))
    if chips < 0:
        return _("The hand cost you %(n)d.", n=-chips)
    return _("The hand cost you nothing.")


def hints() -> list[str]:
    """How to play well, in a few sentences."""
    return [
        _("Five cards count in the end. Hold on to your best five; all others are there to be given."),
        _("Before you pass, think who gets the cards: your left neighbour holds them against you."),
        _("Give what fits nothing: odd low cards from several suits. Break up no pair that he could complete."),
        _("A six hurts a thin hand. With few cards beyond your best five, a check costs less than a bet."),
        _("A small hand is filled up to five before the last betting: giving all away is not the end."),
        _("Whoever was passed many cards is strong more often than his bets say. Watch the numbers on the TV."),
    ]


def slides() -> list[tuple[str, str]]:
    """The game in five slides."""
    return [
        (_("Poker with a die"), _("Everybody antes and is dealt seven cards. They are on the phones.")),
        (_("Check or bet"), _("At your turn you check or bet. A bet is answered all round: call, raise or fold.")),
        (_("The die"), _("Then you throw one real die and pass so many cards, face down, to your left.")),
        (_("Five cards"), _("Then whoever is short is filled up to five. One last betting, and the showdown.")),
        (_("Sealed"), _("The shuffle is sealed before the deal: your phone checks the shown cards against it.")),
    ]


# ---- refusals -------------------------------------------------------------------------------------------------


def refusal_words(cmd: str, code: str, state: dict) -> str:
    """Why a command was refused; "" where the code alone tells it."""
    if code == "not_your_turn":
        return _not_your_turn(state)
    if code == "wrong_phase" and cmd in ("check", "bet", "call", "raise", "fold", "pass", "throw"):
        return _due_words(state)
    if (cmd, code) == ("pass", "wrong_count"):
        return _("Choose exactly %(cards)s.", cards=cards_words(state.get("to_pass") or 0))
    return {
        ("check", "not_allowed"): lambda: _("There is a bet to answer: call, raise or fold."),
        ("bet", "not_allowed"): lambda: _("Somebody has bet already: call, raise or fold."),
        ("call", "not_allowed"): lambda: _("There is no bet to call: check or bet."),
        ("raise", "not_allowed"): lambda: _("Nothing can be raised now: check, call or fold."),
        ("fold", "not_allowed"): lambda: _("There is no bet to answer: nobody folds unasked."),
        ("pass", "not_allowed"): lambda: _("You do not hold all of these cards: choose again."),
        ("deal", "not_allowed"): lambda: _("The table shuffles and deals by itself."),
        ("deal", "wrong_phase"): lambda: _("A hand is dealt when the last has ended and three people have chips."),
        ("buy_in", "wrong_phase"): lambda: _("Chips are bought between the hands."),
    }.get((cmd, code), lambda: _by_code(cmd, code))()


def _not_your_turn(state: dict) -> str:
    name = state.get("turn") or state.get("dealer")
    return _("It is %(name)s's turn.", name=name) if name else _("It is not your turn.")


def _due_words(state: dict) -> str:
    """What is due instead of what was tapped."""
    name, phase = state.get("turn") or "", state.get("phase")
    if phase in ("waiting", "deal", "over"):
        return _("No hand is being played now.")
    if phase == "throw":
        return _("First %(name)s throws the die.", name=name)
    if phase == "pass":
        return _("First %(name)s passes the cards.", name=name)
    return _("The bets come first, then the die, then the cards.")


def _by_code(cmd: str, code: str) -> str:
    if code == "dice_out":
        return _("The die is out: wait until it has been read.")
    if code == "not_shooter":
        return _("Only whoever has the die throws it.")
    if cmd not in ("bet", "raise"):
        return ""
    return {
        "below_minimum": _("The least bet is the ante, the least raise the raise before it, or all you have."),
        "over_limit": _("That is more than may be bet at this table now."),
        "not_enough_chips": _("You have not so many chips: at most all you have."),
    }.get(code, "")
