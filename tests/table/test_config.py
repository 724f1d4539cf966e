"""table.toml: what it says is what is used, and what it cannot mean is refused by name."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.config import SECTIONS, Config, ConfigError, example, load, parse, write_example


def test_an_empty_file_is_the_usual_table():
    assert parse("") == Config()


def test_what_is_given_is_used(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(
        '[table]\nledger = "nights/one.db"\nlanguage = "sv"\npictures_days = 7\n'
        '[camera]\nsource = "picamera"\nsize = [640, 480]\n'
        '[game.rules]\nminimum = 5\ndice_pass = "seven_out"\nfirst_shooter = {named = "Bo"}\n'
        '[pads]\nports = ["/dev/ttyACM*"]\n[web]\nport = 8081\nhost = "127.0.0.1"\n'
    )
    config = load(path)
    assert (config.table.language, config.table.pictures_days) == ("sv", 7.0)
    assert (config.camera.source, config.camera.size) == ("picamera", (640, 480))
    assert config.game.rules["minimum"] == 5
    assert config.pads.ports == ("/dev/ttyACM*",)
    assert (config.web.host, config.web.port) == ("127.0.0.1", 8081)
    assert config.path(config.table.ledger) == tmp_path / "nights" / "one.db"
    assert config.path("/var/lib/table.db").as_posix() == "/var/lib/table.db"
    with pytest.raises(FrozenInstanceError):
        config.web.port = 1


def test_a_bank_game_is_set_up_with_options_of_its_own():
    config = parse('[game]\ngame = "bank"\nrules = {card = "trainer", bank = 5000, field_12 = "2:1"}')
    assert (config.game.game, config.game.rules["card"]) == ("bank", "trainer")


def test_a_poker_game_is_set_up_with_options_of_its_own():
    config = parse('[game]\ngame = "poker"\nrules = {ante = 20, cards = 11, limit = "pot"}')
    assert (config.game.game, config.game.rules["cards"]) == ("poker", 11)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tabel]", "there is no section [tabel] (did you mean table?)."),
        ("[xyzzy]", "there is no section [xyzzy]."),
        ('[table]\nlegder = "x"', "[table] has no option legder (did you mean ledger?)."),
        ("[web]\nqqq = 1", "[web] has no option qqq."),
        ("[web]\nport = 99999", "[web] port lies between 1 and 65535, and 99999 does not."),
        ("[web]\nport = -1", "[web] port lies between 1 and 65535, and -1 does not."),
        ('[web]\nport = "8080"', "[web] port is a whole number, not '8080'."),
        ("[web]\nport = 8080.0", "[web] port is a whole number, not 8080.0."),
        ("[web]\nport = true", "[web] port is a whole number, not True."),
        ("[pads]\non = 1", "[pads] on is true or false, not 1."),
        ("[camera]\nsource = 0", "[camera] source is text in quotes, not 0."),
        ("[camera]\nfps = nan", "[camera] fps lies between 5 and 120, and nan does not."),
        ("[camera]\nfps = inf", "[camera] fps lies between 5 and 120, and inf does not."),
        ("[camera]\nsize = 640", "[camera] size is a list, not 640."),
        ("[camera]\nsize = [640]", "[camera] size has 2 entries, not 1."),
        ('[camera]\nsize = [640, "a"]', "each entry of [camera] size is a whole number, not 'a'."),
        ('[table]\nlanguage = "svv"', "[table] language is one of en, sv, vi, not 'svv' (did you mean sv?)."),
        ('[surface]\nfind = "corners"', "[surface] find is corners, so corners must be given: eight numbers."),
        ("[surface]\nwidth_mm = 440", "[surface] width_mm and depth_mm belong together: give both, or neither."),
        (
            "[surface]\nwidth_mm = 44\ndepth_mm = 236",
            "[surface] width_mm and depth_mm are 0 or at least 100 millimetres.",
        ),
        (
            '[surface]\nfind = "corners"\ncorners = [0, 0, 9, 0, 9, 9, 0, 9]',
            "[surface] find is corners, so width_mm and depth_mm must be given.",
        ),
        (
            '[web]\naddress = "http://10.42.0.1:8080"',
            "[web] address is a machine and its port like 192.168.1.20:8080, not 'http://10.42.0.1:8080'.",
        ),
        (
            "[host_box]\non = true\npuck_off = 1",
            "Pin 1 is not free on a Pi: for the host box's puck lamp OFF take one from 2 to 27.",
        ),
        ("web = 3", "web is a section: write [web] on a line of its own."),
        ("[game]\nrules = 3", "[game] rules is a table of options, not 3."),
        ("[game.rules]\nminimun = 3", "[game.rules] has no option minimun (did you mean minimum?)."),
        (
            '[game.rules]\nleaning = "never"',
            "[game.rules] The option leaning is one of host, counts, rethrow, not 'never'.",
        ),
        ('[game]\ngame = "bnak"', "[game] game is one of street, bank, poker, not 'bnak' (did you mean bank?)."),
        ('[game]\ngame = "bank"\nrules = {dice_pass = "x"}', "[game.rules] has no option dice_pass."),
        ('[game]\ngame = "poker"\nrules = {minimum = 5}', "[game.rules] has no option minimum."),
        ('[game]\ngame = "poker"\nrules = {cards = 9}', "[game.rules] Each is dealt 7 cards or 11, not 9."),
        ("[game.rules]\nmaximum = 3", "[game.rules] has no option maximum (did you mean minimum?)."),
        (
            '[game]\ngame = "bank"\n[game.rules]\nminimum = 30\nmaximum = 3',
            "[game.rules] The minimum 30 is more than the maximum 3.",
        ),
        ("[web]\nport = 1" + "0" * 30, "[web] port lies between 1 and 65535, and 1" + "0" * 30 + " does not."),
    ],
)
def test_what_it_cannot_mean_is_refused_by_name(text, words):
    with pytest.raises(ConfigError) as told:
        parse(text)
    assert str(told.value) == words


@pytest.mark.parametrize(
    "text", ["x =", "[web]\nport = 1\nport = 2", "[web]\nport = 1" + "0" * 5000, "a = " + "[" * 5000, "\0", "[web\n"]
)
def test_what_is_no_toml_is_one_sentence(text):
    with pytest.raises(ConfigError) as told:
        parse(text)
    assert "TOML" in str(told.value) or "deep" in str(told.value)


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path):
    with pytest.raises(ConfigError, match="There is no file"):
        load(tmp_path / "table.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"[table]\nledger = '\xe5.db'")
    with pytest.raises(ConfigError, match="UTF-8"):
        load(tmp_path / "latin.toml")
    (tmp_path / "bad.toml").write_text("[tabel]")
    with pytest.raises(ConfigError, match=r"bad\.toml: there is no section \[tabel\]"):
        load(tmp_path / "bad.toml")


def test_every_option_has_help_and_the_example_tells_it():
    text = example()
    for name, kind in SECTIONS.items():
        assert f"[{name}]" in text
        for one in fields(kind):
            assert one.metadata["help"].endswith("."), one.name
            assert one.metadata["help"] in text and f"#{one.name} = " in text


def test_the_example_is_the_usual_table_as_it_stands_and_switched_on():
    assert parse(example()) == Config()
    on = re.sub(r"^#(\w+ = )", r"\1", example(), flags=re.MULTILINE).replace("corners = []\n", "")
    assert parse(on) == Config()


def test_the_example_never_overwrites_a_file(tmp_path):
    write_example(tmp_path / "table.toml")
    assert load(tmp_path / "table.toml").web == Config().web
    with pytest.raises(ConfigError, match="already"):
        write_example(tmp_path / "table.toml")
    with pytest.raises(ConfigError, match="cannot be written"):
        write_example(tmp_path / "nowhere" / "table.toml")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(SECTIONS)), st.data())
def test_any_value_is_taken_or_refused_in_a_sentence(section, data):
    from controller import config

    key = data.draw(st.sampled_from([one.name for one in fields(SECTIONS[section])]))
    try:
        config._section(section, SECTIONS[section], {key: data.draw(values)})
    except ConfigError as error:
        assert f"[{section}" in str(error) and "\n" not in str(error)
