"""`dicetable run` with what hangs on the Pi's own pins."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.commands import pins_of, run
from controller.config import ConfigError, parse
from controller.doctor.finding import Finding
from controller.ledger import Ledger
from controller.pins import PinsError
from controller.table import Table

TEXT = """
[table]
ledger = "{folder}/t.db"
[camera]
source = ""
[web]
on = false
[pads]
on = false
seating = "{folder}/pads.json"
[gpio]
factory = "mock"
seats = 2
[host_box]
on = true
"""


def wait_for(true, seconds: float = 20.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def factories(monkeypatch):
    """The factories that were opened."""
    made = []

    def noting(name):
        made.append(run_open(name))
        return made[-1]

    run_open = pins_of.open_factory
    monkeypatch.setattr(pins_of, "open_factory", noting)
    return made


def test_pads_and_host_box_on_pins_play(tmp_path: Path, factories) -> None:
    config = parse(TEXT.format(folder=tmp_path))
    with ExitStack() as parts:
        table = run.start(config, parts)
        assert table.submit({"cmd": "open", "game": "street", "players": ["Ann", "Bo"], "buy_in": 100}).result(5).ok
        (factory,) = factories
        wait_for(lambda: factory.pin(8).state)  # puck OFF
        # The shooter's light swells; while it is not connected it only blips faintly.
        wait_for(lambda: factory.pin(27).state == 1.0)
        hold = factory.pin(4)
        hold.drive_low()
        wait_for(lambda: table.snapshot().public()["shooter"] == "Bo")
        hold.drive_high()
    assert not factory.pin(8).state


def test_without_the_library_the_rest_runs(tmp_path: Path, monkeypatch, capsys) -> None:
    def missing(name):
        raise PinsError(f"The pin factory {name} is not installed: apt install python3-lgpio.")

    monkeypatch.setattr(pins_of, "open_factory", missing)
    config = parse(TEXT.format(folder=tmp_path).replace('"mock"', '"lgpio"'))
    with ExitStack() as parts:
        table = run.start(config, parts)
        assert table.submit({"cmd": "open", "game": "street", "players": ["Ann", "Bo"], "buy_in": 100}).result(5).ok
    told = capsys.readouterr().err
    assert "The pin factory lgpio is not installed: apt install python3-lgpio. The table runs without" in told


def test_the_hosts_page_is_told_of_the_box_and_of_pins_that_cannot_be_had(tmp_path: Path, factories) -> None:
    config = parse(TEXT.format(folder=tmp_path))
    with Ledger(tmp_path / "t.db") as ledger, ExitStack() as parts:
        table = Table(ledger)
        table.start()
        parts.callback(table.stop)
        started = pins_of.start_pins(config, table, parts)
        assert started.health() == [Finding("host box", "ok", "Lamps, buzzer, keys.", code="box")]
        (factory,) = factories
        taken = pins_of.OnPins()
        pins_of._start_board(config, factory, taken, parts)
        (part,) = taken.health()
        assert (part.part, part.state) == ("pins", "fault")
        assert part.text.startswith("Pin 4 cannot be used for seat 1's for button")


def test_a_pin_named_twice_is_refused_when_the_file_is_read() -> None:
    with pytest.raises(ConfigError, match="^Pin 17 is named twice: .*against button and .*buzzer"):
        parse("[gpio]\nseats = 1\n[host_box]\non = true\nbuzzer = 17\n")
    parse("[gpio]\nseats = 1\n[host_box]\nbuzzer = 17\n")  # a box that is not there takes none
    with pytest.raises(ConfigError, match=r"^\[gpio\] factory is one of lgpio, rpigpio, pigpio, mock, not 'native'"):
        parse('[gpio]\nfactory = "native"\n')
    with pytest.raises(ConfigError, match=r"^each entry of \[gpio\] seat_1 lies between 2 and 27, and 28 does not"):
        parse("[gpio]\nseat_1 = [4, 17, 27, 28]\n")
