"""Betting closes at the capture time of the first moving frame, whatever reached the table in which order."""

from __future__ import annotations

import time
from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.table.playing import seated

CAMERA_LAGS = 3


def test_a_tap_after_the_first_moving_frame_is_refused_though_motion_was_understood_later(tmp_path):
    with seated(tmp_path / "a.db", gate_limit=30.0) as seat:
        table, clock = seat.table, seat.clock
        table.watch_camera(True)
        table.judged(0.9)
        clock.t = 1.1
        in_time = table.submit({"cmd": "for", "player": "Cara"}, by="Cara", arrived=0.99)
        too_late = table.submit({"cmd": "buy_in", "player": "Bo", "amount": 9}, arrived=1.02)
        wants_out = table.submit({"cmd": "off", "player": "Bo"}, by="Bo", arrived=1.03)
        assert not in_time.done()
        assert table.motion(1.0).result(5).ok
        table.judged(1.1)
        assert in_time.result(5).ok
        assert wants_out.result(5).refused == "dice_out"
        assert too_late.result(5).refused == "dice_out"
        assert seat.public["line"]["for"] == [["Cara", 10]]


def test_betting_opens_again_with_the_verdict(tmp_path):
    with seated(tmp_path / "a.db") as seat:
        seat.table.motion(1.0).result(5)
        assert seat.do("for", by="Cara").refused == "dice_out"
        assert seat.do("no_roll", reason="cocked", source="camera").ok
        assert seat.do("for", by="Cara").ok


def test_a_dead_camera_blocks_betting_for_a_moment_only(tmp_path):
    with seated(tmp_path / "a.db", gate_limit=1.0) as seat:
        seat.table.watch_camera(True)
        seat.table.judged(1.0)
        seat.clock.t = 2.0
        started = time.monotonic()
        assert seat.do("for", by="Cara").ok
        first = time.monotonic() - started
        assert seat.do("off", by="Cara").ok
        assert 0.7 < first < 10.0
        assert time.monotonic() - started - first < 0.9, "it is known to be silent by now"


def test_an_arrival_in_the_future_waits_no_longer_than_now(tmp_path):
    with seated(tmp_path / "a.db", gate_limit=30.0) as seat:
        seat.table.watch_camera(True)
        seat.clock.t = 2.0
        seat.table.judged(2.0)
        assert seat.do("for", by="Cara", arrived=1e9).ok


def test_two_throws_in_the_air_are_never_one(tmp_path):
    """The host names the faces; the camera's verdict on the same throw comes after and is not a second throw."""
    with seated(tmp_path / "a.db") as seat:
        out = seat.table.motion(1.0).result(5).seq
        assert seat.do("throw", dice=[2, 2]).ok
        late = seat.do("throw", dice=[2, 2], source="camera", dice_out_at=out)
        assert late.refused == "changed"
        out = seat.table.motion(3.0).result(5).seq
        seat.table.motion(3.1).result(5)
        assert seat.do("throw", dice=[2, 2], source="camera", dice_out_at=out).ok
        assert seat.public["throws"] == 2


@dataclass(frozen=True)
class Tap:
    """A tap of Cara's buy-in, told apart by its amount, at a moment in hundredths of a second."""

    at: int
    amount: int


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    moments=st.lists(st.integers(100, 220), min_size=1, max_size=10),
    motion=st.integers(110, 200),
    still=st.integers(12, 60),
    delays=st.lists(st.integers(0, 12), min_size=10, max_size=10),
)
def test_every_tap_is_judged_by_its_moment(tmp_path_factory, moments, motion, still, delays):
    """Frames every 3 hundredths, understood some frames later; taps handed in up to 12 hundredths after they arrived.

    A tap handed in before its moment was judged is ok exactly when it arrived before the motion or after the verdict.
    """
    taps = [Tap(at, amount) for amount, at in enumerate(moments, start=1)]
    verdict = motion + still
    happenings = [(tap.at + delays[n], 2, "tap", tap) for n, tap in enumerate(taps)]
    happenings += [(motion + CAMERA_LAGS * 3, 0, "motion", motion), (verdict + 1, 0, "verdict", verdict)]
    for frame in range(90, 330, 3):
        if not motion - 3 < frame < motion + CAMERA_LAGS * 3:
            happenings.append((frame + 2, 1, "judged", frame))
    judged, known = 0, set()
    with seated(tmp_path_factory.mktemp("closing") / "a.db", gate_limit=60.0) as seat:
        seat.table.watch_camera(True)
        replies = {}
        for now, _, what, of in sorted(happenings, key=lambda h: h[:2]):
            seat.clock.t = max(now, 0) / 100
            if what == "tap":
                if of.at > judged:
                    known.add(of)
                given_ = {"cmd": "buy_in", "player": "Cara", "amount": of.amount}
                replies[of] = seat.table.submit(given_, arrived=of.at / 100)
            elif what == "motion":
                out = seat.table.motion(of / 100).result(5).seq
                judged = max(judged, of)
            elif what == "verdict":
                given_ = {"cmd": "no_roll", "reason": "cocked"}
                reply = seat.table.submit(given_, source="camera", arrived=of / 100, dice_out_at=out)
                assert reply.result(5).ok
                judged = max(judged, of)
            else:
                seat.table.judged(of / 100)
                judged = max(judged, of)
        seat.clock.t = 10.0
        seat.table.judged(10.0)
        for tap, reply in replies.items():
            answer = reply.result(5)
            if tap in known:
                closed = motion < tap.at <= verdict
                assert answer.ok != closed, (tap, motion, verdict, answer)
