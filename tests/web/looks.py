"""What is looked at on a page in the browser: words that lie on one another or are too small, faults that axe finds."""

from __future__ import annotations

from pathlib import Path

#: Texts whose letters lie on those of another, [text, text], whatever element they stand in. Sheets that are meant to
#: lie over the page (an alert, the controls) and what only the ear is told are left out.
OVERLAPPING = """() => {
  const over = '.unseen, .controls, .alert, .link, script, style';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [], seen = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest(over) || !parent.getClientRects().length) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const dots = parent.closest('small, b, span, p');
    const shown = dots && getComputedStyle(dots).textOverflow === 'ellipsis' ? dots.getBoundingClientRect().right : Infinity;
    for (const box of range.getClientRects()) {
      const room = box.height / 6; // a font leaves room above and below its letters
      const right = Math.min(box.right, shown) - 1;
      const letters = { left: box.left + 1, right, top: box.top + room, bottom: box.bottom - room };
      if (letters.right > letters.left) seen.push([node, letters]);
    }
  }
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  seen.forEach(([node, box], at) => {
    for (const [other, its] of seen.slice(at + 1)) {
      if (node !== other && !apart(box, its)) found.push([node.textContent.trim(), other.textContent.trim()]);
    }
  });
  return found;
}"""  # noqa: E501

#: Visible texts in smaller letters than so many pixels: [pixels, text].
SMALLER_THAN = """(least) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || !parent.getClientRects().length) continue;
    if (parent.closest('.unseen, .controls, .rest, script, style')) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least - 0.01) found.push([size, node.textContent.trim()]);
  }
  return found;
}"""

#: Things to press that are less than 24 pixels high or wide (links within a sentence may be).
HARD_TO_HIT = """() => [...document.querySelectorAll('a, button, input, select, summary')]
  .filter((e) => e.getClientRects().length && !e.closest('p'))
  .map((e) => [e.textContent.trim() || e.id, e.getBoundingClientRect()])
  .filter(([_name, box]) => box.width < 24 || box.height < 24)
  .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`)"""

#: One colour for what is drawn as a gradient, the worst of it for the words on it: axe judges no gradient.
FLAT = """
html, body { background: #174438 !important; }
.panel, .card { background: #0d2a22 !important; }
.puck { background: #3a3d3b !important; } .puck.on { background: #e9e3d2 !important; }
.playing { background: #ece5d3 !important; } .die { background: #e6decb !important; }
.controls { opacity: 1 !important; }
"""

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
_WCAG = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}"


def axe_faults(page, name: str) -> list[str]:
    """What axe finds against WCAG 2.2 AA, contrast among it. The page's context must bypass its policy."""
    page.add_style_tag(content=FLAT)
    page.evaluate(AXE)
    found = page.evaluate(f"axe.run(document, {_WCAG})")
    return [
        f"{name}: {fault['id']} {node['target']} {node['failureSummary'].splitlines()[-1].strip()}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
