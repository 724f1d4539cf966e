// What lies on the table, on the TV: side bets between two, and bets against the bank.
import { byId, keep, make, setText, show } from "./dom.js";

// Chips up to which each is shown with its two players, in one row or, with short names, in two; more are shown
// square by square.
const ROW = 3;
const ROWS = 2;
const SHORT = 26;

const players = (chip) => (chip.open ? `${chip.player} ?` : `${chip.player} – ${chip.taker} ${chip.lay}`);
const fits = (chips) => chips.length <= ROW || (chips.length <= ROW * ROWS && chips.every((chip) => players(chip).length <= SHORT));

function tag(parts) {
  const item = make("li");
  item.append(...parts.map((part) => make(part)));
  return item;
}

// Side bets: an open chip with a dashed border, a taken one with both players.
export function showBoard(view) {
  const chips = view.board || [];
  const board = byId("board");
  const many = !fits(chips);
  show(board, chips.length > 0);
  board.dataset.many = many ? "yes" : "no";
  board.parentElement.classList.toggle("boarded", chips.length > 0);
  if (many) {
    keep(board, view.squares, (square) => square.square, () => tag(["b", "span"]), (item, square) => {
      item.className = square.open ? "open" : "taken";
      setText(item.children[0], square.square);
      setText(item.children[1], [square.amount, square.open].filter(Boolean).join(" · "));
    });
    return;
  }
  keep(board, chips, (chip) => chip.bet, () => tag(["b", "span"]), (item, chip) => {
    item.className = chip.open ? "open" : "taken";
    setText(item.children[0], `${chip.square} ${chip.amount}`);
    setText(item.children[1], players(chip));
  });
}

// All bets against the bank, a row a player; what has no room is counted.
export function showHouse(view) {
  const { bank } = view;
  const playing = view.mode === "play";
  show(byId("bank"), bank && playing);
  if (bank) {
    setText(byId("bank-chips"), bank.chips);
    setText(byId("bank-table"), bank.on_table);
    setText(byId("bank-result"), bank.result);
    byId("bank-result").dataset.trend = bank.trend;
  }
  const rows = view.house_bets || [];
  const many = rows.length > 3;
  show(byId("house"), rows.length > 0);
  byId("house").dataset.many = many ? "yes" : "no";
  byId("house").parentElement.classList.toggle("housed", rows.length > 0);
  keep(byId("house"), rows, (row) => row.player, () => tag(["b", "span"]), (item, row) => {
    setText(item.children[0], row.player);
    fit(item.children[1], row);
  });
}

// Lines of bets in the row of one player, where rows are few enough to wrap.
const LINES = 2;

// As many bets as the row has room for, and how many more there are. What is drawn already is left alone.
function fit(room, row) {
  const key = JSON.stringify([row, room.clientWidth]);
  if (room.dataset.drawn === key) return;
  room.dataset.drawn = key;
  for (let count = row.bets.length; count > 0; count -= 1) {
    const rest = row.bets.length - count + row.more;
    const tags = row.bets.slice(0, count).map((bet) => ({ key: bet.bet, ...bet }));
    if (rest) tags.push({ key: "more", text: `+${rest}`, more: true });
    keep(room, tags, (tag) => tag.key, () => make("i"), (tag, bet) => {
      tag.className = bet.more ? "more" : bet.off ? "off" : bet.locked ? "locked" : "";
      setText(tag, bet.text);
    });
    const low = room.offsetHeight <= LINES * 1.25 * room.firstElementChild.offsetHeight;
    if (low && room.scrollWidth <= room.clientWidth) return;
  }
}
