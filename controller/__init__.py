"""The games, the ledger and the table that is the one writer."""

__version__ = "0.1.0"
