"""Seat labels: their codes are read, every seat has one; the card of the lights shows every light."""

from __future__ import annotations

import cv2
import pytest

from controller.printed import DrawingError, save
from controller.printed.drawing import Box, Text
from controller.printed.labels import labels, legend
from firmware import lights


def test_each_label_has_its_number_and_a_code_that_is_read(tmp_path, pdf):
    address = "http://192.168.100.200:8080"
    pages = labels(12, address)
    words = [one.text for page in pages for one in page.shapes if isinstance(one, Text)]
    assert [word for word in words if word.isdigit()] == [str(seat) for seat in range(1, 13)]
    (file,) = save(pages, tmp_path / "labels.pdf")
    reader = cv2.QRCodeDetector()
    # As a phone sees it: not the sharp edges of a rasteriser that paints a pixel more round each box.
    images = [cv2.GaussianBlur(image, (0, 0), 2.0) for image in pdf(file, 12.0)]
    for x, y in ((15, 11), (105, 11), (15, 231)):
        card = images[0][y * 12 : (y + 55) * 12, x * 12 : (x + 90) * 12]
        assert reader.detectAndDecode(card)[0] == address


def test_what_makes_no_label_is_refused():
    with pytest.raises(DrawingError, match="too long for a label"):
        labels(2, "http://" + "a" * 900)
    with pytest.raises(DrawingError, match="too long for a QR code"):
        labels(2, "http://" + "a" * 5000)
    with pytest.raises(DrawingError, match="1 to 12 seats, not 13"):
        labels(13, "http://x")


def test_the_legend_shows_every_light_that_has_a_meaning():
    page = legend()
    words = {one.text for one in page.shapes if isinstance(one, Text)}
    for row in lights.ROWS:
        assert (row[8] in words) is (row[1] not in ("empty", "pressed")), row[1]
    steady = [one for one in page.shapes if isinstance(one, Box) and one.height == 6.0]
    assert len(steady) == sum((row[5] + row[6]).count("#") for row in lights.ROWS if row[1] not in ("empty", "pressed"))
    assert max(one.y for one in page.shapes if isinstance(one, Text)) < page.height - 10


def test_the_command_asks_for_the_address(dicetable_here, tmp_path):
    done = dicetable_here("labels")
    assert done.exit_code == 1
    assert done.output.startswith("dicetable: Say with --address what phones open")
    for wrong in ("http://x y", "ftp://10.42.0.1", "10.42.0.1:99999", "http://", "\n"):
        done = dicetable_here("labels", "--address", wrong)
        assert (done.exit_code, done.output.count("\n")) == (1, 1), done.output
        assert "No phone opens" in done.output
    assert dicetable_here("labels", "--seats", "3", "--address", "10.42.0.1:8080").exit_code == 0
    assert (tmp_path / "labels.pdf").read_bytes().startswith(b"%PDF")
