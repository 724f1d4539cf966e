// The screen for the room.
import { byId, keep, make, readJson, setDice, setPicture, setText, show, showPhoto } from "./dom.js";
import { follow } from "./live.js";
import { showHand } from "./tv_hand.js";
import { drawPads } from "./pads.js";
import { call, soundButton } from "./sound.js";

const strings = readJson("strings");
const SIGNS = { stake: "◆", for: "▲", against: "▼", none: "–" };

function showJoin(join) {
  for (const element of document.querySelectorAll("[data-qr]")) setPicture(element, `/join.svg?v=${join.code}-${join.address}`);
  for (const element of document.querySelectorAll("[data-address]")) setText(element, join.address);
  for (const element of document.querySelectorAll("[data-code]")) setText(element, join.code);
  setText(byId("join-text"), join.text);
}

function showHero(view) {
  setText(byId("hero-big"), view.headline.big);
  setText(byId("hero-small"), view.headline.small);
  keep(byId("hero-people"), view.waiting, (name) => name, (name) => make("li", "", name), () => {});
  slides = view.slides;
  if (slideAt < 0) nextSlide();
}

const SLIDE_MS = 9000;
let slides = [];
let slideAt = -1;

function nextSlide() {
  if (!slides.length) return;
  slideAt = (slideAt + 1) % slides.length;
  setText(byId("slide-title"), slides[slideAt].title);
  setText(byId("slide-text"), slides[slideAt].text);
  const slide = byId("slide");
  slide.classList.remove("fresh");
  void slide.offsetWidth; // starts the animation again
  slide.classList.add("fresh");
}

function showTop(view) {
  const puck = byId("puck");
  show(puck, view.puck.there);
  puck.classList.toggle("on", view.puck.on);
  setText(byId("puck-word"), view.puck.word);
  setText(byId("puck-point"), view.puck.on ? view.puck.point : "");
  setText(byId("big"), view.headline.big);
  setText(byId("small"), view.headline.small);
  const cue = byId("cue");
  cue.dataset.kind = view.cue.kind;
  setText(cue, view.cue.text);
}

// Letters of notes beyond which the dice beside them become smaller.
const WORDY = 120;

function showThrow(view) {
  const panel = byId("throw");
  const missed = view.missed;
  const last = view.last;
  const shown = missed || last;
  panel.dataset.kind = missed ? "missed" : last ? last.kind : "none";
  const key = shown ? String(shown.seq) : "";
  if (panel.dataset.seq !== key) {
    panel.dataset.seq = key;
    panel.classList.remove("fresh");
    void panel.offsetWidth; // starts the animation again
    panel.classList.add("fresh");
  }
  const picture = shown && shown.picture;
  if (shown) call(missed ? "missed" : last.kind, missed ? `${missed.title}. ${missed.why}` : `${last.call}. ${last.decided}`, shown.seq);
  showPhoto(shown);
  panel.classList.toggle("bare", !picture);
  setText(byId("throw-label"), missed ? missed.title : last ? strings.last : "");
  setDice(byId("dice"), missed || !last ? [] : last.dice);
  setText(byId("call"), missed ? "" : last ? last.call : strings.first);
  setText(byId("decided"), missed ? missed.why : last ? last.decided : "");
  setText(byId("seen"), missed ? missed.row : last ? last.seen : "");
  const notes = (missed || !last ? [] : last.notes).concat(view.notes);
  const wordy = notes.join(" ").length > WORDY;
  panel.classList.toggle("wordy", wordy);
  panel.parentElement.classList.toggle("telling", wordy);
  keep(byId("notes"), notes.slice(-3), (note) => note, (note) => make("li", "", note), () => {});
}

function showLine(line) {
  if (!line) return;
  setText(byId("with"), line.with);
  setText(byId("against"), line.against);
  setText(byId("in-play"), line.in_play);
  byId("line").classList.toggle("uncovered", line.in_play === 0);
  const width = (id, share) => { byId(id).style.width = `${share / 10}%`; };
  width("arm-with", line.with_share);
  width("arm-against", line.against_share);
  width("arm-with-covered", line.covered_share);
  width("arm-against-covered", line.covered_share);
}

const CHIPS_SHOWN = 6;

function showBoard(chips) {
  const board = byId("board");
  show(board, chips.length > 0);
  board.parentElement.classList.toggle("boarded", chips.length > 0);
  const shown = chips.slice(0, chips.length > CHIPS_SHOWN ? CHIPS_SHOWN - 1 : CHIPS_SHOWN);
  if (chips.length > shown.length) shown.push({ bet: "more", more: `+${chips.length - shown.length}` });
  keep(board, shown, (chip) => chip.bet, () => {
    const tag = make("li");
    tag.append(make("b"), make("span"));
    return tag;
  }, (tag, chip) => {
    tag.className = chip.more ? "more" : chip.open ? "open" : "taken";
    setText(tag.children[0], chip.more || `${chip.square} ${chip.amount}`);
    setText(tag.children[1], chip.more ? "" : chip.open ? `${chip.player} ?` : `${chip.player} – ${chip.taker} ${chip.lay}`);
  });
}

// All bets against the bank, a row a player; what has no room is counted.
function showHouse(view) {
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
  keep(byId("house"), rows, (row) => row.player, () => {
    const item = make("li");
    item.append(make("b"), make("span"));
    return item;
  }, (item, row) => {
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

function makePerson() {
  const row = make("li", "person");
  row.append(make("span", "lights"), make("span", "name"), make("span", "sign"), make("span", "bet"),
    make("span", "stack"), make("span", "result"));
  row.querySelector(".name").append(make("b"), make("small"));
  row.querySelector(".bet").append(make("b"), make("small"));
  return row;
}

function showPerson(row, person) {
  row.dataset.side = person.side;
  row.classList.toggle("shooter", person.shooter);
  row.classList.toggle("winner", person.winner);
  row.classList.toggle("long", person.name.length > 14);
  const part = (name) => row.querySelector(name);
  part(".lights").dataset.player = person.name;
  setText(part(".name b"), person.name);
  setText(part(".name small"), person.shooter ? strings.shooter : "");
  setText(part(".sign"), person.side_word ? SIGNS[person.side] || "" : "");
  setText(part(".bet b"), person.side === "none" ? person.side_word : person.bet);
  part(".bet").classList.toggle("idle", person.side === "none");
  setText(part(".bet small"), person.risk_word || person.note);
  setText(part(".stack"), person.stack);
  setText(part(".result"), person.result);
  part(".result").dataset.trend = person.trend;
}

function showHistory(throws) {
  keep(byId("history"), throws, (one) => one.n, () => make("li"), (item, one) => {
    item.dataset.kind = one.kind;
    setText(item, one.total);
  });
}

function showRecord(view) {
  const shown = view.people.length <= 7 ? view.rounds.slice(0, view.people.length <= 5 ? 3 : 2) : [];
  show(byId("record"), shown.length > 0);
  keep(byId("rounds"), shown, (round) => round.round, () => {
    const row = make("li");
    row.append(make("b"), make("small"));
    return row;
  }, (row, round) => {
    setText(row.children[0], `${round.round}. ${round.text}`);
    setText(row.children[1], round.moves.join(" · ") || round.line);
  });
}

function showFinal(view) {
  show(byId("final"), view.mode === "over");
  show(byId("throw"), view.mode !== "over");
  show(byId("line"), view.line && view.mode !== "over");
  setText(byId("final-name"), view.final.names);
  setText(byId("final-text"), view.final.text);
  keep(byId("final-lines"), view.final.lines, (line) => line, (line) => make("li", "", line), () => {});
}

function take(view) {
  const idle = view.mode === "empty" || view.mode === "lobby";
  document.body.dataset.mode = view.mode;
  show(byId("hero"), idle);
  show(byId("game"), !idle);
  showJoin(view.join);
  showHero(view);
  showTop(view);
  showThrow(view);
  showLine(view.line);
  showBoard(view.board || []);
  showHouse(view);
  showHand(view, strings);
  setText(byId("bet-head"), view.bet_head);
  showFinal(view);
  const people = byId("people");
  people.dataset.many = view.people.length > 8 ? "yes" : "no";
  keep(people, view.people, (person) => person.name, makePerson, showPerson);
  drawPads();
  showRecord(view);
  showHistory(view.history);
  show(byId("alert"), view.alert);
  if (view.alert) {
    byId("alert").dataset.kind = view.alert.kind;
    setText(byId("alert-title"), view.alert.title);
    setText(byId("alert-text"), view.alert.text);
  }
}

soundButton();
setInterval(nextSlide, SLIDE_MS);
follow({ kind: "tv", first: readJson("view"), take, link: (on) => show(byId("link"), !on), pads: drawPads });
