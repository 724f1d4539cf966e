// A rail of chips: one of them is chosen, or another amount is typed.
import { keep, make } from "./dom.js";

// parent: where it stands. word: what the field for another amount is called; short: what stands in it. changed(): another chip was chosen.
export function makeRail(parent, word, changed, short = word) {
  let chosen = 0; // chips; 0: the first of the rail
  let values = [];
  const other = make("input");
  other.type = "number";
  other.min = "1";
  other.inputMode = "numeric";
  other.placeholder = short;
  other.setAttribute("aria-label", word);
  other.addEventListener("input", () => { chosen = Number(other.value) || 0; draw(); changed(); });
  const chips = make("span", "rail");
  parent.append(chips, other);

  const amount = () => chosen || values[0] || 0;

  function draw() {
    keep(chips, values, (value) => value, (value) => {
      const chip = make("button", "chip", value);
      chip.type = "button";
      chip.addEventListener("click", () => { chosen = value; other.value = ""; draw(); changed(); });
      return chip;
    }, (chip, value) => chip.setAttribute("aria-pressed", String(value === amount())));
  }

  return { amount, show(next) { values = next; draw(); } };
}
