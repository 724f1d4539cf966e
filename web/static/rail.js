// A rail of chips: one of them is chosen; held, it opens for another amount, as does the last one.
import { keep, make, setText, show } from "./dom.js";

const HOLD_MS = 450;

// parent: where it stands. words: {other, less, more, ok}. changed(): another chip was chosen.
export function makeRail(parent, words, changed) {
  let chosen = 0; // chips; 0: the first of the rail
  let values = [];
  let most = 0;
  let timer = null;
  let held = false;

  const amount = () => (chosen > 0 && chosen <= most ? chosen : values[0] || 0);
  const within = (value) => Math.max(1, Math.min(most, Math.round(value) || 1));

  const chips = make("span", "rail-chips");
  const other = chipButton("…");
  other.setAttribute("aria-label", words.other);
  other.addEventListener("click", () => open(amount()));

  const form = make("form", "rail-form");
  const field = make("input");
  field.type = "number";
  field.inputMode = "numeric";
  field.min = "1";
  field.setAttribute("aria-label", words.other);
  const step = (by) => { field.value = String(within(Number(field.value) + by * (values[0] || 1))); };
  form.append(small("−", words.less, () => step(-1)), field, small("+", words.more, () => step(1)), small(words.ok, "", null));
  form.hidden = true;
  form.noValidate = true;
  form.addEventListener("submit", (event) => { event.preventDefault(); choose(within(Number(field.value))); other.focus(); });
  parent.append(chips, other, form);

  function small(text, name, then) {
    const button = make("button", "button", text);
    button.type = then ? "button" : "submit";
    if (name) button.setAttribute("aria-label", name);
    if (then) button.addEventListener("click", then);
    return button;
  }

  function chipButton(text) {
    const chip = make("button", "chip", text);
    chip.type = "button";
    return chip;
  }

  function choose(value) {
    chosen = value;
    form.hidden = true;
    draw();
    changed();
  }

  function open(value) {
    field.value = String(within(value));
    field.max = String(most);
    form.hidden = false;
    draw();
    field.focus();
    field.select();
  }

  function letGo() {
    clearTimeout(timer);
    timer = null;
  }

  function makeChip(value) {
    const chip = chipButton(value);
    chip.addEventListener("pointerdown", () => {
      held = false;
      letGo();
      timer = setTimeout(() => { held = true; open(value); }, HOLD_MS);
    });
    for (const ends of ["pointerup", "pointercancel", "pointerleave"]) chip.addEventListener(ends, letGo);
    chip.addEventListener("contextmenu", (event) => { event.preventDefault(); letGo(); held = true; open(value); });
    chip.addEventListener("click", () => { if (held) held = false; else choose(value); });
    return chip;
  }

  function draw() {
    const own = amount();
    const shown = own && !values.includes(own) ? [...values, own].sort((a, b) => a - b) : values;
    for (const part of [chips, other]) show(part, form.hidden && shown.length > 0);
    keep(chips, shown, (value) => value, makeChip, (chip, value) => {
      setText(chip, value);
      chip.setAttribute("aria-pressed", String(value === own));
    });
  }

  return {
    amount,
    // next: the chips of the rail; stack: the most that one chip may be.
    show(next, stack) {
      values = next;
      most = stack;
      if (!stack) form.hidden = true;
      draw();
    },
  };
}
