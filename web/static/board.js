// The board on the phone: squares to tap, the chips that lie on each, the chip rail, and the chip that was picked.
import { byId, keep, make, setText, show } from "./dom.js";
import { makeRail } from "./rail.js";

// Sign beside the figure of a chip: to be lifted, to be taken, undone, standing.
const SIGNS = { lift: "↩", take: "+", undo: "⇄", "": "■" };

// act(path, body, button, say): hands an act to the table. say(text): the line beside the thumb.
// seen(): number of the state that the page shows.
export function makeBoard(strings, act, say, seen) {
  let board = null;
  let picked = 0; // number of the bet that the dock tells of
  const rail = makeRail(byId("rail"), strings.rail, () => {});
  const find = (number) => board.squares.flatMap((square) => square.chips).find((one) => one.bet === number);

  function makeSquare(square) {
    const item = make("li", "square-box");
    const button = make("button", "square");
    button.type = "button";
    button.append(make("span"), make("small"));
    button.addEventListener("click", () => {
      if (!board.can) { say(board.why); return; }
      act("/chip", { square: square.square, amount: rail.amount(), seen: seen() }, button, say);
    });
    item.append(button, make("ul", "lying"), make("small", "more"));
    return item;
  }

  function showSquare(item, square) {
    const [button, lying, more] = item.children;
    setText(button.children[0], square.name);
    setText(button.children[1], square.odds);
    button.setAttribute("aria-disabled", String(!board.can));
    keep(lying, square.chips, (chip) => chip.bet, makeChip, showChip);
    item.classList.toggle("mine", square.chips.some((chip) => chip.kind === "own" || chip.kind === "mine"));
    setText(more, square.more ? `+${square.more}` : "");
  }

  // One's own open chip is lifted by a tap; of any other the dock tells, with what may be done.
  function tap(number, button) {
    const chip = find(number);
    if (!chip) return;
    if (chip.act === "lift" && chip.can) { act("/bet", { do: "lift", bet: number }, button, say); return; }
    picked = picked === number ? 0 : number;
    say(picked && !chip.can ? chip.why : "");
    draw();
  }

  function makeChip(made) {
    const item = make("li");
    const button = make("button", "laid");
    button.type = "button";
    button.append(make("b"), make("span", "unseen"));
    button.addEventListener("click", () => tap(made.bet, button));
    item.append(button);
    return item;
  }

  function showChip(item, chip) {
    const [button] = item.children;
    button.dataset.kind = chip.kind;
    setText(button.children[0], `${chip.amount} ${SIGNS[chip.act]}`);
    setText(button.children[1], [chip.text, chip.act_word].filter(Boolean).join(", "));
    button.setAttribute("aria-pressed", String(chip.bet === picked));
  }

  function showPicked() {
    const chip = picked && find(picked);
    if (!chip) picked = 0;
    show(byId("picked"), chip);
    if (!chip) return;
    setText(byId("picked-text"), chip.text);
    show(byId("picked-act"), chip.act);
    setText(byId("picked-act"), chip.act_word);
    byId("picked-act").setAttribute("aria-disabled", String(!chip.can));
  }

  function draw() {
    keep(byId("squares"), board.squares, (square) => square.square, makeSquare, showSquare);
    showPicked();
  }

  byId("picked-act").addEventListener("click", async (event) => {
    const chip = find(picked);
    if (!chip) return;
    if (!chip.can) { say(chip.why); return; }
    const wish = { do: chip.act, bet: chip.bet, ...(chip.act === "take" ? { seen: seen() } : {}) };
    if (await act("/bet", wish, event.currentTarget, say)) { picked = 0; draw(); }
  });
  byId("picked-close").addEventListener("click", () => { picked = 0; say(""); draw(); });

  // next: the board as this player sees it, or null; stack: his chips in hand.
  return (next, stack) => {
    show(byId("board-card"), next);
    if (!next) { picked = 0; show(byId("picked"), false); return; }
    board = next;
    rail.show(board.rail, stack);
    draw();
  };
}
