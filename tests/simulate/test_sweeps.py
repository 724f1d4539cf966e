"""The sweeps are what they say: cases with a truth, and expectations that fit it."""

from __future__ import annotations

import pytest

from vision.simulate.sweeps import SWEEPS


@pytest.mark.parametrize("name", sorted(SWEEPS))
def test_cases_of_each_sweep(name):
    cases = list(SWEEPS[name](thin={"rotation": 120, "scale": 17, "glare": 9, "dirt": 9, "exposure": 5}.get(name, 12)))
    assert len(cases) >= 2
    assert len({case.step for case in cases}) == len(cases)
    for case in cases:
        assert case.sweep == name
        assert case.expect in ("read", "retry", "either")
        assert case.still.image.shape == case.still.surface.empty.shape
        assert len(case.still.truth["dice"]) == 2
        if case.expect == "read":
            assert max(die["tilt_deg"] for die in case.still.truth["dice"]) <= 4.01


def test_thin_takes_every_so_manyth():
    assert [case.step for case in SWEEPS["tilt"](thin=15)] == ["0 deg", "15 deg", "30 deg", "45 deg"]
