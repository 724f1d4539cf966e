// What is under the bets on the phone: the line as a balance, the bank, the people, the rounds.
import { byId, keep, make, setText, show } from "./dom.js";

const SIGNS = { stake: "◆", for: "▲", against: "▼", none: "–" };

export function makePeople(strings) {
  function makePerson() {
    const row = make("li");
    const who = make("span", "who");
    who.append(make("span", "name"), make("small", "bet"));
    row.append(make("span", "sign"), who, make("span", "stack"), make("span", "result"));
    return row;
  }

  function showPerson(row, person, own) {
    row.dataset.side = person.side;
    row.classList.toggle("me", own === person.name);
    row.classList.toggle("winner", person.winner);
    const part = (name) => row.querySelector(`.${name}`);
    setText(part("sign"), person.winner ? "★" : person.side_word ? SIGNS[person.side] || "" : "");
    setText(part("name"), person.name);
    const bet = person.side === "none" ? person.note : `${person.bet}${person.risk_word ? ` · ${person.risk_word}` : ""}`;
    setText(part("bet"), person.shooter && person.side === "none" ? strings.shooter : bet);
    setText(part("stack"), person.stack);
    setText(part("result"), person.result);
    part("result").dataset.trend = person.trend;
  }

  function makeRound() {
    const row = make("li");
    row.append(make("b"), make("small"), make("small"), make("small"), make("small"));
    return row;
  }

  function showRound(row, round) {
    const parts = [`${round.round}. ${round.text}`, round.throws, round.line, round.moves.join(" · "), round.bets.join(" · ")];
    parts.forEach((text, at) => setText(row.children[at], text));
  }

  return (view) => {
    const seated = view.table === "play" && view.mode !== "sit";
    show(byId("line"), view.line && seated);
    if (view.line) {
      setText(byId("with"), view.line.with);
      setText(byId("in-play"), view.line.in_play);
      setText(byId("against"), view.line.against);
    }
    show(byId("bank"), view.bank && seated);
    if (view.bank) {
      setText(byId("bank-chips"), view.bank.chips);
      setText(byId("bank-free"), view.bank.free);
    }
    const own = view.me ? view.me.name : "";
    show(byId("people-card"), view.people.length > 0 && view.mode !== "wait");
    byId("people").classList.toggle("unsigned", !view.people.some((person) => person.winner || person.side_word));
    keep(byId("people"), view.people, (person) => person.name, makePerson, (row, person) => showPerson(row, person, own));
    show(byId("rounds-card"), view.rounds.length > 0 && view.mode !== "sit");
    keep(byId("rounds"), view.rounds, (round) => round.round, makeRound, showRound);
  };
}
