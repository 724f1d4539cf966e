"""Phones: sitting down, the line, rolling, chips, leaving."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.conftest import Person


def test_a_seat_that_waits_is_taken_by_its_name(game, person):
    bo = person("bo")
    view = bo.view()
    assert view["mode"] == "play"
    assert view["me"]["name"] == "Bo"
    assert view["me"]["stack"] == 490


def test_a_new_name_joins_with_what_the_game_opened_with(game, person):
    elin = person("Elin")
    assert elin.view()["me"]["stack"] == 500
    assert [one["name"] for one in elin.view()["people"]] == ["Alice", "Bo", "Cara", "Dan", "Elin"]


def test_a_new_seat_may_be_taken_to_the_left_of_somebody(game, person):
    assert person().post("/sit", name="Elin", after="Alice")[0] == 200
    assert [one["name"] for one in person().view("tv")["people"]] == ["Alice", "Elin", "Bo", "Cara", "Dan"]


@pytest.mark.parametrize("name", ["Maximiliane-Charlotte Wennerstroem-Sundq", "<b>Bo</b>"])
def test_a_seat_whose_name_no_phone_could_have_typed_is_taken_by_it(host_says, person, name):
    host_says("open", game="street", players=["Alice", name], buy_in=500)
    someone = person()
    assert someone.post("/sit", seat=name)[0] == 200
    assert someone.view()["me"]["name"] == name


def test_a_seat_with_a_phone_is_not_given_to_another(game, person):
    person("Bo")
    status, told = person().post("/sit", seat="Bo")
    assert (status, told["refused"]) == (409, "seat_taken")
    assert "ask the host for a seat code" in told["why"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 300, "at most 20 letters"),
        ("<script>alert(1)</script>"[:20], "letters, digits and spaces"),
        ("", "type a name"),
        ("   ", "type a name"),
        (None, "type a name"),
        (7, "type a name"),
        (["Bo"], "type a name"),
        ("Bo\u202e", "letters, digits and spaces"),
        ("Bo\u034f", "letters, digits and spaces"),
        ("\u3164", "letters, digits and spaces"),
        ("e" + "\u0301" * 18, "too many accents"),
        ("\u0301\u0301", "too many accents"),
        ("Bo \u0301", "too many accents"),
        ("host", "needs that name"),
        ("HOST", "needs that name"),
        ("*", "needs that name"),
    ],
)
@pytest.mark.parametrize("open_game", [True, False])
def test_a_name_that_cannot_stand_is_refused_in_one_sentence(request, app, person, table, name, why, open_game):
    if open_game:
        request.getfixturevalue("game")
    before = table.snapshot().seq
    status, told = person().post("/sit", name=name)
    assert status == 400
    assert why in told["why"]
    assert "\n" not in told["why"]
    assert table.snapshot().seq == before
    assert app.extensions["dicetable"].seats.waiting() == ()


@pytest.mark.parametrize("name", ["Bích Ngọc", "Nguyê\u0303n", "กิ่ง", "שָׁלוֹם", "😀", "Å"])
def test_names_of_all_the_worlds_letters_stand(game, person, name):
    assert person().post("/sit", name=name)[0] == 200


def test_an_accent_sent_apart_from_its_letter_is_the_same_name(game, person):
    jose = person("Jose\u0301")
    assert jose.view()["me"]["name"] == "Jos\u00e9"
    assert person().post("/sit", name="Jos\u00e9")[1]["refused"] == "seat_taken"


def test_phones_that_sit_down_at_once_never_get_more_seats_than_there_are(game, app, table, settings):
    def sit(number: int) -> tuple[int, dict]:
        return Person(app).post("/sit", name=f"Guest {number}")

    with ThreadPoolExecutor(max_workers=16) as crowd:
        answers = list(crowd.map(sit, range(16)))
    assert sorted(status for status, _ in answers) == [200] * 8 + [409] * 8
    assert {told["why"] for status, told in answers if status == 409} == {"Every seat is taken."}
    assert len(table.snapshot().public()["players"]) == settings.seats


def test_a_seat_whose_answer_was_lost_is_given_to_the_same_tap_again(game, person, host, table):
    """The first answer, with the cookie, never arrived: the page sends the same tap."""
    for path, wish in (
        ("/sit", {"name": "Bo"}),
        ("/sit", {"name": "Elin"}),
        ("/code", {"code": host.post("/host/seat", player="Dan", do="code")[1]["code"]}),
    ):
        assert person().post(path, tap="tap-of-one-phone" + wish.get("name", ""), **wish)[0] == 200
        before = table.snapshot().seq
        phone = person()
        status, told = phone.post(path, tap="tap-of-one-phone" + wish.get("name", ""), **wish)
        assert status == 200, told
        assert phone.view()["mode"] == "play"
        assert table.snapshot().seq == before
        assert person().post(path, **wish)[0] in (403, 409), "another phone's tap is another tap"


def test_a_tap_that_got_a_seat_is_worth_nothing_once_another_phone_has_it(game, person, host):
    old = person()
    assert old.post("/sit", name="Bo", tap="tap-of-the-old-phone")[0] == 200
    code = host.post("/host/seat", player="Bo", do="code")[1]["code"]
    new = person()
    assert new.post("/code", code=code)[0] == 200
    status, told = person().post("/sit", name="Bo", tap="tap-of-the-old-phone")
    assert (status, told["refused"]) == (409, "seat_taken")
    assert new.view()["me"]["name"] == "Bo"


def test_before_a_game_people_wait_and_then_play(app, person, host_says):
    bo = person("Bo")
    assert bo.view()["mode"] == "wait"
    assert person().post("/sit", name="BO")[1]["refused"] == "seat_taken"
    reply = host_says("open", game="street", players=["Alice", "Bo"], buy_in=100)
    app.extensions["dicetable"].catch_up(reply.seq)
    assert bo.view()["mode"] == "play"


def test_who_waited_and_is_not_in_the_game_picks_a_seat_again(person, host_says):
    bo = person("Bo")
    host_says("open", game="street", players=["Alice", "Cara"], buy_in=100)
    assert bo.view()["mode"] == "sit"
    assert person("Cara").view()["mode"] == "play"


def test_the_table_is_full_at_its_seats(game, person, settings):
    for number in range(settings.seats - 4):
        person(f"Guest {number}")
    status, told = person().post("/sit", name="One More")
    assert (status, told["why"]) == (409, "Every seat is taken.")


def test_for_against_and_off(game, person):
    cara = person("Cara")
    for side, stands in (("for", "for"), ("against", "against"), ("off", "none")):
        status, told = cara.post("/tap", do=side, seen=cara.view()["seq"])
        assert status == 200, told
        assert told["view"]["buttons"]["stands"] == stands


def test_the_same_tap_twice_is_answered_alike_and_done_once(game, person, table):
    cara = person("Cara")
    seen = cara.view()["seq"]
    first = cara.post("/tap", do="for", seen=seen, tap="the-same-tap")
    after = table.snapshot().seq
    second = cara.post("/tap", do="for", seen=seen, tap="the-same-tap")
    assert first[0] == second[0] == 200
    assert table.snapshot().seq == after


def test_a_tap_on_a_state_that_an_auto_fade_has_changed_is_refused_with_the_new_one(game, person, host_says):
    bo = person("Bo")
    bo.post("/tap", do="off", seen=bo.view()["seq"])
    shown = bo.view()
    assert shown["buttons"]["stands"] == "none"
    person("Cara").post("/tap", do="against", seen=shown["seq"])
    host_says("throw", dice=[3, 4])  # a natural: the next round opens and puts Bo against again
    status, told = bo.post("/tap", do="for", seen=shown["seq"])
    assert (status, told["refused"]) == (409, "changed")
    assert told["view"]["buttons"]["stands"] == "against"


def test_what_cannot_be_tapped_says_why(game, person, host_says):
    host_says("throw", dice=[2, 4])
    buttons = person("Cara").view()["buttons"]
    assert not buttons["for"]["can"]
    assert buttons["for"]["why"] == "The line is closed until the next round."
    assert person("Alice").view()["buttons"]["for"]["why"] == "You are the shooter: your stake is in."


def test_the_shooter_alone_rolls_and_a_second_press_is_not_a_second_throw(game, person, table):
    alice, bo = person("Alice"), person("Bo")
    assert bo.post("/roll", after=0)[1]["refused"] == "not_shooter"
    view = alice.view()
    assert view["roll"] == {
        "show": True, "can": True, "text": "Roll the dice", "why": "", "pass": True, "pass_why": "",
    }  # fmt: skip
    status, told = alice.post("/roll", after=view["after"], seen=view["seq"])
    assert status == 200, told
    assert len(told["view"]["last"]["dice"]) == 2
    assert told["view"]["last"]["seen"] == "Rolled on the phone"
    late = alice.post("/roll", after=view["after"])
    assert late[1]["refused"] == "changed"
    assert table.snapshot().public()["throws"] == 1


def test_a_roll_that_is_sent_again_is_one_throw_and_answered_alike(game, person, host, table):
    alice = person("Alice")
    view = alice.view()
    first = alice.post("/roll", after=view["after"], seen=view["seq"], tap="the-same-roll")
    host.post("/host/screens", do="pause")
    second = alice.post("/roll", after=view["after"], seen=view["seq"], tap="the-same-roll")
    assert first[0] == second[0] == 200
    assert first[1]["view"]["last"]["dice"] == second[1]["view"]["last"]["dice"]
    assert table.snapshot().public()["throws"] == 1
    assert alice.post("/roll", after=view["after"], tap="another-roll")[1]["why"] == "The host has paused the table."


def test_a_phone_cannot_name_the_faces_of_its_roll(game, person, table):
    alice = person("Alice")
    assert alice.post("/roll", after=0, dice=[1, 1])[1]["refused"] == "not_allowed"
    assert table.snapshot().public()["throws"] == 0
    told = alice.post("/roll", after=0, total=11, source="camera")[1]
    assert told["view"]["last"]["seen"] == "Rolled on the phone", "what else it sends is not heard"


def test_while_the_dice_are_out_passing_and_leaving_say_why_they_wait(game, person, host_says):
    host_says("dice_out")
    alice = person("Alice").view()
    assert alice["roll"]["pass_why"] == "Too late: the dice are out."
    assert alice["leave"] == {"can": False, "why": "Too late: the dice are out."}
    host_says("no_roll")
    assert person("Bo").view()["leave"] == {"can": True, "why": ""}


def test_in_an_open_line_everybody_names_the_amount(host_says, person, table):
    rules = {"line": "open", "minimum": 10}
    host_says("open", game="street", players=["Alice", "Bo", "Cara"], buy_in=500, rules=rules)
    alice, cara = person("Alice"), person("Cara")
    amount = cara.view()["buttons"]["amount"]
    assert amount == {"show": True, "stake": False, "least": 10, "most": 500, "now": 10, "can": True, "why": ""}
    assert cara.view()["buttons"]["for"]["can"]
    assert cara.post("/tap", do="for", amount=35)[0] == 200
    assert table.snapshot().public()["line"]["for"] == [["Cara", 35]]
    assert cara.view()["buttons"]["amount"]["now"] == 35
    for wrong in (0, -5, 1.5, "ten", True, 10**30):
        assert cara.post("/tap", do="for", amount=wrong)[0] == 400, wrong
    assert cara.post("/tap", do="against", amount=9)[1]["refused"] == "below_minimum"
    assert cara.post("/stake", amount=20)[1]["refused"] == "not_shooter"
    assert alice.view()["buttons"]["amount"]["stake"]
    assert alice.post("/stake", amount=40)[0] == 200
    assert table.snapshot().public()["line"]["stake"] == ["Alice", 40]
    host_says("throw", dice=[2, 4])
    assert not cara.view()["buttons"]["amount"]["show"]
    assert not alice.view()["buttons"]["amount"]["show"]


def test_in_a_line_of_units_no_amount_is_asked(game, person, table):
    cara = person("Cara")
    assert not cara.view()["buttons"]["amount"]["show"]
    assert cara.post("/tap", do="for", amount=35)[0] == 200
    assert table.snapshot().public()["line"]["for"] == [["Cara", 10]]


def test_chips_are_asked_of_the_host(game, person, host):
    bo = person("Bo")
    assert bo.post("/ask", amount=200)[1]["view"]["chips"]["asked"] == 200
    assert host.view("host")["requests"] == [{"player": "Bo", "amount": 200}]
    assert host.post("/host/do", cmd="buy_in", player="Bo", amount=200)[0] == 200
    assert host.view("host")["requests"] == []
    assert bo.view()["me"]["stack"] == 690
    assert bo.view()["news"][-1]["text"] == "The host gave you 200 chips."


@pytest.mark.parametrize("amount", [0, -5, 1.5, "ten", True, None, 10**30])
def test_an_amount_that_is_none_is_refused(game, person, amount):
    status, told = person("Bo").post("/ask", amount=amount)
    assert status == 400
    assert told["why"] == "A buy-in is a whole number from 1 to 1000000."


def test_a_player_leaves_and_the_seat_is_free(game, person):
    cara = person("Cara")
    assert cara.post("/leave")[0] == 200
    assert cara.view()["mode"] == "sit"
    assert "Cara" not in [row["name"] for row in cara.view()["sit"]["rows"]]


@pytest.mark.parametrize("opened", ["street", "bank", "poker"])
def test_who_leaves_and_comes_back_gets_no_chips_that_the_host_has_not_given(app, host_says, person, table, opened):
    host_says("open", game=opened, players=["Alice", "Bo", "Cara", "Dan"], buy_in=500)
    before = table.snapshot().public()
    cara = person("Cara")
    for _time in range(3):
        assert cara.post("/leave")[0] == 200
        assert cara.post("/sit", name="Cara")[0] == 200
    after = table.snapshot().public()
    assert "Cara" in after["players"]
    assert (after["stacks"], after["bought_in"]) == (before["stacks"], before["bought_in"])
    assert cara.post("/leave")[0] == 200
    assert cara.post("/sit", name="Eve")[0] == 200
    assert table.snapshot().public()["bought_in"]["Eve"] == 500


def test_a_forged_or_old_cookie_falls_back_to_picking_a_seat(game, person, app):
    bo = person("Bo")
    bo.client.set_cookie("dicetable", "eyJzZWF0IjoiQm8iLCJudW1iZXIiOjF9.forged.forged")
    assert bo.get("/").status_code == 200
    assert bo.view()["mode"] == "sit"
    status, told = bo.post("/tap", do="for")
    assert (status, told["refused"]) == (403, "no_seat")


def test_a_cookie_of_a_seat_that_was_given_away_holds_it_no_longer(game, person, host):
    old, new = person("Bo"), person()
    code = host.post("/host/seat", player="Bo", do="code")[1]["code"]
    assert not set(code) & set("0O1IL")
    assert new.post("/code", code=code.lower())[0] == 200
    assert new.view()["me"]["name"] == "Bo"
    assert old.view()["mode"] == "sit"
    assert person().post("/code", code=code)[0] == 403, "a seat code is good once"


def test_a_phone_from_the_room_shows_the_code_of_the_tv_and_others_are_slowed(game, person, app):
    far = person(address="192.168.7.7")
    assert "code that stands beside" in far.post("/sit", name="Elin")[1]["why"]
    code = far.view("tv")["join"]["code"]
    assert far.post("/sit", name="Elin", code=f" {code.lower()} ")[0] == 200
    guesser = person(address="192.168.7.8")
    answers = [guesser.post("/sit", name="Fia", code="AAAA")[0] for _ in range(7)]
    assert answers == [403] * 5 + [429] * 2


def test_news_of_a_round_wait_for_a_phone_that_slept(game, app, person, host_says):
    bo = person("Bo")
    before = bo.view()["seq"]
    app.extensions["dicetable"].catch_up(host_says("throw", dice=[6, 6]).seq)
    news = [one for one in bo.view()["news"] if one["seq"] > before]
    assert [one["text"] for one in news] == ["You won 10."]


def test_paused_means_no_taps(game, person, host):
    host.post("/host/screens", do="pause")
    cara = person("Cara")
    assert cara.post("/tap", do="for")[1]["why"] == "The host has paused the table."
    assert not cara.view()["buttons"]["for"]["can"]
    host.post("/host/screens", do="resume")
    assert cara.post("/tap", do="for")[0] == 200


def test_a_table_with_a_camera_has_no_roll_button(table, tmp_path, game):
    from tests.web.conftest import Person
    from web import Settings, create_app

    app = create_app(table, Settings(secrets=tmp_path / "other", camera=True, pin="1234"))
    app.extensions["dicetable"].start()
    alice = Person(app)
    alice.post("/sit", name="Alice")
    assert not alice.view()["roll"]["show"]
    assert alice.post("/roll", after=0)[1]["why"] == "At this table the dice are real: throw them."
    app.extensions["dicetable"].stop()
