"""What people see: TV, phones and host. Speaks only to the table."""

from __future__ import annotations

from web.app import create_app
from web.settings import Settings, Wifi

__all__ = ["Settings", "Wifi", "create_app"]
