"""Our calls of Picamera2 against the real class: only libcamera, which is no Python package, is stood in for."""

from __future__ import annotations

import sys
from unittest import mock

import numpy as np
import pytest

from vision.cameras import CameraBusy, CameraMissing, CameraStalled
from vision.cameras import picamera as picamera_module
from vision.cameras.picamera import PiCamera


@pytest.fixture(scope="module")
def real_class():
    """picamera2.Picamera2, imported with stand-ins for libcamera and for the screens it could draw on."""
    with mock.patch.dict(sys.modules, {"libcamera": mock.MagicMock(), "pykms": mock.MagicMock()}):
        try:
            from picamera2 import Picamera2
            from picamera2.request import CompletedRequest
        except ImportError as error:
            pytest.skip(f"picamera2 cannot be imported here ({error}); pip install picamera2 needs libcap-dev")
        yield Picamera2, CompletedRequest
        for name in [name for name in sys.modules if name.split(".")[0] == "picamera2"]:
            del sys.modules[name]


@pytest.fixture
def library(real_class, monkeypatch):
    """The class, auto-specced: a call that the real one does not take fails. Gives (class, camera, request)."""
    picamera2, completed = real_class
    made = mock.create_autospec(picamera2)
    camera = made.return_value
    made.global_camera_info.return_value = [{"Num": 0}]
    camera.camera_controls = dict.fromkeys(
        ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"), (0, 1, 0)
    )
    request = mock.create_autospec(completed, instance=True)
    request.make_array.return_value = np.zeros((720, 1280, 3), np.uint8)
    request.get_metadata.return_value = {"ExposureTime": 9_998, "SensorTimestamp": 5_000_000_000}
    camera.capture_request.return_value = request
    monkeypatch.setattr(picamera_module, "_library", lambda: made)
    return made, camera, request


def names_of(camera) -> list[str]:
    return [call[0] for call in camera.method_calls]


def test_everything_is_fixed_before_the_start_and_configured_once(library):
    made, camera, _ = library
    pi = PiCamera()
    pi.open()
    pi.open()
    assert made.call_count == 1
    order = names_of(camera)
    assert order == ["create_video_configuration", "configure", "set_controls", "start"]
    configured = camera.create_video_configuration.call_args.kwargs
    assert configured["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert configured["controls"] == {"FrameDurationLimits": (33333, 33333)}
    fixed = camera.set_controls.call_args.args[0]
    assert fixed == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 10_000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.8, 1.8),
    }


@pytest.mark.parametrize(
    ("model", "mode"),
    [("imx708_wide_noir", (2304, 1296)), ("imx219", (1640, 1232)), ("imx708", (2304, 1296)), ("ov5647", None)],
)
def test_the_mode_that_shows_the_whole_field_is_asked_for(library, model, mode):
    made, camera, _ = library
    made.global_camera_info.return_value = [{"Num": 0, "Model": model}]
    PiCamera().open()
    configured = camera.create_video_configuration.call_args.kwargs
    assert configured.get("sensor") == (None if mode is None else {"output_size": mode})


def test_a_lens_is_set_only_where_there_is_one(library):
    _, camera, _ = library
    PiCamera(lens_dioptres=1.7).open()
    assert "LensPosition" not in camera.set_controls.call_args.args[0]
    camera.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0, 10, 1)}
    PiCamera(lens_dioptres=1.7).open()
    assert camera.set_controls.call_args.args[0]["LensPosition"] == 1.7


def test_frames_bear_the_sensor_time_and_are_given_back(library):
    _, camera, request = library
    pi = PiCamera()
    pi.open()
    frame = pi.read(2.0)
    assert frame.t == 5.0 and frame.index == 0 and frame.exposure == 0.0 and frame.image.shape == (720, 1280, 3)
    assert 0 < camera.capture_request.call_args.kwargs["wait"] <= 2.0
    request.release.assert_called_once_with()


def test_frames_with_the_old_exposure_are_rejected(library):
    _, camera, request = library
    pi = PiCamera()
    pi.open()
    assert pi.set_exposure(-1.0)
    assert camera.set_controls.call_args.args[0] == {"ExposureTime": 5_000, "AnalogueGain": 2.0}
    shown = iter([10_000, 9_998, 10_000, 5_003])
    request.get_metadata.side_effect = lambda: {"ExposureTime": next(shown), "SensorTimestamp": 1}
    frame = pi.read()
    assert frame.exposure == -1.0 and frame.index == 0
    assert request.release.call_count == 4


def test_a_camera_that_ignores_the_exposure_is_said_to(library):
    pi = PiCamera()
    pi.open()
    pi.set_exposure(-1.0)
    with pytest.raises(CameraStalled, match="does not take the exposure"):
        pi.read()


def test_an_exposure_longer_than_a_frame_is_refused(library):
    _, camera, _ = library
    pi = PiCamera()
    pi.open()
    before = camera.set_controls.call_count
    assert pi.set_exposure(2.0) is False
    assert camera.set_controls.call_count == before


def test_a_stall_is_noticed(library):
    _, camera, _ = library
    camera.capture_request.side_effect = TimeoutError
    pi = PiCamera()
    pi.open()
    with pytest.raises(CameraStalled, match="in time"):
        pi.read(0.1)


def test_a_busy_camera_is_asked_again_and_then_named(library, monkeypatch):
    made, _, _ = library
    monkeypatch.setattr(picamera_module, "BUSY_PAUSE_S", 0.0)
    made.side_effect = [RuntimeError("Device or resource busy"), made.return_value]
    PiCamera().open()
    made.side_effect = RuntimeError("Device or resource busy")
    with pytest.raises(CameraBusy, match="another program"):
        PiCamera().open()


def test_a_pi_without_a_camera(library):
    made, _, _ = library
    made.global_camera_info.return_value = []
    with pytest.raises(CameraMissing, match="ribbon cable"):
        PiCamera().open()


def test_closing_stops_and_closes_once(library):
    _, camera, _ = library
    pi = PiCamera()
    pi.open()
    pi.close()
    pi.close()
    assert names_of(camera)[-2:] == ["stop", "close"]


def test_without_the_package_a_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraMissing, match="apt install python3-picamera2"):
        PiCamera().open()
