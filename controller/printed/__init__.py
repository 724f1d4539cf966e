"""What is printed on paper at true size: the marker mat, seat labels. Millimetres in, PDF or SVG out."""

from controller.printed.drawing import DrawingError, Page
from controller.printed.files import save

__all__ = ["DrawingError", "Page", "save"]
