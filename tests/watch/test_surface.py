"""The play area: found by its markers, checked, kept."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from vision.surface import (
    Surface,
    SurfaceError,
    check_surface,
    draw_marker,
    find_mat,
    from_corners,
    load_surface,
    save_surface,
    why_no_mat,
)

WIDTH, DEPTH, MARKER = 440.0, 236.0, 24.0
FOCAL, SIZE, HEIGHT = 1000.0, (960, 540), 620.0
_FINE = 4


def camera_matrix(tilt: float = 4.0, roll: float = 1.5) -> np.ndarray:
    """(3, 3) millimetres of the felt to pixels, of a pinhole camera over the mat."""
    turn = cv2.Rodrigues(np.array([np.radians(tilt), 0, 0]))[0] @ cv2.Rodrigues(np.array([0, 0, np.radians(roll)]))[0]
    axis = turn.T @ np.array([0, 0, 1.0])
    centre = np.array([WIDTH / 2, DEPTH / 2, 0]) - axis * HEIGHT / axis[2]
    inside = np.array([[FOCAL, 0, (SIZE[0] - 1) / 2], [0, FOCAL, (SIZE[1] - 1) / 2], [0, 0, 1]])
    return inside @ np.stack([turn[:, 0], turn[:, 1], -turn @ centre], axis=1)


def mat_picture(without: tuple[int, ...] = (), matrix: np.ndarray | None = None) -> np.ndarray:
    rng = np.random.default_rng(3)
    margin = 60
    shape = (int((DEPTH + 2 * margin) * _FINE), int((WIDTH + 2 * margin) * _FINE), 3)
    sheet = np.clip(np.array([60, 92, 44]) + rng.normal(0, 4, shape[:2] + (1,)), 0, 255).astype(np.uint8)
    cv2.rectangle(sheet, (500, 500), (1700, 900), (190, 190, 190), 12)
    cv2.putText(sheet, "PASS LINE", (600, 760), cv2.FONT_HERSHEY_SIMPLEX, 5, (190, 200, 200), 16)
    places = [(0, 0), (WIDTH - MARKER, 0), (WIDTH - MARKER, DEPTH - MARKER), (0, DEPTH - MARKER)]
    for number, (x, y) in enumerate(places):
        if number in without:
            continue
        left, top, side = int((x + margin) * _FINE), int((y + margin) * _FINE), int(MARKER * _FINE)
        sheet[top - 16 : top + side + 16, left - 16 : left + side + 16] = 225
        sheet[top : top + side, left : left + side] = draw_marker(number, side)[..., None]
    to_mm = np.array([[1 / _FINE, 0, -margin + 0.5 / _FINE], [0, 1 / _FINE, -margin + 0.5 / _FINE], [0, 0, 1]])
    matrix = camera_matrix() if matrix is None else matrix
    big = np.diag([2.0, 2.0, 1.0])
    big[:2, 2] = 0.5
    picture = cv2.warpPerspective(sheet, big @ matrix @ to_mm, (2 * SIZE[0], 2 * SIZE[1]), flags=cv2.INTER_AREA)
    return cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)


def projected(points, matrix: np.ndarray | None = None) -> np.ndarray:
    matrix = camera_matrix() if matrix is None else matrix
    return cv2.perspectiveTransform(np.array(points, float).reshape(-1, 1, 2), matrix).reshape(-1, 2)


CORNERS = [(0, 0), (WIDTH, 0), (WIDTH, DEPTH), (0, DEPTH)]


@pytest.fixture(scope="module")
def mat() -> np.ndarray:
    return mat_picture()


@pytest.fixture(scope="module")
def surface(mat) -> Surface:
    return find_mat(mat, size_mm=(WIDTH, DEPTH), focal_px=FOCAL, keep_empty=True)


def test_the_mat_is_found_to_half_a_pixel(surface):
    assert np.abs(surface.area - projected(CORNERS)).max() < 0.6
    inside = [(60, 60), (220, 118), (400, 200)]
    assert np.abs(surface.to_mm(projected(inside)) - inside).max() < 0.6
    assert np.abs(surface.to_pixels(np.array(inside, float)) - projected(inside)).max() < 0.8
    assert surface.far_edge == ((0.0, 0.0), (WIDTH, 0.0))


def test_the_camera_is_where_it_is(surface):
    axis_height = surface.camera_mm[2]
    assert axis_height == pytest.approx(HEIGHT, rel=0.02)
    assert surface.camera_mm[0] == pytest.approx(WIDTH / 2, abs=15)


def test_the_markers_themselves_give_the_scale(mat):
    surface = find_mat(mat)
    span = np.linalg.norm(surface.to_mm(surface.area)[1])
    assert span == pytest.approx(WIDTH, rel=0.015)
    assert surface.empty is None and surface.camera_mm is None


def test_two_markers_do_when_the_size_is_known():
    picture = mat_picture(without=(1, 3))
    assert find_mat(picture) is None
    found = find_mat(picture, size_mm=(WIDTH, DEPTH))
    assert np.abs(found.area - projected(CORNERS)).max() < 3


def test_missing_markers_are_named():
    assert "1, 2" in why_no_mat(mat_picture(without=(1, 2)))
    assert "No marker" in why_no_mat(np.zeros((540, 960, 3), np.uint8))
    assert find_mat(np.zeros((540, 960, 3), np.uint8)) is None


def test_corners_that_the_host_points_at():
    surface = from_corners(projected(CORNERS), (WIDTH, DEPTH), focal_px=FOCAL, picture=SIZE, die_mm=16.0)
    assert surface.camera_mm[2] == pytest.approx(HEIGHT, rel=0.01)
    assert surface.pixels_per_mm(480, 270) == pytest.approx(FOCAL / HEIGHT, rel=0.02)
    bare = from_corners(projected(CORNERS))
    assert bare.homography is None
    with pytest.raises(SurfaceError, match="scale"):
        bare.to_mm(np.zeros((1, 2)))


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (10, 0), (10, 10)],
        [(0, 0), (0, 10), (10, 10), (10, 0)],
        [(0, 0), (5, 0), (10, 0), (0, 10)],
        [(0, 0), (10, 0), (10, float("nan")), (0, 10)],
    ],
    ids=["three", "the wrong way", "on a line", "not a number"],
)
def test_corners_that_are_none(corners):
    with pytest.raises(SurfaceError):
        from_corners(np.array(corners, float), (100, 100))


def test_a_surface_comes_back_from_its_file(surface, tmp_path):
    path = tmp_path / "table" / "surface.json"
    save_surface(surface, path)
    again = load_surface(path)
    assert np.allclose(again.area, surface.area, atol=1e-2)
    assert np.allclose(again.homography, surface.homography)
    assert again.camera_mm == pytest.approx(surface.camera_mm)
    assert (again.empty == surface.empty).all() and again.far_edge == surface.far_edge
    assert not list(path.parent.glob("*.new"))


def test_files_that_hold_no_surface(surface, tmp_path):
    path = tmp_path / "surface.json"
    with pytest.raises(SurfaceError, match="calibrate"):
        load_surface(path)
    save_surface(surface, path)
    record = json.loads(path.read_text())
    for broken in ("{", json.dumps(record | {"area": [1, 2]}), json.dumps({"version": 1}), json.dumps([])):
        path.write_text(broken)
        with pytest.raises(SurfaceError, match="damaged"):
            load_surface(path)
    path.write_text(json.dumps(record | {"version": 99}))
    with pytest.raises(SurfaceError, match="another version"):
        load_surface(path)
    path.write_text(json.dumps(record))
    path.with_suffix(".png").write_bytes(b"no picture")
    with pytest.raises(SurfaceError, match="damaged"):
        load_surface(path)
    path.with_suffix(".png").unlink()
    with pytest.raises(SurfaceError, match="surface.png"):
        load_surface(path)


def with_dice_and_hand(picture: np.ndarray) -> np.ndarray:
    """Things that lie and reach over the table and are no fault of the surface."""
    busy = picture.copy()
    cv2.rectangle(busy, (300, 200), (328, 228), (240, 240, 240), -1)
    cv2.rectangle(busy, (420, 300), (448, 328), (240, 240, 240), -1)
    cv2.ellipse(busy, (700, 540), (70, 190), 0, 0, 360, (110, 140, 200), -1)
    return busy


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize("change", ["nothing", "noise", "a little light", "half a pixel"])
def test_a_good_surface_is_called_good(surface, mat, change, busy):
    picture = with_dice_and_hand(mat) if busy else mat
    rng = np.random.default_rng(0)
    picture = {
        "nothing": picture,
        "noise": np.clip(picture + rng.normal(0, 5, picture.shape), 0, 255).astype(np.uint8),
        "a little light": np.clip(picture * 1.08, 0, 255).astype(np.uint8),
        "half a pixel": cv2.warpAffine(picture, np.float32([[1, 0, 0.5], [0, 1, 0.4]]), SIZE),
    }[change]
    check = check_surface(picture, surface)
    assert check.ok and check.why is None, check


def turned(picture: np.ndarray, degrees: float) -> np.ndarray:
    move = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, 1.0)
    return cv2.warpAffine(picture, move, SIZE, borderMode=cv2.BORDER_REPLICATE)


FAULTS = {
    "shifted by 3 mm": (lambda p: np.roll(p, 5, axis=1), "moved", "moved"),
    "turned by a degree": (lambda p: turned(p, 1.0), "moved", "moved"),
    "lamp out": (lambda p: (p * 0.6).astype(np.uint8), "light", "darker"),
    "lamp up": (lambda p: np.clip(p * 1.5, 0, 255).astype(np.uint8), "light", "brighter"),
    "out of focus": (lambda p: cv2.GaussianBlur(p, (0, 0), 4), "fogged", "sharp"),
    "breath on the lens": (
        lambda p: (cv2.GaussianBlur(p, (0, 0), 2.5) * 0.75 + 22).astype(np.uint8),
        "fogged",
        "sharp",
    ),
}


@pytest.mark.parametrize("busy", [False, True], ids=["empty", "busy"])
@pytest.mark.parametrize(("spoil", "fault", "word"), FAULTS.values(), ids=FAULTS)
def test_each_fault_is_noticed_and_named(surface, mat, spoil, fault, word, busy):
    check = check_surface(spoil(with_dice_and_hand(mat) if busy else mat), surface)
    assert fault in check.faults and word in check.why, check


def test_a_lamp_that_moved_is_noticed(surface, mat):
    ramp = np.linspace(1.35, 0.5, SIZE[0])[None, :, None]
    check = check_surface(np.clip(mat * ramp, 0, 255).astype(np.uint8), surface)
    assert "light" in check.faults


def test_a_surface_without_a_reference_cannot_be_checked(mat):
    assert check_surface(mat, find_mat(mat)) is None


def test_another_size_of_picture_is_a_moved_camera(surface):
    assert check_surface(np.zeros((480, 640, 3), np.uint8), surface).faults == ("moved",)
