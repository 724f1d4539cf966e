"""What the host's page says of the attached parts and the machine: each finding in the language of the moment."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from controller.doctor.finding import FAULT, OK, WARN, Finding
from web.words import in_english

#: What is found, and what to do, or "".
Said = tuple[str, str]


def worded(found: Finding) -> dict:
    """A finding as the page shows it: name, state, text and, when something can be done, help."""
    text, help_ = _SAYS.get(found.part, _as_found)(found)
    name = _pads_name(found) if found.part == "pads" else _names().get(found.part, found.part)
    part = {"name": name, "state": found.state, "text": text or in_english(found.text)}
    return part | {"help": help_} if help_ and found.state != OK else part


def ledger_found(warning: str | None) -> Finding:
    """The ledger. warning: what it said when it was opened, if anything."""
    return Finding("ledger", OK, "") if warning is None else Finding("ledger", WARN, warning, code="gone")


def streams_found(streams: int, most: int) -> Finding:
    """The live screens. most: how many are served at once."""
    return Finding("pages", OK if streams < most else WARN, "", figures={"streams": streams, "most": most})


def lost_parts() -> Finding:
    """The parts could not be asked."""
    return Finding("parts", FAULT, "")


def _names() -> dict[str, str]:
    return {
        "camera": _("Camera"),
        "surface": _("Play area"),
        "port": _("Pads"),
        "pins": _("The Pi's pins"),
        "host box": _("Host box"),
        "disk": _("Disk"),
        "power": _("Power"),
        "temperature": _("Heat"),
        "network": _("Network"),
        "ledger": _("Ledger"),
        "pages": _("Pages"),
        "parts": _("Parts"),
    }


def _pads_name(found: Finding) -> str:
    figures = found.figures or {}
    if "board" not in figures:
        return _("Pads")
    return board_name(figures["board"], figures["own"])


def board_name(board: str, own: bool) -> str:
    """What a board is called: by the end of its id, as `dicetable pads list` shows it; own: the Pi's own pins."""
    return _("Pads on the Pi's own pins") if own else _("Pads %(board)s", board=board[-6:])


def _as_found(found: Finding) -> Said:
    return in_english(found.text), in_english(found.advice)


def _camera(found: Finding) -> Said:
    if found.code == "starting":
        return _("The camera is starting."), ""
    if found.code == "seeing":
        return _("The camera sees the table."), ""
    help_ = _("Look at its cable. The table tries again by itself; until then the host names the faces.")
    return in_english(found.text) or _("The camera gives no pictures."), help_


def _surface(found: Finding) -> Said:
    return {
        "dark": (_("There is no light on the table."), _("Switch the lamp on.")),
        "moved": (_("The camera or the table has moved."), _("Put it back, or tap the corners of the play area anew.")),
        "fogged": (_("The picture is not sharp."), _("Wipe the lens, or focus it.")),
        "light": (
            _("The light is not what it was."),
            _("Put the lamp right, or tap the corners of the play area anew."),
        ),
        "flicker": (_("The lamp flickers."), _("Take another lamp, or set the exposure to a multiple of its period.")),
    }.get(found.code) or _as_found(found)


def _pads(found: Finding) -> Said:
    figures = found.figures or {}
    if found.code == "seating":
        text = in_english(found.text) or _("The file of the pads' seats cannot be used.")
        return text, _("Walk round the pads once, so that each has its seat.")
    wires = _("Look at the wires; start the table again.")
    if found.code == "away":
        help_ = _("Look at its cable. Those who sat there tap on their phones meanwhile.")
        help_ = wires if figures["own"] else help_
        names = ", ".join(figures["players"])
        return (_("This board is away; it is the board of %(names)s.", names=names) if names else
                _("This board is away.")), help_  # fmt: skip
    flash = _("Give it this table's firmware: %(command)s", command=f"dicetable pads flash {figures['port']}")
    renew = _("Renew the table's program.")
    if found.code == "silent":
        return _("This board does not answer."), wires if figures["own"] else _("Pull its cable and put it in again.")
    if found.code == "foreign":
        text = _("This board does not understand the table, so its pads do nothing.")
        return text, renew if figures["new"] else flash
    seats = ngettext("%(num)d seat", "%(num)d seats", figures["seats"])
    text = _("%(seats)s, firmware %(version)s, on %(port)s", seats=seats, version=figures["version"],
             port=figures["port"])  # fmt: skip
    if found.code == "old":
        return _("%(text)s. It plays; the newest firmware is %(ours)s.", text=text, ours=figures["ours"]), flash
    if found.code == "new":
        return _("%(text)s. It plays; the table's program is older: %(ours)s.", text=text, ours=figures["ours"]), renew
    if found.code == "muted":
        muted = ngettext("%(num)d pad is muted", "%(num)d pads are muted", figures["muted"])
        return f"{text} · {muted}", _("Mend its button, then let the pad be heard again.")
    return text, ""


def _port(found: Finding) -> Said:
    port = (found.figures or {})["port"]
    text = in_english(found.text) or _("No pad board was found on the port %(port)s.", port=port)
    return text, _("Look at what is plugged in there, or take the port out of table.toml.")


def _pins(found: Finding) -> Said:
    text = in_english(found.text) or _("What hangs on the pins cannot be used.")
    return text, _("Look at the wires; start the table again.")


def _box(found: Finding) -> Said:
    return in_english(found.text) or _("Lamps, buzzer, keys."), ""


def _disk(found: Finding) -> Said:
    if found.code == "silent":
        return _("The disk does not answer."), _("A card that is worn out is replaced; keep the old one.")
    free = (found.figures or {})["free_megabytes"] / 1000
    return _("%(n)s GB free", n=format_decimal(round(free, 1))), _("Make room: without it no bet can be written down.")


def _power(found: Finding) -> Said:
    supply = _("Take the supply that is made for this Pi, and a short cable.")
    cool = _("Give the Pi air, or a fan.")
    ask = _("Start the table as its service, or as a user of the group video.")
    return {
        "unwatched": (_("This is no Raspberry Pi: its power is not watched."), ""),
        "unknown": (_("The Pi does not say how its power is."), ask),
        "low": (_("The voltage is too low now."), supply),
        "slow": (_("The Pi is slowed down now: too hot, or too little power."), cool),
        "was_low": (_("The voltage was too low at some time since the Pi was started."), supply),
        "was_slow": (_("The Pi was slowed down at some time since it was started."), cool),
        "right": (_("The voltage has been right since the start."), ""),
    }.get(found.code) or _as_found(found)  # fmt: skip


def _heat(found: Finding) -> Said:
    if found.code == "unwatched":
        return _("This is no Raspberry Pi: its heat is not watched."), ""
    text = _("The processor has %(n)d °C; from 80 on it is slowed down.", n=(found.figures or {})["celsius"])
    return text, _("Give the Pi air, or a fan.")


def _network(found: Finding) -> Said:
    if found.code == "local":
        return _("The pages are for this machine alone."), _("Set [web] host to 0.0.0.0 in table.toml.")
    if found.code == "alone":
        return _("This machine is on no network: phones cannot join."), _(
            "Connect it, or let the Pi make its own Wi-Fi."
        )
    figures = found.figures or {}
    return _("Phones reach the table at %(address)s.", address=f"http://{figures['address']}:{figures['port']}"), ""


def _ledger(found: Finding) -> Said:
    if found.code != "gone":
        return _("Every record is there."), ""
    text = in_english(found.text) or _("Records that were written once are gone: an older copy was put back.")
    return text, _("Keep the file as it is; dicetable verify says more.")


def _streams(found: Finding) -> Said:
    figures = found.figures or {}
    text = _("%(n)d of %(most)d live screens", n=figures["streams"], most=figures["most"])
    return text, _("Further screens ask every two seconds instead.")


def _lost(_found: Finding) -> Said:
    return _("The state of the parts could not be read."), ""


_SAYS: dict[str, Callable[[Finding], Said]] = {
    "camera": _camera,
    "surface": _surface,
    "pads": _pads,
    "port": _port,
    "pins": _pins,
    "host box": _box,
    "disk": _disk,
    "power": _power,
    "temperature": _heat,
    "network": _network,
    "ledger": _ledger,
    "pages": _streams,
    "parts": _lost,
}
