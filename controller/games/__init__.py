"""The games: pure functions over frozen values, no clock, no random, no I/O."""
