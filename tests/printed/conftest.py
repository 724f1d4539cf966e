"""Printed files back as pictures, as a printer would make them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

#: Pixels a millimetre.
FINE = 4.0


def from_pdf(path: Path, fine: float = FINE) -> list[np.ndarray]:
    """Each page as a BGR picture, `fine` pixels a mm; another program than ours reads the file."""
    pdfium = pytest.importorskip("pypdfium2")
    document = pdfium.PdfDocument(str(path))
    try:
        pages = [document[number].render(scale=fine * 25.4 / 72).to_numpy() for number in range(len(document))]
    finally:
        document.close()
    return [np.ascontiguousarray(page[:, :, :3]) for page in pages]


def from_svg(path: Path, fine: float = FINE) -> np.ndarray:
    """The filled rectangles of an SVG without windows; its size must be given in millimetres."""
    root = ElementTree.parse(path).getroot()
    wide, high = (re.fullmatch(r"([\d.]+)mm", root.get(side)) for side in ("width", "height"))
    left, top, across, down = map(float, root.get("viewBox").split())
    # What a user unit of the view box is in pixels.
    scale = np.array([float(wide[1]) / across, float(high[1]) / down]) * fine
    image = np.zeros((round(float(high[1]) * fine), round(float(wide[1]) * fine), 3), np.uint8)
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        corner = np.array([float(box.get("x", 0)) - left, float(box.get("y", 0)) - top]) * scale
        far = corner + np.array([float(box.get("width")), float(box.get("height"))]) * scale
        colour = tuple(int(box.get("fill")[at : at + 2], 16) for at in (5, 3, 1))
        x0, y0, x1, y1 = (round(v) for v in (*corner, *far))
        cv2.rectangle(image, (x0, y0), (x1 - 1, y1 - 1), colour, -1)
    return image


@pytest.fixture
def pdf() -> Callable[..., list[np.ndarray]]:
    return from_pdf


@pytest.fixture
def svg() -> Callable[..., np.ndarray]:
    return from_svg


@pytest.fixture
def dicetable_here(tmp_path, monkeypatch):
    """Runs a command in an empty folder."""
    from click.testing import CliRunner

    from controller.cli import main

    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, list(arguments))
