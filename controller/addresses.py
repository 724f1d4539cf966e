"""What phones open: the name or number of a machine, and its port. Pure.

    is_address("10.42.0.1:8080")     # True
    is_link("http://10.42.0.1:8080/tv")
"""

from __future__ import annotations

import re

#: A name, a number of version 4, or one of version 6 in brackets; behind it a port.
_ADDRESS = r"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?"
_LINK = re.compile(rf"https?://{_ADDRESS}(?:/[!-~]*)?")


def is_address(text: str) -> bool:
    """Whether this is a machine and perhaps its port, without http://."""
    return _whole(re.compile(_ADDRESS), text)


def is_link(text: str) -> bool:
    """Whether this is a whole address as a browser takes it."""
    return _whole(_LINK, text)


def _whole(pattern: re.Pattern[str], text: str) -> bool:
    found = pattern.fullmatch(text)
    return found is not None and (found["port"] is None or 1 <= int(found["port"]) <= 65535)
