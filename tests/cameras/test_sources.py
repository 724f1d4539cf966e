"""Pictures, films, folders and USB cameras as sources of frames, and what they say when something is wrong."""

from __future__ import annotations

import errno
import os

import cv2
import numpy as np
import pytest

from vision.cameras import CameraBusy, CameraMissing, CameraStalled, SourceBroken, open_camera
from vision.cameras import usb as usb_module
from vision.cameras.films import FilmCamera
from vision.cameras.folders import FolderCamera, numbered_frames
from vision.cameras.usb import UsbCamera, held_by_another, look_at_device


def picture(number: int, size: tuple[int, int] = (96, 64)) -> np.ndarray:
    """A picture whose grey says its number."""
    return np.full((size[1], size[0], 3), 40 + 12 * number, np.uint8)


def number_of(image: np.ndarray) -> int:
    return round((float(image.mean()) - 40) / 12)


def all_of(camera) -> list:
    camera.open()
    frames = []
    while (frame := camera.read()) is not None:
        frames.append(frame)
        assert len(frames) < 1000
    camera.close()
    return frames


@pytest.fixture(params=[("mjpg", "film.avi", "MJPG"), ("mp4v", "film.mp4", "mp4v")], ids=lambda p: p[0])
def film(request, tmp_path):
    """A film of twelve frames at 25 a second."""
    _, name, code = request.param
    path = tmp_path / name
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*code), 25.0, (96, 64))
    if not writer.isOpened():
        pytest.skip(f"this OpenCV cannot write {code}")
    for number in range(12):
        writer.write(picture(number))
    writer.release()
    return path


def test_a_film_gives_its_frames_at_its_own_rate(film):
    camera = open_camera(str(film))
    frames = all_of(camera)
    assert [number_of(frame.image) for frame in frames] == list(range(12))
    assert [frame.index for frame in frames] == list(range(12))
    assert camera.fps == pytest.approx(25.0)
    assert frames[-1].t == pytest.approx(11 / 25)
    assert frames[0].exposure is None and camera.finite


def test_a_film_that_was_cut_short_says_so_after_its_last_frame(film, tmp_path):
    whole = film.read_bytes()
    for share in (0.1, 0.5, 0.8):
        short = tmp_path / f"short{film.suffix}"
        short.write_bytes(whole[: int(len(whole) * share)])
        with pytest.raises(SourceBroken, match="short|one frame"):
            all_of(FilmCamera(short))
    assert all_of(FilmCamera(film)), "the whole film ends without a word"


@pytest.mark.parametrize(
    "content", [b"", b"this is no film at all\n" * 40, bytes(range(256)) * 16], ids=["empty", "text", "bytes"]
)
def test_what_is_no_film_says_so(tmp_path, content):
    path = tmp_path / "throws.mp4"
    path.write_bytes(content)
    with pytest.raises(SourceBroken, match="throws.mp4"):
        all_of(open_camera(str(path)))


def test_a_folder_goes_by_number_and_not_by_name(tmp_path):
    for number in (0, 1, 2, 9, 10, 11):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), picture(number))
    (tmp_path / "truth.json").write_text("{}")
    cv2.imwrite(str(tmp_path / "empty.png"), picture(5))
    camera = open_camera(str(tmp_path), fps=10)
    frames = all_of(camera)
    assert [number_of(frame.image) for frame in frames] == [0, 1, 2, 9, 10, 11]
    assert [frame.index for frame in frames] == [0, 1, 2, 3, 4, 5]
    assert frames[5].t == pytest.approx(0.5)
    assert FolderCamera(tmp_path).fps == 30.0


def test_the_last_number_of_a_name_counts(tmp_path):
    for name in ("cam2_take1_0003.jpg", "cam2_take1_0001.jpg"):
        cv2.imwrite(str(tmp_path / name), picture(1))
    assert [path.name[-8:-4] for path in numbered_frames(tmp_path)] == ["0001", "0003"]


def test_folders_that_cannot_be_used(tmp_path):
    with pytest.raises(CameraMissing, match="no numbered pictures"):
        open_camera(str(tmp_path)).open()
    cv2.imwrite(str(tmp_path / "0.png"), picture(0))
    (tmp_path / "1.jpg").write_bytes(b"not a picture")
    camera = open_camera(str(tmp_path))
    camera.open()
    assert camera.read().index == 0
    with pytest.raises(SourceBroken, match="1.jpg"):
        camera.read()


def test_frames_of_another_size_or_of_a_few_pixels_are_told(tmp_path):
    cv2.imwrite(str(tmp_path / "0.png"), picture(0))
    cv2.imwrite(str(tmp_path / "1.png"), picture(0)[:-1])
    camera = open_camera(str(tmp_path))
    camera.open()
    assert camera.read().index == 0
    with pytest.raises(SourceBroken, match=r"1\.png has .* pixels, the frames before it"):
        camera.read()
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    with pytest.raises(SourceBroken, match="1x1 pixels"):
        open_camera(str(tmp_path / "dot.png")).open()


def test_a_picture_is_a_film_of_one_frame(tmp_path):
    path = tmp_path / "dice.png"
    cv2.imwrite(str(path), picture(3))
    frames = all_of(open_camera(str(path)))
    assert [number_of(frame.image) for frame in frames] == [3]
    assert open_camera(str(path)).set_exposure(-1) is False


def test_what_names_nothing():
    with pytest.raises(CameraMissing, match="no file, folder or camera called chair"):
        open_camera("chair")


def test_a_usb_camera_that_is_not_there():
    with pytest.raises(CameraMissing, match="plugged in"):
        open_camera("usb:97").open()


@pytest.mark.parametrize(
    ("number", "error", "sentence"),
    [
        (errno.EBUSY, CameraBusy, "in use"),
        (errno.EACCES, CameraMissing, "group video"),
        (errno.EIO, CameraMissing, "cannot be opened"),
    ],
)
def test_busy_and_forbidden_devices_are_told_apart(tmp_path, monkeypatch, number, error, sentence):
    device = tmp_path / "video0"
    device.touch()

    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(usb_module.os, "open", refuse)
    with pytest.raises(error, match=sentence):
        look_at_device(device)


def test_who_holds_a_device_is_seen_in_proc(tmp_path):
    device = tmp_path / "video0"
    device.touch()
    descriptors = tmp_path / "proc" / "4242" / "fd"
    descriptors.mkdir(parents=True)
    assert not held_by_another(device, tmp_path / "proc")
    (descriptors / "7").symlink_to(device)
    assert held_by_another(device, tmp_path / "proc")


class FakeCapture:
    """What cv2.VideoCapture does, as far as a USB camera uses it. Class attributes steer it."""

    opens, gives, keeps_exposure = True, True, True
    made: list[FakeCapture] = []

    def __init__(self, name, backend):
        assert backend == cv2.CAP_V4L2
        self.values: dict[int, float] = {}
        FakeCapture.made.append(self)

    def isOpened(self):  # noqa: N802
        return self.opens

    def set(self, key, value):
        if key == cv2.CAP_PROP_EXPOSURE and not self.keeps_exposure:
            return False
        self.values[key] = value
        return True

    def get(self, key):
        return self.values.get(key, 0.0)

    def read(self):
        return (True, picture(1)) if FakeCapture.gives else (False, None)

    def grab(self):
        return True

    def release(self):
        """Nothing to do."""


@pytest.fixture
def usb(tmp_path, monkeypatch):
    device = tmp_path / "video0"
    device.touch()
    for name in ("opens", "gives", "keeps_exposure"):
        monkeypatch.setattr(FakeCapture, name, True)
    monkeypatch.setattr(FakeCapture, "made", [])
    monkeypatch.setattr(usb_module.cv2, "VideoCapture", FakeCapture)
    monkeypatch.setattr(usb_module, "BACK_OFF_S", (0.01, 0.05))
    return UsbCamera(str(device))


def test_a_usb_camera_has_a_fixed_exposure_that_can_be_set(usb):
    usb.open()
    values = FakeCapture.made[-1].values
    assert values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1 and values[cv2.CAP_PROP_EXPOSURE] == 100
    assert usb.read().exposure == 0.0
    assert usb.set_exposure(-1.0) and values[cv2.CAP_PROP_EXPOSURE] == 50
    assert usb.read().exposure == -1.0


def test_a_usb_camera_without_a_settable_exposure_says_so(usb, monkeypatch):
    monkeypatch.setattr(FakeCapture, "keeps_exposure", False)
    usb.open()
    assert usb.set_exposure(-1.0) is False
    assert usb.read().exposure is None


def test_a_lost_usb_camera_is_opened_again(usb, monkeypatch):
    usb.open()
    assert usb.read().index == 0
    monkeypatch.setattr(FakeCapture, "gives", False)
    for _ in range(2):
        with pytest.raises(CameraStalled):
            usb.read(0.1)
    monkeypatch.setattr(FakeCapture, "gives", True)
    assert usb.read(1.0).index == 1


def test_a_usb_camera_that_another_program_has_is_busy(usb, monkeypatch):
    monkeypatch.setattr(FakeCapture, "gives", False)
    monkeypatch.setattr(usb_module, "held_by_another", lambda device: True)
    with pytest.raises(CameraBusy, match="another program"):
        usb.open()
