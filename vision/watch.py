"""The watch of a stream: one verdict a throw.

Frames come in one at a time. The gate (motion.py) says what changed, an Episode keeps it, and once the
table is at rest again the reader is asked what lies there and thrown.py how it came there.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import cv2
import numpy as np

from vision.background import hand_has_left
from vision.episode import Episode
from vision.events import Empty, Hand, LookAgain, Motion, NoRoll, Throw, WatchEvent
from vision.frames import Frame
from vision.looks import Look, LookPolicy
from vision.motion import EVERYWHERE, Gate, plane
from vision.readings import Reading
from vision.resting import Lying, Rest, first_look, patched, read_frames, reference_for
from vision.shake import FARTHEST, Shake, uneven
from vision.sliding import TRAIL, all_slid
from vision.stillness import Stillness, stirred
from vision.surface_check import SurfaceCheck
from vision.surface_guard import SurfaceGuard
from vision.surface_value import Surface
from vision.thrown import Account, account, not_moved
from vision.watch_pictures import crop_dice, median_picture

#: Edge of a die as a share of the picture's width, until a reading or the surface tells it.
USUAL_EDGE = 1 / 22
#: Still frames after which the table is at rest.
REST_FRAMES = 3
#: Frames in which a hand may lie still before it is taken for a thing that stays.
HAND_PATIENCE = 90
#: Frames for the same after which the camera may be what has moved.
MOVED_PATIENCE = 15
#: Frames at another exposure after a look before the base is asked for again.
ASK_AGAIN = 30
#: Frames without anything moving after which a creep that only the fine look sees is no longer waited for.
CREEP_PATIENCE = 30


class Watcher:
    """Watches one stream. Not for several threads.

    reader: has `read(images) -> Reading`. dice: how many there must be, None for any number.
    surface: the calibrated play area, or None. looks: the policy for further looks.
    """

    def __init__(self, reader, dice: int | None = 2, surface: Surface | None = None, looks: LookPolicy | None = None):
        self._reader = reader
        self._dice = dice
        self._surface = surface
        self._policy = looks or LookPolicy()
        self._gate = Gate()
        self._guard = SurfaceGuard(surface)
        self._recent: deque[Frame] = deque(maxlen=max(8, self._policy.burst + 2))
        self._still = Stillness()
        self._trail: deque[np.ndarray] = deque(maxlen=TRAIL)
        self._shake = Shake()
        self._shaky = False
        self._lying = Lying(surface)
        self._episode: Episode | None = None
        self._look: Look | None = None
        self._reference: np.ndarray | None = None
        self._moved_told = self._hand_told = False
        self._settle = self._off_base = 0
        #: Capture time up to which every frame has been judged for motion.
        self.judged_until = float("-inf")

    @property
    def clear(self) -> bool:
        """The surface lies empty, lit and unmoved, and nothing stirs: the cue for "throw"."""
        return self._lying.empty and self._guard.fine and self._episode is None

    @property
    def lying(self) -> Reading | None:
        """What lies there as it was last read; None before a first rest and while something stirs."""
        return None if self._rest is None or self._episode is not None else self._rest.reading

    @property
    def surface(self) -> Surface | None:
        """The play area that is watched."""
        return self._surface

    @property
    def surface_check(self) -> SurfaceCheck | None:
        """What has become of the surface, as last looked at; None without an empty reference."""
        return self._guard.check

    @property
    def notes(self) -> dict[str, str]:
        """What is to be said to people about surface, lens and lamp, as last looked at: a sentence for each kind."""
        return self._guard.notes

    def expect(self, dice: int | None) -> None:
        """How many dice the next throw is made with, None for any number; not while one is being judged."""
        if dice != self._dice and self._episode is None and self._look is None:
            self._dice = self._reader.dice = dice

    @property
    def _rest(self) -> Rest | None:
        """The last rest, None before the first."""
        return self._lying.rest

    @_rest.setter
    def _rest(self, rest: Rest) -> None:
        self._lying.rest = rest

    # --- frames in, events out ----------------------------------------------------------------------

    def feed(self, frame: Frame) -> list[WatchEvent]:
        """Judges one frame; the events it led to, oldest first."""
        if self._look is not None:
            return self._look_on(frame)
        if frame.exposure is not None and abs(frame.exposure) > 0.01:
            return self._wait_for_base(frame)
        self._off_base = 0
        self._gate.take(frame.image)
        self._recent.append(frame)
        if self._rest is None and self._episode is None:
            return self._begin(frame)
        if self._episode is None:
            return self._at_rest(frame)
        return self._active(frame)

    def finish(self) -> list[WatchEvent]:
        """The source has ended: decides on what was seen."""
        if self._look is not None:
            look, self._look = self._look, None
            return self._verdict(look.frame, look.account, look.reading, look.count)
        if self._episode is None or not self._recent:
            return []
        frame = self._recent[-1]
        if self._still.frames >= 1 and not self._episode.hand_now:
            events = self._settled(frame)
            if self._look is not None:
                events += self.finish()
            return events
        if not self._episode.flights:
            return []
        reason = "hand" if self._episode.hand_now else "moving"
        events = self._tell_motion(frame, sure=True)
        self._episode = None
        return [*events, NoRoll(reason, frame.index, frame.t)]

    def _wait_for_base(self, frame: Frame) -> list[WatchEvent]:
        """A frame of a look that is over: passed over, and the base exposure asked for again when it does not come."""
        self.judged_until = frame.t
        self._off_base += 1
        return [LookAgain(frame.index, frame.t, 0.0)] if self._off_base % ASK_AGAIN == 0 else []

    # --- the beginning of a stream ------------------------------------------------------------------

    def _begin(self, frame: Frame) -> list[WatchEvent]:
        """Waits for a first rest; something moving from the start is an episode without a rest before it."""
        if len(self._recent) < 2:
            return []
        moving = self._gate.moving()
        self._still.take(frame, moving.mask, None)
        if self._still.frames == 0:
            self._gate.refer(plane(self._recent[0].image))
            self._open_episode()
            return self._active(frame)
        if self._still.frames < REST_FRAMES:
            return []
        self._guard.look(frame.image)
        self._come_to_rest(frame, first_look(self._reader, self._burst()))
        self.judged_until = frame.t
        return self._tell_empty(frame)

    # --- at rest ------------------------------------------------------------------------------------

    def _at_rest(self, frame: Frame) -> list[WatchEvent]:
        self._guard.idle(frame.image, self._gate.now, self._gate.before)
        if self._gate.quiet():
            if frame.index % 4 == 0:
                self._gate.rest()
            self.judged_until = frame.t
            return []
        changed = self._gate.changed()
        if not stirred(changed.mask):
            self._gate.rest()
            self.judged_until = frame.t
            return []
        if self._only_shakes(frame):
            self.judged_until = frame.t
            return []
        self._open_episode()
        return self._active(frame, changed)

    def _only_shakes(self, frame: Frame) -> bool:
        """Whether the camera shakes over a table at rest, as it did when it came to rest."""
        if not self._shaky or self._rest is None:
            return False
        self._shake.take(frame.image)
        if not self._shake.resting:
            return False
        self._gate.refer()
        self._rest = replace(self._rest, image=frame.image)
        return True

    def _open_episode(self) -> None:
        self._episode = Episode(self._edge_in_plane())
        self._moved_told = self._hand_told = False
        self._still, self._shake = Stillness(), Shake()
        self._trail.clear()
        self._settle = self._recent[-1].index

    def _edge_in_plane(self) -> float:
        assert self._gate.now is not None
        width = self._gate.now.shape[1]
        if self._lying.edge is None:
            return USUAL_EDGE * width
        return max(2.5, self._lying.edge * width / self._recent[-1].image.shape[1])

    # --- something happens --------------------------------------------------------------------------

    def _active(self, frame: Frame, changed=None) -> list[WatchEvent]:
        assert self._episode is not None
        changed = changed or self._gate.changed()
        moving = self._gate.moving()
        seen = self._episode.add(frame.index, frame.t, changed.mask, moving.mask)
        self._see_through_ghost(frame)
        self._still.take(frame, moving.mask, changed.mask)
        self._watch_shake(frame)
        if self._still.frames == 0 or not self._trail:
            self._trail.append(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY))
        if self._still.frames == 0 and not self._shake.resting:
            self._settle = frame.index
        events = self._tell_hand(frame) + self._tell_motion(frame)
        if self._moved_told or not any(b.moving > 0 and not b.hand for b in seen.blobs):
            self.judged_until = frame.t
        if self._is_settled(changed.share):
            events += self._settled(frame)
        return events

    def _see_through_ghost(self, frame: Frame) -> None:
        """A hand that lay there at the last rest and has gone shows as a still one: takes it out of the reference."""
        assert self._episode is not None
        mask = self._episode.still_hand
        if mask is None or not self._gate.gone(mask, self._episode.hand_still):
            return
        self._gate.patch(mask)
        self._episode.disown()
        if self._rest is not None:
            self._rest = patched(self._rest, mask, frame.image)

    def _watch_shake(self, frame: Frame) -> None:
        assert self._episode is not None and self._gate.now is not None
        fast = self._episode.speed > 2 * FARTHEST * self._gate.now.shape[1]
        moves = self._episode.hand_now or fast or uneven(self._episode.records[-1].blobs, self._gate.now)
        self._shake.take(frame.image, moves)

    def _is_settled(self, share: float) -> bool:
        assert self._episode is not None
        if share > EVERYWHERE:
            return self._still.coarse > CREEP_PATIENCE
        if self._episode.hand_now:
            if self._lying.edge is None and self._still.coarse == REST_FRAMES + 1:
                # Large dice whose size is not known yet look like a hand.
                self._lying.learn_edge(read_frames(self._reader, self._burst()), self._dice)
                self._episode = self._episode.sized(self._edge_in_plane())
            if self._still.coarse == MOVED_PATIENCE:
                # A camera that was pushed shows edges all over, which look like a hand.
                self._guard.look(self._recent[-1].image)
            return self._still.coarse > (MOVED_PATIENCE if self._guard.moved else HAND_PATIENCE)
        if self._shake.resting:
            self._shaky = True
            return True
        if self._still.frames < REST_FRAMES:
            return self._still.coarse > CREEP_PATIENCE
        return not self._still.creeping()

    def _tell_hand(self, frame: Frame) -> list[WatchEvent]:
        assert self._episode is not None
        if self._hand_told or not self._episode.hand_now or len(self._episode.hand_runs()) == 0:
            return []
        self._hand_told = True
        return [Hand(frame.index, frame.t)]

    def _tell_motion(self, frame: Frame, sure: bool = False) -> list[WatchEvent]:
        """The dice move, as soon as it is proven: with the frame and the time at which it began."""
        assert self._episode is not None
        if self._moved_told:
            return []
        flights = self._episode.flights
        if not sure and (not flights or self._rest is None):
            return []
        self._moved_told = True
        if flights:
            first = self._episode.records[min(t.points[0][0] for t in flights)]
            return [Motion(first.index, first.t)]
        first = self._episode.records[0] if self._episode.records else frame
        return [Motion(first.index, first.t)]

    # --- at rest again ------------------------------------------------------------------------------

    def _burst(self) -> list[Frame]:
        return [self._recent[-1]] if self._shake.resting else list(self._recent)[-self._policy.burst :]

    def _settled(self, frame: Frame) -> list[WatchEvent]:
        """The table is at rest: reads what lies there, and judges how it came there."""
        assert self._episode is not None
        self._guard.look(frame.image)
        self._reference, hand_left = None, self._hand_left()
        if self._rest is not None and not self._shaky and (self._episode.flights or not (self._rest.dice or hand_left)):
            self._reference = reference_for(self._gate, self._rest, frame.image)
        known, burst = self._rest is not None, self._burst()
        reading = read_frames(self._reader, burst, self._reference) if known else first_look(self._reader, burst)
        self._lying.learn_edge(reading, self._dice)
        seen = self._account(frame, reading)
        if (hand_left and not seen.new) or (seen.nothing_thrown(self._dice) and not self._moved_told):
            self._come_to_rest(frame, reading)
            self.judged_until = frame.t
            return self._tell_empty(frame)
        if seen.why_none() is None and self._policy.wants(reading, 1):
            return self._ask_look(frame, seen, reading, 1)
        return self._verdict(frame, seen, reading, 1)

    def _hand_left(self) -> bool:
        """Whether a hand left which had lain there at the rest before: its fingers may have seemed to move freely."""
        if self._guard.moved or self._episode is None:
            return False
        planes = (self._gate.reference, self._gate.now)
        return self._episode.hand_left or hand_has_left(planes, self._gate.changed().mask, self._edge_in_plane())

    def _account(self, frame: Frame, reading: Reading) -> Account:
        assert self._episode is not None and self._gate.now is not None
        self._episode = self._episode.sized(self._edge_in_plane())
        before = self._rest and self._rest.image
        lying = self._lying.dice(frame.image, reading)
        shape = self._gate.now.shape[:2]
        seen = account(self._episode, lying, frame.image, before, shape, self._surface, self._dice)
        if self._rest is None and self._shake.resting:
            # The picture shook from the start over dice that lay there: nothing was seen to be thrown.
            seen = replace(seen, flew=bool(self._episode.flights))
        seen = seen.without_fixtures(self._dice)
        if seen.flew and seen.new and seen.why_none() is None:
            known = self._lying.edge is not None and not self._shaky
            seen = replace(seen, slid=known and all_slid(self._trail, [lying[i] for i in seen.new], self._lying.edge))
        return seen

    def _verdict(self, frame: Frame, seen: Account, reading: Reading, looks: int, read=None) -> list[WatchEvent]:
        events = self._tell_motion(frame, sure=True)
        picture = crop_dice(frame.image if read is None else read, reading.dice)
        warnings = tuple(sorted(seen.warnings() | set(reading.warnings)))
        why = ("surface_changed", None) if self._guard.moved else seen.why_none()
        if why is None and looks > 1 and self._rest is not None:
            why = not_moved(reading.dice, frame.image, self._rest.image)
        if why is None and reading.values is not None:
            values, sure = reading.values, reading.confidence
            events.append(Throw(values, sure, self._settle, frame.index, frame.t, warnings, looks, reading, picture))
        else:
            reason, detail = why or (reading.reason or "unsure", reading.detail)
            events.append(NoRoll(reason, frame.index, frame.t, detail, warnings, looks, reading, picture))
        self._come_to_rest(frame, reading)
        self.judged_until = frame.t
        return events

    def _come_to_rest(self, frame: Frame, reading: Reading) -> None:
        self._lying.learn_edge(reading, self._dice)
        self._gate.refer()
        image = median_picture([f.image for f in self._burst()])
        self._lying.come(image, frame.image, reading, self._gate.noise)
        self._episode = None
        self._still = Stillness()

    def _tell_empty(self, frame: Frame) -> list[WatchEvent]:
        return [Empty(frame.index, frame.t)] if self._lying.empty else []

    # --- further looks ------------------------------------------------------------------------------

    def _ask_look(self, frame: Frame, seen: Account, reading: Reading, count: int, read=None) -> list[WatchEvent]:
        exposures = self._policy.exposures
        settable = frame.exposure is not None and bool(exposures)
        wanted = exposures[(count - 1) % len(exposures)] if settable else None
        self._look = Look(frame, seen, reading, count, wanted, self._policy.burst, read)
        return [LookAgain(frame.index, frame.t, wanted)] if wanted is not None else []

    def _look_on(self, frame: Frame) -> list[WatchEvent]:
        look = self._look
        assert look is not None
        self.judged_until = frame.t
        if not look.take(frame, self._gate.noise):
            return []
        if look.frames and not look.disturbed:
            same = look.exposure is None
            self._recent.extend(look.frames if same else ())
            frames = self._burst() if same else look.frames
            look.learn(read_frames(self._reader, frames, self._reference if same else None), frames[-1].image)
            if self._policy.wants(look.reading, look.count):
                return self._ask_look(look.frame, look.account, look.reading, look.count, look.read)
        self._look = None
        events: list[WatchEvent] = [] if look.exposure is None else [LookAgain(frame.index, frame.t, 0.0)]
        at = Frame(look.frame.image, frame.t, frame.index)
        return events + self._verdict(at, look.account, look.reading, look.count, look.read)
