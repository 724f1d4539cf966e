"""The gate: light may do as it likes, noise too; a die the size of a few pixels is seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.watch.drawn import SIZE, Die, Film, SquareReader
from vision.events import Motion, NoRoll, Throw
from vision.motion import Gate, change, plane
from vision.shake import uneven
from vision.stillness import Stillness, tremors
from vision.tracks import Blob
from vision.watch import Watcher

A, B = Die(120, 90, 2, 20), Die(190, 130, 5, 65)
_Y, _X = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)


def flicker(strength: float, hertz: float = 100.0, exposure_ms: float = 4.0):
    """Bands of a rolling shutter of 25 ms under lamps that flicker, from frame to frame at another place."""

    def light(image, number):
        t = number / 30 + _Y[:, :1] / SIZE[1] * 0.025
        swing = strength * np.sinc(hertz * exposure_ms / 1000)
        return image * (1 + swing * np.sin(2 * np.pi * hertz * t))[..., None]

    return light


def drift(rate: float):
    def light(image, number):
        return image * (1 + rate * number)

    return light


def steps(every: int, gain: float):
    """Automatic exposure: another amount of light from one frame to the next."""

    def light(image, number):
        return image * (gain if (number // every) % 2 else 1.0)

    return light


def person(depth: float, width: float = 60.0, speed: float = 9.0):
    """A soft shadow that goes over the table."""

    def light(image, number):
        middle = -80 + speed * number
        return image * (1 - depth * np.exp(-(((_X - middle) / width) ** 2)))[..., None]

    return light


def lamp_off(at: int, left: float):
    def light(image, number):
        return image * (left if number >= at else 1.0)

    return light


LIGHTS = {
    "flicker 100 Hz": flicker(0.15),
    "flicker 120 Hz": flicker(0.15, 120.0),
    "dimmer": flicker(0.3, 240.0, 1.0),
    "drift": drift(0.004),
    "exposure steps": steps(15, 1.25),
    "shadow of a person": person(0.35),
    "two soft shadows": lambda image, number: person(0.25, 45, 12)(person(0.2, 90, -4)(image, number), number),
    "lamp half off": lamp_off(20, 0.5),
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
@pytest.mark.parametrize("dice", [(), (A, B)], ids=["empty", "dice"])
def test_light_alone_is_no_throw(light, dice):
    film = Film(light=light).add(dice, times=70)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    assert not [event for event in events if isinstance(event, Throw | NoRoll | Motion)]
    assert watcher.judged_until == film.frames[-1].t


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_a_throw_is_read_in_bad_light_too(light):
    film = Film(light=light).add(times=8).throw([A, B]).add([A, B], times=45)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    verdicts = [event for event in events if isinstance(event, Throw | NoRoll)]
    assert len(verdicts) == 1 and isinstance(verdicts[0], Throw), verdicts
    assert verdicts[0].values == (2, 5)


@pytest.mark.parametrize("noise", [0.0, 4.0, 12.0, 28.0])
def test_noise_is_not_motion(noise):
    film = Film(noise=noise).add(times=60)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    assert not [event for event in events if isinstance(event, Throw | NoRoll | Motion)]
    if noise > 20:
        return  # the drawn dice cannot be read in that
    film = Film(noise=noise).add(times=8).throw([A, B]).add([A, B], times=12)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    assert [event.values for event in events if isinstance(event, Throw)] == [(2, 5)]


def test_a_camera_that_shakes_over_dice_at_rest():
    """A film from the hand, over a felt without a pattern: everything shifts, nothing moves."""

    def shake(number):
        return 1.6 * np.sin(0.9 * number), 1.9 * np.sin(0.6 * number + 1)

    film = Film(lines=False, noise=1.0, shift=shake).add([A, B], times=40)
    film.throw([Die(100, 120, 3, 40), Die(210, 80, 1, 10)])
    film.add([Die(100, 120, 3, 40), Die(210, 80, 1, 10)], times=25)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    assert [event.values for event in events if isinstance(event, Throw)] == [(1, 3)]
    assert not [event for event in events if isinstance(event, NoRoll)]


def test_a_table_that_trembles_by_half_a_pixel_comes_to_rest_in_time():
    rng = np.random.default_rng(5)
    film = Film(noise=1.0, shift=lambda number: rng.uniform(-0.4, 0.4, 2))
    film.add(times=8).throw([A, B]).add([A, B], times=20)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    throw = next(event for event in events if isinstance(event, Throw))
    assert throw.values == (2, 5) and throw.frame <= 20 + 6


def test_one_die_that_still_turns_holds_the_verdict_up():
    """A die that spins on the spot beside one at rest, on a bare felt: neither rest nor a shaking camera."""
    film = Film(lines=False, noise=1.0).add(times=8).throw([A, B])
    for k in range(25):
        film.add([A, Die(B.x + 0.8 * np.sin(k), B.y + 0.8 * np.cos(k), B.value, B.turn + 9 * k)])
    at = len(film.frames)
    last = Die(B.x, B.y, B.value, B.turn + 220)
    film.add([A, last], times=10)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    found = [event for event in events if isinstance(event, Throw | NoRoll)]
    assert len(found) == 1 and at <= found[0].frame <= at + 6


def test_bands_are_taken_out_row_by_row():
    bands = (1 + 0.25 * np.sin(np.arange(120) * 0.9))[:, None, None]
    before = np.full((120, 160, 3), 120, np.float32)
    before[::7, ::5] += 40
    seen = change(plane((before * bands).astype(np.uint8)), plane(before.astype(np.uint8)))
    assert seen.share < 0.01


def test_a_die_that_rocks_by_less_than_a_pixel_is_not_at_rest():
    film = Film().add(times=8).throw([A, B])
    for k in range(20):
        film.add([A, Die(B.x + 0.45 * k, B.y, B.value, B.turn)])
    at = len(film.frames)
    film.add([A, Die(B.x + 0.45 * 19, B.y, B.value, B.turn)], times=10)
    watcher = Watcher(SquareReader())
    events = [event for frame in film.frames for event in watcher.feed(frame)] + watcher.finish()
    throw = next(event for event in events if isinstance(event, Throw))
    assert throw.settle_frame >= at - 2 and throw.frame <= at + 6


def test_a_small_dark_thing_on_a_dark_felt_is_seen():
    before = np.full((480, 640, 3), 40, np.uint8)
    now = before.copy()
    now[200:220, 300:320] = 62
    seen = change(plane(now), plane(before))
    assert 9 <= (seen.mask > 0).sum() <= 80
    assert change(plane(before), plane(before)).share == 0


def test_the_light_is_measured():
    before = np.full((480, 640, 3), 90, np.uint8)
    brighter = change(plane((before * 1.3).astype(np.uint8)), plane(before))
    assert brighter.light > 10 and brighter.share == 0


def test_another_size_of_picture_begins_anew():
    gate = Gate()
    gate.take(np.zeros((480, 640, 3), np.uint8))
    gate.take(np.zeros((720, 1280, 3), np.uint8))
    assert gate.changed().share == 0
    assert gate.moving().share == 0


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (320, 240), (97, 61)])
def test_planes_are_about_160_wide(size):
    image = np.zeros((size[1], size[0], 3), np.uint8)
    assert 90 <= plane(image).shape[1] <= 240


def test_a_hand_that_left_is_told_from_one_that_came():
    gate = Gate()
    empty = Film(noise=0).add().frames[0].image
    hand = Film(noise=0).add(hand=(150, 120)).frames[0].image
    gate.take(empty)
    gate.take(hand)
    came = gate.changed().mask
    assert not gate.gone(came, 3)
    gate.refer()
    gate.take(empty)
    left = gate.changed().mask
    assert gate.gone(left, 3)
    gate.patch(cv2.dilate(left, np.ones((5, 5), np.uint8)))
    assert gate.changed().share == 0


def test_tremors_are_told_in_pixels_inside_and_outside():
    still = Film(noise=0.5).add([A, B]).frames[0].image
    crept = Film(noise=0.5).add([A, Die(B.x + 0.5, B.y, B.value, B.turn)]).frames[0].image
    shaken = Film(noise=0.5, shift=lambda number: (0.5, 0.0)).add([A, B]).frames[0].image
    where = change(plane(still), plane(Film(noise=0.5).add().frames[0].image)).mask
    inside, around = tremors(still, still, where)
    assert inside == 0 and around == 0
    inside, around = tremors(crept, still, where)
    assert inside > 3 * around and inside > 0.1
    inside, around = tremors(shaken, still, where)
    assert around > 0.12 and inside < 2 * around


def test_a_table_that_trembles_is_still_and_a_creeping_die_is_not():
    rng = np.random.default_rng(2)

    def frames_of_rest(film: Film) -> int:
        still = Stillness()
        empty = plane(Film(noise=0.5).add().frames[0].image)
        before = None
        for frame in film.frames:
            now = plane(frame.image)
            moving = np.zeros(now.shape[:2], np.uint8) if before is None else change(now, before).mask
            still.take(frame, moving, change(now, empty).mask)
            before = now
        return still.frames

    trembling = Film(noise=0.5, shift=lambda number: rng.uniform(-0.18, 0.18, 2)).add([A, B], times=9)
    assert frames_of_rest(trembling) >= 3
    creeping = Film(noise=0.5)
    for k in range(9):
        creeping.add([A, Die(B.x + 0.6 * k, B.y, B.value, B.turn)])
    assert frames_of_rest(creeping) == 0


def blob(at: tuple[int, int], moving: float) -> Blob:
    return Blob((at[0] + 4.0, at[1] + 4.0), 64, (*at, 8, 8), False, moving)


def test_one_still_thing_beside_a_moving_one_is_no_shake():
    now = np.full((120, 160, 3), 60, np.uint8)
    now[40:48, 40:48] = now[80:88, 100:108] = 200
    assert uneven([blob((40, 40), 0.5), blob((100, 80), 0.0)], now)
    assert not uneven([blob((40, 40), 0.5), blob((100, 80), 0.4)], now)
    # A place that a die has left shows no edges, and stands still under any camera.
    assert not uneven([blob((40, 40), 0.5), blob((20, 90), 0.0)], now)
    assert not uneven([], now)
