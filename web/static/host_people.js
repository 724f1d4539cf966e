// The people: chips, seat codes, phones, who leaves, who asks for chips, who waits for a game.
import { byId, keep, make, setText, show } from "./dom.js";

// desk: what host.js offers: strings, act, may, mark, twice, propose.
export function makePeople({ strings, act, may, mark, twice, propose }) {
  let view = null;

  function makePerson(person) {
    const row = make("li");
    const head = make("div", "person-head");
    const figures = make("span", "figures");
    figures.append(make("small", "with-phone"), make("span", "stack"), make("span", "result"));
    head.append(make("span", "name"), figures);
    const acts = make("div", "person-acts");
    const button = (text, then, asks = false, danger = false) => {
      const made = make("button", `button small${danger ? " danger" : ""}`, text);
      made.type = "button";
      if (asks) made.dataset.can = "people";
      made.addEventListener("click", () => { if (!asks || may(made)) then(made); });
      acts.append(made);
      return made;
    };
    if (person.waits) {
      button(strings.code, () => seatCode(person.name));
      button(strings.remove, (made) => twice(made, () => act("/host/seat", { player: person.name, do: "release" })), false, true);
      row.append(head, acts);
      return row;
    }
    button(`+ ${strings.more}`, () => act("/host/do", { cmd: "buy_in", player: person.name, amount: view.buy_in }), true);
    button(strings.code, () => seatCode(person.name));
    button(strings.free, (made) => twice(made, () => act("/host/seat", { player: person.name, do: "release" }))).classList.add("free");
    button(strings.leave, (made) => twice(made, () => act("/host/do", { cmd: "leave", player: person.name })), true, true);
    row.append(head, acts);
    return row;
  }

  async function seatCode(player) {
    const answer = await act("/host/seat", { player, do: "code" });
    if (!answer.ok) return;
    const line = byId("seat-code");
    line.replaceChildren(`${strings.codeFor} ${answer.player}: `, make("b", "", answer.code), ` (${strings.minutes})`);
    show(line, true);
  }

  function showPeople() {
    const lobby = view.mode === "empty" || view.mode === "lobby";
    const people = lobby ? view.waiting.map((name) => ({ name, waits: true, phone: true })) : view.people;
    show(byId("people-none"), people.length === 0);
    if (!lobby && view.mode !== "play") show(byId("seat-code"), false);
    show(byId("join-form"), view.mode === "play");
    propose(byId("join-chips"), view.buy_in);
    keep(byId("people"), people, (person) => `${person.waits ? "waits" : "plays"} ${person.name}`, makePerson, (row, person) => {
      const part = (name) => row.querySelector(`.${name}`);
      setText(part("name"), person.shooter ? `◆ ${person.name}` : person.name);
      setText(part("with-phone"), person.phone ? strings.phone : "");
      setText(part("stack"), person.stack);
      setText(part("result"), person.result);
      part("result").dataset.trend = person.trend || "even";
      if (part("free")) show(part("free"), person.phone);
      show(part("person-acts"), view.mode !== "over");
      for (const made of row.querySelectorAll("[data-can]")) mark(made);
    });
    show(byId("requests-card"), view.requests.length > 0);
    keep(byId("requests"), view.requests, (one) => `${one.player} ${one.amount}`, (one) => {
      const row = make("li");
      const give = make("button", "button small primary", strings.give);
      const deny = make("button", "button small", strings.deny);
      give.addEventListener("click", () => act("/host/do", { cmd: "buy_in", player: one.player, amount: one.amount }));
      deny.addEventListener("click", () => act("/host/request", { player: one.player }));
      const acts = make("div", "person-acts");
      acts.append(give, deny);
      row.append(make("b", "", one.player), ` ${strings.asks} ${one.amount}`, acts);
      return row;
    }, () => {});
  }

  return (next) => { view = next; showPeople(); };
}
