// The line on the phone: for, against, off by tapping again, and the figure of an open line.
import { byId, setText, show } from "./dom.js";

const SIDES = [["for", "for"], ["against-button", "against"]];

// act(path, body, button, say): hands an act to the table. say(text): the line beside the thumb.
export function makeButtons(strings, act, say) {
  let view = null;

  const wished = () => (view.buttons.amount.show ? Number(byId("amount").value) : view.buttons.minimum);

  function showAmount() {
    const { amount } = view.buttons;
    const field = byId("amount");
    show(byId("amount-row"), amount.show);
    if (!amount.show) return;
    field.min = String(amount.least);
    field.max = String(amount.most);
    if (field.value === "" || field.value === field.dataset.proposed) field.value = String(amount.now);
    field.dataset.proposed = String(amount.now);
    show(byId("set-stake"), amount.stake);
    byId("set-stake").setAttribute("aria-disabled", String(!amount.can));
  }

  function step(by) {
    const { least, most } = view.buttons.amount;
    byId("amount").value = String(Math.max(least, Math.min(most, wished() + by * least)));
    draw();
  }

  function draw() {
    const { buttons, me } = view;
    show(byId("sides"), !me.shooter);
    showAmount();
    const stands = strings[buttons.stands];
    setText(byId("stand"), buttons.stands === "none" ? (buttons.line ? stands : "") : `${stands}: ${buttons.chips}${me.risk_word ? ` · ${me.risk_word}` : ""}`);
    for (const [id, name] of SIDES) {
      const button = byId(id);
      const state = buttons[name];
      button.classList.toggle("on", state.on);
      button.setAttribute("aria-pressed", String(state.on));
      button.setAttribute("aria-disabled", String(!state.can && !state.on));
      const changes = buttons.amount.show && wished() !== buttons.chips;
      const stands = buttons.off.can ? strings.again : `${buttons.chips} ${strings.bet}`;
      setText(button.querySelector("small"), state.on && !changes ? stands : String(wished()));
    }
  }

  for (const [id, name] of SIDES) {
    byId(id).addEventListener("click", (event) => {
      const state = view.buttons[name];
      const open = view.buttons.amount.show;
      const same = !open || wished() === view.buttons.chips;
      const again = state.on && same && view.buttons.off.can; // the side that stands, tapped again, comes off
      if (!state.can && !again) { say(state.on ? view.buttons.off.why : state.why); return; }
      const wish = { do: again ? "off" : name, seen: view.seq, ...(open && !again ? { amount: wished() } : {}) };
      act("/tap", wish, event.currentTarget, say);
    });
  }
  byId("amount").addEventListener("input", draw);
  byId("less").addEventListener("click", () => step(-1));
  byId("more").addEventListener("click", () => step(1));
  byId("set-stake").addEventListener("click", (event) => {
    if (!view.buttons.amount.can) { say(view.buttons.amount.why); return; }
    act("/stake", { amount: wished(), seen: view.seq }, event.currentTarget, say);
  });

  // next: the view of somebody who plays with a line, or another's or none: then there are no buttons.
  return (next) => {
    view = next && next.buttons ? next : null;
    if (view) { draw(); return; }
    for (const id of ["sides", "amount-row"]) show(byId(id), false);
  };
}
