"""How high the camera hangs: height against field of view against pixels a die. Pure arithmetic.

    view = look(MODULES[0], Picture(1280, 720), Play(600, 400, 16))
    view.lowest_mm, view.good_mm, view.die_px
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.cameras.picamera import WHOLE_FIELD

#: Pixels of a die's edge: below the first the reader refuses too often, from the second on it is at its best.
LEAST_PX, GOOD_PX = 18.0, 30.0
#: What has to be in view round the play area: the white round the markers, and some that a camera hangs off centre.
BORDER_MM = 30.0

_PI = "raspberrypi.com/documentation/accessories/camera.html, hardware specification"


@dataclass(frozen=True, slots=True)
class Module:
    """A camera with its lens, as its maker states it.

    wide_deg: horizontal field of view of the whole sensor. pixels: of the sensor. focus, source: for people.
    """

    name: str
    sensor: str
    wide_deg: float
    pixels: tuple[int, int]
    focus: str
    source: str


def _lens_deg(focal_mm: float, pixels: int, pixel_um: float) -> float:
    """Field of view of a lens over so many pixels."""
    return math.degrees(2 * math.atan(pixels * pixel_um / 2000 / focal_mm))


#: The C920 states 78 degrees from corner to corner of a 16:9 picture.
_C920_DEG = math.degrees(2 * math.atan(math.tan(math.radians(39)) * 16 / math.hypot(16, 9)))

MODULES: tuple[Module, ...] = (
    Module("Camera Module 3", "IMX708", 66.0, (4608, 2592), "by motor: set [camera] focus_mm", _PI),
    Module("Camera Module 3 Wide", "IMX708", 102.0, (4608, 2592), "by motor: set [camera] focus_mm", _PI),
    Module("Camera Module 2", "IMX219", 62.2, (3280, 2464), "by turning the lens with its tool", _PI),
    Module("AI Camera", "IMX500", 66.0, (4056, 3040), "by turning the lens with its tool", _PI),
    Module("HQ Camera, 6 mm lens", "IMX477", _lens_deg(6.0, 4056, 1.55), (4056, 3040), "by turning, then the screw",
           f"{_PI}: 1.55 um pixels; angle worked out from the focal length"),
    Module("Global Shutter, 6 mm lens", "IMX296", _lens_deg(6.0, 1456, 3.45), (1456, 1088),
           "by turning, then the screw", f"{_PI}: 3.45 um pixels; angle worked out from the focal length"),
    Module("Logitech C920 (USB)", "", _C920_DEG, (1920, 1080), "by motor: switch its autofocus off",
           "logitech.com: diagonal field of view 78 degrees; the horizontal one worked out from it"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """Size of the frames in pixels."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Play:
    """The play area and the dice, in mm."""

    width: float
    depth: float
    die: float


@dataclass(frozen=True, slots=True)
class View:
    """What a module sees of a table.

    lowest_mm: the least height of the lens over the felt from which the whole play area is seen.
    good_mm, highest_mm: the greatest height at which a die still has GOOD_PX, LEAST_PX of the sensor's own pixels: a
    picture of more than those is only drawn larger. Where lowest_mm is above them, this camera cannot do it.
    At `height_mm` (lowest_mm when none was asked for): field_mm, what is seen on the felt; die_px, the edge of a die
    that lies on it; steep_deg, how far from upright the corner is seen.
    """

    module: Module
    lowest_mm: float
    good_mm: float
    highest_mm: float
    height_mm: float
    field_mm: tuple[float, float]
    die_px: float
    steep_deg: float
    sees_all: bool

    @property
    def verdict(self) -> str:
        """good, fair (between least and good), small (dice too small) or cut (the play area is not all in view)."""
        if not self.sees_all:
            return "cut"
        return "good" if self.die_px >= GOOD_PX else "fair" if self.die_px >= LEAST_PX else "small"


def look(module: Module, picture: Picture, play: Play, height_mm: float | None = None) -> View:
    """What `module` sees of `play` from `height_mm`, or from its lowest height."""
    across, down = half_angles(module, picture)
    lowest = max((play.width / 2 + BORDER_MM) / across, (play.depth / 2 + BORDER_MM) / down)
    # A die of d mm has d * pixels / field of them, and the field grows with the height.
    at_one_px = play.die * min(picture.width / across, _told_wide(module)) / 2
    height = lowest if height_mm is None else height_mm
    return View(
        module, lowest, at_one_px / GOOD_PX, at_one_px / LEAST_PX, height, (2 * height * across, 2 * height * down),
        at_one_px / height, math.degrees(math.atan(math.hypot(play.width / 2, play.depth / 2) / height)),
        height >= lowest - 1e-9,
    )  # fmt: skip


def _told_wide(module: Module) -> float:
    """Pixels that the sensor gives at 30 frames a second, by the tangent of half its field of view."""
    wide = WHOLE_FIELD.get(module.sensor.lower(), module.pixels)[0]
    return wide / math.tan(math.radians(module.wide_deg) / 2)


def half_angles(module: Module, picture: Picture) -> tuple[float, float]:
    """Tangents of half the field of view, (across, down): the picture is the largest cut of its shape in the sensor.

    So it is with the modes of WHOLE_FIELD, which the program asks for; other programs may get one that cuts more.
    """
    sensor = module.pixels[0] / module.pixels[1]
    shape = picture.width / picture.height
    across = math.tan(math.radians(module.wide_deg) / 2)
    if shape >= sensor:
        return across, across / shape
    return across / sensor * shape, across / sensor
