"""The calculator of the camera's height, against a drawn camera and against what the makers state."""

from __future__ import annotations

import json
import math

import pytest

from controller.geometry import BORDER_MM, GOOD_PX, LEAST_PX, MODULES, Picture, Play, half_angles, look
from vision.cameras.picamera import WHOLE_FIELD
from vision.simulate.geometry import Pinhole

HD, PLAY = Picture(1280, 720), Play(600, 400, 16)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_it_agrees_with_a_drawn_pinhole_camera(module):
    view = look(module, HD, PLAY, 800)
    focal = HD.width / 2 / half_angles(module, HD)[0]
    camera = Pinhole.over((HD.width, HD.height), focal, (0.0, 0.0), 800.0)
    (left, _), (right, _) = camera.project([[-8.0, 0.0, 0.0], [8.0, 0.0, 0.0]])
    assert right - left == pytest.approx(view.die_px, rel=0.001)
    corner = camera.project([[view.field_mm[0] / 2, view.field_mm[1] / 2, 0.0]])[0]
    assert corner == pytest.approx((HD.width - 0.5, -0.5), abs=0.6)


@pytest.mark.parametrize(
    ("name", "size", "deg"),
    [("Camera Module 3", (4608, 2592), (66, 41)), ("Camera Module 3 Wide", (4608, 2592), (102, 67)),
     ("Camera Module 2", (3280, 2464), (62.2, 48.8)), ("AI Camera", (4056, 3040), (66, 52.3))],
)  # fmt: skip
def test_the_upright_angle_comes_out_as_the_maker_states_it(name, size, deg):
    (module,) = [one for one in MODULES if one.name == name]
    angles = [2 * math.degrees(math.atan(half)) for half in half_angles(module, Picture(*size))]
    assert angles == pytest.approx(deg, abs=3.0)


def test_from_its_lowest_height_a_camera_sees_the_whole_area_and_not_from_lower():
    for module in MODULES:
        lowest = look(module, HD, PLAY).lowest_mm
        view = look(module, HD, PLAY, lowest)
        assert view.sees_all
        assert min(view.field_mm[0] - 600, view.field_mm[1] - 400) == pytest.approx(2 * BORDER_MM)
        assert look(module, HD, PLAY, lowest * 0.99).verdict == "cut"


def test_the_limits_of_a_die_are_where_it_says():
    for module in MODULES:
        view = look(module, Picture(1920, 1080), PLAY)
        assert look(module, Picture(1920, 1080), PLAY, view.good_mm).die_px == pytest.approx(GOOD_PX)
        assert look(module, Picture(1920, 1080), PLAY, view.highest_mm).die_px == pytest.approx(LEAST_PX)
        assert look(module, Picture(1920, 1080), PLAY, view.highest_mm + 1).verdict in ("small", "cut")


def test_a_picture_of_another_shape_is_cut_out_of_the_sensor():
    (module,) = [one for one in MODULES if one.name == "Camera Module 2"]
    wide, full = half_angles(module, Picture(1640, 922)), half_angles(module, Picture(1640, 1232))
    assert wide[0] == pytest.approx(full[0])
    assert wide[1] < full[1]
    assert half_angles(module, Picture(600, 600))[0] < full[0]


def test_the_command_speaks_to_programs_and_to_people(dicetable_here):
    done = dicetable_here("doctor", "--geometry", "--size", "1920x1080", "--height", "700", "--json")
    told = [json.loads(line) for line in done.output.splitlines()]
    assert [one["camera"] for one in told] == [module.name for module in MODULES]
    assert told[0] | {"verdict": "good", "height_mm": 700} == told[0]
    assert all(one["source"] for one in told)
    text = dicetable_here("doctor", "--geometry").output
    assert "Camera Module 3 Wide" in text
    for wrong in (["--size", "big"], ["--size", "0000x0000"], ["--width", "nan"], ["--height", "inf"], ["--die", "0"]):
        assert dicetable_here("doctor", "--geometry", *wrong).exit_code == 2, wrong


def test_a_picture_of_more_pixels_than_the_sensor_gives_shows_no_more_of_a_die():
    for name, sensor in (("Global Shutter, 6 mm lens", (1456, 1088)), ("Camera Module 2", (1640, 1232))):
        (module,) = [one for one in MODULES if one.name == name]
        assert WHOLE_FIELD[module.sensor.lower()] == sensor
        most = look(module, Picture(*sensor), PLAY, 900).die_px
        assert look(module, Picture(4096, 3072), PLAY, 900).die_px == pytest.approx(most, rel=0.01)
        assert look(module, Picture(640, 480), PLAY, 900).die_px == pytest.approx(most * 640 / sensor[0], rel=0.01)
