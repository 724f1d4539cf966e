"""The camera on the host's page: its newest picture, what the reader sees, and the corners of the play area."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from flask import Blueprint, Response, jsonify, request
from flask_babel import gettext as _

from controller.play_area import AreaRefused, PlayArea
from web.asking import pages
from web.guard import Refusal, body
from web.identity import must_be_host
from web.pictures import jpeg_of
from web.scene import seen_dice
from web.words import no_roll_words, percent

bp = Blueprint("host_camera", __name__, url_prefix="/host")

#: Seconds for which a picture of the camera is shown again instead of fetching a new one.
PICTURE_LIFE_S = 0.15
#: Millimetres that the host may give for a side of the play area.
LEAST_MM, MOST_MM = 100, 5000

_picture_lock = threading.Lock()


@bp.get("/camera.jpg")
def camera():
    """The camera's newest picture, bare or with what the reader sees; many hosts cost no more than one."""
    must_be_host()
    bare = "bare" in request.args
    jpeg = _newest_picture(bare, pages().settings.bare if bare else pages().settings.frames)
    if jpeg is None:
        raise Refusal(404, "bad_input", _("The camera gives no pictures."))
    return Response(jpeg, mimetype="image/jpeg")


def _newest_picture(bare: bool, source: Callable[[], object] | None) -> bytes | None:
    if source is None:
        return None
    with _picture_lock:
        kept, now = pages().newest_pictures.get(bare), time.monotonic()
        if kept is None or now - kept[0] > PICTURE_LIFE_S:
            try:
                kept = (now, jpeg_of(source()))
            except Exception:  # the camera's trouble is not the page's
                kept = (now, None)
            pages().newest_pictures[bare] = kept
        return kept[1]


@bp.get("/seen")
def seen():
    """What the reader sees in that picture, in words."""
    must_be_host()
    source = pages().settings.seen
    try:
        told = source() if source is not None else None
    except Exception:
        told = None
    return jsonify(seen_words(told))


def seen_words(told: dict | None) -> dict:
    """{"kind": none, stirs, empty, read or refused, "text", "dice", "area"}. told: as LiveView.seen gives it."""
    shown = {"dice": [], "area": ""}
    if told is None or not told["frame"]:
        return shown | {"kind": "none", "text": _("The camera gives no pictures.")}
    if not told["area"]:
        shown["area"] = _("No play area is known: the whole picture counts, which makes the reader stricter.")
    reading = told["reading"]
    if reading is None:
        return shown | {"kind": "stirs", "text": _("Something moves: it is read when it lies still.")}
    if not reading["dice"] and reading["values"] is None and reading["reason"] == "wrong_count":
        return shown | {"kind": "empty", "text": _("The table lies empty.")}
    shown["dice"] = seen_dice(reading)
    if reading["values"] is not None:
        values = " · ".join(map(str, reading["values"]))
        text = _("Read: %(values)s, %(p)s sure.", values=values, p=percent(reading["confidence"]))
        return shown | {"kind": "read", "text": text}
    why = no_roll_words(reading["reason"], reading.get("detail"), len(reading["dice"]) or 2)
    return shown | {"kind": "refused", "text": _("Not read: %(why)s", why=why)}


@bp.get("/corners")
def corners():
    """Where the play area lies in the picture now."""
    must_be_host()
    return jsonify(_told(_area()))


@bp.post("/corners")
def point_at():
    """The host has tapped the four corners, or leaves it to the table again."""
    must_be_host()
    wish, area = body(), _area()
    if pages().state().get("dice_out"):
        raise Refusal(409, "dice_out", _("The dice are out: wait until this throw is decided."))
    if wish.get("do") == "find":
        area.find_again()
    elif wish.get("do") == "use":
        _use(area, wish)
    else:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return jsonify(ok=True, **_told(area))


def _area() -> PlayArea:
    area = pages().settings.area
    if area is None:
        raise Refusal(404, "bad_input", _("There is no camera at this table."))
    return area


def _told(area: PlayArea) -> dict:
    return {"corners": area.corners, "size": area.size_mm and list(area.size_mm), "pointed": area.pointed}


def _use(area: PlayArea, wish: dict) -> None:
    try:
        area.use(_four(wish.get("corners")), _size(wish.get("size")))
    except AreaRefused as refused:
        why = {
            "no_picture": _("The camera gives no pictures."),
            "corners": _("Tap the corners clockwise: far left, far right, near right, near left."),
            "too_small": _("That is too small for a play area."),
            "not_empty": _("Take dice, chips and hands off the table, then try again."),
            "not_kept": _("The play area could not be written to the disk, so nothing was changed."),
        }[refused.code]
        raise Refusal(409, refused.code, why) from None


def _four(value: object) -> list[list[float]]:
    """Four corners as shares of the picture. Raises Refusal."""
    points = value if isinstance(value, list) else []
    good = len(points) == 4 and all(isinstance(point, list) and len(point) == 2 for point in points)
    if not good or not all(_share(part) for point in points for part in point):
        raise Refusal(400, "bad_input", _("Tap four corners within the picture."))
    return [[float(x), float(y)] for x, y in points]


def _share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _size(value: object) -> tuple[float, float] | None:
    """Width and depth in millimetres, None where the host gives none. Raises Refusal."""
    if value in (None, [None, None]):
        return None
    good = isinstance(value, list) and len(value) == 2
    if not good or not all(
        isinstance(one, int | float) and math.isfinite(one) and LEAST_MM <= one <= MOST_MM for one in value
    ):
        why = _("Give width and depth in millimetres, from %(least)d to %(most)d, or neither.", least=LEAST_MM,
                most=MOST_MM)  # fmt: skip
        raise Refusal(400, "bad_input", why)
    return float(value[0]), float(value[1])
