// The screen for the room.
import { byId, keep, make, readJson, setDice, setPicture, setText, show, showPhoto } from "./dom.js";
import { follow } from "./live.js";
import { drawPads } from "./pads.js";
import { call, startSound } from "./sound.js";
import { showBoard, showHouse } from "./tv_bets.js";
import { showHand } from "./tv_hand.js";
import { showPast, showPeople, showRecord } from "./tv_people.js";
import { holdSlides, showSlides } from "./tv_slides.js";

const strings = readJson("strings");

function showJoin(join) {
  for (const element of document.querySelectorAll("[data-qr]")) setPicture(element, `/join.svg?v=${join.code}-${join.address}`);
  for (const element of document.querySelectorAll("[data-address]")) setText(element, join.address);
  for (const element of document.querySelectorAll("[data-code]")) setText(element, join.code);
  setText(byId("join-text"), join.text);
}

function showHero(view) {
  setText(byId("hero-big"), view.headline.big);
  setText(byId("hero-small"), view.headline.small);
  byId("hero").dataset.many = view.waiting.length > 5 ? "yes" : "no";
  keep(byId("hero-people"), view.waiting, (name) => name, (name) => make("li", "", name), () => {});
  showSlides(view.slides);
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

// For screen readers: each throw with who won and lost, once, however often the view of it comes again.
let toldOf = null;
function tell(spoken) {
  if (toldOf === spoken.seq) return;
  const first = toldOf === null;
  toldOf = spoken.seq;
  if (first) return;
  const same = byId("told").textContent === spoken.told; // the same words again would be no news to a reader
  setText(byId("told"), same ? `${spoken.told}\u00a0` : spoken.told);
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
  call(panel.dataset.kind, view.spoken.call, view.spoken.seq);
  tell(view.spoken);
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

// Letters of the winners' names beyond which they are written smaller.
const LONG_NAME = 22;

function showFinal(view) {
  show(byId("final"), view.mode === "over");
  show(byId("throw"), view.mode !== "over");
  show(byId("line"), view.line && view.mode !== "over");
  setText(byId("final-label"), view.final.label);
  setText(byId("final-name"), view.final.names);
  byId("final-name").classList.toggle("long", view.final.names.length > LONG_NAME);
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
  showBoard(view);
  showHouse(view);
  showHand(view, strings);
  showFinal(view);
  showPeople(view, strings);
  drawPads();
  showRecord(view);
  showPast(view);
  show(byId("alert"), view.alert);
  byId("alert").classList.toggle("whole", !view.puck.there); // there is no puck beside it
  if (view.alert) {
    byId("alert").dataset.kind = view.alert.kind;
    setText(byId("alert-title"), view.alert.title);
    setText(byId("alert-text"), view.alert.text);
  }
}

// What is for the hand at the TV itself shows itself when somebody is there.
const STIRRED_MS = 6000;
let stirTimer = null;
function stir() {
  document.body.classList.add("stirred");
  clearTimeout(stirTimer);
  stirTimer = setTimeout(() => document.body.classList.remove("stirred"), STIRRED_MS);
}
for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, stir);

startSound(strings);
holdSlides();
follow({ kind: "tv", first: readJson("view"), take, link: (on) => show(byId("link"), !on), pads: drawPads });
