"""What each light means: one table for people and for the program.

Every seat has two lights, the left one beside the for button, the right one beside the against
button. A light shows one row of `ROWS`. For and against differ by place (left, right) and by the
shape of the blink (one and two), the colour only repeats it.

A shape is 16 steps: `#` full, `-` faint, `.` off; `step_ms` each, then from the start again. Where
a row has no shape for a side, it is never shown there.

`python -m firmware.lights` prints the table. Pure; runs on MicroPython and CPython alike.
"""

from firmware import link

EMPTY = 0
MAY_FOR = 1
ON_FOR = 2
HELD_FOR = 3
MAY_AGAINST = 4
ON_AGAINST = 5
HELD_AGAINST = 6
AUTO_FADE = 7
CLOSED = 8
SHOOTER = 9
THROW = 10
THROW_AGAIN = 11
CALL_HOST = 12
WON = 13
LOST = 14
REFUSED = 15
NOT_CONNECTED = 16
PRESS_HERE = 17
FOUND = 18
PRESSED = 19
MUTED = 20

_GREEN = (0, 255, 40)
_RED = (255, 20, 0)
_AMBER = (255, 120, 0)
_WHITE = (255, 255, 255)
_BLUE = (0, 60, 255)
_OFF = (0, 0, 0)

# code, name, what a tap means, what a hold means, colour, left shape, right shape, step_ms, words
ROWS = (
    (EMPTY, "empty", 0, 0, _OFF, "." * 16, "." * 16, 125, "nobody sits here"),
    (MAY_FOR, "may_for", link.TAP_FOR, 0, _GREEN, "#---------------", "", 125, "one wink: tap to bet for the shooter"),
    (ON_FOR, "on_for", link.TAP_OFF, 0, _GREEN, "################", "", 125, "steady: you are for; tap to take it off"),
    (HELD_FOR, "held_for", 0, 0, _GREEN, "########.-------", "", 125, "long, one gap: you are for, betting is closed"),
    (MAY_AGAINST, "may_against", link.TAP_AGAINST, 0, _RED, "", "#-#-------------", 125,
     "two winks: tap to bet against"),
    (ON_AGAINST, "on_against", link.TAP_OFF, 0, _RED, "", "##########.##.##", 125,
     "steady with two gaps: you are against; tap to take it off"),
    (HELD_AGAINST, "held_against", 0, 0, _RED, "", "########.--.----", 125,
     "long, two gaps: you are against, betting is closed"),
    (AUTO_FADE, "auto_fade", link.TAP_OFF, 0, _AMBER, "", "####.#.#.#.#####", 125,
     "four gaps: the table put you against (auto-fade); tap to take it off"),
    (CLOSED, "closed", 0, 0, _WHITE, "-...............", "-...............", 125, "faint blip: no bet here now"),
    (SHOOTER, "shooter", 0, link.TAP_PASS_DICE, _WHITE, "########--------", "########--------", 125,
     "both swell slowly: you are the shooter; hold to pass the dice"),
    (THROW, "throw", 0, link.TAP_PASS_DICE, _WHITE, "##..##..##..##..", "..##..##..##..##", 125,
     "from side to side: throw the dice"),
    (THROW_AGAIN, "throw_again", 0, link.TAP_PASS_DICE, _AMBER, "####....####....", "####....####....", 125,
     "both together: it was no roll, throw again"),
    (CALL_HOST, "call_host", 0, 0, _BLUE, "####....####....", "....####....####", 125,
     "slowly from side to side: the host is called"),
    (WON, "won", 0, 0, _GREEN, "#.#.#.#.#.#.#.#.", "#.#.#.#.#.#.#.#.", 90, "both flash fast: you won"),
    (LOST, "lost", 0, 0, _RED, "######----------", "######----------", 190, "one long fade: you lost"),
    (REFUSED, "refused", 0, 0, _RED, "#.#.#.#.........", "#.#.#.#.........", 50, "quick flicker: that was not taken"),
    (NOT_CONNECTED, "not_connected", 0, 0, _BLUE, "-...............", ".-..............", 125,
     "faint double blip, left then right: not connected to the table"),
    (PRESS_HERE, "press_here", link.TAP_HERE, 0, _BLUE, "##--##--##--##--", "##--##--##--##--", 125,
     "both pulse: press me if this is your seat"),
    (FOUND, "found", 0, 0, _BLUE, "################", "################", 125, "both steady: this pad has its seat"),
    (PRESSED, "pressed", 0, 0, _WHITE, "################", "################", 125, "your finger was felt"),
    (MUTED, "muted", 0, 0, _AMBER, "-.-.-...........", "-.-.-...........", 125,
     "three faint blips: the host has muted this pad; tap on a phone"),
)  # fmt: skip
NAMES = tuple(row[1] for row in ROWS)
STEPS = 16
_FAINT = 10  # of 255: what `-` leaves of a colour

BRIGHTNESS = 96  # of 255, when the controller names none
LIGHT_MA = 20  # a WS2812 takes this for each colour at full
IDLE_MA = 1  # and this when dark
CURRENT_MA = 350  # for all lights of a board: USB gives 500, the Pico takes under 100


def row(code):
    """The row of a code; an unknown one (newer controller) is shown as `closed`."""
    return ROWS[code] if code < len(ROWS) else ROWS[CLOSED]


def tap_of(code):
    """What a tap on a light that shows this code means (link.TAP_...), 0 for nothing."""
    return row(code)[2]


def hold_of(code):
    """What a hold means, 0 for nothing."""
    return row(code)[3]


def colour(code, side, now, brightness=BRIGHTNESS):
    """(red, green, blue) of a light that shows `code` on `side` (0 left, 1 right) at `now` ms."""
    entry = row(code)
    shape = entry[5 + side]
    if not shape:
        return _OFF
    step = shape[(now // entry[7]) % STEPS]
    if step == ".":
        return _OFF
    level = brightness if step == "#" else max(1, brightness * _FAINT // 255)
    return tuple([part * level // 255 for part in entry[4]])


def current_ma(colours):
    """What lights of these colours take, in milliamperes."""
    return IDLE_MA * len(colours) + sum([sum(one) for one in colours]) * LIGHT_MA // 255


def capped(colours, limit_ma=CURRENT_MA):
    """The same colours, all dimmed alike where they would take more than `limit_ma`."""
    idle = IDLE_MA * len(colours)
    wanted = current_ma(colours) - idle
    allowed = max(0, limit_ma - idle)
    if wanted <= allowed:
        return colours
    return [tuple([part * allowed // (wanted + 1) for part in one]) for one in colours]


def draw(codes, now, brightness=BRIGHTNESS, limit_ma=CURRENT_MA):
    """The colours of all lights: `codes` has two a seat (left, right); the result has as many."""
    return capped([colour(code, index & 1, now, brightness) for index, code in enumerate(codes)], limit_ma)


if __name__ == "__main__":
    for entry in ROWS:
        print(f"{entry[1]:14s} {entry[5]:16s} {entry[6]:16s} {entry[8]}")
