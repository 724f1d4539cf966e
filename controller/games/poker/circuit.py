"""How a hand goes on: deal, the turns round the table, top-up, last betting, the end."""

from __future__ import annotations

from controller.games.poker import cards as decks
from controller.games.poker import ranking, seal
from controller.games.poker.events import (
    BettingClosed,
    CardsPassed,
    HandDealt,
    HandEnded,
    HandsShown,
    LastBetting,
    ToppedUp,
    TurnCame,
)
from controller.games.poker.options import FEWEST
from controller.games.poker.pots import Pot, pots, shared_out
from controller.games.poker.state import (
    BETTING,
    LAST,
    PASS,
    Betting,
    Hand,
    Poker,
    active,
    all_in,
    due_after,
    to_bet,
    to_pass,
    with_chips,
)
from controller.games.poker.turn import Turn
from controller.games.refusals import Refused

FULL = 5
"""Cards that a hand is topped up to, and that count at the showdown."""


def deal(turn: Turn) -> None:
    """deal: antes and cards. `deck`, the top card first, and `salts` come with the command: the table draws them."""
    state, command = turn.state, turn.command
    player = turn.seated() if command.get("player") is not None else None
    deck = decks.whole_deck(command.get("deck"))
    salts = _salts(command.get("salts"))
    turn.need_betting_open()
    if state.hand is not None:
        raise Refused("wrong_phase", "A hand is being played: the next is dealt when it has ended.")
    seats = with_chips(state)
    if len(seats) < FEWEST:
        raise Refused("wrong_phase", f"A hand is played by {FEWEST} at least; {len(seats)} have chips.")
    if player is not None and player != seats[0]:
        raise Refused("not_your_turn", f"It is {seats[0]}'s turn to deal, not {player}'s.")
    rules = state.next_rules or state.rules
    players = (*seats[1:], seats[0])
    antes = tuple((one, min(rules.ante, state.chips.hand[one])) for one in players)
    root = None if salts is None else seal.root(deck, salts)
    turn.tell(HandDealt(state.hands + 1, seats[0], players, antes, rules.cards, deck, salts, root))
    turn.tell(TurnCame(players[0], 1))


def _salts(given: object) -> tuple[str, ...] | None:
    if given is None:
        return None
    size = 2 * seal.SALT_BYTES
    if (
        not isinstance(given, list | tuple)
        or len(given) != len(decks.DECK)
        or any(not isinstance(salt, str) or len(salt) != size or set(salt) - set("0123456789abcdef") for salt in given)
    ):
        raise Refused("bad_input", f"The salts are {len(decks.DECK)} texts of {size} hexadecimal digits.")
    return tuple(given)


def pass_cards(turn: Turn) -> None:
    """pass: exactly as many cards as the die shows, to the next active player on the left."""
    command = turn.command
    chosen = decks.checked(command.get("cards"), "cards")
    at_random = command.get("at_random", False)
    if not isinstance(at_random, bool):
        raise Refused("bad_input", "Whether the table chose the cards is true or false.")
    hand, player = turn.playing("pass cards", PASS)
    wanted = to_pass(hand)
    if len(chosen) != wanted:
        raise Refused("wrong_count", f"{player} is to pass exactly {wanted}, not {len(chosen)}.")
    if not set(chosen) <= set(hand.held[player]):
        raise Refused("not_allowed", f"{player} does not hold all of these cards.")
    turn.tell(CardsPassed(player, _next_active(turn.state), len(chosen), at_random, chosen))
    next_turn(turn)


def _next_active(state: Poker) -> str:
    """The next active player on the left of the one whose turn it is; after the last of them the first."""
    hand = state.hand
    at = hand.players.index(hand.at)
    around = hand.players[at + 1 :] + hand.players[:at]
    return next(player for player in around if player not in hand.folded)


def next_turn(turn: Turn) -> None:
    """The turn goes on: to the next active player, round again, or to top-up and last betting."""
    hand = turn.state.hand
    left = active(hand)
    at = hand.players.index(hand.at)
    after = [player for player in left if hand.players.index(player) > at]
    if after:
        turn.tell(TurnCame(after[0], hand.circuit))
    elif hand.circuit < hand.circuits:
        turn.tell(TurnCame(left[0], hand.circuit + 1))
    else:
        _top_up(turn)
        turn.tell(LastBetting())
        after_betting(turn)


def _top_up(turn: Turn) -> None:
    for player in active(turn.state.hand):
        hand = turn.state.hand
        short = FULL - len(hand.held[player])
        if short > 0:
            turn.tell(ToppedUp(player, short, _stock(hand)[:short]))


def _stock(hand: Hand) -> tuple[str, ...]:
    """What can still be dealt: the rest of the deck, and should that run out, the cards that went out of play.

    It suffices without them unless players leave between taking cards up and passing some on. They come in the order
    that they had in the deck, which nobody knows.
    """
    return hand.deck[hand.drawn :] + tuple(card for card in hand.deck if card in hand.muck)


def after_betting(turn: Turn) -> None:
    """Goes on where a round of betting has ended: one player left, or nobody to ask any more."""
    hand = turn.state.hand
    one_left = len(active(hand)) == 1
    if not one_left and to_bet(turn.state) is not None:
        return
    turn.tell(BettingClosed(_uncalled(hand.betting)))
    if one_left:
        end(turn, "uncalled")
    elif hand.stage == LAST:
        end(turn, "showdown")
    elif hand.at not in hand.held:
        next_turn(turn)


def _uncalled(betting: Betting) -> tuple[tuple[str, int], ...]:
    """What the largest bet of the round has over the next one: nobody matched that."""
    if not betting.bets:
        return ()
    player = max(betting.bets, key=betting.bets.__getitem__)
    over = betting.top - max((chips for other, chips in betting.bets.items() if other != player), default=0)
    return ((player, over),) if over else ()


def gone(turn: Turn) -> None:
    """Goes on after a player has left the hand."""
    hand = turn.state.hand
    if hand.stage in (BETTING, LAST):
        after_betting(turn)
    elif len(active(hand)) == 1:
        end(turn, "uncalled")
    elif hand.at not in hand.held:
        next_turn(turn)


def end(turn: Turn, why: str) -> None:
    """Pays the pots; at a showdown the hands are shown first."""
    state = turn.state
    hand = state.hand
    left = active(hand)
    worth = dict.fromkeys(left, ())
    if why == "showdown":
        worth = {player: ranking.rank(hand.held[player]) for player in left}
        turn.tell(
            HandsShown(
                tuple(
                    (player, hand.held[player], ranking.best(hand.held[player]), ranking.name(worth[player]))
                    for player in left
                )
            )
        )
    paid = tuple((player, chips) for player, chips in state.chips.table.items() if chips)
    shares = [(pot, shared_out(pot, worth)) for pot in table_pots(state)]
    won: dict[str, int] = {}
    for _, winners in shares:
        for player, chips in winners:
            won[player] = won.get(player, 0) + chips
    told = tuple((pot.amount, pot.players, winners) for pot, winners in shares)
    turn.tell(HandEnded(hand.number, why, told, paid, won, next_dealer(state)))


def table_pots(state: Poker) -> tuple[Pot, ...]:
    """The pots as they lie now, what is bet in this round with them."""
    paid = {player: chips for player, chips in state.chips.table.items() if chips}
    return pots(paid, active(state.hand), all_in(state))


def next_dealer(state: Poker) -> str | None:
    """The seat that deals next: on the left of this hand's dealer, or who took his place when he left."""
    return due_after(state.players, state.due) if state.due == state.hand.dealer else state.due
