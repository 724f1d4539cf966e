"""Pages as a PDF at true size, written by hand: boxes, lines and one of the fonts that every reader has."""

from __future__ import annotations

from collections.abc import Sequence

from controller.printed.drawing import Box, DrawingError, Line, Mark, Page, Part, Shape, Text

#: Points a millimetre; a PDF counts in points from the bottom left corner.
POINTS = 72 / 25.4
#: Widths of Helvetica's letters from space to tilde in thousandths of its size (Adobe's font metrics).
WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
)  # fmt: skip
OTHER_WIDTH = 556


def pages_pdf(pages: Sequence[Page]) -> bytes:
    """The bytes of a PDF file. Raises DrawingError for writing that its font does not have."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", _FONT]
    kids = []
    for page in pages:
        content = b"\n".join([f"{POINTS:.8f} 0 0 {-POINTS:.8f} 0 {page.height * POINTS:.4f} cm".encode()] +
                             [_mark(one) for one in page.shapes])  # fmt: skip
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        size = f"{page.width * POINTS:.4f} {page.height * POINTS:.4f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents {len(objects)} 0 R "
            f"/Resources << /Font << /F 3 0 R >> >> >>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    # PrintScaling: readers that know it print at true size unless told otherwise.
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    return _file(objects)


_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _mark(one: Mark) -> bytes:
    match one:
        case Box():
            return f"{_colour(one.colour)} rg {_box(one.x, one.y, one.width, one.height)} f".encode()
        case Shape():
            return _polygon(one).encode()
        case Line():
            dash = f"[{_n(one.dash)}] 0 d " if one.dash else "[] 0 d "
            return (
                f"{_colour(one.colour)} RG {_n(one.wide)} w {dash}"
                f"{_n(one.x0)} {_n(one.y0)} m {_n(one.x1)} {_n(one.y1)} l S"
            ).encode()
        case Text():
            return _text(one)
        case Part():
            inside = b"\n".join(_mark(part) for part in one.shapes)
            move = f"q 1 0 0 1 {_n(one.x - one.left)} {_n(one.y - one.top)} cm "
            window = f"{_box(one.left, one.top, one.width, one.height)} W n\n"
            return (move + window).encode() + inside + b"\nQ"


def _polygon(one: Shape) -> str:
    corners = [f"{_n(x)} {_n(y)}" for x, y in zip(one.points[::2], one.points[1::2], strict=True)]
    track = f"{corners[0]} m {' '.join(f'{corner} l' for corner in corners[1:])} h"
    fill = f"{_colour(one.fill)} rg " if one.fill else ""
    line = f"{_colour(one.line)} RG {_n(one.wide)} w [] 0 d " if one.line else ""
    paint = "B" if one.fill and one.line else "f" if one.fill else "S"
    return f"{fill}{line}{track} {paint}"


def _text(one: Text) -> bytes:
    try:
        coded = one.text.encode("cp1252")
    except UnicodeEncodeError as error:
        sign = one.text[error.start]
        raise DrawingError(f"A PDF made here has no letter {sign!r}: write an .svg instead, or other words.") from None
    escaped = coded.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    x = one.x - text_width(one.text, one.size) / 2 if one.middle else one.x
    # The page is upside down to the writing, so the writing is turned over again.
    place = f"BT {_colour(one.colour)} rg /F {_n(one.size)} Tf 1 0 0 -1 {_n(x)} {_n(one.y)} Tm ("
    return place.encode() + escaped + b") Tj ET"


def text_width(text: str, size: float) -> float:
    """How wide a line of writing is, in the unit of its size."""
    wide = (WIDTHS[ord(sign) - 32] if 32 <= ord(sign) <= 126 else OTHER_WIDTH for sign in text)
    return sum(wide) * size / 1000


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"{_n(x)} {_n(y)} {_n(width)} {_n(height)} re"


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.4f}" for at in (1, 3, 5))


def _n(number: float) -> str:
    return f"{number:.4f}"
