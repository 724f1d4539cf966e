"""The parts on the host's page: every finding that the table can make, in words, in three languages."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import firmware
from controller.commands.screens import Attached, health
from controller.config import Config, TableOptions
from controller.doctor import machine
from controller.doctor.finding import FAULT, OK, SKIP, WARN, Finding
from controller.health import KEPT_S, MachineHealth, of_camera, of_pads
from controller.pad_health import BoardHealth, PadsHealth
from controller.pad_link import UNOPENED
from controller.pad_ports import PortHealth
from controller.pin_board import BOARD_ID
from tests.web.conftest import PIN, Person
from web import Settings, create_app
from web.parts import worded


def board(**more) -> BoardHealth:
    told = {"board": "00aa11bb22cc33dd", "port": "/dev/ttyACM0", "seats": 4, "version": "1.0.0", "old": False,
            "new": False, "speaks": True, "alive": True, "shown": True, "bad_frames": 0,
            "players": ("Ann", None, None, None), "muted": (False,) * 4, "lately": (0,) * 4}  # fmt: skip
    return BoardHealth(**(told | more))


def pads(*boards: BoardHealth, **more) -> list[Finding]:
    told = {"ports": (), "asking": None, "away": (), "trouble": None}
    return of_pads(PadsHealth(boards=boards, **(told | more)))


def eye(seeing, says="The camera /dev/video0 gave no frame.", **notes):
    return of_camera(SimpleNamespace(seeing=seeing, says=says, notes=notes))


FOUND = [
    *eye(None),
    *eye(True, dark="-", moved="-", fogged="-", light="-", flicker="-"),
    *eye(False),
    *pads(board(), board(alive=False), board(speaks=False), board(old=True), board(new=True),
          board(speaks=False, new=True), board(alive=False, board=BOARD_ID.hex()), board(muted=(True,) * 4),
          away=(("0011223344556677", ("Bo", "Cara")), ("0011223344556688", ())), trouble="pads.json is broken.",
          ports=(PortHealth("/dev/ttyS0", UNOPENED, "/dev/ttyS0 cannot be opened.", True),)),
    *(machine.space(Path("/"), 100, lambda _, free=free: machine.Space(0, 0, int(free))) for free in (5e7, 5e8, 5e10)),
    *(machine.power(told) for told in (None, "?", "throttled=0x1", "throttled=0x4", "throttled=0x10000",
                                       "throttled=0x40000", "throttled=0x0")),
    *(machine.temperature(celsius) for celsius in (None, 50.0, 77.0, 90.0)),
    machine.network("127.0.0.1", "127.0.0.1", False, 80, True),
    machine.network("0.0.0.0", "127.0.0.1", False, 80, True),
    machine.network("0.0.0.0", "192.168.1.9", False, 8080, True),
    Finding("pins", FAULT, "Pin 4 cannot be used.", code="pins"),
    Finding("host box", OK, "Accept: done.", code="box"),
]  # fmt: skip


@pytest.mark.parametrize("language", ["sv", "vi"])
@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found.part} {found.code}")
def test_nothing_is_told_in_english_to_who_reads_another_language(app, language, found):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        english = worded(found)
    with app.test_request_context(headers={"Accept-Language": language}):
        told = worded(found)
    assert told["state"] == english["state"] == found.state
    assert told["text"] and english["text"]
    assert told["text"] != english["text"]
    assert ("help" in told) == ("help" in english) == (found.state in (WARN, FAULT) and found.code != "starting")
    assert told.get("help", "") != english.get("help", "-")


def test_each_board_stands_there_by_its_name_with_what_to_do(app):
    with app.test_request_context():
        told = [worded(one) for one in pads(board(), board(old=True), away=(("0011223344556677", ("Bo",)),))]
    assert [part["name"] for part in told] == ["Pads cc33dd", "Pads cc33dd", "Pads 556677"]
    assert told[0]["text"] == "4 seats, firmware 1.0.0, on /dev/ttyACM0"
    assert told[1]["help"] == "Give it this table's firmware: dicetable pads flash /dev/ttyACM0"
    assert told[2]["text"] == "This board is away; it is the board of Bo."


def test_a_board_that_is_newer_than_the_table_asks_for_a_newer_table(app):
    with app.test_request_context():
        plays, mute = (worded(one) for one in pads(board(version="9.0.0", new=True), board(speaks=False, new=True)))
    ours = ".".join(map(str, firmware.VERSION))
    assert plays["text"].endswith(f"on /dev/ttyACM0. It plays; the table's program is older: {ours}.")
    assert plays["help"] == mute["help"] == "Renew the table's program."


def test_the_machine_is_not_asked_all_the_time(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(machine, "ask_throttled", lambda: asked.append(1) or "throttled=0x50005")
    monkeypatch.setattr(machine, "ask_temperature", lambda: 81.0)
    now = [0.0]
    of_machine = MachineHealth(tmp_path, 100, lambda: now[0])
    states = {one.part: (one.state, one.code) for one in of_machine()}
    assert states["power"] == (FAULT, "low") and states["temperature"] == (WARN, "warm")
    of_machine()
    assert len(asked) == 1
    now[0] = KEPT_S + 1
    of_machine()
    assert len(asked) == 2


def test_without_camera_and_pads_the_machine_is_told(tmp_path):
    config = Config(table=TableOptions(ledger=str(tmp_path / "t.db")))
    parts = [one.part for one in health(config, Attached(more=lambda: [Finding("host box", OK, "")]))()]
    assert parts == ["host box", "disk", "power", "temperature", "network"]


def test_a_part_that_cannot_be_asked_does_not_keep_the_others_from_the_page(table, tmp_path):
    def broken():
        raise RuntimeError("gone")

    host = Person(create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, health=broken)))
    host.post("/host/pin", pin=PIN)
    told = host.get("/host/health").get_json()["parts"]
    assert [part["name"] for part in told] == ["Parts", "Ledger", "Pages"]
    assert (told[0]["state"], told[0]["text"]) == (FAULT, "The state of the parts could not be read.")


def test_what_is_not_watched_here_says_so(app):
    with app.test_request_context():
        told = worded(machine.power(None))
    assert told["state"] == SKIP and "help" not in told


def test_heat_and_power_are_asked_of_the_kernel(tmp_path, monkeypatch):
    zone = tmp_path / "thermal_zone1"
    zone.mkdir()
    (zone / "type").write_text("acpitz\n")
    (zone / "temp").write_text("99000\n")
    assert machine.ask_temperature(tmp_path) is None, "only a Pi's own"
    (zone / "type").write_text("cpu-thermal\n")
    assert machine.ask_temperature(tmp_path) == 99.0
    monkeypatch.setattr(machine.shutil, "which", lambda _: None)
    assert machine.ask_throttled(tmp_path) is None
    told = tmp_path / "soc" / "soc:firmware"
    told.mkdir(parents=True)
    (told / "get_throttled").write_text("50000\n")
    assert machine.power(machine.ask_throttled(tmp_path)).code == "was_low"
