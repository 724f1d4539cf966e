// The host's page.
import { byId, keep, make, readJson, setDice, setText, show, showPhoto } from "./dom.js";
import { facePicker } from "./faces.js";
import { makeCamera } from "./host_camera.js";
import { makeGame } from "./host_game.js";
import { makePads } from "./host_pads.js";
import { followParts } from "./host_parts.js";
import { makePeople } from "./host_people.js";
import { follow, send } from "./live.js";

const strings = readJson("strings");
const faces = facePicker(["faces-0", "faces-1"]);
let view = null;
let live = { accept: () => {} };
let busy = false;
let toastTimer = null;

function toast(text) {
  setText(byId("toast"), text);
  show(byId("toast"), text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => show(byId("toast"), false), 6000);
}

async function act(path, body, say = toast) {
  if (busy) return { ok: false };
  busy = true;
  const answer = await send(path, { seen: view.seq, ...body }, strings.lost);
  busy = false;
  if (answer.view) live.accept(answer.view);
  if (!answer.ok) say(answer.why);
  return answer;
}

// The second press means what the first one saw: then(number of that view).
function twice(button, then) {
  if (button.dataset.sure) { const seen = Number(button.dataset.sure); settle(button); then(seen); return; }
  button.dataset.sure = String(view.seq);
  button.dataset.plain = button.textContent;
  button.classList.add("sure");
  button.textContent = strings.sure;
  setTimeout(() => settle(button), 3500);
}
function settle(button) {
  if (!button.dataset.sure) return;
  delete button.dataset.sure;
  button.classList.remove("sure");
  button.textContent = button.dataset.plain;
}

const desk = { strings, act, toast, may, mark, twice, propose };
const showGame = makeGame(strings, act, propose);
const showPeople = makePeople(desk);
const showCamera = makeCamera(desk);
const showPads = makePads(desk);

// ---- showing ------------------------------------------------------------------------------------------

function showNow() {
  show(byId("puck"), view.puck.there);
  byId("puck").classList.toggle("on", view.puck.on);
  setText(byId("puck-word"), view.puck.word);
  setText(byId("puck-point"), view.puck.on ? view.puck.point : "");
  setText(byId("big"), view.headline.big);
  setText(byId("small"), view.headline.small);
  byId("cue").dataset.kind = view.cue.kind;
  setText(byId("cue"), view.cue.text);
  show(byId("alert"), view.alert);
  if (view.alert) { setText(byId("alert-title"), view.alert.title); setText(byId("alert-text"), view.alert.text); }
  show(byId("line-row"), view.line);
  if (view.line) {
    setText(byId("with"), view.line.with);
    setText(byId("in-play"), view.line.in_play);
    setText(byId("against"), view.line.against);
  }
  showBank();
  showHand();
  setText(byId("on-table"), view.on_table);
  setText(byId("bought-in"), view.bought_in);
}

function showBank() {
  const { bank } = view;
  show(byId("bank"), bank);
  if (!bank) return;
  setText(byId("bank-chips"), bank.chips);
  setText(byId("bank-free"), bank.free);
  setText(byId("bank-in"), bank.bought_in);
  setText(byId("bank-text"), bank.text);
  show(byId("bank-form"), view.mode === "play");
  byId("bank-fill").setAttribute("aria-disabled", String(!bank.can));
}

function showHand() {
  const hand = view.mode === "play" ? view.poker : null;
  show(byId("hand"), hand);
  for (const button of document.querySelectorAll("[data-can]")) {
    if (["total", "pass_dice"].includes(button.dataset.can)) show(button, !(view.without || []).includes(button.dataset.can));
  }
  show(byId("total"), !byId("throw-total").hidden);
  show(byId("roll"), view.roll);
  if (!hand) return;
  keep(byId("hand-seats"), hand.seats, (seat) => seat.name, () => {
    const row = make("li");
    row.append(make("b"), " ", make("span"));
    return row;
  }, (row, seat) => {
    setText(row.children[0], `${seat.turn ? "▶ " : ""}${seat.name}`);
    const said = [seat.cards_word, seat.bet ? `${strings.bets} ${seat.bet}` : "", seat.dealer ? strings.dealer : "", seat.word];
    setText(row.children[1], said.filter(Boolean).join(" · "));
  });
  const last = hand.acts[hand.acts.length - 1];
  setText(byId("hand-log"), [...hand.pots.map((pot) => `${pot.text} ${pot.amount}`), last ? last.text : ""].filter(Boolean).join(" · "));
  show(byId("play-on"), ["turn", "betting", "last", "pass"].includes(view.phase));
  byId("deal").setAttribute("aria-disabled", String(!hand.deal));
  show(byId("deal"), view.phase === "deal" || view.phase === "waiting");
}

function showDice() {
  show(byId("dice-card"), view.mode === "play");
  const missed = view.missed;
  const shown = missed || view.last;
  showPhoto(shown);
  setDice(byId("dice"), missed || !view.last ? [] : view.last.dice);
  setText(byId("call"), missed ? missed.title : view.last ? view.last.call : strings.none);
  setText(byId("decided"), missed ? missed.why : view.last ? view.last.decided : "");
  setText(byId("seen"), missed ? missed.row : view.last ? [view.last.seen, ...view.last.notes].join(" · ") : "");
  setText(byId("disputed"), view.disputed.length ? `${view.disputed.join(", ")}: ${strings.saw}` : "");
  show(byId("confirm"), view.disputed.length > 0);
  for (const button of document.querySelectorAll("[data-can]")) mark(button);
}

// What may not be pressed now looks so, and a press on it says why.
function mark(button) {
  const why = view.why[button.dataset.can] || "";
  button.setAttribute("aria-disabled", String(!view.can[button.dataset.can]));
  if (button.title !== why) button.title = why;
}
function may(button) {
  if (view.can[button.dataset.can]) return true;
  toast(view.why[button.dataset.can] || "");
  return false;
}

// A figure that nobody has typed over follows the table.
function propose(field, value) {
  if (field.value === "" || field.value === field.dataset.proposed) field.value = String(value);
  field.dataset.proposed = String(value);
}

function showScreens() {
  show(byId("pause"), !view.paused);
  show(byId("resume"), view.paused);
  show(byId("close-seats"), view.seats_open);
  show(byId("open-seats"), !view.seats_open);
  setText(byId("address"), view.join.address);
  setText(byId("code"), view.join.code);
  show(byId("sheet-now"), view.mode === "over");
  show(byId("sheet-link"), view.mode === "play" || view.mode === "over");
  const cards = view.mode === "play" && view.game === "poker"; // in the ledger
  show(byId("ledger-why"), cards);
  show(byId("ledger-file"), !cards);
  faces.ask(Math.max(view.dice, view.last_dice));
  show(byId("rules-card"), view.mode === "play");
  show(byId("rounds-card"), view.rounds.length > 0);
  keep(byId("rounds"), view.rounds, (round) => round.round, () => {
    const row = make("li");
    row.append(make("b"), make("small"), make("small"), make("small"), make("small"));
    return row;
  }, (row, round) => {
    const parts = [`${round.round}. ${round.text}`, round.throws, round.line, round.moves.join(" · "), round.bets.join(" · ")];
    parts.forEach((text, at) => setText(row.children[at], text));
  });
}

function take(next) {
  const began = view && view.mode !== "play" && next.mode === "play";
  view = next;
  document.body.dataset.mode = view.mode;
  if (began) byId("game-card").open = false;
  showNow();
  showDice();
  showPeople(view);
  showScreens();
  showCamera(view);
  showPads(view);
  showGame(view);
}

// ---- acting -------------------------------------------------------------------------------------------

async function nameDice(cmd, dice) {
  const answer = await act("/host/do", { cmd, ...dice, after: view.last ? view.last.seq : 0 });
  if (!answer.ok) return;
  faces.clear();
  byId("total").value = "";
}

function nameFaces(cmd, dice) {
  const named = faces.named(dice);
  if (named) nameDice(cmd, { dice: named });
  else toast(dice === 1 ? strings.face : strings.faces);
}
function onPress(id, then) {
  byId(id).addEventListener("click", (event) => { if (may(event.currentTarget)) then(); });
}
onPress("throw-total", () => nameDice("throw", { total: Number(byId("total").value) }));
onPress("throw", () => nameFaces("throw", view.dice));
onPress("correct", () => nameFaces("correct", view.last_dice));

for (const button of document.querySelectorAll("[data-do]")) {
  const go = (seen = view.seq) => act("/host/do", { cmd: button.dataset.do, seen });
  button.addEventListener("click", () => {
    if ("can" in button.dataset && !may(button)) return;
    if ("twice" in button.dataset) twice(button, go); else go();
  });
}
for (const [id, what] of [["pause", "pause"], ["resume", "resume"], ["close-seats", "close_seats"], ["open-seats", "open_seats"], ["new-code", "new_code"]]) {
  byId(id).addEventListener("click", () => act("/host/screens", { do: what }));
}
byId("join-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await act("/host/do", { cmd: "join", player: byId("join-name").value, buy_in: Number(byId("join-chips").value) });
  if (answer.ok) byId("join-name").value = "";
});
byId("bank-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!view.bank.can) { toast(view.bank.why); return; }
  act("/host/do", { cmd: "fill_bank", amount: Number(byId("bank-amount").value) });
});
byId("deal").addEventListener("click", () => {
  if (view.poker.deal) act("/host/do", { cmd: "deal" });
  else toast(view.poker.deal_why);
});
onPress("roll", () => nameDice("roll", {}));
byId("out").addEventListener("click", async () => { await send("/host/out", {}, strings.lost); location.reload(); });

live = follow({ kind: "host", first: readJson("view"), take, link: (on) => show(byId("link"), !on) });
followParts(strings);
