"""Writes pages into files: one PDF, or one SVG a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from controller.printed.drawing import DrawingError, Page
from controller.printed.pdf import pages_pdf
from controller.printed.svg import page_svg


def save(pages: Sequence[Page], path: Path) -> list[Path]:
    """Writes the pages; an SVG holds one, so several are numbered: mat-1.svg, mat-2.svg. The ending decides.

    Raises DrawingError for another ending, and when a file cannot be written.
    """
    ending = path.suffix.lower()
    if ending == ".pdf":
        contents = {path: pages_pdf(pages)}
    elif ending == ".svg":
        several = len(pages) > 1
        contents = {
            path.with_name(f"{path.stem}-{number}{path.suffix}") if several else path: page_svg(page).encode()
            for number, page in enumerate(pages, 1)
        }
    else:
        raise DrawingError(f"The file {path} must end in .pdf or .svg.")
    for file, content in contents.items():
        try:
            file.write_bytes(content)
        except OSError as error:
            raise DrawingError(f"The file {file} cannot be written: {error.strerror or error}.") from None
    return list(contents)
