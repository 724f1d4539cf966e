// What is wrong with the layout of the page that is open: a list of sentences, empty when all is well.
// main: selector of what is tapped mostly, which has to be 44 pixels high and wide; all else 24 (WCAG 2.2, 2.5.8).
(main) => {
  const found = new Set();
  const root = document.documentElement;
  const shown = (e) => e.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && e.getClientRects().length > 0;
  const name = (e) => {
    const id = e.closest("[id]");
    const own = e === id ? "" : ` ${e.tagName.toLowerCase()}${e.classList.length ? `.${e.classList[0]}` : ""}`;
    return `${id ? `#${id.id}` : ""}${own} "${(e.textContent || e.value || "").trim().slice(0, 30)}"`;
  };
  // Told to a screen reader and not seen.
  const unseen = (e) => e.closest(".unseen, [inert]") !== null;
  // Strips that are pushed sideways with the thumb: what lies beyond their edge is reached.
  const strip = (e) => {
    for (let at = e.parentElement; at; at = at.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  // What does not scroll with the page: its nearest ancestor that is pinned to the screen, or null.
  const layer = (e) => {
    for (let at = e; at; at = at.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
    return null;
  };
  const everything = [...document.querySelectorAll("body *")].filter((e) => shown(e) && !unseen(e));

  if (root.scrollWidth > innerWidth) found.add(`scrolls sideways: ${root.scrollWidth} in ${innerWidth}`);

  for (const e of everything) {
    const style = getComputedStyle(e);
    const box = e.getBoundingClientRect();
    if (["OPTION", "SELECT", "IFRAME"].includes(e.tagName) || style.display === "inline") continue;
    if (!strip(e) && box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)) found.add(`outside: ${name(e)}`);
    const hides = (way) => ["hidden", "clip"].includes(way);
    const wide = hides(style.overflowX) && e.scrollWidth > e.clientWidth + 1;
    const high = hides(style.overflowY) && e.scrollHeight > e.clientHeight + 3;
    const whole = e.closest("[title]");
    const told = whole && whole.title.includes((e.textContent || "").trim());
    if (e.textContent.trim() && (wide || high) && !told) found.add(`clipped: ${name(e)}`);
    if (e.tagName === "INPUT" && e.value && e.scrollWidth > e.clientWidth + 1) found.add(`clipped: ${name(e)}`);
  }

  // Lines of text, each with its box as far as it is seen, without the room that a font leaves above and below letters.
  const lines = [];
  const seen = (e, box) => {
    let { left, right, top, bottom } = box;
    for (let at = e; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible" || getComputedStyle(at).display === "inline") continue;
      const edge = at.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const e = node.parentElement;
    if (!node.textContent.trim() || ["SCRIPT", "STYLE", "OPTION", "SELECT"].includes(e.tagName) || !shown(e) || unseen(e)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const trim = box.height / 5;
      const { left, right, top, bottom } = seen(e, { left: box.left, right: box.right, top: box.top + trim, bottom: box.bottom - trim });
      if (right - left > 2 && bottom > top) lines.push({ e, layer: layer(e), left, right, top, bottom });
    }
  }
  lines.sort((a, b) => a.top - b.top);
  lines.forEach((one, at) => {
    for (let next = at + 1; next < lines.length && lines[next].top < one.bottom; next += 1) {
      const other = lines[next];
      if (one.e === other.e || one.layer !== other.layer || strip(one.e) || strip(other.e)) continue;
      if (one.left + 1 < other.right && other.left + 1 < one.right) found.add(`overlap: ${name(one.e)} and ${name(other.e)}`);
    }
  });

  // Layers that are pinned to the screen must not cover each other's words. One that rests on the foot of the screen
  // until its own place is reached may lie under the dock there: scrolling brings it out.
  const rests = (e) => getComputedStyle(e).position === "sticky" && getComputedStyle(e).top === "auto";
  const pinned = [...new Set(lines.map((line) => line.layer).filter(Boolean))];
  for (const over of pinned) {
    const box = over.getBoundingClientRect();
    const hit = lines.find((line) => line.layer && line.layer !== over && !rests(line.layer) && !over.contains(line.e) && !line.layer.contains(over)
      && line.left < box.right && box.left < line.right && line.top < box.bottom && box.top < line.bottom
      && over.contains(document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2)));
    if (hit) found.add(`covered: ${name(hit.e)} by ${name(over)}`);
  }

  // A screen that does not scroll has everything on it; one that does ends above what is pinned to its foot.
  if (getComputedStyle(document.body).overflowY !== "hidden") scrollTo(0, root.scrollHeight);
  const below = Math.min(innerHeight, ...pinned.map((e) => e.getBoundingClientRect()).filter((box) => box.bottom > innerHeight - 2 && box.top > innerHeight / 3).map((box) => box.top));
  for (const e of everything) {
    if (layer(e) || strip(e) || !(e.textContent.trim() || e.tagName === "IMG") || e.children.length) continue;
    if (e.getBoundingClientRect().bottom > below + 1) found.add(`below the end: ${name(e)}`);
  }
  scrollTo(0, 0);

  for (const e of document.querySelectorAll("a, button, input, select, summary, [role=button], [tabindex='0']")) {
    if (!shown(e) || unseen(e)) continue;
    const box = (e.closest("label") || e).getBoundingClientRect();
    const inSentence = e.tagName === "A" && getComputedStyle(e).display === "inline" && e.parentElement.textContent.trim() !== e.textContent.trim();
    if (e.type === "checkbox" && Math.min(e.offsetWidth, e.offsetHeight) < 24) found.add(`small box (${e.offsetWidth}x${e.offsetHeight}): ${name(e)}`);
    const least = e.matches(main) ? 44 : 24;
    if (!inSentence && (box.width < least - .5 || box.height < least - .5)) found.add(`small (${Math.round(box.width)}x${Math.round(box.height)}): ${name(e)}`);
  }
  return [...found];
}
