// The room on the TV: who sits, stands and wins, the last throws, the hand now, the last rounds.
import { byId, keep, make, setText, show } from "./dom.js";

const SIGNS = { stake: "◆", for: "▲", against: "▼", none: "–" };

function makePerson() {
  const row = make("li", "person");
  row.append(make("span", "lights"), make("span", "name"), make("span", "sign"), make("span", "bet"),
    make("span", "stack"), make("span", "result"));
  row.querySelector(".result").append(make("b"), make("small"));
  row.querySelector(".name").append(make("b"), make("small"));
  row.querySelector(".bet").append(make("b"), make("small"));
  return row;
}

// seq: of the throw that moved the chips; a row lights up once for each, and says what it won or lost until the next.
function showPerson(row, person, seq, strings) {
  row.dataset.side = person.side;
  row.classList.toggle("shooter", person.shooter);
  row.classList.toggle("winner", person.winner);
  row.classList.toggle("long", person.name.length > 14);
  const part = (name) => row.querySelector(name);
  part(".lights").dataset.player = person.name;
  setText(part(".name b"), person.name);
  setText(part(".name small"), person.shooter ? strings.shooter : "");
  setText(part(".sign"), person.winner ? "★" : person.side_word ? SIGNS[person.side] || "" : "");
  setText(part(".bet b"), person.side === "none" ? person.side_word : person.bet);
  part(".bet").classList.toggle("idle", person.side === "none");
  setText(part(".bet small"), person.risk_word || person.note);
  setText(part(".stack"), person.stack);
  setText(part(".result b"), person.result);
  part(".result").dataset.trend = person.trend;
  setText(part(".result small"), person.won);
  part(".result small").dataset.trend = person.won_trend;
  const moved = person.won ? String(seq) : "";
  if (moved && row.dataset.moved !== undefined && row.dataset.moved !== moved) restart(row, `flash-${person.won_trend}`);
  row.dataset.moved = moved;
}

// Begins the animation of a class anew.
function restart(row, name) {
  row.classList.remove("flash-up", "flash-down");
  void row.offsetWidth;
  row.classList.add(name);
}

export function showPeople(view, strings) {
  const people = byId("people");
  people.dataset.many = view.people.length > 8 ? "yes" : "no";
  keep(people, view.people, (person) => person.name, makePerson,
    (row, person) => showPerson(row, person, view.spoken.seq, strings));
  setText(byId("bet-head"), view.bet_head);
}

// The last throws: a bar above for a pass, a double one below for a miss, a frame for a point; in words for the ear.
export function showPast(view) {
  keep(byId("history"), view.history, (one) => one.n, () => {
    const item = make("li");
    item.append(make("b"), make("span", "unseen"));
    return item;
  }, (item, one) => {
    item.dataset.kind = one.kind;
    setText(item.children[0], one.total);
    setText(item.children[1], one.word);
  });
  const now = view.hand_now;
  byId("hand-now").classList.toggle("hot", now.hot);
  setText(byId("hand-label"), now.label);
  setText(byId("hand-text"), now.text);
  setText(byId("hand-best"), now.best);
  show(byId("hand-now"), now.text || now.best);
}

export function showRecord(view) {
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
