// The parts of the table: asked for now and then, not streamed.
import { byId, keep, make, setText } from "./dom.js";

const EVERY_MS = 5000;

function makePart() {
  const row = make("li");
  row.append(make("span", "state"), make("b"), make("small"), make("small", "do"));
  return row;
}

export function followParts(strings) {
  async function look() {
    try {
      const answer = await fetch("/host/health", { cache: "no-store" });
      if (answer.ok) {
        const { parts } = await answer.json();
        keep(byId("health"), parts, (part) => `${part.name} ${parts.indexOf(part)}`, makePart, (row, part) => {
          row.dataset.state = part.state;
          const texts = [strings[part.state] || part.state, part.name, part.text, part.help || ""];
          texts.forEach((text, at) => setText(row.children[at], text));
        });
      }
    } catch { /* the link banner says it already */ }
    setTimeout(look, EVERY_MS);
  }
  look();
}
