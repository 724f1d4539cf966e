"""Keeps connections free when one machine opens too many: a phone gone wild, a guest who tries.

The server takes no new connection while it holds as many as it may: whoever held all of them, doing nothing, would
shut everybody else out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from waitress.channel import HTTPChannel

#: Connections that are kept free.
KEPT_FREE = 64


def make_room(channels: Iterable[HTTPChannel], most: int) -> None:
    """When hardly any connection is free, ends the one that has been idle longest at the address that holds the most.

    most: connections that the server may hold. A connection whose request is being answered, a stream among them,
    is never ended.
    """
    held = list(channels)
    if len(held) <= most - KEPT_FREE:
        return
    idle = [channel for channel in held if not channel.requests and not channel.will_close]
    many = Counter(channel.addr[0] for channel in idle)
    if many:
        of_one = (channel for channel in idle if channel.addr[0] == many.most_common(1)[0][0])
        min(of_one, key=lambda channel: channel.last_activity).will_close = True
