"""The board's half of the conversation with the controller, and all that a board remembers.

Bytes and settled buttons go in, frames to write and the colours of the lights come out. Pure: time
comes in as whole milliseconds. Runs on MicroPython and CPython alike.
"""

from firmware import lights, link
from firmware.pads import TAPS_KEPT, SeatButtons, Taps

HELLO_MS = 400  # so often a board says hello while nobody answers
RESEND_MS = 60  # so often a tap is sent again until it is acknowledged
SILENCE_MS = 1000  # no good frame for so long: not connected
FLICKER_MS = 800  # so long a refused tap flickers


class Talk:
    """One board: its seats, its taps, what its lights show.

    `board_id` 8 bytes that stay for life, `boot_id` 32 bits drawn at each start, `down` the buttons
    (bit 2 x seat: left, bit 2 x seat + 1: right) that are held at power-up.
    """

    def __init__(self, board_id, boot_id, seats, version, down=0):
        self.seats = seats
        self.welcomed = False  # a controller has answered once since the start
        self.leave = None  # link.LEAVE_... when the controller asked for it
        self._identity = (version, board_id, boot_id)
        self._boot_id = boot_id
        self._decoder = link.Decoder()
        self._taps = Taps(RESEND_MS)
        self._buttons = [SeatButtons(bool(down >> 2 * seat & 1), bool(down >> 2 * seat & 2)) for seat in range(seats)]
        self._flicker_until = [None] * (2 * seats)
        self._codes = bytearray(2 * seats)
        self._brightness = lights.BRIGHTNESS
        self._state = 0
        self._shown = 0  # number of the lights shown
        self._session = None
        self._heard = None  # when the last good frame of this session came
        self._next_hello = 0
        self._asked = False
        self._sent = 0  # frames sent
        self._replies = []

    def connected(self, now):
        return self._session is not None and now - self._heard <= SILENCE_MS

    # -- from the wire -----------------------------------------------------------------------

    def receive(self, data, now):
        """Take in bytes from the controller; whatever they are, nothing is raised."""
        for version, kind, _number, payload in self._decoder.feed(data):
            fields = link.unpack(kind, payload) if version == link.LINK_VERSION else None
            if fields is not None:
                self._take(kind, fields, now)

    def _take(self, kind, fields, now):
        if kind == link.WHO:
            self._asked = True
        elif kind == link.WELCOME:
            if fields[0] != self._session:
                self._session = fields[0]
                self._shown = 0
            self._heard = now
            self.welcomed = True
        elif kind == link.LEAVE:
            self.leave = fields[1]
        elif kind == link.ACK:
            if fields[0] == self._boot_id:
                self._taps.acknowledged(fields[1])
        elif kind == link.LIGHTS or kind == link.PING:
            if fields[0] != self._session:
                self._asked = True  # a controller this board has not met: say who we are
                return
            self._heard = now
            if kind == link.PING:
                self._reply(
                    link.PONG, self._boot_id, fields[1], self._shown, self._decoder.bad & 0xFFFF, len(self._taps)
                )
            else:
                self._show(fields)

    def _show(self, fields):
        _session, number, state, brightness, first, count, codes = fields
        if number > self._shown and first + count <= self.seats:
            self._shown = number
            self._state = state
            self._brightness = brightness
            self._codes[2 * first : 2 * (first + count)] = codes
        self._reply(link.SHOWN, self._session, self._shown)

    def _reply(self, kind, *fields):
        if len(self._replies) < 8:
            self._replies.append((kind, link.pack(kind, *fields)))

    # -- from the buttons --------------------------------------------------------------------

    def buttons(self, pressed, released, now):
        """Buttons newly pressed and let go, as bits; `Debounce` gives them."""
        for index in range(2 * self.seats):
            bit = 1 << index
            if pressed & bit:
                codes, state = self._believed(index >> 1, now)
                self._buttons[index >> 1].press(index & 1, codes, state, now)
            if released & bit:
                tap = self._buttons[index >> 1].release(index & 1, now)
                if tap is not None and not (tap[0] and self._taps.add(index >> 1, tap[0], tap[1])):
                    self._flicker_until[index] = now + FLICKER_MS
        for seat in range(self.seats):
            held = self._buttons[seat].tick(now)
            if held is not None and not self._taps.add(seat, held[0], held[1]):
                self._flicker_until[2 * seat] = self._flicker_until[2 * seat + 1] = now + FLICKER_MS

    def _believed(self, seat, now):
        """What a person sees on the seat's lights: (left, right) codes and their state number."""
        if not self.connected(now) or self._shown == 0:
            return (lights.NOT_CONNECTED, lights.NOT_CONNECTED), 0
        return (self._codes[2 * seat], self._codes[2 * seat + 1]), self._state

    # -- to the wire and to the lights -------------------------------------------------------

    def due(self, now):
        """The frames to write now, as a list of bytes."""
        out = self._replies
        self._replies = []
        connected = self.connected(now)
        if self._asked or (not connected and now >= self._next_hello):
            self._asked = False
            self._next_hello = now + HELLO_MS
            out.append((link.HELLO, self._hello()))
        if connected:
            for number, oldest, seat, meaning, state in self._taps.due(now):
                out.append((link.TAP, link.pack(link.TAP, self._boot_id, number, oldest, seat, meaning, state)))
        return [self._frame(kind, payload) for kind, payload in out]

    def _hello(self):
        version, board_id, boot_id = self._identity
        oldest = self._taps.oldest()
        return link.pack_hello(version, board_id, boot_id, self.seats, oldest, TAPS_KEPT, RESEND_MS, SILENCE_MS)

    def _frame(self, kind, payload):
        self._sent = (self._sent + 1) & 0xFFFF
        return link.encode(kind, self._sent, payload)

    def colours(self, now):
        """(red, green, blue) of each light, two a seat, capped in brightness and current."""
        return lights.draw(self.codes(now), now, self._brightness)

    def codes(self, now):
        """What each light means at `now`, two a seat."""
        out = bytearray(2 * self.seats)
        for seat in range(self.seats):
            codes, _ = self._believed(seat, now)
            pressing = self._buttons[seat].pressing()
            for side in (0, 1):
                index = 2 * seat + side
                until = self._flicker_until[index]
                out[index] = codes[side]
                if until is not None:
                    if now < until:
                        out[index] = lights.REFUSED
                    else:
                        self._flicker_until[index] = None
                elif pressing == side:
                    out[index] = lights.PRESSED
        return out
