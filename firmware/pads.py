"""From two bouncing buttons a seat to taps with a meaning, and the queue that keeps them.

Pure: time comes in as whole milliseconds, pins as bits. Runs on MicroPython and CPython alike.
"""

from firmware import link
from firmware.lights import hold_of, tap_of

DEBOUNCE_MS = 10  # a button is believed when it has not changed for so long; contacts chatter for 1 to 8 ms
TAP_MS = 3000  # let go within this: a tap; later: somebody leaned on it
HOLD_MS = 1200  # the shooter's hold that passes the dice
BOTH_MS = 1500  # both buttons held: the seat's code
TAPS_KEPT = 32


class Debounce:
    """Bits in, settled bits out. A bit follows its pin once the pin has been still for `debounce_ms`.

    Buttons that are down at the start count as down from then on: no press is seen for them.
    """

    def __init__(self, raw, now, debounce_ms=DEBOUNCE_MS):
        self.down = raw  # settled
        self._raw = raw
        self._since = {}  # bit -> since when its pin differs from what is settled
        self._debounce_ms = debounce_ms

    def update(self, raw, now):
        """(bits newly pressed, bits newly let go) at `now`, from pins that read `raw`."""
        if raw == self._raw and not self._since:
            return 0, 0
        differs = raw ^ self.down
        looked_at = differs | (raw ^ self._raw)
        self._raw = raw
        pressed = released = 0
        bit = 1
        while bit <= looked_at:
            if not looked_at & bit:
                pass
            elif not differs & bit:
                self._since.pop(bit, None)  # it went back before it was believed
            elif bit not in self._since:
                self._since[bit] = now
            elif now - self._since[bit] >= self._debounce_ms:
                del self._since[bit]
                if raw & bit:
                    pressed |= bit
                else:
                    released |= bit
            bit <<= 1
        self.down ^= pressed | released
        return pressed, released


class SeatButtons:
    """The gestures of one seat: tap, hold, both held. `left` is the for side, `right` the against side."""

    def __init__(self, left_down=False, right_down=False):
        self._down = [left_down, right_down]
        self._spent = left_down or right_down  # nothing more until both are up
        self._since = 0
        self._pressed = None  # (side, code its light showed, state number) of the press under way
        self._both = False

    def pressing(self):
        """The side (0, 1) whose button is down and was pressed on a light that takes a tap, or None."""
        if self._spent or self._both or self._pressed is None or not tap_of(self._pressed[1]):
            return None
        return self._pressed[0]

    def press(self, side, codes, state, now):
        """A button went down while the seat's lights showed `codes` (left, right) of state `state`."""
        other_down = self._down[1 - side]
        self._down[side] = True
        if self._spent:
            return
        self._since = now
        if other_down:
            self._both = True
        else:
            self._pressed = (side, codes[side], state)

    def release(self, side, now):
        """A button was let go. Returns (meaning, state number) of the tap it made, or None.

        A meaning of 0 says: the light forbade it.
        """
        self._down[side] = False
        pressed, both, spent = self._pressed, self._both, self._spent
        if not (self._down[0] or self._down[1]):
            self._spent = self._both = False
            self._pressed = None
        elif both:
            self._spent = True
        if spent or both or pressed is None or pressed[0] != side or now - self._since > TAP_MS:
            return None
        return tap_of(pressed[1]), pressed[2]

    def tick(self, now):
        """What a button held for long enough means: (meaning, state number), once, or None."""
        if self._spent or self._pressed is None:
            return None
        held = now - self._since
        _, code, state = self._pressed
        if self._both:
            if held < BOTH_MS:
                return None
            self._spent = True
            return link.TAP_CODE, state
        meaning = hold_of(code)
        if not meaning or held < HOLD_MS:
            return None
        self._spent = True
        return meaning, state


class Taps:
    """Taps numbered from 1, kept until acknowledged, due again every `resend_ms`."""

    def __init__(self, resend_ms, kept=TAPS_KEPT):
        self._resend_ms = resend_ms
        self._kept = kept
        self._queue = []  # [number, seat, meaning, state, when last sent or None]
        self.last = 0

    def __len__(self):
        return len(self._queue)

    def oldest(self):
        """The number of the oldest tap kept; the next one's when there is none."""
        return self._queue[0][0] if self._queue else self.last + 1

    def add(self, seat, meaning, state):
        """Keep a tap. False when no more can be kept: it is refused on the spot, not lost later."""
        if len(self._queue) >= self._kept:
            return False
        self.last += 1
        self._queue.append([self.last, seat, meaning, state, None])
        return True

    def acknowledged(self, number):
        """Every tap up to `number` is decided."""
        if number <= self.last:
            while self._queue and self._queue[0][0] <= number:
                self._queue.pop(0)

    def due(self, now, most=4):
        """The taps to send now, oldest first: (number, oldest, seat, meaning, state)."""
        out = []
        for tap in self._queue[:most]:
            if tap[4] is None or now - tap[4] >= self._resend_ms:
                tap[4] = now
                out.append((tap[0], self._queue[0][0], tap[1], tap[2], tap[3]))
        return out
