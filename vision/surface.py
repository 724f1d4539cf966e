"""The play area: found, checked, remembered. One name for the four files that make it up."""

from vision.surface_check import SurfaceCheck, check_surface
from vision.surface_mat import IDS, MARKER_MM, draw_marker, find_markers, find_mat, why_no_mat
from vision.surface_store import load_surface, save_surface
from vision.surface_value import Surface, SurfaceError, camera_over, from_corners

__all__ = [
    "IDS",
    "MARKER_MM",
    "Surface",
    "SurfaceCheck",
    "SurfaceError",
    "camera_over",
    "check_surface",
    "draw_marker",
    "find_markers",
    "find_mat",
    "from_corners",
    "load_surface",
    "save_surface",
    "why_no_mat",
]
