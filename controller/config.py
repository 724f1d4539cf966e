"""table.toml: how this table is set up, as frozen values that refuse what they do not know.

    config = load("table.toml")
    config.camera.source    # "usb:0"

Every option has a default and a sentence of help; `example()` writes them all down.
"""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_type_hints

from controller.addresses import is_address
from controller.games.bank import options as bank_options
from controller.games.fields import shown
from controller.games.poker import options as poker_options
from controller.games.refusals import Refused
from controller.games.street import options as street_options
from controller.pin_plan import PinsWrong, pin_plan

#: Millimetres of the smallest play area.
LEAST_AREA_MM = 100


class ConfigError(Exception):
    """A table.toml that cannot be used; the message is one sentence that names the place."""


def option(
    default: Any,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    words: tuple[str, ...] | None = None,
    length: int | None = None,
) -> Any:
    """One option. low, high: its range, both included. words: what may stand there. length: of a list."""
    about = {"help": help, "low": low, "high": high, "words": words, "length": length}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=about)
    return field(default=default, metadata=about)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Where the table keeps its evening."""

    ledger: str = option("table.db", "File of the ledger; a path from the folder of this file.")
    pictures_days: float = option(90.0, "Days for which the picture of a throw is kept; its hash is kept for ever.",
                                  low=0.01, high=36500)  # fmt: skip
    pictures_megabytes: float = option(2000.0, "Megabytes of pictures that are kept; the oldest go first.",
                                       low=1, high=1_000_000)  # fmt: skip
    language: str = option("en", "Language of the pages for who states no wish.", words=("en", "sv", "vi"))
    host_wait: float = option(10.0, "Seconds that the host has to name the faces of a throw that leans, or of the "
                              "third no-roll in a row, while betting stays closed; 0 calls no roll at once.",
                              low=0, high=600)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameOptions:
    """What the host's form for a new game proposes."""

    game: str = option("street", "Which game.", words=("street", "bank", "poker"))
    buy_in: int = option(500, "Chips that each player buys at the start.", low=1, high=1_000_000_000)
    rules: dict = option({}, "Rules of the game that differ from its own defaults: of street for instance minimum, "
                         "dice_pass; of bank card, bank, maximum; of both leaning, wall.")  # fmt: skip


@dataclass(frozen=True, slots=True)
class CameraOptions:
    """The camera above the felt."""

    source: str = option("usb:0", "usb:N, picamera, sim, or a film, folder or picture; empty for no camera.")
    exposure_us: int = option(10_000, "Exposure in microseconds: short enough that rolling dice are sharp.",
                              low=50, high=200_000)  # fmt: skip
    fps: float = option(30.0, "Frames a second.", low=5, high=120)
    size: tuple[int, int] = option((1280, 720), "Width and height of a frame in pixels.", low=160, high=4096, length=2)
    focus_mm: float = option(0.0, "Distance from lens to felt in mm, for a Pi's camera that focuses by motor; 0: left "
                             "as it is.", low=0, high=10_000)  # fmt: skip
    focal_px: float = option(0.0, "Focal length of the lens in pixels of a frame, for the height of the camera: its "
                             "millimetres, times the frame's width in pixels, by the sensor's width in millimetres; "
                             "0: not known.", low=0, high=100_000)  # fmt: skip
    dice: int = option(2, "How many dice are thrown.", low=1, high=10)


@dataclass(frozen=True, slots=True)
class SurfaceOptions:
    """The play area."""

    find: str = option("mat", "mat: by the markers at the corners of the printed mat; corners: by the four corners "
                       "below; picture: the whole picture.", words=("mat", "corners", "picture"))  # fmt: skip
    corners: tuple[float, ...] = option((), "x and y of the four corners in pixels, clockwise from the far left one.",
                                        low=0, high=10_000, length=8)  # fmt: skip
    width_mm: float = option(0.0, "Width of the play area, along its far edge, in millimetres, outer corner to outer "
                             "corner; 0: measured by the mat's markers, which is up to 2 % out.",
                             low=0, high=5000)  # fmt: skip
    depth_mm: float = option(0.0, "Depth of the play area in millimetres; 0 as above.", low=0, high=5000)
    die_mm: float = option(16.0, "Edge of the dice in millimetres.", low=5, high=60)
    saved: str = option("surface.json", "File that `dicetable calibrate` makes: the play area, and beside it the "
                        "picture of the empty table. It is used while camera and table stay where they are.")
    empty: str = option("", "Picture of the empty table from this very camera; empty: taken when the table starts.")


@dataclass(frozen=True, slots=True)
class PadOptions:
    """The boards with the seats' pads."""

    on: bool = option(True, "Whether boards are looked for.")
    ports: tuple[str, ...] = option((), "Serial ports that are tried beside the USB ones, for instance /dev/ttyACM*.")
    find: bool = option(True, "Whether USB serial ports are tried.")
    seating: str = option("pads.json", "File that keeps which pad is whose; a path from the folder of this file.")


_SEAT = "BCM numbers of its for button, against button, for light, against light."


@dataclass(frozen=True, slots=True)
class GpioOptions:
    """Pads on the Pi's own pins, for small tables: buttons to ground, an LED behind 330 ohm beside each."""

    factory: str = option("lgpio", "Who drives the pins, here and of the host box; it is taken or nothing is. mock: "
                          "pins that are not there.", words=("lgpio", "rpigpio", "pigpio", "mock"))  # fmt: skip
    seats: int = option(0, "How many seats have their pad on these pins; 0: none.", low=0, high=4)
    seat_1: tuple[int, ...] = option((4, 17, 27, 22), f"Pins of the first seat: {_SEAT}", low=2, high=27, length=4)
    seat_2: tuple[int, ...] = option((10, 9, 11, 5), f"Pins of the second seat: {_SEAT}", low=2, high=27, length=4)
    seat_3: tuple[int, ...] = option((6, 13, 19, 26), f"Pins of the third seat: {_SEAT}", low=2, high=27, length=4)
    seat_4: tuple[int, ...] = option((18, 23, 24, 25), f"Pins of the fourth seat: {_SEAT}", low=2, high=27, length=4)


@dataclass(frozen=True, slots=True)
class HostBoxOptions:
    """The host's box on the Pi's pins: puck lamp, betting lamp, buzzer, two keys. BCM numbers from 2; 0: none."""

    on: bool = option(False, "Whether the box is there.")
    puck_off: int = option(8, "Lamp OFF of the puck: no point is set.", low=0, high=27)
    puck_on: int = option(7, "Lamp ON of the puck: a point is set.", low=0, high=27)
    betting: int = option(12, "Lamp of the betting: steady while bets are taken, blinking while the dice are out.",
                          low=0, high=27)  # fmt: skip
    buzzer: int = option(16, "Buzzer: once for throw again, three times for the host, low for a key that does nothing.",
                         low=0, high=27)  # fmt: skip
    accept: int = option(20, "Key to ground: the throw stands, as the camera read it.", low=0, high=27)
    again: int = option(21, "Key to ground: no roll, throw again.", low=0, high=27)


@dataclass(frozen=True, slots=True)
class WebOptions:
    """The pages for the TV, the phones and the host."""

    on: bool = option(True, "Whether the pages are served.")
    host: str = option("0.0.0.0", "Address on which they are served; 127.0.0.1 for this machine alone.")
    port: int = option(8080, "Port on which they are served.", low=1, high=65535)
    address: str = option("", "What phones are to open, like 192.168.1.20:8080; empty: found out.")
    seats: int = option(12, "How many people may sit at the table.", low=2, high=12)
    wifi: str = option("", "Name of the Wi-Fi that guests join, for the TV's second QR code; empty: none is shown.")
    wifi_password: str = option("", "Its password.")


@dataclass(frozen=True, slots=True)
class Config:
    """A whole table.toml. folder: where it lies; paths in it start there."""

    table: TableOptions = TableOptions()
    game: GameOptions = field(default_factory=GameOptions)
    camera: CameraOptions = CameraOptions()
    surface: SurfaceOptions = SurfaceOptions()
    pads: PadOptions = PadOptions()
    gpio: GpioOptions = GpioOptions()
    host_box: HostBoxOptions = HostBoxOptions()
    web: WebOptions = WebOptions()
    folder: Path = Path()

    def path(self, name: str) -> Path:
        """A path of the file, from the folder where the file lies."""
        return self.folder / Path(name).expanduser()


SECTIONS: dict[str, type] = {
    "table": TableOptions,
    "game": GameOptions,
    "camera": CameraOptions,
    "surface": SurfaceOptions,
    "pads": PadOptions,
    "gpio": GpioOptions,
    "host_box": HostBoxOptions,
    "web": WebOptions,
}


def load(path: str | Path) -> Config:
    """The table that a file describes. Raises ConfigError."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise ConfigError(f"There is no file {path}.") from None
    except OSError as error:
        raise ConfigError(f"The file {path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"The file {path} is not text in UTF-8.") from None
    try:
        return replace(parse(text), folder=path.resolve().parent)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def parse(text: str) -> Config:
    """The table that a text describes. Raises ConfigError."""
    try:
        found = tomllib.loads(text)
    except ValueError as error:
        raise ConfigError(f"this is not TOML: {error}.") from None
    except RecursionError:
        raise ConfigError("this is nested too deeply.") from None
    for name in found:
        if name not in SECTIONS:
            raise ConfigError(f"there is no section [{name}]{_meant(name, SECTIONS)}.")
    config = Config(**{name: _section(name, kind, found.get(name, {})) for name, kind in SECTIONS.items()})
    try:
        pin_plan(config.gpio, config.host_box)
    except PinsWrong as wrong:
        raise ConfigError(str(wrong)) from None
    return config


def example() -> str:
    """A table.toml with every option at its default, switched off by a comment sign, and what it means."""
    lines = ["# The set-up of this table. Take away the # before an option to change it.", ""]
    for name, kind in SECTIONS.items():
        lines += [f"# {kind.__doc__}", f"[{name}]"]
        for one in fields(kind):
            lines += [f"# {one.metadata['help']}{_limits(one)}", f"#{one.name} = {_toml(_default(one))}", ""]
    return "\n".join(lines)


def write_example(path: str | Path) -> None:
    """Writes the example into a new file. Raises ConfigError when there is one already or it cannot be made."""
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(example())
    except FileExistsError:
        raise ConfigError(f"There is a file {path} already; it was left as it is.") from None
    except OSError as error:
        raise ConfigError(f"The file {path} cannot be written: {error.strerror or error}.") from None


def _section(name: str, kind: type, given: Any) -> Any:
    if not isinstance(given, dict):
        raise ConfigError(f"{name} is a section: write [{name}] on a line of its own.")
    known = {one.name: one for one in fields(kind)}
    hints = get_type_hints(kind)
    values = {}
    for key, value in given.items():
        if key not in known:
            raise ConfigError(f"[{name}] has no option {key}{_meant(key, known)}.")
        values[key] = _value(f"[{name}] {key}", hints[key], known[key], value)
    if name == "game" and "rules" in values:
        _check_rules(values.get("game", _default(known["game"])), values["rules"])
    if values.get("find") == "corners" and not values.get("corners"):
        raise ConfigError(f"[{name}] find is corners, so corners must be given: eight numbers.")
    if name == "surface":
        _check_sizes(values)
    if name == "web" and values.get("address") and not is_address(values["address"]):
        given = shown(values["address"])
        raise ConfigError(f"[web] address is a machine and its port like 192.168.1.20:8080, not {given}.")
    return kind(**values)


def _check_sizes(values: dict[str, Any]) -> None:
    """Width and depth of the play area: both or neither, no smaller than a mat, and needed for corners."""
    sizes = [values.get(key, 0.0) for key in ("width_mm", "depth_mm")]
    if any(0 < size < LEAST_AREA_MM for size in sizes):
        raise ConfigError(f"[surface] width_mm and depth_mm are 0 or at least {LEAST_AREA_MM} millimetres.")
    if (sizes[0] > 0) != (sizes[1] > 0):
        raise ConfigError("[surface] width_mm and depth_mm belong together: give both, or neither.")
    if values.get("find") == "corners" and not sizes[0]:
        raise ConfigError("[surface] find is corners, so width_mm and depth_mm must be given.")


def _value(where: str, hint: Any, about: Field, value: Any) -> Any:
    words, length = about.metadata["words"], about.metadata["length"]
    if hint is dict:
        if not isinstance(value, dict):
            raise ConfigError(f"{where} is a table of options, not {shown(value)}.")
        return value
    if parts := get_args(hint):
        if not isinstance(value, list):
            raise ConfigError(f"{where} is a list, not {shown(value)}.")
        if length is not None and len(value) != length:
            raise ConfigError(f"{where} has {length} entries, not {len(value)}.")
        return tuple(_plain(f"each entry of {where}", parts[0], about, entry) for entry in value)
    value = _plain(where, hint, about, value)
    if words is not None and value not in words:
        raise ConfigError(f"{where} is one of {', '.join(words)}, not {shown(value)}{_meant(value, words)}.")
    return value


_TYPES = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes"}


def _plain(where: str, kind: type, about: Field, value: Any) -> Any:
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise ConfigError(f"{where} is {_TYPES[kind]}, not {shown(value)}.")
    low, high = about.metadata["low"], about.metadata["high"]
    # Written so that nan, which is a TOML float, is out of every range.
    if low is not None and not low <= value <= high:
        raise ConfigError(f"{where} lies between {plain(low)} and {plain(high)}, and {shown(value)} does not.")
    return value


#: Game -> its options: how it checks them, and which there are.
_RULES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "street": (street_options.checked, tuple(street_options.Rules().to_json())),
    "bank": (bank_options.checked, tuple(bank_options.Rules().told())),
    "poker": (lambda rules, _players: poker_options.checked(rules), tuple(poker_options.Rules().to_json())),
}


def _check_rules(game: str, rules: dict) -> None:
    check, known = _RULES[game]
    for key in rules:
        if key not in known:
            raise ConfigError(f"[game.rules] has no option {key}{_meant(key, known)}.")
    named = rules.get("first_shooter")
    players = (named["named"],) if isinstance(named, dict) and isinstance(named.get("named"), str) else ()
    try:
        check(rules, players)
    except Refused as refusal:
        raise ConfigError(f"[game.rules] {refusal.why}") from None


def _meant(wrong: str, known: Any) -> str:
    near = get_close_matches(wrong, list(known), n=1, cutoff=0.5)
    return f" (did you mean {near[0]}?)" if near else ""


def _default(one: Field) -> Any:
    return one.default if one.default is not MISSING else one.default_factory()


def plain(number: float) -> str:
    """A limit as people write it: 1000000 and not 1e+06."""
    return f"{number:.10g}"


def _limits(one: Field) -> str:
    if one.metadata["words"]:
        return f" One of: {', '.join(one.metadata['words'])}."
    if one.metadata["low"] is not None:
        return f" From {plain(one.metadata['low'])} to {plain(one.metadata['high'])}."
    return ""


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return "{}" if isinstance(value, dict) else repr(value)
