"""What the host's page shows of the machine itself: the ledger and the disk it stands on."""

from __future__ import annotations

import shutil
from pathlib import Path

from flask_babel import gettext as _

#: Gigabytes that are free below which the host is told, and below which it is a fault. A picture of a throw takes
#: 60 KB at most, a record of the ledger one.
LOW_GB, TOO_LOW_GB = 1.0, 0.1


def ledger_part(warning: str | None) -> dict:
    """The ledger, with what it said when it was opened, if anything."""
    if warning is None:
        return {"name": _("Ledger"), "state": "ok", "text": _("Every record is there.")}
    return {"name": _("Ledger"), "state": "warn", "text": warning}


def disk_part(folder: Path) -> dict:
    """The disk under a folder: how much is free."""
    try:
        free = shutil.disk_usage(folder).free / 1e9
    except OSError:
        return {"name": _("Disk"), "state": "fault", "text": _("The disk does not answer.")}
    part = {"name": _("Disk"), "state": "ok", "text": _("%(n)s GB free", n=f"{free:.1f}")}
    if free >= LOW_GB:
        return part
    return part | {
        "state": "warn" if free >= TOO_LOW_GB else "fault",
        "help": _("Make room: without it no bet can be written down."),
    }
