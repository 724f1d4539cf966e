"""What the command line says of itself, and how it refuses wrong use."""

from __future__ import annotations

import re

from controller.cli import COMMANDS


def test_version_is_a_number(dicetable):
    done = dicetable("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"dicetable, version \d+\.\d+\.\d+\n", done.stdout)


def test_help_lists_every_command_with_a_sentence(dicetable):
    done = dicetable("--help")
    assert done.returncode == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name}  +\S.*", done.stdout, re.MULTILINE), name


def test_each_command_explains_itself(dicetable):
    for name in COMMANDS:
        done = dicetable(name, "--help")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("Usage: dicetable " + name)


def test_wrong_use_is_exit_status_2_and_no_traceback(dicetable):
    wrong = (
        ["nonsense"],
        ["read"],
        ["read", "--dice", "zero", "x.jpg"],
        ["read", "--dice", "0", "x.jpg"],
        ["watch"],
        ["watch", "usb:x"],
        ["watch", "usb:-1"],
    )
    for arguments in wrong:
        done = dicetable(*arguments)
        assert done.returncode == 2, arguments
        assert "Traceback" not in done.stderr
        assert "Error" in done.stderr
