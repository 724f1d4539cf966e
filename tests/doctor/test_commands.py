"""`dicetable doctor` and `dicetable calibrate`, from question to file."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.commands import calibrate as calibrate_command
from controller.commands import surface_of
from controller.config import load
from vision.surface import load_surface


@pytest.fixture
def here(tmp_path, monkeypatch, mat_mm) -> Path:
    """A folder with a table.toml for the drawn table; the camera is a picture of it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(
        '[camera]\nsource = "table.png"\n[pads]\nfind = false\n[web]\non = false\n'
        f"[surface]\nwidth_mm = {mat_mm[0]}\ndepth_mm = {mat_mm[1]}\n"
    )
    return tmp_path


def doctor(*more: str):
    return CliRunner().invoke(main, ["doctor", "--config", "table.toml", *more])


def test_doctor_on_a_good_table(here, empty):
    cv2.imwrite("table.png", empty[0])
    done = doctor("--json")
    told = {one["part"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert done.exit_code == 0, done.output
    for part in ("camera", "surface", "light", "glare", "dice", "focus", "ledger"):
        assert told[part]["state"] == "ok", told[part]
    assert told["gpio"]["state"] == "skip"
    assert told["dice"]["die_px"] == pytest.approx(30, abs=1.5)


@pytest.mark.parametrize(
    ("fault", "part"), [("black", "light"), ("glaring", "glare"), ("blurred", "focus"), ("small", "dice")]
)
def test_doctor_on_a_table_with_a_fault(here, empty, faults, fault, part):
    cv2.imwrite("table.png", faults[fault](empty[0]))
    done = doctor("--json")
    told = {one["part"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert done.exit_code == 3
    assert told[part]["state"] == "fault"
    assert told[part]["advice"]
    text = doctor().stdout
    assert f"FAULT {part:12s} {told[part]['text']}" in text


def test_doctor_without_a_camera_goes_on_with_the_rest(here):
    done = doctor("--json")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 3
    assert told[0]["part"] == "camera"
    assert told[0]["state"] == "fault"
    assert [one["part"] for one in told[1:]] == ["pads", "gpio", "disk", "power", "temperature", "clock", "ledger"]


def test_a_port_that_is_named_in_full_and_is_not_there_is_told(here):
    settings = (here / "table.toml").read_text()
    named = 'find = false\nports = ["/dev/none", "/dev/none-*"]'
    (here / "table.toml").write_text(settings.replace("find = false", named))
    told = [json.loads(line) for line in doctor("--json").stdout.splitlines()]
    (pads,) = [one for one in told if one["part"] == "pads"]
    assert (pads["state"], pads["ports"]) == ("warn", ["/dev/none"])


@pytest.fixture
def calibrate(monkeypatch):
    """Runs the command before this camera, with what a person types."""

    def run(camera, typed: str, *more: str):
        monkeypatch.setattr(calibrate_command, "camera_of", lambda config: camera)
        return CliRunner().invoke(main, ["calibrate", "--config", "table.toml", *more], input=typed)

    return run


def test_calibrate_keeps_what_run_then_uses(here, calibrate, shown, empty, dice, faces, mat_mm):
    camera = shown(empty, dice)
    done = calibrate(camera, "\n" + " ".join(map(str, faces)) + "\n", "--json")
    assert done.exit_code == 0, done.output
    told = {one["part"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert told["throw"]["state"] == "ok"
    assert told["throw"]["read"] == sorted(faces)
    assert camera.closed
    surface = load_surface("surface.json")
    assert surface.to_mm(surface.area)[2] == pytest.approx(mat_mm, abs=0.5)
    said: list[str] = []
    watcher = surface_of.watcher_for(load("table.toml"), said.append)(shown(empty))
    assert said == ["The play area is the one that was kept."]
    assert watcher is not None


def test_run_looks_anew_when_the_camera_was_moved(here, calibrate, shown, empty, faults):
    assert calibrate(shown(empty), "\n", "--no-throw").exit_code == 0
    said: list[str] = []
    moved = [faults["moved"](image) for image in empty]
    surface_of.watcher_for(load("table.toml"), said.append)(shown(moved))
    assert "The camera has moved by about" in said[0]
    assert said[1] == "The mat was found by its markers."
    cv2.imwrite("table.png", moved[0])
    assert "Run `dicetable calibrate`." in doctor().stdout


@pytest.mark.parametrize("fault", ["black", "dark", "glaring", "blurred", "small", "covered"])
def test_calibrate_keeps_nothing_of_a_bad_table(here, calibrate, shown, empty, faults, fault):
    done = calibrate(shown([faults[fault](image) for image in empty]), "\n")
    assert done.exit_code == 3
    assert "Nothing was saved." in done.output
    assert not Path("surface.json").exists()


def test_calibrate_keeps_nothing_when_dice_are_misread_or_lie_there(here, calibrate, shown, empty, dice, faces):
    wrong = " ".join(str(face % 6 + 1) for face in faces)
    done = calibrate(shown(empty, dice), f"\n{wrong}\n")
    assert done.exit_code == 3
    assert "were read as" in done.output
    done = calibrate(shown(dice), "\n")
    assert done.exit_code == 3
    assert "2 dice lie on the table." in done.output
    assert not Path("surface.json").exists()


def test_dice_that_were_not_read_are_thrown_again(here, calibrate, shown, empty, dice, faces, faults):
    named = " ".join(map(str, faces))
    unread = [faults["dark"](image) for image in dice]
    done = calibrate(shown(empty, unread, dice), f"\n{named}\n{named}\n", "--json")
    told = [one["state"] for one in map(json.loads, done.stdout.splitlines()) if one["part"] == "throw"]
    assert (done.exit_code, told) == (0, ["warn", "ok"])
    done = calibrate(shown(empty, unread), "\n" + f"{named}\n" * 5, "--json")
    told = [one["state"] for one in map(json.loads, done.stdout.splitlines()) if one["part"] == "throw"]
    assert (done.exit_code, told) == (0, ["warn"] * 3)


def test_calibrate_without_an_answer_saves_without_a_throw(here, calibrate, shown, empty):
    done = calibrate(shown(empty), "")
    assert done.exit_code == 0, done.output
    assert "No dice were named" in done.output
    assert np.abs(load_surface("surface.json").empty.astype(int) - empty[0]).mean() < 3


def test_a_saved_play_area_that_is_damaged_is_said(here, empty, calibrate, shown):
    Path("surface.json").write_text("{}")
    said: list[str] = []
    surface_of.watcher_for(load("table.toml"), said.append)(shown(empty))
    assert "is damaged and holds no play area" in said[0]
    assert said[1] == "The mat was found by its markers."
