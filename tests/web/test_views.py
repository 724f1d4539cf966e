"""Views and the story behind them, as pure functions of what the table published."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from controller.games import events as game_events
from controller.games.codec import types
from vision.readings import NOT_THROWN_DETAILS, REASONS, WARNINGS
from web import story, views, words
from web.games import street
from web.scene import Scene
from web.settings import Settings
from web.story import MissedThrow, Story, tell


@dataclass
class Snap:
    state: dict

    def public(self, _viewer: str | None) -> dict:
        return self.state


@dataclass
class Told:
    """What a table publishes: decided events."""

    events: list[dict]
    seq: int = 1
    state: dict = field(default_factory=dict)

    @property
    def snapshot(self) -> Snap:
        return Snap(self.state)

    def moved(self) -> dict[str, tuple[int, int]]:
        return {}


@dataclass
class Notice:
    kind: str
    fields: dict


STATE = {
    "game": "street", "phase": "come_out", "point": None, "shooter": "Alice", "players": ["Alice", "Bo", "Cara", "Dan"],
    "stacks": {"Alice": 460, "Bo": 470, "Cara": 490, "Dan": 480},
    "results": {"Alice": 0, "Bo": 5, "Cara": -5, "Dan": 0},
    "bought_in": {"Alice": 500, "Bo": 500, "Cara": 500, "Dan": 500}, "on_table": 100,
    "can_throw": True, "why_not": None,
    "line": {"stake": ["Alice", 40], "for": [["Dan", 20]], "against": [["Bo", 30], ["Cara", 10]], "in_play": 40,
             "risk": {"Alice": 27, "Dan": 13, "Bo": 30, "Cara": 10}},
    "board": [], "rules": {"minimum": 10},
}  # fmt: skip


@pytest.fixture(autouse=True)
def in_english(app):
    with app.test_request_context():
        yield


@pytest.fixture
def make(tmp_path: Path):
    def scene(told: Story | None = None, state: dict | None = None, **changes: Any) -> Scene:
        settings = Settings(secrets=tmp_path, camera=True)
        return replace(Scene(1, STATE if state is None else state, told or Story(), settings), **changes)

    return scene


def thrown(number: int, dice: list[int], **more: Any) -> dict:
    return {"type": "thrown", "dice": dice, "total": sum(dice), "source": "camera", "round": 1, "number": number,
            "picture": None, "reading": None} | more  # fmt: skip


def test_the_line_says_with_against_in_play_and_each_ones_risk(make):
    view = views.tv(make())
    line = view["line"]
    assert (line["with"], line["against"], line["in_play"]) == (60, 40, 40)
    assert (line["with_share"], line["against_share"], line["covered_share"]) == (1000, 667, 667)
    risks = {one["name"]: (one["side"], one["bet"], one["risk"]) for one in view["people"]}
    assert risks == {
        "Alice": ("stake", 40, 27), "Bo": ("against", 30, 30), "Cara": ("against", 10, 10), "Dan": ("for", 20, 13),
    }  # fmt: skip


def test_a_bet_that_is_not_covered_says_so(make):
    line = STATE["line"] | {"risk": {"Alice": 1, "Dan": 0}}
    dan = views.tv(make(state=STATE | {"line": line}))["people"][3]
    assert dan["risk_word"] == "not covered"


@pytest.mark.parametrize(
    ("told", "state", "kind"),
    [
        ({"ready": True, "clear": True}, {}, "throw"),
        ({"clear": True}, {}, "wait"),
        ({}, {}, "wait"),
        ({"ready": True}, {"can_throw": False, "why_not": "no_fade"}, "locked"),
        ({"ready": True}, {"dice_out": True, "can_throw": True}, "out"),
        ({"ready": True, "camera_ok": False}, {}, "wait"),
        ({"ready": True}, {"phase": "waiting"}, "none"),
        ({"ready": True}, {"phase": "over"}, "none"),
    ],
)
def test_throw_is_said_only_when_the_camera_sees_a_clear_table_and_somebody_is_against(make, told, state, kind):
    assert views.tv(make(replace(Story(), **told), STATE | state))["cue"]["kind"] == kind


def test_paused_is_no_time_to_throw(make):
    assert views.tv(make(Story(ready=True), paused=True))["cue"]["kind"] == "wait"


@pytest.mark.parametrize("reason", [*REASONS, "no_fade", "wrong_phase", "host", "paused"])
def test_every_reason_has_plain_words_of_its_own(reason):
    general = words.no_roll_words("something new")
    assert words.no_roll_words(reason) != general
    assert "_" not in words.no_roll_words(reason)


@pytest.mark.parametrize("detail", NOT_THROWN_DETAILS)
def test_every_detail_has_words(detail):
    assert words.no_roll_words("not_thrown", detail) != words.no_roll_words("not_thrown")


@pytest.mark.parametrize("reason", [*REASONS, "host"])
def test_who_throws_one_die_is_not_told_of_two(make, reason):
    """In the opening everybody throws one die."""
    missed = MissedThrow(9, reason, "placed" if reason == "not_thrown" else None, None, None, 1)
    told = views.tv(make(Story(missed=missed), STATE | {"phase": "opening", "opening": {"to_throw": ["Bo"]}}))
    assert not {"both", "two", "dice"} & set(told["missed"]["why"].replace(":", "").split()) or reason == "too_dark"


@pytest.mark.parametrize("warning", WARNINGS)
def test_every_warning_has_words(warning):
    assert words.warning_words(warning) != warning


def test_what_was_seen_of_a_die_never_claims_more_than_it_knows():
    assert words.die_words({"value": 4, "confidence": 0.9999}) == "4 · 99.9%"
    assert words.die_words({"value": 4, "confidence": 1.0}) == "4 · 100%"
    assert words.die_words({"value": None, "candidates": [[4, 0.6], [5, 0.3]], "tilt_deg": 27.6}) == "4 / 5?, leans 28°"
    assert words.die_words({"value": None}) == "not read"


def test_events_that_the_story_takes_exist_in_the_games():
    assert game_events  # the module names the common ones
    assert set(story._TAKERS) <= set(types())


def test_everything_kept_is_bounded():
    told = Story(shooter="Alice")
    settled = {
        "type": "round_settled", "round": 0, "why": "natural", "winner": "right", "stake": ["Alice", 10], "fors": [],
        "againsts": [["Bo", 10]], "in_play": 10, "risk": {"Alice": 10, "Bo": 10}, "next": "Alice",
    }  # fmt: skip
    for number in range(1, 301):
        told = tell(told, Told([thrown(number, [3, 4]), settled | {"round": number}], number, STATE))
    assert len(told.throws) == story.THROWS_KEPT
    assert len(told.rounds) == story.ROUNDS_KEPT
    assert len(told.news) == story.NEWS_KEPT


def test_a_no_roll_is_gone_with_the_next_throw_and_with_the_hosts_word(make):
    no_roll = {"type": "no_roll", "reason": "cocked", "detail": None, "counted": True, "in_row": 2, "picture": "f" * 64,
               "reading": None}  # fmt: skip
    told = tell(Story(), Told([no_roll], 1, STATE))
    view = views.tv(make(told))["missed"]
    assert view["why"] == "A die leans: throw both again."
    assert view["row"] == "2 no-rolls in a row"
    assert view["picture"] == f"/picture/{'f' * 64}.jpg"
    assert tell(told, Told([thrown(1, [3, 4])], 2, STATE)).missed is None
    assert tell(told, Told([{"type": "voided", "returned": [], "next": "Bo"}], 2, STATE)).missed is None


def test_a_sleeve_is_no_no_roll():
    reopened = {"type": "no_roll", "reason": "hand", "detail": "no_throw", "counted": False, "in_row": 0,
                "picture": None, "reading": None}  # fmt: skip
    assert tell(Story(), Told([reopened], 1, STATE)).missed is None


def test_the_words_about_a_correction_go_with_the_next_throw(make):
    corrected = {"type": "corrected", "number": 1, "was": [3, 4], "was_total": 7, "dice": [6, 6]}
    told = tell(Story(), Told([thrown(1, [3, 4])], 1, STATE))
    told = tell(told, Told([corrected, thrown(1, [6, 6])], 5, STATE))
    assert views.tv(make(told))["notes"][0] == "The host corrected the throw: 3 · 4 is now 6 · 6."
    assert len(told.throws) == 1
    later = tell(told, Told([thrown(2, [2, 4])], 9, STATE))
    assert views.tv(make(later))["notes"] == []


def test_who_is_told_what(make):
    settled = {
        "type": "round_settled", "round": 1, "why": "seven_out", "winner": "wrong", "stake": ["Alice", 40],
        "fors": [["Dan", 20]], "againsts": [["Bo", 30], ["Cara", 10]], "in_play": 40,
        "risk": {"Alice": 27, "Dan": 13, "Bo": 30, "Cara": 10}, "next": "Bo",
    }  # fmt: skip
    told = tell(Story(shooter="Alice"), Told([thrown(3, [3, 4]), settled], 7, STATE))
    news = {name: [one["text"] for one in views.phone(make(told), name)["news"]] for name in STATE["players"]}
    assert news == {
        "Alice": ["You lost 27."], "Bo": ["You won 30."], "Cara": ["You won 10."], "Dan": ["You lost 13."],
    }  # fmt: skip
    assert views.phone(make(told), None)["last"]["decided"] == "Seven out: Alice misses"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"third": False, "reason": "cocked"}, "The camera cannot judge this throw: name the faces or call no roll."),
        ({"third": True, "reason": "cocked"}, "Three throws in a row could not be counted."),
    ],
)
def test_the_host_is_asked_for(make, fields, text):
    told = tell(Story(), Notice("ask_host", fields))
    alert = views.host(make(told))["alert"]
    assert (alert["kind"], alert["text"]) == ("host", text)
    assert tell(told, Told([thrown(1, [3, 4])], 2, STATE)).asking is None


def test_a_throw_that_changes_nothing_is_shown_as_no_roll(make):
    told = tell(Story(), Notice("no_roll", {"code": "no_fade", "why": "…", "values": [3, 4], "reason": None}))
    assert views.tv(make(told))["missed"]["why"] == "Nobody is against the shooter, so that throw does not count."


def test_pads_that_are_looked_for_are_named(make):
    told = tell(Story(), Notice("pads_learn", {"asking": "Bo", "found": 1}))
    assert views.tv(make(told))["alert"]["text"] == "Bo, press a button of your pad."
    assert views.tv(make(tell(told, Notice("pads_learn", {"asking": None, "found": 2}))))["alert"] is None


def test_notices_that_no_screen_shows_change_nothing():
    assert tell(Story(), Notice("tap_refused", {"player": "Bo"})) == Story()


def test_before_a_game_there_is_a_welcome_and_the_rules(make):
    view = views.tv(make(state={"game": None, "phase": "closed"}))
    assert (view["mode"], view["people"], view["line"]["in_play"]) == ("empty", [], 0)
    assert len(view["slides"]) == 8
    assert views.tv(make(state={}, waiting=("Bo",)))["mode"] == "lobby"


def test_the_odds_on_the_tv_are_worked_out_and_those_of_the_table():
    _, points, costs = [text for _title, text in street.slides({})][-3:]
    assert points.split(" · ")[0] == "6, 8: 5 ways, made 45.45%"
    assert costs.split(" · ")[1:3] == ["field: costs 5.56%", "hard 6, hard 8: costs 9.09%"]
    last = street.slides({"odds": {"seven": [5, 1], "two": [40, 1]}})[-1]
    assert last[1].startswith("two: gains 13.89% · any seven, 4 before 7,"), "the others are as printed"


def test_while_it_waits_the_line_is_empty(make):
    line = {"stake": None, "for": [], "against": [], "in_play": 0, "risk": {}}
    view = views.tv(make(state=STATE | {"phase": "waiting", "line": line, "can_throw": False}))
    assert view["headline"]["big"] == "Waiting"
    assert view["line"]["with"] == 0


def test_signed_numbers_have_a_true_minus():
    assert [words.signed(number) for number in (20, 0, -15)] == ["+20", "0", "\N{MINUS SIGN}15"]


def test_the_best_share_the_evening(make):
    state = STATE | {"phase": "over", "results": {"Alice": 10, "Bo": -20, "Cara": 10, "Dan": 0}}
    view = views.tv(make(state=state))
    assert view["final"]["names"] == "Alice, Cara"
    assert view["final"]["label"] == "The evening's winners"
    assert [one["name"] for one in view["people"]][-1] == "Bo"


def test_of_many_who_share_the_evening_two_are_named(make):
    shared = {name: 10 for name in ("Alice", "Bo", "Cara", "Dan")}
    assert (
        views.tv(make(state=STATE | {"phase": "over", "results": shared}))["final"]["names"] == "Alice, Bo and 2 more"
    )
