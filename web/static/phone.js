// The phone of a player.
import { byId, keep, make, readJson, setDice, setText, show, showPhoto } from "./dom.js";
import { makeBoard } from "./board.js";
import { facePicker } from "./faces.js";
import { makeHand } from "./hand.js";
import { makeLayout } from "./layout.js";
import { makeButtons } from "./line.js";
import { follow, send } from "./live.js";

const strings = readJson("strings");
const SIGNS = { stake: "◆", for: "▲", against: "▼", none: "–" };
// No code is asked for on the table's own machine, nor where the QR code has brought it.
const near = document.body.dataset.near === "yes" || Boolean(byId("sit-code").value);
const faces = facePicker(["faces-0", "faces-1"]);
let view = null;
let live = null;
let busy = false;
let tapped = { button: null, at: 0 };
let whyTimer = null;

function tellWhy(text) {
  setText(byId("why"), text);
  clearTimeout(whyTimer);
  whyTimer = setTimeout(() => setText(byId("why"), ""), 6000);
}

// One act at a time: a second finger while the first is on its way does nothing, nor does the second tap
// of a double tap, which would take back what the first did.
const DOUBLE_TAP_MS = 500;
async function act(path, body, button, say) {
  if (busy || (button === tapped.button && performance.now() - tapped.at < DOUBLE_TAP_MS)) return false;
  busy = true;
  tapped = { button, at: performance.now() };
  button.classList.add("busy");
  const answer = await send(path, body, strings.lost);
  button.classList.remove("busy");
  busy = false;
  if (answer.view) live.accept(answer.view);
  if (answer.refused === "no_seat") { location.reload(); return false; }
  say(answer.ok ? "" : answer.why);
  return answer.ok;
}

const showBoard = makeBoard(strings, act);
const showButtons = makeButtons(strings, act, tellWhy);
const showHand = makeHand(strings, act, tellWhy, () => view.seq);
const showLayout = makeLayout(strings, act, tellWhy, () => view.seq);

// ---- showing ------------------------------------------------------------------------------------------

function showHead() {
  const me = view.me;
  setText(byId("name"), me ? me.name : "dicetable");
  show(byId("stack-line"), me && me.stack !== undefined);
  if (me && me.stack !== undefined) {
    setText(byId("stack"), me.stack);
    setText(byId("result"), me.result || "");
    byId("result").dataset.trend = me.trend || "even";
  }
  byId("puck").classList.toggle("on", view.puck.on);
  show(byId("puck"), view.table === "play" && view.puck.there);
  setText(byId("puck-word"), view.puck.word);
  setText(byId("puck-point"), view.puck.on ? view.puck.point : "");
  setText(byId("big"), view.headline.big);
  setText(byId("small"), view.mode === "sit" && view.table !== "play" ? "" : view.headline.small);
  byId("cue").dataset.kind = view.cue.kind;
  setText(byId("cue"), view.cue.text);
  show(byId("alert"), view.alert);
  if (view.alert) { setText(byId("alert-title"), view.alert.title); setText(byId("alert-text"), view.alert.text); }
}

// News are kept by the ledger's number: what came while the phone slept is told when it is back.
const seenKey = () => `news-${view.epoch}`;
function showNews() {
  if (!view.news) { show(byId("news"), false); return; }
  const news = view.news;
  const newest = news.length ? news[news.length - 1].seq : 0;
  const told = Number(sessionStorage.getItem(seenKey()) || view.seq);
  const fresh = news.filter((one) => one.seq > told);
  sessionStorage.setItem(seenKey(), String(Math.max(told, newest)));
  if (fresh.length) {
    const lastSeq = fresh[fresh.length - 1].seq;
    byId("news").dataset.kind = fresh[fresh.length - 1].kind;
    byId("news").dataset.seq = String(lastSeq);
    setText(byId("news"), fresh.slice(-4).map((one) => one.text).join(" "));
    show(byId("news"), true);
  } else if (view.cue.kind === "out") {
    show(byId("news"), false);
  }
}

function showThrow() {
  const missed = view.missed;
  const last = view.last;
  const shown = missed || last;
  show(byId("throw"), shown && view.table === "play");
  if (!shown) return;
  byId("throw").dataset.kind = missed ? "missed" : last.kind;
  setDice(byId("dice"), missed ? [] : last.dice);
  setText(byId("call"), missed ? missed.title : last.call);
  setText(byId("decided"), missed ? missed.why : last.decided);
  setText(byId("seen"), missed ? missed.row : [last.seen, ...last.notes].join(" · "));
  showPhoto(shown);
  const dispute = view.dispute;
  show(byId("dispute"), dispute && dispute.show);
  if (dispute) {
    byId("dispute").disabled = dispute.done;
    // While a no-roll is shown the throw before it can be disputed still, and is named.
    setText(byId("dispute"), dispute.done ? strings.disputed : missed ? strings.disputeLast : strings.dispute);
  }
}

function makePerson() {
  const row = make("li");
  const who = make("span", "who");
  who.append(make("span", "name"), make("small", "bet"));
  row.append(make("span", "sign"), who, make("span", "stack"), make("span", "result"));
  return row;
}

function showPerson(row, person) {
  row.dataset.side = person.side;
  row.classList.toggle("me", Boolean(view.me && view.me.name === person.name));
  row.classList.toggle("winner", person.winner);
  const part = (name) => row.querySelector(`.${name}`);
  setText(part("sign"), SIGNS[person.side] || "");
  setText(part("name"), person.name);
  const bet = person.side === "none" ? person.note : `${person.bet}${person.risk_word ? ` · ${person.risk_word}` : ""}`;
  setText(part("bet"), person.shooter && person.side === "none" ? strings.shooter : bet);
  setText(part("stack"), person.stack);
  setText(part("result"), person.result);
  part("result").dataset.trend = person.trend;
}

function showTable() {
  const playing = view.table === "play";
  show(byId("line"), view.line && playing && view.mode !== "sit");
  if (view.line) {
    setText(byId("with"), view.line.with);
    setText(byId("in-play"), view.line.in_play);
    setText(byId("against"), view.line.against);
  }
  show(byId("bank"), view.bank && playing && view.mode !== "sit");
  if (view.bank) {
    setText(byId("bank-chips"), view.bank.chips);
    setText(byId("bank-free"), view.bank.free);
  }
  show(byId("people-card"), view.people.length > 0 && view.mode !== "wait");
  keep(byId("people"), view.people, (person) => person.name, makePerson, showPerson);
  show(byId("rounds-card"), view.rounds.length > 0 && view.mode !== "sit");
  keep(byId("rounds"), view.rounds, (round) => round.round, () => {
    const row = make("li");
    row.append(make("b"), make("small"), make("small"), make("small"), make("small"));
    return row;
  }, (row, round) => {
    const parts = [`${round.round}. ${round.text}`, round.throws, round.line, round.moves.join(" · "), round.bets.join(" · ")];
    parts.forEach((text, at) => setText(row.children[at], text));
  });
}

function showSit() {
  show(byId("sit"), view.mode === "sit");
  if (view.mode !== "sit") return;
  const sit = view.sit;
  show(byId("new-seat"), sit.new);
  show(byId("sit-go"), sit.new);
  show(byId("sit-form"), sit.new || sit.why);
  show(byId("code-row"), sit.new && sit.ask_code && !near);
  if (sit.why || byId("sit-why").dataset.standing) setText(byId("sit-why"), sit.why);
  byId("sit-why").dataset.standing = sit.why;
  show(byId("after-row"), sit.new && sit.rows.length > 1);
  const chosen = byId("sit-after").value;
  const places = [{ name: "", text: strings.end }].concat(sit.rows.map((row) => ({ name: row.name, text: `${strings.left_of} ${row.name}` })));
  keep(byId("sit-after"), places, (place) => place.name, (place) => { const option = make("option"); option.value = place.name; return option; }, (option, place) => setText(option, place.text));
  byId("sit-after").value = places.some((place) => place.name === chosen) ? chosen : "";
  show(byId("claims"), sit.claim && sit.rows.length > 0);
  keep(byId("seats"), sit.rows, (row) => row.name, (row) => {
    const item = make("li");
    const button = make("button", "button small", strings.mine);
    button.type = "button";
    button.addEventListener("click", () => sitDown({ seat: row.name }, button));
    item.append(make("span", "name", row.name), make("span", "state"), button);
    return item;
  }, (item, row) => {
    setText(item.children[1], row.taken ? strings.taken : String(row.stack));
    show(item.children[2], !row.taken);
  });
}

// In an open line everybody names his figure; one that nobody has typed over follows the table.
function showDock() {
  const playing = view.mode === "play";
  show(byId("dock"), playing);
  document.querySelector("main").classList.toggle("docked", playing);
  showButtons(playing ? view : null);
  showLayout(playing ? view.layout : null);
  showHand(playing ? view : null);
  if (!playing) return;
  const { buttons, layout, roll } = view;
  show(byId("roll"), roll.show);
  setText(byId("roll"), roll.text);
  show(byId("pass"), roll.pass);
  byId("dock").classList.toggle("bank", Boolean(layout));
  byId("dock").classList.toggle("both", roll.show && roll.pass);
  byId("throw").classList.toggle("brief", Boolean(layout || view.acts)); // what else is shown is long: the throw leaves it room
  if (!buttons && !view.acts) setText(byId("stand"), layout ? layout.stands : "");
  byId("roll").setAttribute("aria-disabled", String(!roll.can));
  byId("pass").setAttribute("aria-disabled", String(Boolean(roll.pass_why)));
}

// The dock grows with what is on it: the page below ends above it.
new ResizeObserver(() => {
  document.querySelector("main").style.setProperty("--dock", `${byId("dock").offsetHeight}px`);
}).observe(byId("dock"));

function showFaces() {
  const named = view.mode === "play" && view.faces.show;
  show(byId("faces-card"), named);
  if (named) faces.ask(view.faces.dice);
}

function showRest() {
  show(byId("wait"), view.mode === "wait");
  keep(byId("waiting"), view.waiting || [], (name) => name, (name) => make("li", "", name), () => {});
  show(byId("chips-card"), view.mode === "play" && view.chips.show);
  if (view.chips) {
    if (!byId("ask-amount").value) byId("ask-amount").value = view.chips.amount;
    setText(byId("ask-text"), view.chips.text);
  }
  show(byId("night-card"), view.night.length > 0);
  keep(byId("night"), view.night, (line) => line, (line) => make("li", "", line), () => {});
  show(byId("leave-card"), ["play", "wait", "over"].includes(view.mode));
  if (!view.leave || !view.leave.why) setText(byId("leave-why"), "");
  byId("leave").setAttribute("aria-disabled", String(Boolean(view.leave && view.leave.why)));
}

function take(next) {
  view = next;
  document.body.dataset.mode = view.mode;
  showHead();
  showNews();
  showThrow();
  showTable();
  showSit();
  showDock();
  showFaces();
  showRest();
  showBoard(view.mode === "play" ? view.board || null : null);
}

// ---- acting -------------------------------------------------------------------------------------------

async function sitDown(wish, button) {
  const body = { code: byId("sit-code").value, ...wish };
  const ok = await act("/sit", body, button, (why) => setText(byId("sit-why"), why));
  if (ok) live.reopen();
}

byId("sit-form").addEventListener("submit", (event) => {
  event.preventDefault();
  sitDown({ name: byId("sit-name").value, after: byId("sit-after").value || null }, byId("sit-go"));
});

byId("code-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const ok = await act("/code", { code: byId("seat-code").value }, event.submitter, (why) => setText(byId("code-why"), why));
  if (ok) live.reopen();
});

byId("roll").addEventListener("click", (event) => {
  if (!view.roll.can) { tellWhy(view.roll.why); return; }
  act("/roll", { after: view.after, seen: view.seq }, event.currentTarget, tellWhy);
});
byId("name-faces").addEventListener("click", async (event) => {
  const say = (why) => setText(byId("faces-why"), why);
  if (!faces.named()) { say(strings.faces); return; }
  const wish = { dice: faces.named(), after: view.after, seen: view.seq };
  if (await act("/roll", wish, event.currentTarget, say)) faces.clear();
});
byId("pass").addEventListener("click", (event) => view.roll.pass_why ? tellWhy(view.roll.pass_why) : twice(event.currentTarget, () => act("/pass", { seen: view.seq }, byId("pass"), tellWhy)));
byId("dispute").addEventListener("click", (event) => act("/dispute", {}, event.currentTarget, tellWhy));
byId("ask").addEventListener("click", (event) => {
  act("/ask", { amount: Number(byId("ask-amount").value) }, event.currentTarget, (why) => { if (why) setText(byId("ask-text"), why); });
});
byId("leave").addEventListener("click", (event) => view.leave && view.leave.why ? setText(byId("leave-why"), view.leave.why) : twice(event.currentTarget, async () => {
  const ok = await act("/leave", {}, byId("leave"), tellWhy);
  if (ok) live.reopen();
}));

// What cannot be taken back is pressed twice.
function twice(button, then) {
  if (button.dataset.sure) { settle(button); then(); return; }
  button.dataset.sure = "yes";
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

live = { accept: () => {} };
live = follow({ kind: "phone", first: readJson("view"), take, link: (on) => show(byId("link"), !on) });
