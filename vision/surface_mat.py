"""Finds the marker mat: four ArUco markers whose outer corners are the corners of the play area."""

from __future__ import annotations

import cv2
import numpy as np

from vision.surface_value import Surface, SurfaceError, camera_over

#: Ids of the corner markers, clockwise from the top left; marker i bears the corner i of the area as its own corner i.
IDS = (0, 1, 2, 3)
#: Edge of the printed markers in millimetres.
MARKER_MM = 24.0


def dictionary():
    """The markers' dictionary, DICT_4X4_50; SurfaceError with an OpenCV that was built without ArUco."""
    aruco = getattr(cv2, "aruco", None)
    if aruco is None:
        raise SurfaceError("This OpenCV has no ArUco markers; version 4.7 or later has, as has Debian's package.")
    return aruco.getPredefinedDictionary(aruco.DICT_4X4_50)


def draw_marker(number: int, pixels: int) -> np.ndarray:
    """(pixels, pixels) uint8 picture of a marker. The call has had two names."""
    known = dictionary()
    draw = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker
    return draw(known, number, pixels)


def find_markers(image: np.ndarray) -> dict[int, np.ndarray]:
    """The mat's markers in a picture: id -> (4, 2) float corners in pixels, clockwise from the marker's top left."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    known = dictionary()
    if hasattr(cv2.aruco, "ArucoDetector"):
        detector = cv2.aruco.ArucoDetector(known, cv2.aruco.DetectorParameters())
        corners, ids, _ = detector.detectMarkers(grey)
    else:
        corners, ids, _ = cv2.aruco.detectMarkers(grey, known, parameters=cv2.aruco.DetectorParameters_create())
    found: dict[int, np.ndarray] = {}
    for quad, number in zip(corners, [] if ids is None else np.asarray(ids).ravel(), strict=True):
        if int(number) in IDS:
            found.setdefault(int(number), _refined(grey, np.asarray(quad, np.float32).reshape(4, 2)))
    return found


def _refined(grey: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The corners to a part of a pixel; done here, since each version of OpenCV does it in its own way."""
    side = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())
    # Half a module of the six: no other corner comes into the window.
    reach = int(np.clip(side / 12, 2, 8))
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    fine = cv2.cornerSubPix(grey, quad.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), until).reshape(4, 2)
    astray = np.linalg.norm(fine - quad, axis=1) > reach
    return np.where(astray[:, None], quad, fine).astype(np.float64)


def find_mat(
    image: np.ndarray,
    *,
    size_mm: tuple[float, float] | None = None,
    marker_mm: float = MARKER_MM,
    die_mm: float | None = 16.0,
    focal_px: float | None = None,
    keep_empty: bool = False,
) -> Surface | None:
    """The play area that the mat's markers show.

    image: (h, w, 3) uint8. size_mm: (width, depth) between the outer corners of the
    markers; None measures it with the markers' own size. marker_mm: edge of a marker. focal_px: focal
    length in pixels, for the height of the camera. keep_empty: `image` shows the table without dice, hands
    or anything that will not stay; keep it as the empty reference.
    None when too few markers are seen: all four are needed, or two of them with size_mm. `why_no_mat` says which.
    """
    found = find_markers(image)
    missing = [number for number in IDS if number not in found]
    if missing and (size_mm is None or len(found) < 2):
        return None
    if size_mm is None:
        size_mm = _measured(found, marker_mm)
    width, depth = size_mm
    pixels = np.concatenate([found[number] for number in sorted(found)])
    mm = np.concatenate([_marker_on_mat(number, width, depth, marker_mm) for number in sorted(found)])
    homography, _ = cv2.findHomography(pixels, mm)
    if homography is None:
        return None
    corners = np.array([[0, 0], [width, 0], [width, depth], [0, depth]], np.float64)
    area = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), np.linalg.inv(homography)).reshape(-1, 2)
    for number, quad in found.items():
        area[number] = quad[number]
    camera = None
    if focal_px is not None:
        camera = camera_over(homography, focal_px, (image.shape[1], image.shape[0]))
    empty = image.copy() if keep_empty else None
    return Surface(area, homography, camera, die_mm, empty, ((0.0, 0.0), (float(width), 0.0)))


def why_no_mat(image: np.ndarray) -> str | None:
    """One sentence for people about the markers that are not seen; None when all are."""
    found = find_markers(image)
    missing = [number for number in IDS if number not in found]
    if not missing:
        return None
    if len(missing) == len(IDS):
        return "No marker of the mat is seen; is the mat in view, and is there light?"
    names = ", ".join(str(number) for number in missing)
    return f"These markers of the mat are not seen: {names}; uncover them or turn the camera."


def _marker_on_mat(number: int, width: float, depth: float, marker: float) -> np.ndarray:
    """(4, 2) millimetres: the corners of a marker, clockwise from its top left."""
    x = 0.0 if number in (0, 3) else width - marker
    y = 0.0 if number in (0, 1) else depth - marker
    return np.array([[x, y], [x + marker, y], [x + marker, y + marker], [x, y + marker]])


def _measured(found: dict[int, np.ndarray], marker: float) -> tuple[float, float]:
    """(width, depth) of the area in millimetres: its outer corners make a square of one by one, and the
    markers in it say how large they are of that."""
    outer = np.array([found[number][number] for number in IDS], np.float32)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    flat = cv2.getPerspectiveTransform(outer, square)
    wide, deep = [], []
    for quad in found.values():
        a, b, c, d = cv2.perspectiveTransform(quad.reshape(-1, 1, 2), flat).reshape(-1, 2)
        wide += [b[0] - a[0], c[0] - d[0]]
        deep += [d[1] - a[1], c[1] - b[1]]
    return marker / float(np.mean(wide)), marker / float(np.mean(deep))
