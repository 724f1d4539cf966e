"""One verdict a throw, on drawn films whose every frame is known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.watch import drawn
from tests.watch.drawn import SIZE, Die, Film, SquareReader
from vision.events import Empty, Hand, LookAgain, Motion, NoRoll, Throw
from vision.frames import Frame
from vision.surface import Surface, from_corners
from vision.watch import LookPolicy, Watcher
from vision.watch_pictures import MOST_BYTES, encode_picture

A, B = Die(120, 90, 2, 20), Die(190, 130, 5, 65)
C, D = Die(90, 150, 4, 10), Die(220, 70, 3, 40)


def watch(film: Film, watcher: Watcher | None = None, **options) -> list:
    watcher = watcher or Watcher(SquareReader(), **options)
    events = [event for frame in film.frames for event in watcher.feed(frame)]
    return events + watcher.finish()


def verdicts(events: list) -> list:
    return [event for event in events if isinstance(event, Throw | NoRoll)]


def only(events: list):
    """The one verdict; fails when there is none or another."""
    found = verdicts(events)
    assert len(found) == 1, found
    return found[0]


def test_a_throw_onto_an_empty_table():
    film = Film().add(times=10).throw([A, B]).add([A, B], times=10)
    watcher = Watcher(SquareReader())
    events = watch(film, watcher)
    throw = only(events)
    assert throw.values == (2, 5) and throw.warnings == () and throw.looks == 1
    assert throw.settle_frame == 21
    assert throw.settle_frame < throw.frame <= throw.settle_frame + 6
    assert throw.t == pytest.approx(throw.frame / 30)
    motion = [event for event in events if isinstance(event, Motion)]
    assert len(motion) == 1 and 10 <= motion[0].frame <= 13
    assert isinstance(events[0], Empty)


def test_a_throw_of_which_only_a_few_frames_are_seen():
    film = Film().add(times=8).throw([A, B], frames=3).add([A, B], times=8)
    assert only(watch(film)).values == (2, 5)


def test_old_dice_are_taken_first_and_that_is_no_verdict():
    film = Film().add([A, B], times=8).grab([A, B]).add(times=8)
    assert verdicts(watch(film)) == []
    film.throw([C, D]).add([C, D], times=8)
    events = watch(film)
    assert only(events).values == (3, 4)
    assert any(isinstance(event, Hand) for event in events)


def test_taking_and_throwing_without_a_pause():
    film = Film().add([A, B], times=8).grab([A, B]).throw([C, D]).add([C, D], times=8)
    assert only(watch(film)).values == (3, 4)


def test_every_throw_has_its_verdict():
    film = Film().add(times=6)
    for pair in ([A, B], [C, D], [A, D]):
        film.throw(pair).add(pair, times=8).grab(pair).add(times=6)
    assert [verdict.values for verdict in verdicts(watch(film))] == [(2, 5), (3, 4), (2, 3)]


def test_dice_that_only_lie_there_are_no_throw():
    assert watch(Film().add([A, B], times=40)) == []


def test_one_die_lay_there_and_the_other_was_thrown():
    film = Film().add([A], times=8).throw([B], others=[A]).add([A, B], times=8)
    verdict = only(watch(film))
    assert (verdict.reason, verdict.detail) == ("not_thrown", "one_moved")


def test_a_die_that_a_hand_sets_down_is_no_throw():
    film = Film().add([A], times=8).place([C], kept=[A]).add([A, C], times=8)
    verdict = only(watch(film))
    assert (verdict.reason, verdict.detail) == ("not_thrown", "placed")
    assert verdict.frame <= 18 + 1 + 6


def test_both_dice_set_down():
    film = Film().add(times=8).place([C, Die(120, 160, 4)]).add([C, Die(120, 160, 4)], times=8)
    verdict = only(watch(film))
    assert (verdict.reason, verdict.detail) == ("not_thrown", "placed")


def test_a_single_die_that_is_laid_out_is_not_yet_anything():
    """Two are needed for a throw: a host who lays the dice out one by one gets no verdict for the first."""
    film = Film().add(times=8).place([C]).add([C], times=12)
    assert verdicts(watch(film)) == []


def test_a_hand_that_shifts_old_dice_aside_uncovers_no_flight():
    film = Film().add([A, B], times=8)
    for share in (0.2, 0.5, 0.8, 1.0, 1.0):
        film.add([A, B], hand=(150, 250 - 180 * share))
    moved = [Die(A.x + 9, A.y + 6, 2, 30), Die(B.x - 8, B.y, 5, 60)]
    for share in (1.0, 0.8, 0.5, 0.2):
        film.add(moved, hand=(150, 250 - 180 * share))
    found = verdicts(watch(film.add(moved, times=10)))
    assert [(verdict.reason, verdict.detail) for verdict in found] == [("not_thrown", "placed")]


def test_dice_pushed_over_the_felt_without_a_tumble():
    film = Film().add(times=8)
    for k in range(16):
        y = 215 - 130 * (1 - (1 - k / 15) ** 2)
        film.add([Die(120, y, 2, 20 - k), Die(160, y + 3, 5, 60 + k)])
    lying = [Die(120, 85, 2, 5), Die(160, 88, 5, 75)]
    verdict = only(watch(film.add(lying, times=8)))
    assert (verdict.reason, verdict.detail) == ("not_thrown", "slid")


def test_a_die_that_leaves_the_picture():
    film = Film().add(times=8)
    gone = Die(-40, 60, 4)
    film.throw([A, gone]).add([A], times=8)
    assert only(watch(film)).reason == "off_surface"


def test_a_hand_that_comes_in_after_the_release():
    film = Film().add(times=8)
    film.throw([A, B], hand=lambda k: (60, 260 - 19 * (k - 5)) if k > 5 else None)
    for k in range(6):
        film.add([A, B], hand=(60, 127 + 16 * k))
    film.add([A, B], times=10)
    assert only(watch(film)).reason == "hand"


def test_a_hand_after_the_verdict_is_harmless():
    film = Film().add(times=8).throw([A, B]).add([A, B], times=8).grab([A, B]).add(times=8)
    assert only(watch(film)).values == (2, 5)


def test_the_throwing_hand_only_warns():
    film = Film().add(times=8)
    for y in (225, 200, 180, 170):
        film.add(hand=(250, y))
    film.throw([A, Die(150, 50, 5)], hand=lambda k: (250, 170 + 14 * k) if k < 5 else None)
    throw = only(watch(film.add([A, Die(150, 50, 5)], times=8)))
    assert throw.values == (2, 5) and throw.warnings == ("hand",)


@pytest.mark.parametrize("lines", [False, True], ids=["bare felt", "printed felt"])
def test_a_hand_that_lay_there_from_the_start_and_went(lines):
    """Where it lay, the table then differs from how it looked at rest; that is no hand."""
    film = Film(lines=lines).add(hand=(90, 130), times=10)
    for k in range(8):
        film.add(hand=(90, 130 + 18 * k))
    film.add(times=20).throw([A, B]).add([A, B], times=20)
    throw = only(watch(film))
    assert throw.values == (2, 5) and throw.frame <= 50 + 6


def test_a_hand_that_passes_over_old_dice_is_nothing():
    film = Film().add([A, B], times=8)
    for k in range(12):
        film.add([A, B], hand=(40 + 3 * k, 240 - 8 * min(k, 11 - k)))
    assert verdicts(watch(film.add([A, B], times=10))) == []


def test_something_that_rolls_past_old_dice_does_not_have_them_read_again():
    """Betting had been closed for it, so a verdict must come, and it must not be the old dice's values."""
    film = Film().add([A, B], times=8)
    for k in range(12):
        film.add([A, B, Die(320 - 28 * k, 200, 1 + k % 6, 40 * k)])
    verdict = only(watch(film.add([A, B], times=10)))
    assert isinstance(verdict, NoRoll) and verdict.reason in ("not_thrown", "off_surface")


def test_a_film_that_begins_in_the_middle_of_a_throw():
    whole = Film().add(times=8).throw([A, B]).add([A, B], times=8)
    film = Film()
    film.frames = whole.frames[13:]
    assert only(watch(film)).values == (2, 5)


def test_a_film_that_ends_just_after_the_rest_and_one_that_ends_before():
    film = Film().add(times=8).throw([A, B]).add([A, B], times=1)
    assert only(watch(film)).values == (2, 5)
    film = Film().add(times=8).throw([A, B])
    film.frames = film.frames[:-4]
    assert only(watch(film)).reason == "moving"


def test_a_film_of_nothing_and_of_one_frame():
    assert Watcher(SquareReader()).finish() == []
    assert watch(Film().add([A, B])) == []


def test_wrong_numbers_are_refused_with_their_reason():
    film = Film().add(times=8).throw([A]).add([A], times=12)
    assert only(watch(film)).reason == "wrong_count"
    film = Film().add(times=8).throw([A, B, D]).add([A, B, D], times=12)
    assert only(watch(film)).reason == "wrong_count"


def test_one_die_where_one_is_asked_for():
    film = Film().add(times=8).throw([A]).add([A], times=8)
    assert only(watch(film, Watcher(SquareReader(1), dice=1))).values == (2,)


def test_dice_that_are_suddenly_there_are_no_throw():
    """Frames were lost, or a film was cut: nobody saw them tumble, and nobody may wait for a verdict for ever."""
    film = Film().add(times=8).add([A, B], times=10)
    assert only(watch(film)).reason == "not_thrown"
    film = Film().add([C, D], times=8).add([A, B], times=10)
    assert only(watch(film)).reason == "not_thrown"
    assert verdicts(watch(Film().add([A, B], times=8).add(times=10))) == []


def test_the_reader_is_only_asked_at_rest():
    reader = SquareReader()
    watch(Film().add(times=60).throw([A, B]).add([A, B], times=60), Watcher(reader))
    assert reader.calls == 2


def test_later_frames_are_the_second_look_where_the_exposure_is_fixed():
    reader = SquareReader(refusals=["unsure"])
    film = Film().add(times=8).throw([A, B]).add([A, B], times=10)
    throw = only(watch(film, Watcher(reader)))
    assert throw.values == (2, 5) and throw.looks == 2
    assert throw.frame <= throw.settle_frame + 6


def test_a_refusal_stands_when_no_look_cures_it():
    reader = SquareReader(refusals=["unsure"] * 9)
    film = Film().add(times=8).throw([A, B]).add([A, B], times=12)
    verdict = only(watch(film, Watcher(reader)))
    assert verdict.reason == "unsure" and verdict.looks == 3
    assert verdict.frame <= 20 + 6


@pytest.mark.parametrize(("reason", "calls"), [("glare", 2), ("cocked", 1)])
def test_glare_is_looked_at_with_another_exposure_and_a_cocked_die_is_not(reason, calls):
    reader = SquareReader(refusals=[reason])
    watcher = Watcher(reader, looks=LookPolicy(exposures=(-1.0, 1.0)))
    film = Film(exposure=0.0).add(times=8).throw([A, B]).add([A, B], times=30)
    exposure, events = 0.0, []
    for frame in film.frames:
        image = frame.image if exposure == 0 else (frame.image * 0.72).astype(np.uint8)
        for event in watcher.feed(Frame(image, frame.t, frame.index, exposure)):
            events.append(event)
            if isinstance(event, LookAgain):
                exposure = event.exposure
    asked = [event.exposure for event in events if isinstance(event, LookAgain)]
    verdict = only(events)
    assert exposure == 0.0
    assert reader.calls - 1 == calls
    if reason == "glare":
        assert asked == [-1.0, 0.0] and verdict.values == (2, 5) and verdict.looks == 2
    else:
        assert asked == [] and verdict.reason == "cocked"


def test_a_look_whose_exposure_never_comes_is_given_up():
    reader = SquareReader(refusals=["glare"] * 3)
    film = Film(exposure=0.0).add(times=8).throw([A, B]).add([A, B], times=40)
    events = watch(film, Watcher(reader))
    assert only(events).reason == "glare"
    assert [event.exposure for event in events if isinstance(event, LookAgain)] == [-1.0, 0.0]


def test_a_camera_that_stays_at_another_exposure_is_asked_again():
    watcher = Watcher(SquareReader())
    film = Film(exposure=-1.0).add(times=70)
    asked = [event for frame in film.frames for event in watcher.feed(frame)]
    assert [event.exposure for event in asked] == [0.0, 0.0]
    assert watcher.judged_until == film.frames[-1].t


def test_judged_until_waits_for_what_it_does_not_yet_understand():
    watcher = Watcher(SquareReader())
    film = Film().add(times=8).throw([A, B]).add([A, B], times=8)
    told, before = None, 0.0
    for frame in film.frames:
        events = watcher.feed(frame)
        motion = [event for event in events if isinstance(event, Motion)]
        if motion:
            told = motion[0]
            assert before < told.t, "a frame of the motion had been called judged before it was told"
        before = watcher.judged_until
        assert before <= frame.t
    assert told is not None and watcher.judged_until == film.frames[-1].t


def test_the_first_throw_of_very_large_dice(monkeypatch):
    """Their size is not known yet, and each is larger than a hand would be with dice of the usual size."""
    monkeypatch.setattr(drawn, "EDGE", 52.0)
    ends = [Die(90, 190, 2, 20), Die(230, 120, 5, 65)]
    film = Film().add(times=8).throw(ends).add(ends, times=20)
    assert only(watch(film)).values == (2, 5)


def test_clear_is_said_of_an_empty_table_only():
    watcher = Watcher(SquareReader())
    states = []
    for frame in Film().add(times=8).throw([A, B]).add([A, B], times=8).grab([A, B]).add(times=8).frames:
        watcher.feed(frame)
        states.append(watcher.clear)
    assert states[7] and not any(states[16:36]) and states[-1]


def test_the_picture_kept_shows_dice_only_and_is_small():
    throw = only(watch(Film().add(times=8).throw([A, B]).add([A, B], times=8)))
    height, width = throw.picture.shape[:2]
    assert height < SIZE[1] / 4 and width < SIZE[0] / 2
    assert len(encode_picture(throw.picture)) < MOST_BYTES


def test_what_is_printed_on_the_felt_is_not_an_old_die():
    """A reader that takes a print for a die must not make each throw one that moved one die only."""
    film = Film()
    from tests.watch.drawn import _draw_die

    _draw_die(film.felt, Die(260, 200, 4, 0))

    class Strict(SquareReader):
        empty = None
        surface = None

        def __init__(self, dice=2, surface=None, empty=None):
            super().__init__(dice)
            self.empty = empty

        def read(self, images):
            if self.empty is None:
                return super().read(images)
            image = images[-1].copy()
            same = np.abs(image.astype(int) - self.empty).max(axis=2) < 40
            image[same] = (52, 96, 44)
            return super().read(image)

    film.add(times=8).throw([A, B]).add([A, B], times=8)
    assert only(watch(film, Watcher(Strict()))).values == (2, 5)


def calibrated(film: Film) -> Surface:
    """The surface of the drawn table, half a millimetre a pixel, its far edge at the top."""
    corners = np.array([[10, 10], [310, 10], [310, 230], [10, 230]], float)
    empty = film.felt.copy()
    return from_corners(corners, (150.0, 110.0), die_mm=9.0, empty=empty)


def test_a_camera_that_moved_is_named_before_the_reading_counts():
    film = Film(shift=lambda number: (7.0, 5.0) if number >= 14 else (0.0, 0.0))
    surface = calibrated(film)
    watcher = Watcher(SquareReader(), surface=surface)
    events = watch(film.add(times=8).throw([A, B]).add([A, B], times=30), watcher)
    verdict = only(events)
    assert verdict.reason == "surface_changed"
    assert "moved" in watcher.surface_check.why


def test_clear_is_not_said_in_the_dark():
    film = Film(light=lambda image, number: image * (0.02 if number > 10 else 1.0)).add(times=200)
    watcher = Watcher(SquareReader())
    states = []
    for frame in film.frames:
        watcher.feed(frame)
        states.append(watcher.clear)
    assert states[8] and not states[-1]


def test_a_die_at_rest_outside_the_play_area():
    film = Film()
    out = Die(190, 12, 5)
    corners = np.array([[40, 40], [300, 40], [300, 200], [40, 200]], float)
    watcher = Watcher(SquareReader(), surface=from_corners(corners, (130.0, 80.0), die_mm=9.0))
    assert only(watch(film.add(times=8).throw([A, out]).add([A, out], times=8), watcher)).reason == "off_surface"


@pytest.mark.parametrize(("y", "warnings"), [(60, ()), (150, ("wall",))])
def test_the_far_edge_reached_or_not(y, warnings):
    corners = np.array([[10, 44], [310, 44], [310, 230], [10, 230]], float)
    watcher = Watcher(SquareReader(), surface=from_corners(corners, (150.0, 93.0), die_mm=9.0))
    ends = [Die(120, y, 2, 20), Die(190, y + 30, 5, 65)]
    throw = only(watch(Film().add(times=8).throw(ends).add(ends, times=8), watcher))
    assert throw.values == (2, 5) and throw.warnings == warnings
