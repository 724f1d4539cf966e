"""Makes the pictures of the TV, a phone and the host's page in the README, from a running demo.

    python tests/web/readme_pictures.py [--seed 7]

Starts `dicetable demo`, joins with a phone, bets against the shooter, and waits for a good moment: a point is
on, the last throw is shown with its picture, people stand on both sides. Needs chromium and playwright.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
NAME = "Kim"
#: The TV is drawn at 1920x1080, the host's page at 1280x860, and both are kept 1200 pixels wide.
TV_SCALE, HOST_SCALE = 0.625, 0.9375
#: How the demo tells the host's PIN.
PIN = re.compile(r"/host, its PIN (\d+)")
#: Throws on the list, so that the picture shows an evening under way.
THROWS = 6
#: Seconds until the demo answers, and until the moment has to come.
START_S, MOMENT_S = 60, 420

GOOD_MOMENT = """throws => {
  const text = (id) => document.getElementById(id).textContent;
  const panel = document.getElementById('throw').dataset.kind;
  const image = document.getElementById('photo-img');
  return document.getElementById('puck').classList.contains('on') && ['point', 'undecided'].includes(panel)
    && !document.getElementById('photo').hidden && image.complete && image.naturalWidth > 0
    && Number(text('with')) >= 20 && Number(text('against')) >= 20
    && document.getElementById('cue').dataset.kind === 'throw' && document.getElementById('alert').hidden
    && document.getElementById('history').children.length >= throws;
}"""


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seed", type=int, default=7)
    seed = options.parse_args().seed
    port = free_port()
    command = [sys.executable, "-m", "controller.cli", "demo", "--seed", str(seed), "--port", str(port)]
    with tempfile.TemporaryFile("w+") as told:
        demo = subprocess.Popen(command, cwd=ROOT, stdout=told, env=os.environ | {"PYTHONUNBUFFERED": "1"})
        try:
            take(f"http://127.0.0.1:{port}", lambda: pin_in(told), ROOT / ".readme")
        finally:
            demo.terminate()
            demo.wait(30)


def pin_in(told: TextIO) -> str | None:
    """The PIN, once the demo has told it; the place at which the demo writes is left as it is."""
    text = os.pread(told.fileno(), 65_536, 0).decode()
    found = PIN.search(text)
    return found and found.group(1)


def take(url: str, pin: Callable[[], str | None], folder: Path) -> None:
    """Waits for the moment and writes the pictures."""
    until(lambda: answers(url) and pin() is not None, START_S, "The demo did not start.")
    with sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        tv = chromium.new_page(viewport={"width": 1920, "height": 1080}, device_scale_factor=TV_SCALE)
        phone = chromium.new_page(viewport={"width": 390, "height": 844})
        host = chromium.new_page(viewport={"width": 1280, "height": 860}, device_scale_factor=HOST_SCALE)
        host.goto(url + "/host")
        host.fill("#pin", pin() or "")
        host.click("button[type=submit]")
        host.wait_for_selector("body.host[data-mode]")
        tv.goto(url + "/tv")
        phone.goto(url)
        phone.fill("#sit-name", NAME)
        phone.click("#sit-go")
        pictures: dict[str, bytes] = {}

        def shot() -> bool:
            """The moment must last until the TV's picture is taken."""
            if not moment(tv, phone):
                return False
            tv.wait_for_timeout(150)  # the cue has grown to its size
            pictures["tv.jpg"] = tv.screenshot(type="jpeg", quality=92)
            if not moment(tv, phone):
                return False
            pictures["phone.png"] = phone.screenshot()
            pictures["host.jpg"] = host.screenshot(type="jpeg", quality=88)
            return True

        until(shot, MOMENT_S, "No good moment came.")
        for name, picture in pictures.items():
            (folder / name).write_bytes(picture)
        chromium.close()


def moment(tv: Page, phone: Page) -> bool:
    """Whether this is it. Bets when that is possible."""
    against = phone.locator("#against-button")
    stands = "on" in (against.get_attribute("class") or "").split()
    if not stands and against.is_visible() and against.get_attribute("aria-disabled") != "true":
        against.click()
    return stands and tv.evaluate(GOOD_MOMENT, THROWS)


def until(true: Callable[[], bool], seconds: float, sorry: str) -> None:
    """Waits until it is true; ends the program with a sentence when it is not in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise SystemExit(sorry)
        time.sleep(0.2)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url + "/tv", timeout=2):
            return True
    except OSError:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    main()
