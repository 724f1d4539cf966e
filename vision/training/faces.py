"""The picture of one face: pips on their sites, light, glare, dirt, and whether each site can still be judged.

A face is drawn twice, without any pip and with a pip at all nine sites, under the same light; the face that is
wanted takes each site's surroundings from the one or the other. The difference of the two at a site says how well a
pip would be seen there if there were one: that is what decides whether glare or dirt has made the face unreadable.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.materials import Style, grain

#: Sites of a face, row by row: 0 1 2 / 3 4 5 / 6 7 8.
LAYOUTS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
#: Pixels along the edge of a drawn face.
EDGE = 56
_TURNS = ((0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2))
_POSES = {
    value: {frozenset(turn.index(site) for site in sites) for turn in _TURNS} for value, sites in LAYOUTS.items()
}
_AXIS = (np.arange(EDGE, dtype=np.float32) + 0.5) / EDGE - 0.5
_X, _Y = np.meshgrid(_AXIS, _AXIS)


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn face.

    picture: (EDGE, EDGE, 3) float32, 0..255. cover: (EDGE, EDGE) float32, 1 inside the rounded corners.
    seen: (9,) how well a pip at each site is seen or would be: 1 = as well as the best, 0 = not at all.
    contrast: what 1 stands for, grey levels. sites: where there is a pip.
    spoilt: (9,) how much glare or dirt changed plain face at each site more than elsewhere, as a share of the contrast.
    """

    picture: np.ndarray
    cover: np.ndarray
    seen: np.ndarray
    contrast: float
    sites: frozenset[int]
    spoilt: np.ndarray


@dataclass(frozen=True, slots=True)
class Light:
    """The light on one scene: slope (x, y) of the brightness across a face, direction of the shading, gain, tint."""

    slope: tuple[float, float]
    direction: tuple[float, float]
    gain: float
    tint: tuple[float, float, float]


def draw_light(rng: np.random.Generator) -> Light:
    """A light at random, from dim to overexposed."""
    angle = rng.uniform(0, 2 * np.pi)
    return Light(
        slope=tuple(rng.normal(0, 0.22, 2)),
        direction=(float(np.cos(angle)), float(np.sin(angle))),
        gain=float(np.exp(rng.normal(-0.08, 0.38))),
        tint=tuple(np.exp(rng.normal(0, 0.09, 3))),
    )


def rounded(corner: float) -> np.ndarray:
    """(EDGE, EDGE) float32, 1 inside a square with corners rounded by `corner` edges, soft over a pixel."""
    inner = 0.5 - corner
    dx, dy = np.maximum(np.abs(_X) - inner, 0), np.maximum(np.abs(_Y) - inner, 0)
    return np.clip((corner - np.hypot(dx, dy)) * EDGE + 0.5, 0, 1).astype(np.float32)


def draw_face(
    rng: np.random.Generator,
    style: Style,
    value: int,
    light: Light,
    glare: float = 0.0,
    dirt: float = 0.0,
    sites: frozenset[int] | None = None,
    judged: bool = True,
) -> Face:
    """A face of `style` that shows `value`, or pips at `sites` in the value's size and colour.

    glare, dirt: chances of a patch of it; where it lies is aimed at the sites. judged: whether `seen` is worked out.
    """
    ink, radius = style.pips_of(value)
    active = frozenset(LAYOUTS[value]) if sites is None else sites
    if 2 * radius > min(style.step):
        style = replace(style, step=(2.1 * radius, 2.1 * radius))  # a large one: its neighbours' sites make room
    bare, full = _two_faces(rng, style, ink, radius, light)
    clean = np.clip(bare, 0, 255)
    if rng.random() < glare:
        for _ in range(1 if rng.random() < 0.75 else 2):
            bare, full = _with_glare(rng, bare, full)
    if rng.random() < dirt:
        bare, full = _with_dirt(rng, bare, full, ink)
    bare, full = np.clip(bare, 0, 255), np.clip(full, 0, 255)
    picture = np.where(_near(active, style.step, radius)[..., None], full, bare)
    if not judged:
        return Face(picture.astype(np.float32), rounded(style.corner), np.ones(9), 0.0, active, np.zeros(9))
    contrasts = _contrasts(bare, full, style.step, radius)
    best = float(np.sort(contrasts)[-3:].mean())
    changes = _contrasts(clean, bare, style.step, radius)
    spoilt = np.abs(changes - np.median(changes)) / max(best, 1.0)
    return Face(picture.astype(np.float32), rounded(style.corner), contrasts / max(best, 1.0), best, active, spoilt)


def verdict(face: Face, value: int, floor: float = 0.22, clear: float = 0.4, least: float = 20.0) -> int | None:
    """What a careful person says of a face: its value, 0 for "cannot be told", None for "leave it out".

    A pip that cannot be seen makes 0, and so does an unseen site where a pip would make it another value, and
    anything in the middle of a two or a four.
    Faces on the border between seen and unseen are left out.
    """
    if face.contrast < least:
        return 0 if face.contrast < 0.5 * least else None
    if value in (2, 4) and face.spoilt[4] > 0.2:
        return 0 if face.spoilt[4] > 0.5 else None
    verdicts = {_verdict_at(face, value, limit) for limit in (floor, clear)}
    return verdicts.pop() if len(verdicts) == 1 else None


def _verdict_at(face: Face, value: int, limit: float) -> int:
    hidden = frozenset(int(s) for s in np.flatnonzero(face.seen < limit))
    if hidden & face.sites:
        return 0
    for other, poses in _POSES.items():
        if other != value and any(pose - hidden == face.sites for pose in poses):
            return 0
    return value


def _offsets(step: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each pixel: offsets from the nearest site (edges) and the number of that site."""
    column = np.clip(np.round(_X / step[0]), -1, 1)
    row = np.clip(np.round(_Y / step[1]), -1, 1)
    return _X - column * step[0], _Y - row * step[1], ((row + 1) * 3 + column + 1).astype(np.int32)


def _near(active: frozenset[int], step: tuple[float, float], radius: float) -> np.ndarray:
    """True at the pixels whose nearest site has a pip."""
    chosen = np.zeros(9, bool)
    chosen[list(active)] = True
    return chosen[_offsets(step)[2]]


def _two_faces(
    rng: np.random.Generator, style: Style, ink: tuple, radius: float, light: Light
) -> tuple[np.ndarray, np.ndarray]:
    """The lit face without pips and with nine, not yet clipped."""
    u, v, _ = _offsets(style.step)
    reach = np.hypot(u, v) / radius
    pip = np.clip((1 - reach) * radius * EDGE + 0.5, 0, 1)[..., None]
    body = np.empty((EDGE, EDGE, 3), np.float32)
    body[:] = style.body
    if style.grain:
        body += (grain(rng, EDGE, rng.uniform(4, 20)) * style.grain * 90)[..., None] * rng.uniform(0.3, 1.0, 3)
    if style.clear:
        body = _shine_through(rng, style, body, ink)
    toward = (u * light.direction[0] + v * light.direction[1]) / radius
    hollow = np.array(ink, np.float32) * (1 + style.depth * np.clip(toward, -1, 1) * 0.6)[..., None]
    hollow = hollow + (style.depth * 45 * np.clip(toward - 0.35, 0, 1))[..., None]
    if style.depth > 0.3:
        spark = np.exp(-(((u + 0.3 * radius * light.direction[0]) ** 2 + (v + 0.3 * radius * light.direction[1]) ** 2)
                         / (0.3 * radius) ** 2))
        hollow = hollow + (spark * rng.uniform(0, 120))[..., None]
    full = body * (1 - pip) + hollow * pip
    if style.rim:
        ring = np.exp(-(((reach - 1.1) / 0.15) ** 2))[..., None]
        full = full * (1 + style.rim * ring * (1 if rng.random() < 0.5 else -1))
    shade = 1 + light.slope[0] * _X + light.slope[1] * _Y
    shade = shade * (1 + style.pillow * (np.maximum(np.abs(_X), np.abs(_Y)) * 2) ** 4)
    shade = (shade * light.gain)[..., None] * np.array(light.tint, np.float32)
    return body * shade, full * shade


def _shine_through(rng: np.random.Generator, style: Style, body: np.ndarray, ink: tuple) -> np.ndarray:
    """The far side's pips and the rims of a translucent die, faint and shifted."""
    ghost = np.zeros((EDGE, EDGE), np.float32)
    for site in LAYOUTS[int(rng.integers(1, 7))]:
        shrink = rng.uniform(0.7, 0.9)
        centre = [(site % 3 - 1) * style.step[0] * shrink, (site // 3 - 1) * style.step[1] * shrink]
        shift = rng.normal(0, 0.05, 2) * EDGE
        spot = (int((centre[0] + 0.5) * EDGE + shift[0]), int((centre[1] + 0.5) * EDGE + shift[1]))
        cv2.circle(ghost, spot, max(2, int(style.radius * 0.8 * EDGE)), 1.0, -1, cv2.LINE_AA)
    ghost = cv2.GaussianBlur(ghost, (0, 0), rng.uniform(1.0, 3.5)) * style.clear
    return body * (1 - ghost[..., None]) + np.array(ink, np.float32) * ghost[..., None]


def _aim(rng: np.random.Generator) -> tuple[float, float]:
    """Where a patch lies: often on a site, most often on the centre."""
    if rng.random() < 0.2:
        return tuple(rng.uniform(-0.5, 0.5, 2))
    site = 4 if rng.random() < 0.5 else int(rng.integers(9))
    return ((site % 3 - 1) * 0.27 + rng.normal(0, 0.04), (site // 3 - 1) * 0.27 + rng.normal(0, 0.04))


def _patch(rng: np.random.Generator, low: float, high: float) -> np.ndarray:
    """(EDGE, EDGE) a smooth or sharp-edged spot, 0..1, of a size between low and high edges."""
    x, y = _aim(rng)
    angle, wide = rng.uniform(0, np.pi), rng.uniform(low, high)
    tall = wide * rng.uniform(0.4, 1.0)
    dx, dy = _X - x, _Y - y
    a = (dx * np.cos(angle) + dy * np.sin(angle)) / wide
    b = (dy * np.cos(angle) - dx * np.sin(angle)) / tall
    reach = a * a + b * b
    if rng.random() < 0.5:
        return np.exp(-reach)
    return 1 / (1 + np.exp(np.clip((np.sqrt(reach) - 1) * rng.uniform(4, 20), -30, 30)))


def _with_glare(rng: np.random.Generator, bare: np.ndarray, full: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A highlight on both; it flattens the pips under it where it is strong."""
    spot = _patch(rng, 0.08, 0.4)
    spot = (spot * rng.uniform(60, 420))[..., None] * np.exp(rng.normal(0, 0.05, 3))
    veil = np.clip(spot / rng.uniform(180, 400), 0, 1)
    mixed = full * (1 - veil) + bare * veil * rng.uniform(0.8, 1.0) if rng.random() < 0.6 else full
    return bare + spot, mixed + spot * rng.uniform(0.7, 1.0)


def _with_dirt(
    rng: np.random.Generator, bare: np.ndarray, full: np.ndarray, ink: tuple
) -> tuple[np.ndarray, np.ndarray]:
    """A smear, a scrap or a worn pip: covers what lies under it with its own colour, or with the body's."""
    spot = _patch(rng, 0.06, 0.22)[..., None] * rng.uniform(0.3, 1.0)
    kind = rng.random()
    if kind < 0.35:
        return bare, full * (1 - spot) + bare * spot
    colour = rng.uniform(0, 255, 3).astype(np.float32) if kind < 0.8 else np.array(ink, np.float32)
    return bare * (1 - spot) + colour * spot, full * (1 - spot) + colour * spot


def _contrasts(bare: np.ndarray, full: np.ndarray, step: tuple[float, float], radius: float) -> np.ndarray:
    """(9,) grey levels by which a pip at each site differs from the face without it, in the best colour."""
    u, v, site = _offsets(step)
    inside = np.hypot(u, v) < 0.75 * radius
    apart = np.abs(full - bare).max(axis=2)
    count = np.bincount(site[inside], minlength=9)
    return np.bincount(site[inside], weights=apart[inside], minlength=9) / np.maximum(count, 1)
