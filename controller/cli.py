"""The command line: the place where everything is put together."""

from __future__ import annotations

import importlib
import os

import click

from controller import __version__

# OpenCV and FFmpeg tell of a broken file in lines of their own; people get one sentence from us instead.
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

#: Each command and where it lives; a module is imported only when its command is called, so that
#: `dicetable play` starts without OpenCV and a broken camera library does not stop the ledger's proof.
COMMANDS = {
    "demo": "controller.commands.demo:demo",
    "run": "controller.commands.run:run",
    "read": "controller.commands.read:read",
    "watch": "controller.commands.watch:watch",
    "eval": "controller.commands.eval:evaluate",
    "play": "controller.commands.play:play",
    "verify": "controller.commands.verify:verify",
    "export": "controller.commands.export:export",
    "odds": "controller.commands.odds:odds",
    "pads": "controller.commands.pads:pads",
    "mat": "controller.commands.mat:mat",
    "labels": "controller.commands.mat:labels",
    "calibrate": "controller.commands.calibrate:calibrate",
    "doctor": "controller.commands.doctor:doctor",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name].split(":")
        return getattr(importlib.import_module(module), attribute)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dicetable")
def main() -> None:
    """A table with real dice and no dealer: a camera reads every throw, one ledger moves the chips.

    Start with `dicetable demo`: the whole table with nothing attached. Chips are chips; no money is moved.

    Exit status: 0 done, 1 something in the input could not be used, 2 wrong use, 3 a part that is needed is missing.
    """


if __name__ == "__main__":
    main(prog_name="dicetable")
