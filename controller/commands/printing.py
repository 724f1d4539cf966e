"""What goes to machines (stdout, JSON Lines) and what goes to people (stderr)."""

from __future__ import annotations

import json
from typing import Any

import click

#: Exit statuses of the command line.
DONE, UNUSABLE_INPUT, WRONG_USE, MISSING_PART = 0, 1, 2, 3


def emit(value: dict[str, Any]) -> None:
    """Prints one JSON object on one line of stdout and flushes it."""
    text = json.dumps(value, ensure_ascii=False)
    # A file's name may hold bytes that are no text; the line is UTF-8 all the same.
    click.echo(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def say(sentence: str) -> None:
    """Says one sentence to the person at the terminal (stderr)."""
    click.echo(sentence, err=True)


class Stop(click.ClickException):
    """Ends a command with one sentence on stderr and an exit status."""

    def __init__(self, sentence: str, status: int = UNUSABLE_INPUT) -> None:
        super().__init__(sentence)
        self.exit_code = status

    def show(self, file: Any = None) -> None:
        click.echo(f"dicetable: {self.format_message()}", err=True, file=file)
