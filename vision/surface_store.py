"""Keeps a surface between evenings: a small JSON file and the picture of the empty table beside it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.surface_value import Surface, SurfaceError

VERSION = 1


def save_surface(surface: Surface, path: Path | str) -> None:
    """Writes `path` (JSON) and, with an empty reference, the PNG of the same name. A crash leaves the old or the new.

    Raises SurfaceError when they cannot be written.
    """
    path = Path(path)
    record: dict[str, Any] = {
        "version": VERSION,
        "area": np.asarray(surface.area, float).round(3).tolist(),
        "homography": None if surface.homography is None else np.asarray(surface.homography, float).tolist(),
        "camera_mm": surface.camera_mm,
        "die_mm": surface.die_mm,
        "far_edge": surface.far_edge,
        "empty": None if surface.empty is None else path.with_suffix(".png").name,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if surface.empty is not None:
            done, coded = cv2.imencode(".png", surface.empty)
            if not done:
                raise SurfaceError("The picture of the empty table cannot be stored.")
            _replace(path.with_suffix(".png"), coded.tobytes())
        _replace(path, (json.dumps(record, indent=1) + "\n").encode())
    except OSError as error:
        raise SurfaceError(f"The play area cannot be stored in {path}: {error.strerror}.") from error


def load_surface(path: Path | str) -> Surface:
    """The surface stored in `path`; SurfaceError when there is none or it does not hold together."""
    path = Path(path)
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["version"] != VERSION:
            raise SurfaceError(f"{path} was written by another version of this program; calibrate again.")
        area = np.array(record["area"], float)
        homography = None if record["homography"] is None else np.array(record["homography"], float)
        if area.ndim != 2 or area.shape[1] != 2 or (homography is not None and homography.shape != (3, 3)):
            raise ValueError("wrong shape")
        camera = None if record["camera_mm"] is None else tuple(float(v) for v in record["camera_mm"])
        edge = record["far_edge"]
        far_edge = None if edge is None else tuple((float(x), float(y)) for x, y in edge)
        empty = None if record["empty"] is None else _picture(path.parent / Path(record["empty"]).name)
        return Surface(area, homography, camera, record["die_mm"], empty, far_edge)
    except FileNotFoundError as error:
        raise SurfaceError(f"There is no stored play area {error.filename}; calibrate the camera first.") from error
    except OSError as error:
        raise SurfaceError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise SurfaceError(f"{path} is damaged and holds no play area; calibrate the camera again.") from error


def _picture(path: Path) -> np.ndarray:
    raw = np.frombuffer(path.read_bytes(), np.uint8)
    image = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    if image is None:
        raise ValueError("no picture")
    return image


def _replace(path: Path, content: bytes) -> None:
    """Writes beside the file, forces it to the disk, and puts it in the file's place."""
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
