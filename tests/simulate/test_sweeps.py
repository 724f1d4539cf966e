"""The sweeps are what they say: cases with a truth, and expectations that fit it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.readings import Reading
from vision.simulate.outcomes import outcome
from vision.simulate.scenes import still
from vision.simulate.sweeps import SWEEPS, cases


@pytest.mark.parametrize("name", sorted(SWEEPS))
def test_cases_of_each_sweep(name):
    whole = list(cases(name))
    assert len({case.step for case in whole}) == len(whole)
    for case in whole[:: len(whole) // 2]:
        assert case.sweep == name
        assert case.expect in ("read", "retry", "either")
        drawn = case.still
        assert drawn.image.shape == drawn.surface.empty.shape
        assert drawn.truth["values"] == sorted(case.values)
        if case.expect == "read":
            assert max(die["tilt_deg"] for die in drawn.truth["dice"]) <= 4.01


def test_thin_takes_every_so_manyth():
    assert [case.step for case in cases("tilt", thin=15)] == ["0 deg", "15 deg", "30 deg", "45 deg"]
    assert [case.step for case in cases("tilt", thin=20, start=3)] == ["3 deg", "23 deg", "43 deg"]


def test_the_whole_range_is_swept():
    steps = {name: {case.step for case in cases(name)} for name in SWEEPS}
    assert len(steps["tilt"]) == 46 and len(steps["stacked"]) == 36 and len(steps["rotation"]) == 360
    assert {"12 px", "80 px"} <= steps["scale"]
    assert {"95 % from side 0", "50 % from side 3"} <= steps["hidden"]
    assert {"flush -1.0", "corner +0.5 45 deg"} <= steps["contact"]
    assert {"20 deg on rail", "20 deg on chip", "20 deg on die"} <= steps["cocked"]


@pytest.mark.parametrize("on", ["rail", "chip", "die"])
@pytest.mark.parametrize("tilt", [16.0, 40.0])
def test_a_cocked_die_leans_as_far_as_it_should_and_the_other_does_not(on, tilt):
    first, second = still(3, (2, 5), table=13, tilt_deg=tilt, leans=on).truth["dice"]
    assert first["tilt_deg"] == pytest.approx(tilt, abs=0.01) and first["value"] == 2
    assert second["tilt_deg"] < 0.01 and second["value"] == 5
    apart = np.hypot(*np.subtract(first["body"], second["body"])) / second["edge_px"]
    assert apart > 0.9 and (apart < 1.7) == (on == "die")


def test_there_is_nothing_to_lean_on():
    with pytest.raises(ValueError, match="chip"):
        still(3, (2, 5), table=1, tilt_deg=20.0, leans="chip")


def test_a_corner_touches_the_other_die_and_does_not_enter_it():
    for offset, turn in ((-0.4, 20.0), (0.0, 45.0), (0.5, 80.0)):
        one, other = still(2, (3, 4), corner=offset, corner_deg=turn).truth["dice"]
        apart = np.hypot(*np.subtract(one["center"], other["center"])) / one["edge_px"]
        assert 1.0 < apart < 1.6


def test_a_smear_blurs_the_dice_and_not_the_felt():
    sharp, smeared = (still(4, (6, 6), smear=px).image.astype(int) for px in (0.0, 9.0))
    box = slice(None), slice(None)
    assert np.abs(sharp[box] - smeared[box]).max() > 60
    assert np.median(np.abs(sharp - smeared)) <= 6


def test_bands_run_across_the_picture():
    plain, banded = (still(4, (6, 6), flicker=share).image.astype(float) for share in (0.0, 0.2))
    rows = (banded - plain).mean(axis=(1, 2))
    assert np.ptp(rows) > 6


def test_the_table_counts_what_is_wrong():
    def read(still):
        tilt = max(die["tilt_deg"] for die in still.truth["dice"])
        values = tuple(still.truth["values"])
        return Reading(None, 0.0, "cocked") if tilt > 20 else Reading(values, 1.0, None)

    table = outcome("tilt", cases("tilt", thin=9), read)
    assert [(row.cases, row.read, row.refused, row.wrong) for row in table.rows.values()] == [
        (1, 1, 0, 0), (1, 0, 0, 1), (4, 0, 3, 1),
    ]  # fmt: skip
    assert table.share_read("read") == 1.0 and table.share_right() == 1.0
    assert "WRONG 9 deg" in table.text() and "tilt_deg=9.0" in table.text()
