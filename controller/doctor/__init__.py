"""What `dicetable doctor` and `dicetable calibrate` find out: one small function a part, each gives findings."""

from controller.doctor.finding import FAULT, OK, SKIP, WARN, Finding

__all__ = ["FAULT", "OK", "SKIP", "WARN", "Finding"]
