"""The builder's guide is true to the program: commands, options, files and numbers in it are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from controller.cli import COMMANDS, main
from controller.config import Config, parse
from controller.geometry import MODULES, Picture, Play, look
from firmware import link

PAGES = ("README.md", "power.md", "parts.md")


def words(hardware: Path) -> str:
    return "\n".join((hardware / page).read_text(encoding="utf-8") for page in PAGES)


def called(text: str) -> list[list[str]]:
    """Every `dicetable ...` in code: on lines of their own and between backticks."""
    lines = re.findall(r"^    (?:sudo )?(?:-u dicetable )?(dicetable .+)$", text, re.MULTILINE)
    lines += re.findall(r"^    sudo -u dicetable (dicetable .+)$", text, re.MULTILINE)
    lines += re.findall(r"`(dicetable\s[^`]+)`", text)
    return [shlex.split(line) for line in lines]


def test_every_command_and_option_is_there(hardware):
    calls = called(words(hardware))
    assert {call[1] for call in calls} >= {"doctor", "mat", "labels", "calibrate", "pads", "watch", "verify", "export"}
    for call in calls:
        assert call[1] in COMMANDS, call
        command = main.get_command(click.Context(main), call[1])
        rest = call[2:]
        if isinstance(command, click.Group):
            command, rest = command.get_command(click.Context(command), rest[0]), rest[1:]
            assert command is not None, call
        known = {name for one in command.params for name in one.opts + one.secondary_opts}
        for option in (word for word in rest if word.startswith("--")):
            assert option.partition("=")[0] in known, call


def test_the_installers_options_are_there(hardware):
    script = (hardware / "pi" / "install.sh").read_text()
    for option in set(re.findall(r"install\.sh (--[a-z-]+)", words(hardware))) | {"--wifi-password", "--undo"}:
        assert f"        {option})" in script, option


def test_every_file_it_names_is_there(hardware):
    text = words(hardware)
    linked = re.findall(r"\]\(([^)#]+)\)", text)
    named = re.findall(r"`((?:scad|diagrams)/[\w./]+)`", text)
    for path in {*linked, *named}:
        assert (hardware / path).exists(), path
    for path in set(re.findall(r"(?<![/\w])(?:hardware|firmware)/[\w./-]+\w", text)):
        assert (hardware.parent / path).exists(), path


def test_every_step_has_a_check(hardware):
    steps = re.split(r"^## (?=\d+\. )", (hardware / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert [int(step.split(".")[0]) for step in steps] == list(range(1, 13))
    for step in steps:
        assert re.search(r"\*\*Check(:|\*\*)", step), step.splitlines()[0]


def test_its_settings_are_taken(hardware):
    text = (hardware / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"((?:^    .+\n)+)", text, re.MULTILINE)
    settings = [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks if block.startswith("    [")]
    assert len(settings) == 2
    config = parse("\n".join(settings))
    assert (config.gpio.seats, config.host_box.on) == (1, True)
    for option in ("focus_mm", "wifi", "wifi_password", "address", "seat_1", "size"):
        assert any(hasattr(section, option) for section in (config.camera, config.web, config.gpio)), option


def test_its_numbers_are_the_programs(hardware):
    text = " ".join((hardware / "README.md").read_text(encoding="utf-8").split())
    play = Play(600, 400, 16)
    for module in MODULES:
        view = look(module, Picture(1920, 1080), play)
        assert f"| {module.name} | {view.lowest_mm:.0f} | {view.good_mm:.0f} | {module.focus} |" in text
        small = look(module, Picture(1280, 720), play)
        assert f"pictures of 1280 x 720 a die has {small.die_px:.0f} pixels from the lowest height" in text
    assert f"one to {'twelve' if link.SEATS_MAX == 12 else link.SEATS_MAX} seats" in text
    assert Config().web.port == 8080


@pytest.mark.parametrize("page", PAGES)
def test_no_line_is_too_long_to_read(hardware, page):
    lines = [line for line in (hardware / page).read_text(encoding="utf-8").splitlines() if not line.startswith("|")]
    assert max(map(len, lines)) <= 120
