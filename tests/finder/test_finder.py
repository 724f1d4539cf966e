"""The finder as it ships: small, run by OpenCV alone, and it sees dice that are drawn as its examples are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.finder import CELL, CHANNELS, EDGE_AT_ZERO, PHASES, WEIGHTS, load, look, look_in, look_over, together
from vision.training.whole import draw

ROOT = Path(__file__).resolve().parents[2]


def cells(height: int, width: int) -> np.ndarray:
    """An output of the network that sees nothing."""
    out = np.zeros((1, PHASES * PHASES * CHANNELS, height, width), np.float32)
    out[:, ::CHANNELS] = -9.0
    return out


def say(out: np.ndarray, row: int, column: int, says: list[float]) -> None:
    """Let one cell say something."""
    first = ((row % PHASES) * PHASES + column % PHASES) * CHANNELS
    out[0, first : first + CHANNELS, row // PHASES, column // PHASES] = says


def test_weights_are_small() -> None:
    assert WEIGHTS.stat().st_size < 300_000


def test_runs_without_a_training_framework() -> None:
    script = (
        "import sys\n"
        "for name in ('torch', 'onnx', 'onnxruntime', 'scipy'): sys.modules[name] = None\n"
        "import numpy as np\n"
        "from vision.finder import look\n"
        "print(look(np.zeros((64, 64, 3), np.uint8), 0.5).middle.shape)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "(0, 2)", done.stderr


def test_a_cell_says_where_its_face_lies() -> None:
    out = cells(5, 8)
    turn = 0.3
    say(out, 7, 4, [2.0, 0.25, -0.5, np.log(2.0), np.cos(4 * turn), np.sin(4 * turn), 0, 0, 0, 9, 0, 0])
    say(out, 7, 5, [1.0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])  # a weaker neighbour means the same face
    say(out, 1, 12, [0.5, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    seen = look_in(out, 0.3)
    assert seen.middle == pytest.approx(np.array([[4 * CELL + 1.5 + 1, 7 * CELL + 1.5 - 2], [49.5, 5.5]]))
    assert seen.edge == pytest.approx(np.array([2 * EDGE_AT_ZERO, EDGE_AT_ZERO]))
    assert seen.turn == pytest.approx(np.array([turn, 0.0]))
    assert seen.chance == pytest.approx(1 / (1 + np.exp(-np.array([2.0, 0.5]))))
    assert seen.values[0].argmax() == 3
    assert len(look_in(out, 0.8).chance) == 1
    quads = seen.quads()
    assert quads.mean(axis=1) == pytest.approx(seen.middle)
    assert edge_of(quads[0]) == pytest.approx(2 * EDGE_AT_ZERO)
    assert np.arctan2(*(quads[0][1] - quads[0][0])[::-1]) == pytest.approx(turn)


def wanted(seed: int, count: int) -> list:
    """Made-up pictures with faces to be found."""
    rng = np.random.default_rng(seed)
    out = []
    while len(out) < count:
        whole = draw(rng)
        if whole.wanted.any():
            out.append(whole)
    return out


def edge_of(quad: np.ndarray) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def test_most_made_up_faces_are_seen_and_little_else() -> None:
    seen_faces, faces, others, pictures = 0, 0, 0, wanted(4, 40)
    for whole in pictures:
        seen = look(whole.picture, 0.1)
        away = np.linalg.norm(seen.middle[:, None] - whole.quads.mean(axis=1)[None], axis=2)
        edges = np.array([edge_of(quad) for quad in whole.quads])
        here = (away < 0.3 * edges) & (np.abs(np.log(seen.edge[:, None] / edges)) < 0.35)
        faces += int(whole.wanted.sum())
        seen_faces += int(here[:, whole.wanted].any(axis=0).sum())
        others += int((away > 0.7 * edges).all(axis=1)[seen.chance > 0.3].sum())
    assert seen_faces > 0.75 * faces
    assert others < 2 * len(pictures)


def test_any_size_of_picture_will_do() -> None:
    whole = wanted(6, 1)[0]
    first = look(whole.picture, 0.3)
    part = whole.picture[:217, :213]
    again = look(part, 0.3)
    inside = (first.middle < 190).all(axis=1)
    for middle in first.middle[inside]:
        assert np.abs(again.middle - middle).max(axis=1).min() < 2
    for size in ((1, 1), (3, 50), (8, 8), (9, 17)):
        look(np.full((*size, 3), 128, np.uint8), 0.5)


def test_two_sizes_of_a_picture_see_a_face_once() -> None:
    whole = wanted(6, 1)[0]
    once = look_over([(2, whole.picture)], 0.3)
    twice = look_over([(2, whole.picture), (2, whole.picture)], 0.3)
    assert len(once.chance) > 0
    assert np.array_equal(once.middle, twice.middle)
    assert look(whole.picture, 0.3).middle[0] * 2 + 0.5 == pytest.approx(once.middle[0])
    assert len(together([]).chance) == 0


def test_weights_that_are_missing_or_broken_say_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="weights"):
        load(tmp_path / "none.onnx")
    (tmp_path / "broken.onnx").write_bytes(b"no network")
    with pytest.raises(ValueError, match="broken.onnx"):
        load(tmp_path / "broken.onnx")
