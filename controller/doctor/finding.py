"""One thing that was looked at, how it is, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARN, FAULT, SKIP = "ok", "warn", "fault", "skip"


@dataclass(frozen=True, slots=True)
class Finding:
    """part: what was looked at. state: ok, warn (works, not well), fault (does not work), skip (not looked at).

    text: what was found, one sentence. advice: what to do, one sentence, or empty. figures: what was measured.
    code: what was found, for who says it in another language; empty where nobody does.
    """

    part: str
    state: str
    text: str
    advice: str = ""
    figures: dict | None = None
    code: str = ""

    def to_json(self) -> dict:
        """The finding as `doctor --json` prints it."""
        out: dict = {"part": self.part, "state": self.state, "text": self.text}
        if self.advice:
            out["advice"] = self.advice
        if self.figures:
            out |= self.figures
        return out
