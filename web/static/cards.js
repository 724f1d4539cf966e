// Playing cards: their faces, and how a hand is sorted.
import { make, setText } from "./dom.js";

const RANKS = "23456789TJQKA";
const SUITS = "shcd"; // black beside red

const rank = (one) => RANKS.indexOf(one.card[0]);
const suit = (one) => SUITS.indexOf(one.card[1]);

// The highest first; by suit: suit after suit.
export function sorted(cards, bySuit) {
  return [...cards].sort((a, b) => (bySuit ? suit(a) - suit(b) : 0) || rank(b) - rank(a) || suit(a) - suit(b));
}

// A card: its sign for the eye, its name for the ear. tag: "button" for one that can be tapped.
export function face(one, tag = "span") {
  const card = make(tag, "playing");
  card.append(make("b"), make("i"), make("span", "unseen"));
  for (const seen of [card.children[0], card.children[1]]) seen.setAttribute("aria-hidden", "true");
  setFace(card, one);
  return card;
}

// name: what is said of it; of one that lies face down not what it is.
export function setFace(card, one, name = one.name) {
  card.classList.toggle("red", one.red);
  setText(card.children[0], one.rank);
  setText(card.children[1], one.suit);
  setText(card.children[2], name);
}
