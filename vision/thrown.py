"""Was it a throw? What an episode says about the dice that lie there after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.episode import Episode
from vision.readings import SeenDie
from vision.surface import Surface
from vision.tracks import Track

#: Pixels that a die at rest may shift by vibration between two rests.
VIBRATION = 3
#: Likeness (normalised correlation) above which a die lies as it lay before.
SAME = 0.8
#: Records for which a hand uncovering a die may look like the die moving.
UNCOVERING = 2
#: Records that the throwing hand may stay in view after the release.
FOLLOW_THROUGH = 15


@dataclass(frozen=True, slots=True)
class Account:
    """What happened to the dice that lie there now.

    new, old: dice that came to where they are, and dice that lie as before (positions in the reading).
    placed: new ones that a hand set down. flew: something moved freely. left: a die left the area.
    hand: "before" the release, "after" it, or None. wall: the far edge was reached, None when not known.
    out_of_view: a die was out of the picture in between. known_before: the rest before was seen. slid: none of
    the new ones tumbled.
    """

    new: tuple[int, ...]
    old: tuple[int, ...]
    placed: tuple[int, ...]
    flew: bool
    left: bool
    hand: str | None
    wall: bool | None
    out_of_view: bool
    known_before: bool = True
    slid: bool = False

    def nothing_thrown(self, dice: int | None) -> bool:
        """Taken away, only passed over, laid out one by one: no verdict. dice: how many there must be."""
        if self.flew and (self.new or self.left or self.hand == "after"):
            return False
        if not self.new or (dice is not None and len(self.new) + len(self.old) < dice):
            return True
        # All the dice are new and nobody saw them come: they are not a throw either, and must not be left unsaid.
        appeared = dice is not None and len(self.new) >= dice and self.known_before
        return not self.placed and not appeared

    def why_none(self) -> tuple[str, str | None] | None:
        """(reason, detail) for which it does not count however well it can be read; None when it counts."""
        if self.left:
            return "off_surface", None
        if self.hand == "after":
            return "hand", None
        if self.placed:
            return "not_thrown", "placed"
        if self.new and self.old:
            return "not_thrown", "one_moved"
        if self.slid:
            return "not_thrown", "slid"
        if self.new and not self.flew:
            return "not_thrown", None
        if self.old and not self.new:
            # Something flew, and the dice lie as before: they must not be read a second time.
            return "not_thrown", None
        return None

    def warnings(self) -> set[str]:
        """What was noticed and does not matter."""
        noticed = {"hand": self.hand is not None, "wall": self.wall is False, "out_of_view": self.out_of_view}
        return {name for name, there in noticed.items() if there}

    def without_fixtures(self, dice: int | None) -> Account:
        """With as many new dice as there must be, what lies as before is printed on the felt, or no die."""
        enough = dice is not None and len(self.new) >= dice
        return replace(self, old=()) if enough and self.old else self


def lies_as_before(die: SeenDie, now: np.ndarray, before: np.ndarray) -> bool:
    """Whether the picture shows this die at the same place and in the same pose in both pictures."""
    x, y, w, h = (int(round(v)) for v in die.box)
    height, width = now.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(width, x + w), min(height, y + h)
    if x1 - x0 < 4 or y1 - y0 < 4 or now.shape != before.shape:
        return False
    wide = before[max(0, y0 - VIBRATION) : y1 + VIBRATION, max(0, x0 - VIBRATION) : x1 + VIBRATION]
    match = cv2.matchTemplate(_grey(wide), _grey(now[y0:y1, x0:x1]), cv2.TM_CCOEFF_NORMED)
    return bool(np.nanmax(match) >= SAME)


def not_moved(dice: Sequence[SeenDie], now: np.ndarray, before: np.ndarray) -> tuple[str, str | None] | None:
    """(reason, detail) when dice that only a later look could read lay there before the throw; else None.

    A die in a glare is not read at the base exposure, so the account of the first look knows nothing of it.
    now, before: pictures at the base exposure of this rest and the one before. Each die is compared with some
    ground round it, since a burnt-out face has no pattern of its own.
    """
    stayed = [die for die in dice if lies_as_before(_with_ground(die), now, before)]
    if not stayed:
        return None
    return "not_thrown", "one_moved" if len(stayed) < len(dice) else None


def _with_ground(die: SeenDie) -> SeenDie:
    x, y, w, h = die.box
    return replace(die, box=(x - 0.25 * w, y - 0.25 * h, 1.5 * w, 1.5 * h))


def all_lying(
    read: Sequence[SeenDie], old: Sequence[SeenDie], now: np.ndarray, before: np.ndarray, bare: np.ndarray | None
) -> tuple[SeenDie, ...]:
    """The dice that were read, and the old ones that lie as before and were not; without prints on the felt.

    A reading against a reference that holds an old die does not see that die. bare: the table when it was last
    seen to be empty: what looked the same then is no die.
    """
    kept = [die for die in old if not any(_same_place(die, d) for d in read) and lies_as_before(die, now, before)]
    lying = (*read, *kept)
    return lying if bare is None else tuple(die for die in lying if not lies_as_before(die, now, bare))


def _same_place(die: SeenDie, other: SeenDie) -> bool:
    """Whether two sightings are of one die."""
    reach = 0.5 * min(die.box[2], die.box[3], other.box[2], other.box[3])
    return abs(die.center[0] - other.center[0]) < reach and abs(die.center[1] - other.center[1]) < reach


def _grey(image: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (3, 3), 0)


def account(
    episode: Episode,
    dice: Sequence[SeenDie],
    now: np.ndarray,
    before: np.ndarray | None,
    shape: tuple[int, int],
    surface: Surface | None = None,
    expected: int | None = None,
) -> Account:
    """Puts the dice of a reading and the tracks of an episode together.

    now, before: full pictures of this rest and the one before it (None when none was seen).
    shape: (h, w) of the planes. expected: how many dice there must be: when all lie there, none has left.
    """
    factor = now.shape[1] / shape[1]
    old = tuple(i for i, die in enumerate(dice) if before is not None and lies_as_before(die, now, before))
    new = tuple(i for i in range(len(dice)) if i not in old)
    placed = tuple(i for i in new if _placed(episode, dice[i], factor))
    flights = episode.flights
    flew = bool(flights) or _flew_briefly(episode, before is None, expected is not None and len(new) >= expected)
    gone = [t for t in episode.tracks if _went_far(t, episode) and _left(t, episode, shape, factor, surface)]
    back = [t for t in gone if _came_back(t, episode)]
    outside = surface is not None and any(_outside(dice[i], surface) for i in new)
    return Account(
        new,
        old,
        placed,
        flew,
        outside or (len(gone) > len(back) and (expected is None or len(dice) < expected)),
        _hand(episode, flights),
        _wall(episode, flights, factor, surface, [dice[i] for i in new]),
        bool(back),
        before is not None,
    )


def _flew_briefly(episode: Episode, from_start: bool, all_new: bool) -> bool:
    """Less than a flight, where nothing else explains it: a film that begins at the end of a throw, or all the
    dice new without a hand near."""
    freed = max((track.freed for track in episode.tracks), default=0)
    return freed >= 1 if from_start else freed >= 2 and all_new and not episode.hand_runs()


def _placed(episode: Episode, die: SeenDie, factor: float) -> bool:
    """A hand lay over the place until the die lay there, and nothing moved freely there after it."""
    x, y = die.center[0] / factor, die.center[1] / factor
    covered = episode.covered(x, y)
    if covered is None:
        return False
    moved = episode.moved_freely(x, y)
    return moved is None or moved <= covered + UNCOVERING


def _went_far(track: Track, episode: Episode) -> bool:
    return len(track.points) >= 2 and track.freed >= 1 and track.travel >= 2 * episode.edge


def _left(
    track: Track, episode: Episode, shape: tuple[int, int], factor: float, surface: Surface | None
) -> bool:
    """It went out over the border of the picture: last seen at it, going outwards, and not seen there again.

    Or it was last seen outside the play area.
    """
    k, blob = track.points[-1]
    velocity = track.velocity
    x, y = (float(c) * factor for c in blob.centre)
    if surface is not None and _beyond(x, y, surface) > episode.edge * factor:
        return True
    x, y, w, h = blob.box
    room = 1 if blob.border else max(2.0, 0.5 * episode.edge)
    ahead = velocity if not blob.border else velocity * 0.5
    out = (
        x + ahead[0] <= room
        and velocity[0] < 0
        or y + ahead[1] <= room
        and velocity[1] < 0
        or x + w + ahead[0] >= shape[1] - room
        and velocity[0] > 0
        or y + h + ahead[1] >= shape[0] - room
        and velocity[1] > 0
    )
    if not out or float(np.linalg.norm(velocity)) < 0.3 * episode.edge:
        return False
    later = episode.records[k + 1 :]
    return not any(_close(other, blob, episode.edge) for seen in later[:3] for other in seen.blobs if not other.hand)


def _close(a, b, edge: float) -> bool:
    return float(np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])) < 2.0 * edge


def _came_back(track: Track, episode: Episode) -> bool:
    """Another track began at the border near there soon after."""
    k, blob = track.points[-1]
    for other in episode.tracks:
        first, entry = other.points[0]
        if other is not track and k < first <= k + 30 and entry.border and _close(entry, blob, 4 * episode.edge):
            return True
    return False


def _outside(die: SeenDie, surface: Surface) -> bool:
    """The die lies outside the play area by more than half its box."""
    return _beyond(die.center[0], die.center[1], surface) > 0.5 * min(die.box[2], die.box[3])


def _beyond(x: float, y: float, surface: Surface) -> float:
    """Pixels by which a place lies outside the play area; negative inside it."""
    polygon = np.asarray(surface.area, np.float32).reshape(-1, 1, 2)
    return -float(cv2.pointPolygonTest(polygon, (float(x), float(y)), True))


def _hand(episode: Episode, flights: Sequence[Track]) -> str | None:
    """Whether a hand was there about the release, or came in after it."""
    runs = episode.hand_runs()
    if not runs:
        return None
    if not flights:
        return "before"
    release = min(t.points[0][0] for t in flights if t.points)
    if any(first > release + 1 or last > release + FOLLOW_THROUGH for first, last in runs if last > release):
        return "after"
    return "before" if any(last >= release - FOLLOW_THROUGH for _, last in runs) else None


def _wall(
    episode: Episode, flights: Sequence[Track], factor: float, surface: Surface | None, dice: Sequence[SeenDie]
) -> bool | None:
    """Whether each die reached the far edge, as far as the tracks tell; None without a far edge."""
    if surface is None or surface.homography is None or surface.far_edge is None or not dice:
        return None
    (x0, y0), (x1, y1) = surface.far_edge
    along = np.array([x1 - x0, y1 - y0])
    across = np.array([-along[1], along[0]]) / max(1e-6, float(np.linalg.norm(along)))
    near = 1.5 * (surface.die_mm or 16.0)
    ways = [np.array([b.centre for _, b in t.points]) * factor for t in flights]
    ways += [np.array([die.center]) for die in dice]
    reached = 0
    for way in ways:
        mm = cv2.perspectiveTransform(way.reshape(-1, 1, 2).astype(np.float64), surface.homography).reshape(-1, 2)
        reached += bool((np.abs((mm - [x0, y0]) @ across) <= near).any())
    return reached > 0
