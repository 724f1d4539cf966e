"""From what the finder sees to frames in which the nine sites can be read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import candidates
from vision.candidates import find_faces
from vision.finder import Sights, together
from vision.layout import LAYOUT_VALUES, LAYOUTS, SITES
from vision.pips import pyramid
from vision.sighted import LIKELY, fitting, near, propose, see

EDGE, AT = 40.0, np.array([120.3, 96.8])
#: Share of the edge between two rows of pips.
STEP = 0.26


def picture(value: int, turn: float, body=(235, 235, 235), pip=(25, 25, 25), cloth=(60, 110, 40)) -> np.ndarray:
    """A flat die seen from above, drawn finely and made small."""
    fine = 8
    image = np.full((200 * fine, 240 * fine, 3), cloth, np.uint8)
    u = np.array([np.cos(turn), np.sin(turn)]) * EDGE
    axes = np.array([u, (-u[1], u[0])])
    square = AT + np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) @ axes
    cv2.fillConvexPoly(image, np.round((square + 0.5) * fine).astype(np.int32), body)
    sites = next(sites for shown, sites in LAYOUTS if shown == value)
    for place in AT + SITES[list(sites)] * STEP @ axes:
        cv2.circle(image, tuple(np.round((place + 0.5) * fine).astype(int).tolist()), int(0.1 * EDGE * fine), pip, -1)
    noise = np.random.default_rng(1).normal(0, 2, (200, 240, 3))
    return np.clip(cv2.resize(image, (240, 200), interpolation=cv2.INTER_AREA) + noise, 0, 255).astype(np.uint8)


def sight(turn: float, chance: float = 0.6, at: np.ndarray = AT, edge: float = EDGE) -> Sights:
    return Sights(at[None], np.array([edge]), np.array([turn]), np.array([chance]), np.full((1, 6), 1 / 6))


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turn", [0.0, 0.35, 1.1])
def test_a_rough_sight_leads_to_the_frame_of_the_pips(value: int, turn: float) -> None:
    levels = pyramid(picture(value, turn))
    rough = sight(turn + 0.2, at=AT + (2.5, -2.0), edge=1.12 * EDGE)
    proposed = propose(levels, rough, 0)
    frames = [frame for frame, layout, _ in proposed if LAYOUT_VALUES[layout] == value]
    assert frames
    assert min(np.abs(frame[0] - AT).max() for frame in frames) < 1.0
    if value > 1:
        units = [np.linalg.norm(frame[1:], axis=1) for frame in frames]
        assert min(np.abs(unit / (STEP * EDGE) - 1).max() for unit in units) < 0.06


def test_a_face_is_found_from_its_sight_alone() -> None:
    levels = pyramid(picture(5, 0.35))
    faces = find_faces(levels, sight(0.3), everywhere=False)
    assert faces[0].value == 5
    assert np.abs(faces[0].middle - AT).max() < 1.0
    assert faces[0].edge == pytest.approx(EDGE, rel=0.1)


def test_a_quick_look_is_at_likely_places_only(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = pyramid(picture(4, 0.35))
    unlikely = sight(0.3, chance=0.9 * LIKELY)
    assert find_faces(levels, unlikely, everywhere=False) == []
    assert find_faces(levels, unlikely, everywhere=True)[0].value == 4
    elsewhere = sight(0.3, at=AT + (70, 0))
    assert find_faces(levels, elsewhere, everywhere=False) == []
    assert find_faces(levels, elsewhere, everywhere=True)[0].value == 4
    monkeypatch.setattr(candidates, "propose", lambda *_: [])
    assert find_faces(levels, sight(0.3), everywhere=False)[0].value == 4  # by the pips that lie there


def test_what_pips_do_not_propose_the_finder_does(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = pyramid(picture(4, 0.35))
    monkeypatch.setattr(candidates, "_from_pips", lambda *_: [])
    assert find_faces(levels, sight(0.3), everywhere=True)[0].value == 4
    assert find_faces(levels, together([]), everywhere=True) == []


def test_near_keeps_the_spots_of_the_size_and_place() -> None:
    levels = pyramid(picture(5, 0.35))
    level = levels[0]
    spots = level.spots[0]
    assert len(near(level, spots, sight(0.0, edge=30.0), 0.75).x) >= 5
    assert len(near(level, spots, sight(0.0, edge=30.0, at=AT + (90, 80)), 0.75).x) == 0
    assert len(near(level, spots, sight(0.0, edge=150.0), 0.75).x) == 0


def test_levels_fit_the_edges_they_show() -> None:
    levels = pyramid(np.zeros((400, 400, 3), np.uint8))
    assert [level.scale for level in fitting(levels, [20.0])] == [1]
    assert [level.scale for level in fitting(levels, [30.0, 100.0])] == [1, 2, 4]
    assert fitting(levels, []) == []


def test_a_plain_die_is_seen() -> None:
    image = picture(6, 0.35, body=(40, 40, 170), pip=(235, 235, 235))
    seen = see(pyramid(image))
    assert seen.chance[0] > 0.2
    assert np.abs(seen.middle[0] - AT).max() < 0.25 * EDGE
    assert seen.edge[0] == pytest.approx(EDGE, rel=0.25)
    assert len(see([]).chance) == 0
