// Naming the faces of dice: six buttons a die, one of them pressed.
import { byId, die, make, show } from "./dom.js";

export function facePicker(ids) {
  const chosen = ids.map(() => 0);
  const mark = (which) => {
    for (const [index, button] of [...byId(ids[which]).children].entries()) {
      button.setAttribute("aria-pressed", String(index + 1 === chosen[which]));
    }
  };
  ids.forEach((id, which) => {
    for (let value = 1; value <= 6; value += 1) {
      const button = make("button");
      button.type = "button";
      button.append(die(value));
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        chosen[which] = chosen[which] === value ? 0 : value;
        mark(which);
      });
      byId(id).append(button);
    }
  });
  let count = ids.length;
  return {
    // How many dice are thrown now.
    ask(dice) {
      count = dice;
      ids.forEach((id, which) => show(byId(id), which < dice));
    },
    // The faces of so many dice (those that are thrown now), or null while one is missing.
    named: (dice = count) => (chosen.slice(0, dice).every(Boolean) ? chosen.slice(0, dice) : null),
    clear() {
      chosen.fill(0);
      ids.forEach((_id, which) => mark(which));
    },
  };
}
