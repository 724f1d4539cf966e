"""Frozen values, copied with changes."""

from __future__ import annotations

from typing import Any

_new = object.__new__


def changed(value: Any, **changes: Any) -> Any:
    """A copy of a frozen dataclass (no slots) with some fields changed: dataclasses.replace, several times as fast.

    Nothing is checked: a field that does not exist would be added.
    """
    made = _new(type(value))
    made.__dict__.update(value.__dict__, **changes)
    return made
