"""Which pin of the Pi is for what, as table.toml says; a pin that is named twice is refused. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

#: What the four pins of a seat are, in the order of table.toml.
SEAT_PARTS = ("for button", "against button", "for light", "against light")
BOX_PARTS = {
    "puck_off": "puck lamp OFF",
    "puck_on": "puck lamp ON",
    "betting": "betting lamp",
    "buzzer": "buzzer",
    "accept": "accept key",
    "again": "throw-again key",
}


#: A header's pin 27 and 28 (GPIO 0 and 1) belong to the memory of an attached board: nothing else may hang there.
FIRST_PIN = 2


class PinsWrong(ValueError):
    """Pins that cannot be so: one that two parts want, or one that is not free; one sentence that names the parts."""


class Seats(Protocol):
    """Section [gpio] of table.toml."""

    seats: int


class Box(Protocol):
    """Section [host_box] of table.toml."""

    on: bool


@dataclass(frozen=True, slots=True)
class SeatPins:
    """The pins of one seat, BCM numbers."""

    for_button: int
    against_button: int
    for_light: int
    against_light: int


def seat_pins(gpio: Seats) -> tuple[SeatPins, ...]:
    """The pins of the seats that are there, first seat first."""
    return tuple(SeatPins(*getattr(gpio, f"seat_{number}")) for number in range(1, gpio.seats + 1))


def pin_plan(gpio: Seats, box: Box) -> dict[int, str]:
    """Pin -> what it is for, of all parts that are there. Raises PinsWrong."""
    wanted = []
    for number in range(1, gpio.seats + 1):
        pins = getattr(gpio, f"seat_{number}")
        wanted += [(pin, f"seat {number}'s {part}") for pin, part in zip(pins, SEAT_PARTS, strict=True)]
    if box.on:
        wanted += [(getattr(box, name), f"the host box's {part}") for name, part in BOX_PARTS.items()]
    plan: dict[int, str] = {}
    for pin, part in wanted:
        if 0 < pin < FIRST_PIN:
            raise PinsWrong(f"Pin {pin} is not free on a Pi: for {part} take one from {FIRST_PIN} to 27.")
        if pin in plan:
            raise PinsWrong(f"Pin {pin} is named twice: for {plan[pin]} and for {part}.")
        if pin:
            plan[pin] = part
    return plan
