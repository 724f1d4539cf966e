// The board on the phone: the chip rail, the squares, and the chips that lie on them.
import { byId, keep, make, setText, show } from "./dom.js";
import { makeRail } from "./rail.js";


// act(path, body, button, say): hands an act to the table.
export function makeBoard(strings, act) {
  let board = null;
  const rail = makeRail(byId("rail"), strings.other, () => {});
  const say = (why) => setText(byId("board-why"), why);

  function makeSquare(square) {
    const item = make("li");
    const button = make("button", "square");
    button.type = "button";
    button.append(make("span"), make("small"), make("span", "open"));
    button.addEventListener("click", () => {
      if (!board.can) { say(board.why); return; }
      act("/chip", { square: square.square, amount: rail.amount() }, button, say);
    });
    item.append(button);
    return item;
  }

  function showSquare(item, square) {
    const button = item.firstElementChild;
    setText(button.children[0], square.name);
    setText(button.children[1], square.mine ? `${square.odds} · ${square.mine}` : square.odds);
    setText(button.children[2], square.open ? `● ${square.open}` : "");
    button.classList.toggle("mine", square.mine > 0);
    button.setAttribute("aria-disabled", String(!board.can));
  }

  function makeBet(bet) {
    const item = make("li");
    const button = make("button", "button small");
    button.type = "button";
    button.addEventListener("click", () => {
      const now = board.chips.find((one) => one.bet === bet.bet);
      if (!now || !now.act) return;
      if (!now.can) { say(now.why); return; }
      act("/bet", { do: now.act, bet: now.bet }, button, say);
    });
    item.append(make("span"), button);
    return item;
  }

  function showBet(item, bet) {
    item.className = bet.open ? "open" : "taken";
    setText(item.children[0], bet.text);
    setText(item.children[1], bet.act_word);
    show(item.children[1], bet.act_word);
    item.children[1].disabled = !bet.act;
    item.children[1].setAttribute("aria-disabled", String(!bet.can));
  }

  return (next) => {
    show(byId("board-card"), next);
    if (!next) return;
    board = next;
    rail.show(board.rail);
    keep(byId("squares"), board.squares, (square) => square.square, makeSquare, showSquare);
    keep(byId("bets"), board.chips, (bet) => bet.bet, makeBet, showBet);
    if (board.can) say("");
  };
}
