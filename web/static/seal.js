// Checks a card that was shown against the seal on the shuffle, on this phone and by nobody's word.
import { hex, joined, sha256, unhex } from "./sha256.js";

const LEAF = Uint8Array.of(0);
const JOIN = Uint8Array.of(1);

// Whether the opened card {card, place, salt, path: [[side, hash], ...]} was sealed under this root.
export function holds(root, opened) {
  const said = new TextEncoder().encode(`${opened.place}:${opened.card}`);
  let made = sha256(joined(LEAF, unhex(opened.salt), said));
  for (const [side, beside] of opened.path) {
    const other = unhex(beside);
    made = sha256(side === "left" ? joined(JOIN, other, made) : joined(JOIN, made, other));
  }
  return hex(made) === root;
}
