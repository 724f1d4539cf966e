"""The face network as it ships: OpenCV alone runs it, it is small, it reads faces and refuses washed-out ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import facenet
from vision.facenet import CORNERS, MARGIN, SIZE, WEIGHTS, FaceNet, cut_face
from vision.training import generator

ROOT = Path(__file__).resolve().parents[2]
#: The chance of a number from which it counts as accepted here.
SURE = 0.9


@pytest.fixture(scope="module")
def net() -> FaceNet:
    return FaceNet()


def drawn(kind: str, count: int, seed: int) -> list[generator.Example]:
    rng = np.random.default_rng(seed)
    return [generator.draw(rng, kind) for _ in range(count)]


def chances_of(net: FaceNet, examples: list[generator.Example]) -> np.ndarray:
    return net.classify(np.stack([example.face for example in examples]))


def test_weights_are_small() -> None:
    assert WEIGHTS.stat().st_size < 300_000


def test_runs_without_a_training_framework() -> None:
    script = (
        "import sys\n"
        "for name in ('torch', 'onnx', 'onnxruntime', 'scipy'): sys.modules[name] = None\n"
        "import numpy as np\n"
        "from vision.facenet import FaceNet\n"
        "print(FaceNet().classify(np.zeros((1, 32, 32, 3), np.uint8)).shape)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "(1, 7)", done.stderr


def test_rows_are_probabilities(net: FaceNet) -> None:
    faces = np.random.default_rng(1).integers(0, 256, (5, 32, 32, 3), dtype=np.uint8)
    chances = net.classify(faces)
    assert chances.shape == (5, 7)
    assert chances.dtype == np.float32
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    assert (chances >= 0).all()


def test_a_face_is_judged_alike_alone_and_among_others(net: FaceNet) -> None:
    faces = np.stack([example.face for example in drawn("plain", 4, 2)])
    together = net.classify(faces)
    alone = np.concatenate([net.classify(face[None]) for face in faces])
    assert np.allclose(together, alone, atol=1e-6)


def test_no_face_gives_no_row(net: FaceNet) -> None:
    assert net.classify(np.zeros((0, 32, 32, 3), np.uint8)).shape == (0, 7)


@pytest.mark.parametrize(
    "faces",
    [
        np.zeros((32, 32, 3), np.uint8),
        np.zeros((1, 32, 32), np.uint8),
        np.zeros((1, 24, 24, 3), np.uint8),
        np.zeros((1, 32, 32, 3), np.float32),
    ],
)
def test_other_shapes_and_types_are_refused(net: FaceNet, faces: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"faces are \(n, 32, 32, 3\) of uint8, not "):
        net.classify(faces)


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="cannot be read: .*nowhere.onnx"):
        FaceNet(tmp_path / "nowhere.onnx")


def test_broken_weights_are_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no network at all")
    with pytest.raises(ValueError, match="cannot use the face network's weights"):
        FaceNet(broken)


def test_synthetic_faces_are_read(net: FaceNet) -> None:
    """Of faces under every light and lens, none is taken for another number, and nearly all are taken."""
    examples = [example for example in drawn("plain", 260, 3) if example.label]
    chances = chances_of(net, examples)
    labels = np.array([example.label for example in examples])
    values, sure = chances[:, 1:].argmax(axis=1) + 1, chances[:, 1:].max(axis=1)
    assert not ((values != labels) & (sure >= SURE)).any()
    assert (values == labels).mean() > 0.97
    assert (chances.argmax(axis=1) == labels).mean() > 0.88


def test_a_washed_out_middle_is_never_the_smaller_number(net: FaceNet) -> None:
    """Five without its middle pip is no four, three no two, when light or a scrap is seen in its place."""
    examples = [example for example in drawn("washed", 240, 4) if example.value in (3, 5)]
    chances = chances_of(net, examples)
    smaller = chances[np.arange(len(examples)), [example.value - 1 for example in examples]]
    assert (smaller < SURE).all(), f"{(smaller >= SURE).sum()} of {len(examples)} taken for the smaller number"
    assert np.median(chances[:, 0]) > 0.9


@pytest.mark.parametrize("kind", ["odd_pips", "covered", "misplaced", "side", "two_faces", "stray"])
def test_what_is_no_face_is_refused(net: FaceNet, kind: str) -> None:
    chances = chances_of(net, drawn(kind, 60, 5))
    assert (chances[:, 0] > 0.5).mean() > 0.85
    assert (chances[:, 1:].max(axis=1) >= SURE).sum() <= 2


def test_the_face_is_cut_with_its_margin() -> None:
    """A white square with a grey surround comes back as a white square of the published size and place."""
    assert MARGIN == 0.12, "the weights were trained with this margin"
    assert CORNERS[0] == pytest.approx([2.597, 2.597], abs=0.001)
    assert CORNERS[2] == pytest.approx([28.403, 28.403], abs=0.001)
    picture = np.full((200, 200, 3), 90, np.uint8)
    corners = np.array([[50, 50], [149, 50], [149, 149], [50, 149]], np.float32)
    cv2.fillConvexPoly(picture, corners.astype(np.int32), (255, 255, 255))
    face = cut_face(picture, corners)
    assert face.shape == (SIZE, SIZE, 3)
    across = (face[SIZE // 2, :, 0].astype(float) - 90) / 165
    assert across.sum() == pytest.approx(SIZE / (1 + 2 * MARGIN), abs=0.5)
    assert across[int(CORNERS[0, 0]) - 1] < 0.1
    assert across[int(CORNERS[0, 0]) + 2] > 0.9


def test_turned_corners_give_the_turned_face() -> None:
    example = drawn("plain", 1, 6)[0].face
    turned = cut_face(example, np.roll(CORNERS, 1, axis=0))
    assert np.abs(turned.astype(int) - np.rot90(example, -1).astype(int)).mean() < 2


def test_wrong_corners_are_refused() -> None:
    picture = np.zeros((40, 40, 3), np.uint8)
    with pytest.raises(ValueError, match="four corners"):
        cut_face(picture, [[0, 0], [1, 1], [2, 2]])
    with pytest.raises(ValueError, match="four corners"):
        cut_face(picture, np.full((4, 2), np.nan))
    with pytest.raises(ValueError, match="a picture is"):
        cut_face(picture[..., 0], CORNERS)


def test_normalised_faces_ignore_the_light() -> None:
    face = drawn("plain", 1, 7)[0].face // 2 + 20
    dim, bright = facenet.normalise(face[None]), facenet.normalise(face[None] + np.uint8(40))
    assert np.allclose(dim[:, :3], bright[:, :3], atol=1e-3)


def test_the_generator_is_repeatable_and_knows_its_kinds() -> None:
    first, again = drawn("plain", 3, 8), drawn("plain", 3, 8)
    assert all((a.face == b.face).all() and a.label == b.label for a, b in zip(first, again, strict=True))
    for kind in generator.KINDS:
        example = drawn(kind, 1, 9)[0]
        assert example.face.shape == (SIZE, SIZE, 3)
        assert 0 <= example.label <= 6
        if kind not in ("plain", "troubled"):
            assert example.label == 0


def test_another_opencv_on_this_machine_gives_the_same(net: FaceNet, tmp_path: Path) -> None:
    """Debian's own OpenCV, where it is installed, must judge as the one under test does."""
    python = Path("/usr/bin/python3")
    probe = [str(python), "-c", "import cv2, sys; sys.stdout.write(cv2.__version__)"]
    found = subprocess.run(probe, capture_output=True, text=True, timeout=60) if python.exists() else None
    if found is None or found.returncode or found.stdout == cv2.__version__:
        pytest.skip("no other OpenCV on this machine")
    faces = np.stack([generator.draw(np.random.default_rng(seed)).face for seed in range(24)])
    np.save(tmp_path / "faces.npy", faces)
    script = (
        "import sys, numpy as np\n"
        "from vision.facenet import FaceNet\n"
        "np.save(sys.argv[2], FaceNet().classify(np.load(sys.argv[1])))\n"
    )
    subprocess.run(
        [str(python), "-c", script, str(tmp_path / "faces.npy"), str(tmp_path / "there.npy")],
        cwd=ROOT, check=True, timeout=60,
    )  # fmt: skip
    assert np.allclose(np.load(tmp_path / "there.npy"), net.classify(faces), atol=1e-4)
