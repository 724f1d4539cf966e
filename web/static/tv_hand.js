// A hand of cards on the TV: pots, how many cards each holds, and at the showdown what was shown.
import { face, setFace } from "./cards.js";
import { byId, keep, make, setText, show } from "./dom.js";

const BACKS_SHOWN = 7;

function showPots(pots) {
  keep(byId("pots"), pots, (pot) => pot.text, () => {
    const item = make("li");
    item.append(make("span"), make("b"), make("small"));
    return item;
  }, (item, pot) => {
    setText(item.children[0], pot.text);
    setText(item.children[1], pot.amount);
    setText(item.children[2], pot.players);
  });
}

function makeSeat() {
  const item = make("li", "tv-seat");
  const held = make("p", "tv-held");
  held.append(make("span", "backs"), make("b"));
  const bet = make("p", "tv-bet");
  bet.append(make("b"), make("small"));
  item.append(make("b", "tv-name"), held, bet);
  return item;
}

function showSeat(item, seat, strings) {
  item.classList.toggle("turn", seat.turn);
  item.classList.toggle("out", seat.out);
  const [name, held, bet] = item.children;
  setText(name, `${seat.turn ? "▶ " : ""}${seat.name}`);
  const backs = Array.from({ length: Math.min(seat.cards, BACKS_SHOWN) }, (_one, at) => at);
  keep(held.children[0], backs, (at) => at, () => make("i"), () => {});
  setText(held.children[1], seat.cards_word);
  setText(bet.children[0], seat.bet ? `${strings.bets} ${seat.bet}` : "");
  setText(bet.children[1], [seat.dealer ? strings.dealer : "", seat.word].filter(Boolean).join(" · "));
}

function showShown(rows) {
  const list = byId("showdown");
  show(list, rows.length > 0);
  list.dataset.many = rows.length > 4 ? "yes" : "no";
  keep(list, rows, (row) => row.player, () => {
    const item = make("li");
    const who = make("p", "tv-who");
    who.append(make("b"), make("span"));
    item.append(who, make("p", "tv-fan"), make("p", "tv-fan rest"));
    return item;
  }, (item, row) => {
    item.classList.toggle("winner", row.won > 0);
    setText(item.children[0].children[0], row.won > 0 ? `${row.player} +${row.won}` : row.player);
    setText(item.children[0].children[1], row.name);
    keep(item.children[1], row.best, (one) => one.card, (card) => face(card), (card, shown) => setFace(card, shown));
    keep(item.children[2], row.rest, (one) => one.card, (card) => face(card), (card, shown) => setFace(card, shown));
  });
}

export function showHand(view, strings) {
  const hand = view.mode === "play" ? view.poker : null;
  const shown = Boolean(hand && (hand.seats.length || hand.showdown.length));
  show(byId("hand"), shown);
  byId("hand").parentElement.classList.toggle("dealt", shown);
  byId("hand").parentElement.classList.toggle("shown", Boolean(hand && hand.showdown.length));
  if (!hand) return;
  showPots(hand.pots);
  show(byId("pots"), hand.pots.length > 0);
  show(byId("hand-seats"), hand.seats.length > 0);
  byId("hand-seats").dataset.many = hand.seats.length > 3 ? "yes" : "no";
  keep(byId("hand-seats"), hand.seats, (seat) => seat.name, makeSeat, (item, seat) => showSeat(item, seat, strings));
  showShown(hand.showdown);
  const last = hand.acts[hand.acts.length - 1];
  setText(byId("hand-log"), last ? last.text : "");
  setText(byId("seal"), hand.seal ? `${strings.seal} ${hand.seal}` : "");
}
