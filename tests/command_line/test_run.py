"""`dicetable run`: what is missing is named and the rest runs; what cannot be used is refused in one sentence."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def config(tmp_path):
    """A table.toml of a table that has no camera, no boards, and pages on this machine alone."""
    port = free_port()
    path = tmp_path / "table.toml"
    path.write_text(
        f'[camera]\nsource = "usb:63"\n[pads]\nfind = false\n[web]\nhost = "127.0.0.1"\nport = {port}\n',
        encoding="utf-8",
    )
    return path, port


def start(path):
    return subprocess.Popen(
        [sys.executable, "-m", "controller.cli", "run", "--config", str(path)], stderr=subprocess.PIPE, text=True
    )


def fetch(url: str, seconds: float = 20.0) -> str:
    until = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return answer.read().decode()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def test_a_missing_camera_is_named_and_the_rest_runs(config, dicetable):
    path, port = config
    running = start(path)
    try:
        page = fetch(f"http://127.0.0.1:{port}/tv")
        assert "<html" in page
        time.sleep(2.0)
        second = dicetable("run", "--config", path)
        assert (second.returncode, second.stderr.count("\n")) == (1, 1), second.stderr
        assert "use" in second.stderr
    finally:
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=30)
    assert running.returncode == 0, told
    assert "/dev/video63" in told
    assert "PIN" in told
    assert "Traceback" not in told
    assert path.with_name("table.db").exists()


def test_a_port_in_use_is_one_sentence_and_leaves_nothing_locked(config, dicetable):
    path, port = config
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        done = dicetable("run", "--config", path)
        assert done.returncode == 3, done.stderr
        assert f"Port {port} is in use" in done.stderr.splitlines()[-1]
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "word"),
    [("[camera]\nsorce = 'usb:0'\n", "sorce"), ("[cam]\n", "[cam]"), ("[web]\nport = 'x'\n", "port"), ("][", "TOML")],
)
def test_a_broken_table_toml_names_the_place(dicetable, tmp_path, text, word):
    path = tmp_path / "table.toml"
    path.write_text(text)
    done = dicetable("run", "--config", path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert word in done.stderr
    assert list(tmp_path.iterdir()) == [path]


def test_the_example_is_a_table_toml_that_can_be_used(dicetable, tmp_path):
    path = tmp_path / "table.toml"
    assert dicetable("run", "--example", path).returncode == 0
    from controller.config import Config, load

    assert load(path).camera == Config().camera
    again = dicetable("run", "--example", path)
    assert (again.returncode, again.stderr.count("\n")) == (1, 1), "an existing file is left alone"
