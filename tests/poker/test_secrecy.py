"""No card of another's before the showdown: not in a state, a reply, a published event, a log line, an export."""

from __future__ import annotations

import json
import logging
import random

import pytest

from controller.chance import completed
from controller.export import as_json, record_in
from controller.games.codec import encode, shown, types
from controller.games.poker.cards import DECK
from controller.games.refusals import Refused
from controller.ledger import Ledger
from controller.replies import Published
from controller.table import Table
from controller.verify import verify
from tests.poker.playing import ABC, ABCD, Game

OPEN = {"cmd": "open", "game": "poker", "players": ABCD, "buy_in": 100, "rules": {"cards": 11}}


def cards_in(value):
    """Every card that is written anywhere in a value."""
    if isinstance(value, str):
        return {value} & set(DECK)
    if isinstance(value, dict):
        return cards_in(list(value)) | cards_in(list(value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(cards_in, value)) if value else set()
    return set()


class Room:
    """A table with a ledger, and everybody who listens: what they may hear is checked as it comes."""

    def __init__(self, folder):
        self.path = folder / "a.db"
        self.ledger = Ledger(self.path)
        self.table = Table(self.ledger)
        self.table.start()
        self.ears = self.table.subscribe()
        self.replies = []

    def do(self, cmd, by="host", source="host", **fields):
        reply = self.table.submit({"cmd": cmd, **fields}, by=by, source=source).result(10)
        self.replies.append(reply)
        return reply

    @property
    def public(self):
        return self.table.snapshot().public()

    def held(self):
        return self.table.snapshot().public("*")["hands"]

    def close(self):
        self.table.stop()
        self.ledger.close()


@pytest.fixture
def room(tmp_path):
    made = Room(tmp_path)
    assert made.do("open", **{key: value for key, value in OPEN.items() if key != "cmd"}).ok
    yield made
    made.close()


def play_until(room, phase, chance=None):
    """Turn after turn, by the players on their phones, until that phase."""
    chance = chance or random.Random(2)
    while room.public["phase"] != phase:
        state = room.public
        player = state["turn"]
        if state["phase"] == "throw":
            assert room.do("throw", by=player, source="phone").ok
        elif state["phase"] == "pass":
            own = room.table.snapshot().public(player)["own"]["cards"]
            assert room.do("pass", by=player, source="phone", cards=chance.sample(own, state["to_pass"])).ok
        else:
            assert room.do("check", by=player, source="phone").ok


def heard(room):
    """Everything that was published, as a listener could write it out."""
    while (item := room.ears.get(0)) is not None:
        assert isinstance(item, Published)
        yield {"command": dict(item.command), "events": list(item.events), "moved": item.moved(), "text": repr(item)}


def test_a_viewer_sees_his_own_cards_and_of_the_others_only_how_many(room):
    room.do("deal")
    play_until(room, "last")
    held = room.held()
    for viewer in (None, *ABCD, "Eve", "host"):
        state = room.table.snapshot().public(viewer)
        assert cards_in(state) == set(held.get(viewer, ()))
        for player, cards in held.items():
            assert state["hands"][player] == (cards if player == viewer else len(cards))
    assert state["own"] is None


def test_nothing_published_or_answered_holds_a_card_before_the_showdown(room):
    room.do("deal")
    play_until(room, "last")
    told = [*heard(room), *[{"events": list(reply.events), "text": repr(reply)} for reply in room.replies]]
    assert len(told) > 40
    for item in told:
        assert cards_in(item) == set()
        assert not any(f"'{card}'" in item["text"] for card in DECK)
        assert "salt" not in json.dumps(item)
    play_until(room, "deal")
    shown_now = {card for row in room.public["showdown"] for card in row["cards"]}
    assert cards_in(list(heard(room))) == shown_now


def test_the_export_and_the_record_hold_no_card(room):
    room.do("deal")
    play_until(room, "last")
    assert cards_in(as_json(record_in(room.path))) == set()
    play_until(room, "deal")
    room.do("cash_out")
    told = as_json(record_in(room.path))
    assert cards_in(told) == set()
    assert [row["outcome"] for row in told["rounds"]] == ["showdown"]
    assert (len(told["throws"]), {row["die_2"] for row in told["throws"]}) == (8, {None})
    assert sum(row["won"] for row in told["settlements"]) == 0
    (game,) = told["games"]
    assert {row["player"]: row["result"] for row in game["players"]} == room.public["results"]
    assert game["rounds"] == 1


def test_the_ledger_has_all_and_verifies(room):
    room.do("deal")
    play_until(room, "last")
    assert len(cards_in([done.events for done in room.ledger.transactions()])) == 52
    assert verify(room.path).ok, verify(room.path).fault
    again = Table(room.ledger)
    assert again.snapshot().public("*") == room.table.snapshot().public("*")


def test_a_tap_that_is_sent_again_after_a_restart_is_answered_without_cards(room):
    room.do("deal")
    play_until(room, "pass")
    player = room.public["turn"]
    own = room.table.snapshot().public(player)["own"]["cards"][: room.public["to_pass"]]
    command = {"cmd": "pass", "cards": own}
    first = room.table.submit(command, by=player, tap="abcd").result(10)
    again = Table(room.ledger)
    again.start()
    second = again.submit(command, by=player, tap="abcd").result(10)
    again.stop()
    assert first.ok
    assert second.events == first.events
    assert cards_in(list(first.events)) == set()


def test_no_log_line_holds_a_card(room, caplog):
    room.do("deal")
    play_until(room, "pass")
    player = room.public["turn"]
    own = room.table.snapshot().public(player)["own"]["cards"]

    class Odd:
        """A ledger that fails in a way of its own."""

        def append(self, *_):
            raise RuntimeError("no disk")

    kept, room.table.ledger = room.table.ledger, Odd()
    with caplog.at_level(logging.DEBUG):
        reply = room.do("pass", by=player, source="phone", cards=own[: room.public["to_pass"]])
    room.table.ledger = kept
    assert reply.refused == "unavailable"
    assert "could not carry out" in caplog.text
    assert not any(f"'{card}'" in caplog.text for card in DECK)


def test_refusals_name_no_card():
    game = Game()
    game.deal()
    game.do("check")
    game.do("throw", dice=[2])
    for cards in (["As", "Ah"], ["As"], ["As", "As"], ["Xx", "As"], [["As"], "Ah"]):
        with pytest.raises(Refused) as caught:
            game.do("pass", player="Ben", cards=cards)
        assert not any(card in caught.value.why.split() for card in ("As", "Ah", "Xx"))


def test_the_host_learns_nothing_by_guessing_at_a_hand(room):
    """He cannot choose for another, so no refusal tells him who holds what; the table draws."""
    room.do("deal")
    play_until(room, "pass")
    player, count = room.public["turn"], room.public["to_pass"]
    assert room.do("pass", player=player, cards=room.held()[player][:count]).refused == "not_allowed"
    assert room.do("pass", player=player, cards=["As"] * count).refused == "not_allowed"
    own = room.held()[player][:count]
    forged = room.do("pass", by=player, source="phone", cards=own, at_random=True)
    assert forged.refused == "bad_input", "only the table says that it drew"
    before = set(room.held()[player])
    reply = room.do("pass", player=player, cards="random")
    assert reply.ok
    assert reply.events[0]["at_random"] is True
    assert len(before - set(room.held()[player])) == count
    assert room.do("pass", player=player, cards="random").refused == "wrong_phase"
    assert room.do("pass", by=player, source="phone", cards="random").refused == "bad_input"


def test_nobody_brings_his_own_deck_or_salts_to_a_live_table(room):
    deck = list(DECK)
    for by, source in (("host", "host"), ("Ann", "phone")):
        assert room.do("deal", by=by, source=source, deck=deck).refused == "not_allowed"
        assert room.do("deal", by=by, source=source, salts=["00" * 16] * 52).refused == "not_allowed"
    assert room.do("deal", by="Ben", source="phone").refused == "not_your_turn"
    assert room.do("deal", by="Ann", source="phone").ok


def test_every_shuffle_is_another_and_every_salt():
    one, other = (completed({"cmd": "deal"}, "host", "host", None) for _ in range(2))
    assert sorted(one["deck"]) == sorted(DECK)
    assert one["deck"] != other["deck"]
    assert len({*one["salts"], *other["salts"]}) == 104


def test_a_page_may_ask_what_could_be_done_without_a_deck(room):
    snapshot = room.table.snapshot()
    assert snapshot.can({"cmd": "deal"}) is None
    assert snapshot.can({"cmd": "deal"}, by="Ann") is None
    assert snapshot.can({"cmd": "deal"}, by="Ben").code == "not_your_turn"
    assert room.public["phase"] == "deal"
    room.do("deal")
    play_until(room, "pass")
    assert room.table.snapshot().can({"cmd": "pass", "cards": "random"}) is None
    assert room.table.snapshot().can({"cmd": "deal"}).code == "wrong_phase"


def test_every_event_that_bears_cards_says_which_field_is_secret():
    open_ones = {"hands_shown"}
    for kind, cls in types().items():
        fields = set(getattr(cls, "__dataclass_fields__", ()))
        texts = {name for name in fields if cls.__annotations__[name].startswith("tuple[str, ...]")}
        bearing = texts | (fields & {"deck", "salts", "hands"})
        if cls.__module__.startswith("controller.games.poker") and kind not in open_ones:
            assert bearing - {"players"} <= set(cls.secret), kind
    game = Game(ABC)
    game.deal()
    game.turns(1, 1, 6)
    for event in game.told:
        assert cards_in(shown(encode(event))) == set()


def test_the_three_on_phones_never_hear_of_anothers_card_over_whole_hands(room):
    chance = random.Random(9)
    for _ in range(3):
        room.do("deal")
        while room.public["phase"] != "deal":
            state = room.public
            play_step(room, state, chance)
            held = room.held()
            now = room.public
            for viewer in ABCD:
                seen = cards_in(room.table.snapshot().public(viewer))
                open_ = {card for row in now["showdown"] for card in row["cards"]}
                own = held[viewer] if isinstance(held.get(viewer), list) else []
                assert seen <= set(own) | open_


def play_step(room, state, chance):
    player = state["turn"]
    if state["phase"] == "throw":
        room.do("throw", by=player, source="phone")
    elif state["phase"] == "pass":
        own = room.table.snapshot().public(player)["own"]["cards"]
        room.do("pass", by=player, source="phone", cards=chance.sample(own, state["to_pass"]))
    else:
        may = state["may"]
        word = chance.choice([cmd for cmd in ("check", "call", "fold") if may[cmd]] + ["bet"] * bool(may["bet"]))
        room.do(word, by=player, source="phone", **({"amount": may["bet"][0]} if word == "bet" else {}))
