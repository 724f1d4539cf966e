"""Draws the plots of the page about the dice: a program of its own, which `web.drawings` runs in a child process.

    python web/plots.py < drawing.json > pictures.json

In: what `web.fairness.drawing` gives. Out: {"faces": SVG, "test": SVG} as texts. It imports nothing of this project, so
that it starts quickly, and lets nothing but attributes style its pictures: the pages' policy forbids styles within.
"""

from __future__ import annotations

import io
import json
import os
import sys
from xml.etree import ElementTree

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

#: The pages' colours: ground, letters, quiet letters and lines, bars, what lies outside, the band.
GROUND, INK, QUIET, BAR, ODD, BAND = "#0a1f19", "#f7f2e6", "#b3c6bc", "#7cc0ff", "#f7bd48", "#2f6150"
#: A colour and a dash for each line, so that no colour alone tells them apart.
LINES = (("#f7f2e6", "solid"), ("#86e7b0", (0, (6, 2))), ("#7cc0ff", (0, (1.5, 1.5))))
#: Width of a picture (that of the narrowest phone) and heights of a panel, of a test, of a line of the legend, in
#: inches of 72 units.
WIDTH, PANEL, TEST, LEGEND = 3.4, 1.45, 2.7, 0.25
#: At most so many labels stand on the scale of the evidence.
MOST_TICKS = 6
SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 10.5,
    "text.color": INK,
    "axes.facecolor": GROUND,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "figure.facecolor": GROUND,
    "svg.fonttype": "path",
    "svg.hashsalt": "dicetable",
}
SVG = "http://www.w3.org/2000/svg"
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def _figure(height: float, below: float) -> Figure:
    """An empty figure with room for a legend below, inches."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    figure.get_layout_engine().set(rect=(0, below / height, 1, 1 - below / height))
    return figure


def faces_figure(wish: dict) -> Figure:
    """A panel for each of what is counted: bars, the band of fair dice, the counts in figures."""
    panels = wish["panels"]
    figure = _figure(PANEL * len(panels) + 0.75, LEGEND)
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axes, panel in zip(grid, panels, strict=True):
        _draw_counts(axes, panel, wish["band"])
    grid[-1].set_xlabel(wish["x"])
    grid[-1].set_xticks(range(1, 7))
    figure.legend(*grid[0].get_legend_handles_labels(), loc="lower center", frameon=False, fontsize=9)
    return figure


def _draw_counts(axes: Axes, panel: dict, band: str) -> None:
    counts, low, high = panel["counts"], panel["low"], panel["high"]
    axes.axhspan(low, high, color=BAND, label=band, linewidth=0)
    for face, count in enumerate(counts, start=1):
        odd = not low <= count <= high
        axes.bar(face, count, 0.5, color=ODD if odd else BAR, hatch="///" if odd else None, edgecolor=GROUND)
        axes.annotate(str(count), (face, count), (0, 2), textcoords="offset points", ha="center", va="bottom",
                      bbox={"facecolor": GROUND, "edgecolor": "none", "pad": 0.6})  # fmt: skip
    axes.axhline(panel["expected"], color=INK, linewidth=0.8, linestyle="dashed")
    axes.set_title(_upper(panel["title"]), loc="left", fontsize=11)
    axes.set_ylim(0, max(*counts, high, 1) * 1.28)
    axes.locator_params(axis="y", nbins=3, integer=True)
    axes.spines[["top", "right"]].set_visible(False)


def test_figure(wish: dict) -> Figure:
    """The evidence of each test against the faces seen, on a scale of powers of ten, with the alarm's line."""
    below = LEGEND * len(wish["lines"])
    figure = _figure(TEST + below, below)
    axes = figure.subplots()
    heights = [y for line in wish["lines"] for _, y in line["points"]]
    low, high = min(*heights, -1.0) - 0.2, max(*heights, wish["alarm"]) + 0.6
    for (colour, dash), line in zip(LINES, wish["lines"], strict=False):
        x, y = zip(*line["points"], strict=True)
        axes.plot(x, y, color=colour, linestyle=dash, linewidth=1.7, label=_upper(line["name"]))
    axes.axhline(wish["alarm"], color=ODD, linewidth=1.2, linestyle="dashdot")
    axes.annotate(wish["alarm_name"], (0, wish["alarm"]), (4, 3), textcoords="offset points", color=ODD)
    axes.set_ylim(low, high)
    axes.set_xlim(0, max(max(x for x, _ in line["points"]) for line in wish["lines"]) or 1)
    step = 1 + int((high - low) // MOST_TICKS)
    powers = [k for k in range(-1000, 1001) if low <= k <= high and k % step == 0]
    axes.set_yticks(powers, [_power(k, wish["point"]) for k in powers])
    axes.locator_params(axis="x", nbins=5, integer=True)
    axes.set_xlabel(wish["x"])
    axes.set_title(_upper(wish["y"]), loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="lower center", frameon=False, fontsize=9)
    return figure


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _power(k: int, point: str) -> str:
    """A power of ten as a label."""
    if abs(k) > 3:
        return "10" + str(k).translate(RAISED)
    return str(10**k) if k >= 0 else f"0{point}{'0' * (-k - 1)}1"


def svg_of(figure: Figure) -> str:
    """The figure as SVG that scales to the width it is given, without a style element or attribute."""
    out = io.BytesIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    FigureCanvasSVG(figure).print_svg(out, metadata=nothing)
    return plain(out.getvalue().decode())


def plain(svg: str) -> str:
    """SVG with attributes in the place of styles, which `style-src 'self'` does not let in."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{SVG}}}style", f"{{{SVG}}}metadata"):
                parent.remove(child)
    # What matplotlib's one style sheet says of every element; it is inherited.
    root.set("stroke-linejoin", "round")
    root.set("stroke-linecap", "butt")
    for element in root.iter():
        for rule in filter(None, element.attrib.pop("style", "").split(";")):
            name, value = rule.split(":", 1)
            element.set(name.strip(), value.strip())
    return ElementTree.tostring(root, encoding="unicode")


def main() -> None:
    """Draws what stands on the standard input, after everything else on this machine."""
    os.nice(max(0, 10 - os.nice(0)))
    wish = json.load(sys.stdin)
    with matplotlib.rc_context(SETTINGS):
        pictures = {"faces": svg_of(faces_figure(wish["faces"])), "test": svg_of(test_figure(wish["test"]))}
    json.dump(pictures, sys.stdout)


if __name__ == "__main__":
    main()
