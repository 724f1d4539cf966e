"""What each bet is worth, to the last digit, by playing the game's own code over all 36 throws."""

from __future__ import annotations

from fractions import Fraction

import pytest

from controller.games import bank
from controller.games.bank.card import shipped
from controller.games.bank.chances import sheet
from controller.games.refusals import Refused
from tests.games.bank.playing import BankGame

THROWS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
CHIPS = 3960
"""A multiple of every pay table's denominator."""
EDGES = {
    "pass": "7/495", "dont_pass": "3/220", "come": "7/495", "dont_come": "3/220", "seven": "1/6", "craps": "1/9",
    "two": "5/36", "three": "1/9", "eleven": "1/9", "twelve": "5/36", "field_12_2": "1/18", "place_4": "1/15",
    "place_5": "1/25", "place_6": "1/66", "place_8": "1/66", "place_9": "1/25", "place_10": "1/15", "hard_4": "1/9",
    "hard_10": "1/9", "hard_6": "1/11", "hard_8": "1/11", "odds_pass": "0", "odds_dont_pass": "0",
    "dont_pass_equal_lay": "27/3245",
    **{f"{odds}_{number}": "0" for odds in ("odds_come", "odds_dont_come") for number in (4, 5, 6, 8, 9, 10)},
}  # fmt: skip
OF_THE_CARD = {
    "evolution": {"c_e": "1/9", "lose_4": "1/33", "lose_10": "1/33", "lose_5": "1/40", "lose_9": "1/40",
                  "lose_6": "1/55", "lose_8": "1/55"},
    "trainer": {"field_12_3": "1/36", "big_6": "1/11", "big_8": "1/11"},
}  # fmt: skip


def thrown(state, dice):
    """(the state after a throw, its events), by the game itself."""
    events = bank.decide(state, {"cmd": "throw", "dice": list(dice)})
    for event in events:
        state = bank.evolve(state, event)
    return state, events


def carried_out(state, **command):
    for event in bank.decide(state, command):
        state = bank.evolve(state, event)
    return state


def fate(state, bet):
    """[(chance, chips won or lost), ...] of A's bet, from this state on: every throw of every state that it leads to.

    States that differ only in who has how many chips are one. The equations of the chain are solved by substitution.
    """
    steps, to_see, first = {}, [(state, bet)], None
    while to_see:
        at, name = to_see.pop()
        key = place(at, name)
        first = first or key
        if key in steps:
            continue
        steps[key] = []
        for dice in THROWS:
            after, events = thrown(at, dice)
            told, new = ending(events, name)
            if told is not None:
                steps[key].append(("end", told))
            else:
                steps[key].append(("on", place(after, new)))
                to_see.append((after, new))
    return substituted(steps, first)


def place(state, name):
    return name, state.point, tuple(sorted(state.bets.get("A", {}).items())), tuple(state.called.get("A", {}).items())


def ending(events, name):
    """(chips won or lost, None) where these events decide A's bet, else (None, where it lies now)."""
    for event in events:
        if getattr(event, "player", None) == "A" and getattr(event, "bet", None) == name:
            if event.type == "bet_moved":
                return None, event.to
            gains = {"bet_won": getattr(event, "won", 0), "bet_lost": -event.amount}
            return gains.get(event.type, 0), None
    return None, name


def substituted(steps, first):
    rows = {}
    for key, outs in steps.items():
        row = {}
        for kind, value in outs:
            row[kind, value] = row.get((kind, value), Fraction(0)) + Fraction(1, 36)
        rows[key] = row
    for key in [key for key in rows if key != first] + [first]:
        row = rows[key]
        stays = row.pop(("on", key), Fraction(0))
        row = rows[key] = {out: chance / (1 - stays) for out, chance in row.items()}
        for other in rows:
            share = rows[other].pop(("on", key), None) if other != key else None
            if share is not None:
                for out, chance in row.items():
                    rows[other][out] = rows[other].get(out, Fraction(0)) + share * chance
    assert all(kind == "end" for kind, _ in rows[first])
    assert sum(rows[first].values()) == 1
    return [(chance, won) for (_, won), chance in rows[first].items()]


def game(card, **rules):
    opened = BankGame(card, players=["A"], buy_in=10**7, bank=10**8, maximum=10**6, **rules)
    return opened.evening.state


def starts(card, bet):
    """[(weight, state with A's bet in it), ...]: as it is made, with the flat bet in front of odds."""
    state = game(card, **({"field_12": f"{bet[-1]}:1"} if bet.startswith("field") and card == "trainer" else {}))
    name = "field" if bet.startswith("field") else bet
    if bet in ("come", "dont_come"):
        state, _ = thrown(state, (2, 2))
    elif bet in ("odds_pass", "odds_dont_pass"):
        made = carried_out(state, cmd="bet", player="A", bet=bet.removeprefix("odds_"), amount=CHIPS)
        after = [thrown(made, dice)[0] for dice in THROWS]
        points = [one for one in after if one.point is not None]
        return [(Fraction(1, len(points)), put(one, name)) for one in points]
    elif bet.startswith("odds_"):
        number = int(bet.rpartition("_")[2])
        state, _ = thrown(state, (5, 3) if number != 8 else (2, 4))
        state = carried_out(state, cmd="bet", player="A", bet=bet[5:].rpartition("_")[0], amount=CHIPS)
        state, _ = thrown(state, (number // 2, number - number // 2))
    return [(Fraction(1), put(state, name))]


def put(state, name):
    state = carried_out(state, cmd="bet", player="A", bet=name, amount=CHIPS)
    command = {"cmd": "working", "player": "A", "bet": name, "on": True}
    try:
        return carried_out(state, **command)
    except Refused:  # a bet that cannot be called works anyway
        return state


@pytest.mark.parametrize("card", ["evolution", "trainer"])
def test_every_bet_by_the_games_own_code(card):
    told = sheet(shipped()[card])
    assert {name: str(one.edge) for name, one in told.items()} == EDGES | OF_THE_CARD[card]
    for bet, one in told.items():
        if bet == "dont_pass_equal_lay":
            continue
        ends = [
            (weight * chance, won) for weight, state in starts(card, bet) for chance, won in fate(state, bet_name(bet))
        ]
        assert sum(chance for chance, won in ends if won > 0) == one.win, bet
        assert sum(chance for chance, won in ends if won < 0) == one.lose, bet
        assert sum(chance for chance, won in ends if won == 0) == one.push, bet
        assert -sum(chance * won for chance, won in ends) / CHIPS == one.edge, bet


def bet_name(bet):
    return "field" if bet.startswith("field") else bet


@pytest.mark.parametrize("card", ["evolution", "trainer"])
def test_dont_pass_with_equal_odds_laid(card):
    """Play it: don't pass, odds of the same amount on any point; pushes are left out of what was put."""
    start = carried_out(game(card), cmd="bet", player="A", bet="dont_pass", amount=CHIPS)
    staked = won = Fraction(0)
    for dice in THROWS:
        after, events = thrown(start, dice)
        told, _ = ending(events, "dont_pass")
        if told is not None:
            staked += CHIPS if told else 0
            won += told
            continue
        laid = carried_out(after, cmd="bet", player="A", bet="odds_dont_pass", amount=CHIPS)
        staked += 2 * CHIPS
        for bet in ("dont_pass", "odds_dont_pass"):
            won += sum(chance * chips for chance, chips in fate(laid, bet))
    assert 1 + won / staked == Fraction(3218, 3245) == 1 - sheet(shipped()[card])["dont_pass_equal_lay"].edge


def test_the_range_of_returns_that_evolution_prints():
    told = sheet(shipped()["evolution"])
    assert min(told, key=lambda name: 1 - told[name].edge) == "seven"
    assert told["seven"].to_json()["return_percent"] == 83.3333
    own = {name: one for name, one in told.items() if one.edge > 0}
    assert max(own, key=lambda name: 1 - own[name].edge) == "dont_pass_equal_lay"
    assert own["dont_pass_equal_lay"].to_json()["return_percent"] == 99.168


def test_json():
    told = sheet(shipped()["evolution"])
    assert told["pass"].to_json() == {
        "win": "244/495", "lose": "251/495", "push": "0", "edge": "7/495", "return": "488/495",
        "return_percent": 98.5859, "ways": [244, 251, 0], "pays": "1:1",
    }  # fmt: skip
    assert told["dont_pass"].to_json()["push"] == "1/36"
    assert told["seven"].to_json()["ways"] == [6, 30, 0]
    assert told["field_12_2"].to_json()["pays"] == "2:1 on 2 12, 1:1"


def test_a_card_without_a_bar_or_odds():
    told = sheet({"name": "bare", "dont_pass": {"pays": "1:1"}, "next": {"yo": {"pays": {"11": "16:1"}}}})
    assert list(told) == ["dont_pass", "yo"]
    # Without a bar the don'ts have the better of it: what the pass line loses.
    assert told["dont_pass"].edge == -Fraction(7, 495)
