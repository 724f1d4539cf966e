"""The Pi's installer and what it puts there, as far as it can be tried on a machine that is none."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest

from controller.config import load

ROOT = Path(__file__).resolve().parents[2]
PI = ROOT / "hardware" / "pi"
SCRIPTS = ("install.sh", "wait-for-table", "tv-browser")
UNITS = {"dicetable.service": 2.5, "dicetable-portal.service": 2.5, "dicetable-tv.service": 8.5}

PUT = (
    "/etc/systemd/system/dicetable.service",
    "/etc/systemd/system/dicetable-tv.service",
    "/etc/systemd/system/dicetable-portal.service",
    "/etc/udev/rules.d/60-dicetable.rules",
    "/etc/NetworkManager/system-connections/dicetable.nmconnection",
    "/etc/NetworkManager/dnsmasq-shared.d/dicetable.conf",
    "/etc/dicetable/table.toml",
    "/etc/avahi/services/dicetable.service",
    "/etc/systemd/journald.conf.d/dicetable.conf",
)


def tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def said(*command: object, **more) -> subprocess.CompletedProcess:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60, check=False, **more)


@pytest.mark.parametrize(
    "script", [*(PI / name for name in SCRIPTS), *sorted(ROOT.glob(".ci/*"))], ids=lambda script: script.name
)
def test_the_scripts_are_clean(script):
    done = said(tool("shellcheck"), script)
    assert done.returncode == 0, done.stdout
    assert script.stat().st_mode & 0o111 or script.name == "run"


@pytest.fixture
def install():
    """The installer in a dry run, on a machine that says it is Bookworm or not."""
    return lambda *options: said(PI / "install.sh", "--dry-run", "--any", *options)


def test_a_dry_run_says_everything_and_does_nothing(install):
    places = [Path("/opt/dicetable"), Path("/var/lib/dicetable-install"), Path("/etc/dicetable")]
    before = [place.exists() for place in places]
    done = install("--tv", "--wifi", "Dice", "--wifi-password", "secret phrase")
    assert done.returncode == 0, done.stderr
    if not any(before):
        for file in PUT:
            assert f"would write: {file}" in done.stdout
    assert "about ten phones" in done.stdout
    assert "secret phrase" not in done.stdout
    assert [place.exists() for place in places] == before


def test_the_plain_table_has_neither_tv_nor_wifi(install):
    done = install()
    assert done.returncode == 0, done.stderr
    assert "dicetable.service" in done.stdout or "nothing was changed" in done.stdout
    for word in ("dicetable-tv", "nmconnection", "portal.service", "cage"):
        assert word not in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--tvv"], "There is no option --tvv"),
        (["--wifi"], "--wifi wants a name."),
        (["--wifi", "Dice", "--wifi-password", "short"], "at least 8 letters"),
        (["--wifi", "Dice"], "at least 8 letters"),
        (["--wifi", 'D"ice', "--wifi-password", "longenough"], "without quotation marks"),
        (["--wifi", "Dice", "--wifi-password", "x" * 64], "at most 63 letters"),
        (["--wifi", "å" * 17, "--wifi-password", "longenough"], "at most 32 bytes"),
        (["--wifi", "a;b", "--wifi-password", "longenough"], "semicolons"),
        (["--wifi", "a\nb", "--wifi-password", "longenough"], "on one line"),
        (["--wifi", "Dice ", "--wifi-password", "longenough"], "end with a blank"),
        (["--wifi", "Dice", "--wifi-password", "långtlösen"], "plain letters"),
        (["--wifi-password", "longenough"], "belongs to a name"),
        (["--name", "My Table"], "small letters"),
        (["--name", "-dice"], "begins nor ends"),
        (["--name", "d" * 64], "at most 63"),
        (["--name", ""], "--name wants a name."),
        (["--undo", "--tv"], "with --dry-run alone"),
    ],
)
def test_wrong_use_is_one_sentence(install, options, words):
    done = install(*options)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_undo_without_an_installation_does_nothing():
    if Path("/var/lib/dicetable-install/done").exists():
        pytest.skip("the table is installed on this machine")
    done = said(PI / "install.sh", "--undo", "--dry-run")
    assert (done.returncode, done.stdout) == (0, "Nothing was installed by this script.\n")


@pytest.mark.parametrize("unit", UNITS)
def test_the_units_are_valid_and_hardened(unit):
    analyze = tool("systemd-analyze")
    complaints = [line for line in said(analyze, "verify", PI / unit).stderr.splitlines() if unit in line]
    # The programs are not on this machine; anything else that is said of the unit is a fault.
    assert [line for line in complaints if "is not executable" not in line] == []
    told = said(analyze, "security", "--offline=true", PI / unit).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", told)
    if found is None:
        pytest.skip("this systemd-analyze cannot judge a unit that is not loaded")
    assert float(found[1]) <= UNITS[unit]


def test_the_table_comes_back_whatever_happens():
    text = (PI / "dicetable.service").read_text()
    for line in ("Type=notify", "StateDirectory=dicetable"):
        assert line in text.splitlines()
    assert int(re.search(r"^WatchdogSec=(\d+)$", text, re.MULTILINE)[1]) >= 15
    for unit in UNITS:
        assert {"Restart=always", "StartLimitIntervalSec=0"} <= set((PI / unit).read_text().splitlines()), unit


def test_the_settings_that_it_puts_there_are_read():
    config = load(PI / "table.toml")
    for path in (config.table.ledger, config.surface.saved, config.pads.seating):
        assert path.startswith("/var/lib/dicetable/")
    text = re.sub(r"^#(\w+ = )", r"\1", (PI / "table.toml").read_text(), flags=re.MULTILINE)
    assert tomllib.loads(text)["camera"]["focus_mm"] == 700


def test_the_packages_are_those_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {re.split(r"[<>=; ]", one, maxsplit=1)[0].lower() for one in project["dependencies"]}
    pinned = re.findall(r"^([a-z0-9-]+)==", (PI / "requirements.txt").read_text(), re.MULTILINE)
    assert needed - set(pinned) == {"numpy", "opencv-python-headless"}  # from apt on a Pi
    assert pinned == sorted(pinned)


def test_boards_are_kept_from_modemmanager():
    rules = (PI / "60-dicetable.rules").read_text()
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rules
    assert 'ATTRS{idVendor}=="2e8a"' in rules
    udevadm = tool("udevadm")
    if "verify" not in said(udevadm, "--help").stdout:
        pytest.skip("this udevadm cannot verify rules")
    done = said(udevadm, "verify", PI / "60-dicetable.rules")
    assert done.returncode == 0, done.stdout + done.stderr


def test_phones_that_look_for_the_internet_find_the_table(monkeypatch):
    monkeypatch.syspath_prepend(str(PI))
    import portal

    server = portal.make_server(0, "http://10.42.0.1:8080/?a=1&b=<x>", host="127.0.0.1")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for path in ("/generate_204", "/hotspot-detect.html", "/", "/connecttest.txt?x=1"):
            with urlopen(f"http://127.0.0.1:{server.server_port}{path}", timeout=5) as answer:
                body = answer.read().decode()
                assert answer.status == 200
            assert "There is no internet here." in body
            assert 'href="http://10.42.0.1:8080/?a=1&amp;b=&lt;x&gt;"' in body
    finally:
        server.shutdown()
        server.server_close()
