"""The Pi's pins through gpiozero. The pin factory is the one that table.toml names, never one that was guessed.

gpiozero by itself tries one library after another and ends with one that cannot do pulse widths, in
silence (its issues 1166, 1172); here a factory that cannot be had is a sentence.
"""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Callable
from typing import Any

from gpiozero import Device, InputDevice, OutputDevice, PWMOutputDevice

#: Name -> (module, class, what to install).
FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory", "apt install python3-lgpio"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory", "apt install python3-rpi-lgpio"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory", "apt install pigpio, and start pigpiod"),
    "mock": ("gpiozero.pins.mock", "MockFactory", ""),
}


class PinsError(Exception):
    """Pins that cannot be used; the message is one sentence for a person."""


def open_factory(name: str) -> Any:
    """The gpiozero factory of this name, to be handed to each device. Raises PinsError."""
    module, kind, install = FACTORIES[name]
    if name == "lgpio":
        # lgpio makes a pipe in its working folder, which a service may not be allowed to write (gpiozero 1106).
        os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        made = importlib.import_module(module)
        if name == "mock":
            return made.MockFactory(pin_class=made.MockPWMPin)
        return getattr(made, kind)()
    except ImportError:
        raise PinsError(f"The pin factory {name} is not installed: {install}.") from None
    except Exception as error:  # each library has errors of its own
        raise PinsError(f"The pin factory {name} finds no pins on this machine ({_short(error)}).") from None


def button(pin: int, part: str, factory: Any) -> InputDevice:
    """A button between the pin and ground; `is_active` while it is down, not debounced. Raises PinsError."""
    return _device(lambda: InputDevice(pin, pull_up=True, pin_factory=factory), pin, part)


def lamp(pin: int, part: str, factory: Any) -> PWMOutputDevice:
    """A lamp that can be dimmed; its `value` is 0 to 1. Raises PinsError."""
    return _device(lambda: PWMOutputDevice(pin, pin_factory=factory), pin, part)


def switch(pin: int, part: str, factory: Any) -> OutputDevice:
    """Something that is on or off. Raises PinsError."""
    return _device(lambda: OutputDevice(pin, pin_factory=factory), pin, part)


def _device(make: Callable[[], Device], pin: int, part: str) -> Any:
    try:
        return make()
    except Exception as error:  # gpiozero's, lgpio's and the system's errors have no common family
        raise PinsError(f"Pin {pin} cannot be used for {part} ({_short(error)}).") from None


def _short(error: Exception) -> str:
    return str(error).strip().rstrip(".").splitlines()[0] if str(error).strip() else type(error).__name__
