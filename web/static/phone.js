// The phone of a player.
import { byId, keep, make, readJson, setText, show } from "./dom.js";
import { facePicker } from "./faces.js";
import { follow, send } from "./live.js";
import { makePeople } from "./people.js";
import { makeSit } from "./sit.js";
import { makeThrown } from "./thrown.js";

const strings = readJson("strings");
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
const SLOW_MS = 1000; // from which a tap that is still on its way is spoken of
async function act(path, body, button, say) {
  const since = performance.now() - tapped.at;
  if (busy && since > SLOW_MS) say(strings.wait);
  if (busy || (button === tapped.button && since < DOUBLE_TAP_MS)) return false;
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

// What only one game draws is fetched when it is played, so that the first page is light: draws from then on.
function inGame(path, begin) {
  let draw = null;
  let loading = false;
  let failed = 0; // a browser remembers that an address gave nothing: the next try has another
  return (shown, ...more) => {
    if (draw) { draw(shown, ...more); return; }
    if (!shown || loading) return;
    loading = true;
    import(failed ? `${path}?${failed}` : path)
      .then((module) => { draw = begin(module); take(view); })
      .catch(() => { loading = false; failed += 1; });
  };
}
const seen = () => view.seq;
const showBoard = inGame("./board.js", (board) => board.makeBoard(strings, act, tellWhy, seen));
const showButtons = inGame("./line.js", (line) => line.makeButtons(strings, act, tellWhy));
const showHand = inGame("./hand.js", (hand) => hand.makeHand(strings, act, tellWhy, seen));
const showLayout = inGame("./layout.js", (layout) => layout.makeLayout(strings, act, tellWhy, seen));
const showPeople = makePeople(strings);
const showThrown = makeThrown(strings);
const showSit = makeSit(strings, act, (next) => { if (next) live.accept(next); live.reopen(); });

// ---- showing ------------------------------------------------------------------------------------------

// What came to one's chips or went, moving towards them or away.
let net = { of: "", chips: 0 };
let movedTimer = null;
function showMoved(me) {
  const now = me && me.net !== undefined ? { of: `${view.epoch} ${me.name}`, chips: me.net } : { of: "", chips: 0 };
  const by = now.chips - net.chips;
  if (now.of && now.of === net.of && by) {
    const moved = byId("moved");
    setText(moved, by > 0 ? `+${by}` : `−${-by}`);
    moved.dataset.trend = "";
    void moved.offsetWidth; // so that the movement begins anew
    moved.dataset.trend = by > 0 ? "up" : "down";
    show(moved, true);
    clearTimeout(movedTimer);
    movedTimer = setTimeout(() => show(moved, false), 3500);
  }
  net = now;
}

function showHead() {
  const me = view.me;
  setText(byId("name"), me ? me.name : "dicetable");
  show(byId("stack-line"), me && me.stack !== undefined);
  if (me && me.stack !== undefined) {
    setText(byId("stack"), me.stack);
    setText(byId("result"), me.result || "");
    byId("result").dataset.trend = me.trend || "even";
  }
  showMoved(me);
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
  } else if (view.cue.kind === "out" || view.mode === "over") {
    show(byId("news"), false);
  }
}

// In an open line everybody names his figure; one that nobody has typed over follows the table.
function showDock() {
  const playing = view.mode === "play";
  show(byId("dock"), playing);
  document.querySelector("main").classList.toggle("docked", playing);
  showButtons(playing && view.buttons ? view : null);
  showLayout(playing && view.layout ? view.layout : null, view.me ? view.me.stack : 0);
  showHand(playing && view.hand ? view : null);
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

// The dock grows with what is on it, the bar with a long name: the page ends above the one, the strip hangs under the other.
for (const [id, name] of [["dock", "--dock"], ["bar", "--bar"]]) {
  new ResizeObserver(() => document.body.style.setProperty(name, `${byId(id).offsetHeight}px`)).observe(byId(id));
}

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
  show(byId("pad-card"), view.mode === "play" && view.pads);
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
  showThrown(view);
  showPeople(view);
  showSit(view);
  showDock();
  showFaces();
  showRest();
  showBoard(view.mode === "play" ? view.board || null : null, view.me ? view.me.stack : 0);
}

// ---- acting -------------------------------------------------------------------------------------------

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
byId("pad-show").addEventListener("click", (event) => act("/pad/show", {}, event.currentTarget, tellWhy));
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
