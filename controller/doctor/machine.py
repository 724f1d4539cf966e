"""Findings on the machine: disk, power, clock, network, ledger. What is asked of the system can be handed in."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from controller.doctor.finding import FAULT, OK, SKIP, WARN, Finding
from controller.ledger import LedgerError, stored_transactions
from controller.verify import verify

MEGABYTE = 1_000_000
#: Megabytes that must be free: below the first the ledger will not be written soon, below the second it is tight.
LEAST_FREE, TIGHT = 100, 500
#: Seconds that a commit may take before taps feel slow.
SLOW_WRITE_S = 0.1
#: No clock that is right shows an earlier time: when this was written.
WRITTEN = datetime(2025, 1, 1).timestamp()
#: Bits of `vcgencmd get_throttled` (Raspberry Pi documentation, vcgencmd): now, and since the start 16 bits higher.
UNDER_VOLTAGE, CAPPED, THROTTLED, HOT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
#: Degrees Celsius: a Pi slows down at 80, and at 85 as far as it can (Raspberry Pi documentation).
WARM, TOO_HOT = 75.0, 85.0


class Space(NamedTuple):
    """Bytes of a disk, as shutil.disk_usage tells them."""

    total: int
    used: int
    free: int


def disk(folder: Path, pictures_megabytes: float, usage: Callable[[Path], Space] = shutil.disk_usage) -> Finding:
    """Whether the ledger's folder can be written, fast enough, with room."""
    room = space(folder, pictures_megabytes, usage)
    if room.state == FAULT:
        return room
    figures = room.figures
    if not folder.exists():
        return Finding("disk", WARN, f"There is no folder {folder} yet.", f"mkdir -p {folder}", figures)
    try:
        slow = _write_time(folder)
    except OSError as error:
        return Finding(
            "disk",
            FAULT,
            f"The folder {folder} cannot be written: {error.strerror}.",
            "Give it to the user that runs the table; a card that became read-only is worn out.",
            figures,
        )
    figures = figures | {"write_ms": round(slow * 1000, 1)}
    if slow > SLOW_WRITE_S:
        return Finding("disk", WARN, f"The disk is slow: a safe write takes {slow * 1000:.0f} ms.",
                       "Take a card made for it (A2, endurance), or an SSD.", figures)  # fmt: skip
    if room.state == WARN:
        return room
    free = figures["free_megabytes"]
    return Finding("disk", OK, f"{free} megabytes are free; a safe write takes {slow * 1000:.1f} ms.", "", figures)


def space(folder: Path, pictures_megabytes: float, usage: Callable[[Path], Space] = shutil.disk_usage) -> Finding:
    """Whether the disk under a folder has room. Nothing is written: it may be asked all evening."""
    there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    try:
        free = usage(there).free / MEGABYTE
    except OSError as error:
        return Finding("disk", FAULT, f"The folder {folder} cannot be looked at: {error.strerror}.", code="silent")
    figures = {"free_megabytes": round(free)}
    if free < LEAST_FREE:
        return Finding("disk", FAULT, f"The disk is full: {free:.0f} megabytes are free for {folder}.",
                       "Remove old evenings and pictures, or take a larger card.", figures, "full")  # fmt: skip
    if free < TIGHT + pictures_megabytes:
        return Finding("disk", WARN, f"{free:.0f} megabytes are free; pictures may take {pictures_megabytes:.0f}.",
                       "Lower [table] pictures_megabytes, or make room.", figures, "tight")  # fmt: skip
    return Finding("disk", OK, f"{free:.0f} megabytes are free.", "", figures, "free")


def _write_time(folder: Path) -> float:
    """Seconds that a small write takes until it is on the disk: the middle one of five."""
    times = []
    handle, name = tempfile.mkstemp(dir=folder, prefix=".doctor-")
    try:
        for _ in range(5):
            began = time.perf_counter()
            os.write(handle, b"x" * 4096)
            os.fsync(handle)
            times.append(time.perf_counter() - began)
    finally:
        os.close(handle)
        with contextlib.suppress(OSError):
            os.unlink(name)
    return sorted(times)[2]


def ask_throttled(folder: Path = Path("/sys/devices/platform")) -> str | None:
    """What the Pi's firmware says of its power, like `throttled=0x0`; None where there is no Pi, "" where it is silent.

    folder: where the kernel tells the same, for a user who may not ask vcgencmd.
    """
    if shutil.which("vcgencmd") is not None:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            asked = ["vcgencmd", "get_throttled"]
            return subprocess.run(asked, capture_output=True, text=True, timeout=5, check=True).stdout
    for told in sorted(folder.glob("soc*/soc*:firmware/get_throttled")):
        with contextlib.suppress(OSError):
            return told.read_text()
    return "" if shutil.which("vcgencmd") is not None else None


def power(told: str | None) -> Finding:
    """Whether the supply holds. told: output of `vcgencmd get_throttled`, None where there is none."""
    if told is None:
        return Finding("power", SKIP, "This is no Raspberry Pi: its power is not watched.", code="unwatched")
    try:
        bits = int(told.strip().removeprefix("throttled="), 16)
    except ValueError:
        return Finding("power", WARN, "vcgencmd did not say how the power is.", "Run `vcgencmd get_throttled`.",
                       code="unknown")  # fmt: skip
    figures = {"throttled": hex(bits)}
    supply = "Take the supply that is made for this Pi (27 W for a Pi 5) and a short cable."
    cool = "Give the Pi air, or a fan."
    if bits & UNDER_VOLTAGE:
        return Finding("power", FAULT, "The voltage is too low now.", supply, figures, "low")
    if bits & (THROTTLED | HOT | CAPPED):
        words = "The Pi is slowed down now: it is too hot or has too little power."
        return Finding("power", WARN, words, cool, figures, "slow")
    if bits >> 16 & UNDER_VOLTAGE:
        words = "The voltage was too low at some time since the Pi was started."
        return Finding("power", WARN, words, supply, figures, "was_low")
    if bits >> 16:
        words = "The Pi was slowed down at some time since it was started."
        return Finding("power", WARN, words, cool, figures, "was_slow")
    return Finding("power", OK, "The voltage has been right since the start.", "", figures, "right")


def ask_temperature(folder: Path = Path("/sys/class/thermal")) -> float | None:
    """Degrees Celsius of a Pi's processor; None where the system tells of none."""
    for zone in sorted(folder.glob("thermal_zone*")):
        with contextlib.suppress(OSError, ValueError):
            if (zone / "type").read_text().strip() == "cpu-thermal":
                return int((zone / "temp").read_text()) / 1000
    return None


def temperature(celsius: float | None) -> Finding:
    """Whether the Pi keeps cool. celsius: of its processor, None where it is not told."""
    if celsius is None:
        return Finding("temperature", SKIP, "This is no Raspberry Pi: its heat is not watched.", code="unwatched")
    figures = {"celsius": round(celsius)}
    if celsius < WARM:
        return Finding("temperature", OK, f"The processor has {celsius:.0f} degrees.", "", figures, "cool")
    state, code = (FAULT, "hot") if celsius >= TOO_HOT else (WARN, "warm")
    return Finding("temperature", state, f"The processor has {celsius:.0f} degrees; from 80 on it is slowed down.",
                   "Give the Pi air, or a fan; take it out of the sun.", figures, code)  # fmt: skip


def clock(ledger: Path, now: float) -> Finding:
    """Whether the clock can be right. now: seconds since 1970, as the machine's clock says."""
    figures = {"time": datetime.fromtimestamp(now).isoformat(timespec="seconds")}
    advice = (
        "Connect the Pi to the internet once, or set it: sudo date -s '2026-01-31 20:00'. A battery (RTC) keeps it."
    )
    if now < WRITTEN:
        return Finding("clock", WARN, f"The clock says {figures['time']}: it was not set.", advice, figures)
    last = _last_stamp(ledger)
    if last is not None and now < last - 60:
        then = datetime.fromtimestamp(last).isoformat(timespec="seconds")
        words = f"The clock says {figures['time']}; the ledger's last record is of {then}."
        return Finding("clock", WARN, words, advice, figures)
    return Finding("clock", OK, f"The clock says {figures['time']}.", "", figures)


def _last_stamp(ledger: Path) -> float | None:
    """When the ledger's last record was written, by the clock of then; None without one."""
    if not ledger.exists():
        return None
    last = None
    with contextlib.suppress(LedgerError):
        for done in stored_transactions(ledger):
            last = done.stamp.get("wall", last)
    return float(last) if isinstance(last, int | float) else None


def ledger(path: Path) -> Finding:
    """Whether the ledger verifies."""
    if not path.exists():
        return Finding("ledger", OK, f"There is no ledger {path} yet; the table makes it.")
    try:
        report = verify(path)
    except LedgerError as error:
        return Finding("ledger", FAULT, str(error), "Put it aside, keep it, and start with another; tell who knows.")
    if not report.ok:
        return Finding(
            "ledger", FAULT, report.sentence(), "Put it aside, keep it, and start with another; tell who knows."
        )
    return Finding("ledger", OK, f"The ledger verifies: {report.records} records.", "", {"records": report.records})


def network(host: str, address: str, shut: str | None, port: int, served: bool) -> Finding:
    """Whether phones can reach the pages.

    address: of this machine. shut: why the port cannot be had, None when it can. served: whether the table has it.
    """
    figures = {"address": address, "port": port}
    if host.startswith("127."):
        return Finding("network", WARN, "The pages are for this machine alone.", 'Set [web] host = "0.0.0.0".', figures,
                       "local")  # fmt: skip
    if address.startswith("127."):
        return Finding(
            "network",
            WARN,
            "This machine is on no network: phones cannot join.",
            "Connect it, or let the Pi make a Wi-Fi of its own (hardware/pi/install.sh --wifi).",
            figures,
            "alone",
        )
    if shut is not None and not served:
        words = f"The pages cannot be served at {host}:{port}: {shut}."
        return Finding("network", FAULT, words, "Choose another [web] port, or host.", figures)
    what = "The table answers" if served else "Phones will reach the table"
    return Finding("network", OK, f"{what} at http://{address}:{port}.", "", figures, "reached")
