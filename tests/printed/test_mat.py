"""The printed mat is the one that the camera looks for, at true size, whole and glued together from sheets."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.printed import DrawingError, save
from controller.printed.drawing import Box, Line, Page, Text
from controller.printed.mat import BORDER, FELTS, corner_cards, mat
from controller.printed.tiles import OVERLAP, PAPERS, PRINTER, tiles
from vision.surface import MARKER_MM, find_markers, find_mat

FINE = 4.0


def assert_true_size(image: np.ndarray, width: float, depth: float) -> None:
    """The corners that are found lie where they should on paper, and the scale that is measured is the true one."""
    surface = find_mat(image)
    wanted = np.array([[0, 0], [width, 0], [width, depth], [0, depth]])
    # A rasteriser may paint a pixel more round each box, a quarter of a millimetre here.
    assert surface.area / FINE - BORDER == pytest.approx(wanted, abs=0.4)
    for number, corners in find_markers(image).items():
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / FINE
        assert sides == pytest.approx([MARKER_MM] * 4, abs=0.4), number
    # Measured with nothing but the markers' own size, which takes that quarter for more.
    assert surface.to_mm(surface.area) == pytest.approx(wanted, abs=0.012 * max(width, depth))


@pytest.mark.parametrize(("width", "depth", "felt"), [(600, 400, "none"), (333, 251.5, "green"), (900, 450, "black")])
def test_the_whole_mat_of_a_pdf_is_found_at_true_size(tmp_path, pdf, width, depth, felt):
    (file,) = save([mat(width, depth, felt)], tmp_path / "mat.pdf")
    (image,) = pdf(file)
    assert image.shape[1] == pytest.approx((width + 2 * BORDER) * FINE, abs=1)
    assert_true_size(image, width, depth)


@pytest.mark.parametrize("felt", list(FELTS))
def test_the_whole_mat_of_an_svg_is_found_at_true_size(tmp_path, svg, felt):
    (file,) = save([mat(600, 400, felt)], tmp_path / "mat.svg")
    assert_true_size(svg(file), 600, 400)


def test_the_far_edge_of_the_mat_is_the_one_that_it_names(tmp_path, pdf):
    sheet = mat(600, 400)
    (words,) = [one for one in sheet.shapes if isinstance(one, Text) and "FAR EDGE" in one.text]
    (file,) = save([sheet], tmp_path / "mat.pdf")
    surface = find_mat(pdf(file)[0])
    assert words.y < BORDER
    assert surface.far_edge == ((0.0, 0.0), (pytest.approx(600, abs=7), 0.0))


def test_a_camera_that_looks_from_aside_finds_it_too(tmp_path, pdf):
    (file,) = save([mat(600, 400)], tmp_path / "mat.pdf")
    (image,) = pdf(file)
    height, width = image.shape[:2]
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    seen = np.float32([[160, 60], [1120, 90], [1230, 690], [40, 660]])
    move = cv2.getPerspectiveTransform(corners, seen)
    surface = find_mat(cv2.warpPerspective(image, move, (1280, 720), flags=cv2.INTER_AREA, borderValue=(40, 70, 40)))
    for x, y in ((0, 0), (300, 200), (600, 400), (0, 400)):
        pixel = cv2.perspectiveTransform(np.float64([[[(BORDER + x) * FINE, (BORDER + y) * FINE]]]), move)[0]
        assert surface.to_mm(pixel)[0] == pytest.approx((x, y), abs=5.0)


@pytest.mark.parametrize(("paper", "size"), [("a4", (600, 400)), ("a3", (600, 400)), ("letter", (800, 300))])
def test_sheets_glued_together_are_the_mat(tmp_path, pdf, paper, size):
    sheet = mat(*size)
    pages = tiles(sheet, paper)
    assert 1 < len(pages) < 12
    assert {tuple(sorted((page.width, page.height))) for page in pages} == {PAPERS[paper]}
    (file,) = save(pages, tmp_path / "mat.pdf")
    glued = np.zeros((round(sheet.height * FINE), round(sheet.width * FINE), 3), np.uint8)
    bare = np.ones(glued.shape[:2], bool)
    for page, image in zip(pages, pdf(file), strict=True):
        part = page.shapes[0]
        edge, wide, high = (round(mm * FINE) for mm in (PRINTER, part.width, part.height))
        cut = image[edge : edge + high, edge : edge + wide]
        x, y = round(part.left * FINE), round(part.top * FINE)
        room = glued[y : y + cut.shape[0], x : x + cut.shape[1]]
        room[:] = cut[: room.shape[0], : room.shape[1]]
        bare[y : y + cut.shape[0], x : x + cut.shape[1]] = False
    assert not bare[:-2, :-2].any()
    assert_true_size(glued, *size)


def test_sheets_overlap_and_stay_inside_what_a_printer_prints():
    pages = tiles(mat(600, 400), "a4")
    parts = [page.shapes[0] for page in pages]
    for page, part in zip(pages, parts, strict=True):
        assert part.width <= page.width - 2 * PRINTER
        assert part.height <= page.height - 2 * PRINTER
    lefts = sorted({part.left for part in parts})
    for one, following in zip(lefts, lefts[1:], strict=False):
        assert one + parts[0].width - following == pytest.approx(OVERLAP)
    # No cut goes through a marker, 24 mm from each corner, with its white.
    assert all(left > 42 for left in lefts[1:])
    assert max(lefts) < 624 - 42


def test_every_sheet_has_a_ruler_of_100_mm():
    for page in [*tiles(mat(600, 400), "a4"), corner_cards(600, 400), mat(600, 400)]:
        level = [one for one in page.shapes if isinstance(one, Line) and one.y0 == one.y1 and one.x1 - one.x0 == 100]
        strokes = [one for one in page.shapes if isinstance(one, Line) and one.x0 == one.x1 and one.y0 == level[-1].y0]
        assert len(strokes) == 101
        assert strokes[-1].x0 - strokes[0].x0 == pytest.approx(100)


def test_the_ruler_is_100_mm_on_paper(tmp_path, pdf):
    (file,) = save([corner_cards(600, 400)], tmp_path / "cards.pdf")
    (image,) = pdf(file)
    row = image[round(32.5 * FINE), :, 0]  # below the short strokes: those of 5 and 10 mm
    dark = np.flatnonzero(row < 160) / FINE
    assert dark[-1] - dark[0] == pytest.approx(100, abs=0.5)


def test_the_cards_have_the_four_markers_the_right_way_round(tmp_path, pdf):
    (file,) = save([corner_cards(600, 400)], tmp_path / "cards.pdf")
    found = find_markers(pdf(file)[0])
    assert sorted(found) == [0, 1, 2, 3]
    for number, corners in found.items():
        # Marker i bears corner i of the area as its own corner i, so on the sheet all of them stand upright.
        assert corners[0] == pytest.approx(corners.min(axis=0), abs=1.5), number
        assert np.linalg.norm(corners[1] - corners[0]) / FINE == pytest.approx(24, abs=0.3)


@pytest.mark.parametrize("size", [(100, 400), (600, 9000), (float("nan"), 300)])
def test_an_area_that_cannot_be_is_refused(size):
    with pytest.raises(DrawingError, match="sides of 200 to 5000 mm"):
        mat(*size)


def test_what_cannot_be_written_is_said(tmp_path):
    page = Page(100, 100, (Box(1, 1, 2, 2),), "x")
    with pytest.raises(DrawingError, match=r"must end in \.pdf or \.svg"):
        save([page], tmp_path / "mat.png")
    with pytest.raises(DrawingError, match="cannot be written: No such file"):
        save([page], tmp_path / "nowhere" / "mat.pdf")
    with pytest.raises(DrawingError, match="no letter 'ế'"):
        save([Page(100, 100, (Text(1, 1, "Ghế", 4),))], tmp_path / "words.pdf")
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_the_table_of_the_configuration(dicetable_here, tmp_path):
    (tmp_path / "table.toml").write_text("[surface]\nwidth_mm = 500\ndepth_mm = 300\n")
    done = dicetable_here("mat", "mat.svg", "--paper", "whole", "--config", "table.toml")
    assert done.exit_code == 0, done.output
    assert "Print at 100 %" in done.output
    root = Path(tmp_path / "mat.svg").read_text()
    assert re.search(r'width="524mm" height="324mm"', root)


def test_the_command_refuses_in_a_sentence(dicetable_here):
    done = dicetable_here("mat", "mat.png")
    assert (done.exit_code, done.output) == (1, "dicetable: The file mat.png must end in .pdf or .svg.\n")
