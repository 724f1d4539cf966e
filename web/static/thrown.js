// The last throw on the phone: dice, picture, what it decided; and a strip of it when the card is out of sight.
import { byId, setDice, setText, show, showPhoto } from "./dom.js";

const STRIP_MS = 7000;

export function makeThrown(strings) {
  let told = null; // the throw that the page has shown
  let timer = null;

  const inSight = () => {
    const box = byId("throw").getBoundingClientRect();
    return box.height > 0 && box.bottom > byId("bar").offsetHeight + 60 && box.top < innerHeight - byId("dock").offsetHeight - 60;
  };

  function strip(dice, call, decided, kind) {
    byId("strip").dataset.kind = kind;
    setDice(byId("strip-dice"), dice);
    setText(byId("strip-call"), call);
    setText(byId("strip-decided"), decided);
    show(byId("strip"), true);
    clearTimeout(timer);
  }

  // Bets are far down on a phone: what the dice say must not wait until somebody scrolls up.
  function showStrip(view, shown, missed) {
    const key = shown ? `${missed ? "missed" : "throw"} ${view.epoch} ${shown.seq}` : "";
    const fresh = told !== null && key && key !== told;
    told = key;
    if (view.table !== "play" || view.mode !== "play") { show(byId("strip"), false); return; }
    if (view.cue.kind === "out") {
      if (!inSight()) strip([], view.cue.text, "", "out");
      return;
    }
    if (fresh && !inSight()) {
      strip(missed ? [] : shown.dice, missed ? missed.title : shown.call, missed ? missed.why : shown.decided, missed ? "missed" : shown.kind);
      timer = setTimeout(() => show(byId("strip"), false), STRIP_MS);
    } else if (byId("strip").dataset.kind === "out") {
      show(byId("strip"), false);
    }
  }
  byId("strip").addEventListener("click", () => {
    show(byId("strip"), false);
    byId("throw").scrollIntoView({ block: "center" });
  });

  addEventListener("scroll", () => { if (!byId("strip").hidden && inSight()) show(byId("strip"), false); }, { passive: true });

  return (view) => {
    const { missed, last, dispute } = view;
    const shown = missed || last;
    show(byId("throw"), shown && view.table === "play");
    showStrip(view, shown, missed);
    if (!shown) return;
    byId("throw").dataset.kind = missed ? "missed" : last.kind;
    setDice(byId("dice"), missed ? [] : last.dice);
    setText(byId("call"), missed ? missed.title : last.call);
    setText(byId("decided"), missed ? missed.why : last.decided);
    setText(byId("seen"), missed ? missed.row : [last.seen, ...last.notes].join(" · "));
    showPhoto(shown);
    show(byId("dispute"), dispute && dispute.show);
    if (!dispute) return;
    byId("dispute").disabled = dispute.done;
    // While a no-roll is shown the throw before it can be disputed still, and is named.
    setText(byId("dispute"), dispute.done ? strings.disputed : missed ? strings.disputeLast : strings.dispute);
  };
}
