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

// A card that is only looked at.
export function face(one, tag = "span") {
  const card = make(tag, "playing");
  card.append(make("b"), make("i"));
  setFace(card, one);
  return card;
}

export function setFace(card, one) {
  card.classList.toggle("red", one.red);
  setText(card.children[0], one.rank);
  setText(card.children[1], one.suit);
  card.setAttribute("aria-label", one.name);
  if (card.tagName !== "BUTTON") card.setAttribute("role", "img");
}
