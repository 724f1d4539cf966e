"""Short codes that people read off a screen and type: no 0 O 1 I L, in any case of letters."""

from __future__ import annotations

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def make_code(length: int = 4) -> str:
    """A random code of `length` signs from the system's random source."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def clean_code(typed: object) -> str:
    """What a person typed, without spaces and dashes, in capitals; "" for anything that is no code."""
    if not isinstance(typed, str) or len(typed) > 20:
        return ""
    code = "".join(sign for sign in typed.upper() if sign not in " -")
    return code if code and all(sign in ALPHABET for sign in code) else ""


def make_pin() -> str:
    """Six digits for the host."""
    return f"{secrets.randbelow(1_000_000):06d}"
