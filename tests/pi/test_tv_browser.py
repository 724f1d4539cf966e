"""The kiosk's script, with a chromium that only says how it was called."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "hardware" / "pi" / "tv-browser"


@pytest.mark.parametrize(("sound", "asked"), [(None, "off"), ("on", "on")])
def test_it_opens_the_tv_page_and_lets_it_sound_only_where_that_is_wished(tmp_path, sound, asked):
    chromium = tmp_path / "chromium"
    chromium.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="ascii")
    chromium.chmod(0o755)
    env = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    if sound is not None:
        env["DICETABLE_TV_SOUND"] = sound
    done = subprocess.run([SCRIPT], env=env, capture_output=True, text=True, timeout=10, check=True)
    given = done.stdout.split()
    assert given[-1] == f"http://127.0.0.1:8080/tv?sound={asked}"
    assert "--autoplay-policy=no-user-gesture-required" in given
