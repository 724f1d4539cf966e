// The host's forms: a new game with its options, and the rules that change with the next round.
import { byId, keep, make, setText, show } from "./dom.js";

const NAMED = "named:";
// Options that are chosen from a list and are numbers.
const WHOLE = new Set(["cards"]);
// What the table's own file says and no option of the form can: a card of another house.
const OWN = "own";

// Options of one game alone, or of one card, are shown with it.
function showFor(form, game, card, has = () => true) {
  for (const part of form.querySelectorAll("[data-game]")) {
    const fits = part.dataset.game.split(" ").includes(game) && (!part.dataset.card || part.dataset.card === card);
    show(part, fits && (!part.dataset.switch || has(part.dataset.switch)));
  }
  // What is not shown is not asked for either: a browser would not send the form.
  for (const field of form.querySelectorAll("[data-rule]")) {
    const part = field.closest("[data-game]");
    field.disabled = Boolean(part && part.hidden);
  }
}

// What the options of the form say that are shown.
function said(form) {
  const rules = {};
  for (const field of form.querySelectorAll("[data-rule]")) {
    if (field.disabled || field.value === OWN) continue;
    const { rule } = field.dataset;
    if (field.type === "checkbox") rules[rule] = field.checked;
    else if (field.type === "number") rules[rule] = Number(field.value);
    else if (field.value.startsWith(NAMED)) rules[rule] = { named: field.value.slice(NAMED.length) };
    else rules[rule] = WHOLE.has(rule) ? Number(field.value) : field.value;
  }
  return rules;
}

// Puts options into the form; odds like [3, 1] as "3:1".
function fill(form, rules) {
  for (const field of form.querySelectorAll("[data-rule]")) {
    const value = rules[field.dataset.rule];
    if (value === undefined || value === null) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = Array.isArray(value) ? value.join(":") : value.name ? own(field, value.name) : value;
  }
}

function own(field, name) {
  if (![...field.options].some((option) => option.value === OWN)) field.add(new Option(name, OWN));
  return OWN;
}

// act(path, body, say): hands an act to the table. propose(field, value): a figure that follows until it is typed over.
export function makeGame(strings, act, propose) {
  let view = null;
  let agreed = "";
  let proposed = "";
  const opening = byId("open-form");
  const changing = byId("rules-form");
  const players = () => byId("open-players").value.split("\n").map((name) => name.trim()).filter(Boolean);
  const game = () => byId("open-game").value;

  // The first shooter by agreement: any of those who are to play, or whom the table's own rules name.
  function showFirst() {
    const first = byId("open-first");
    const stood = first.value;
    const values = [...new Set([...(agreed ? [agreed] : []), ...players().map((name) => NAMED + name)])];
    for (const option of [...first.options]) if (option.value.startsWith(NAMED)) option.remove();
    for (const value of values) first.add(new Option(`${strings.agreed} ${value.slice(NAMED.length)}`, value));
    first.value = stood;
    if (first.selectedIndex < 0) first.selectedIndex = 0;
  }

  // The form starts with the options of the table; what the host changes stays until another game is chosen.
  function proposeRules() {
    const rules = view.proposed[game()] || {};
    const named = rules.first_shooter && rules.first_shooter.named;
    agreed = named ? NAMED + named : "";
    showFirst();
    fill(opening, { ...rules, first_shooter: agreed || rules.first_shooter });
    showFor(opening, game(), byId("open-card").value);
  }

  byId("open-players").addEventListener("input", showFirst);
  byId("open-game").addEventListener("change", proposeRules);
  byId("open-card").addEventListener("change", () => showFor(opening, game(), byId("open-card").value));
  opening.addEventListener("submit", async (event) => {
    event.preventDefault();
    const say = (why) => setText(byId("open-why"), why);
    const wish = { cmd: "open", game: game(), players: players(), buy_in: Number(byId("open-buy-in").value), rules: said(opening) };
    const answer = await act("/host/do", wish, say);
    if (answer.ok) say("");
  });

  // At the click, not when the form has opened: what the host ticks at once must not be undone.
  byId("rules-card").querySelector("summary").addEventListener("click", () => {
    const rules = view.next_rules;
    fill(changing, rules);
    showFor(changing, view.game, rules.card, (name) => rules[name] !== null && rules[name] !== undefined);
    byId("rules-camera").checked = rules.may_throw.camera === "yes";
    byId("rules-phone").checked = rules.may_throw.phone === "shooter";
    byId("rules-tapped").checked = rules.may_throw.tapped === "shooter";
    keep(byId("rules-odds"), view.odds || [], (one) => one.key, (one) => {
      const label = make("label", "", one.name);
      const field = make("input");
      field.inputMode = "numeric";
      label.append(field);
      return label;
    }, (label, one) => { label.lastElementChild.value = one.odds; });
    setText(byId("rules-why"), "");
  });

  // The odds that were changed, as the table takes them; null where one is none.
  function changedOdds() {
    const odds = {};
    for (const one of view.odds || []) {
      const label = [...byId("rules-odds").children].find((child) => child.dataset.key === one.key);
      const typed = label ? label.lastElementChild.value.replace(/\s/g, "") : one.odds;
      if (typed === one.odds) continue;
      if (!/^\d+:\d+$/.test(typed)) return null;
      const [square, total] = one.key.split(".");
      const pair = typed.split(":").map(Number);
      if (total) odds[square] = { ...odds[square], [total]: pair };
      else odds[square] = pair;
    }
    return odds;
  }

  changing.addEventListener("submit", async (event) => {
    event.preventDefault();
    const say = (why) => setText(byId("rules-why"), why);
    const on = (id, yes, no) => (byId(id).checked ? yes : no);
    const odds = changedOdds();
    if (!odds) { say(strings.odds); return; }
    const may = {
      camera: on("rules-camera", "yes", "no"), phone: on("rules-phone", "shooter", "nobody"),
      tapped: on("rules-tapped", "shooter", "host"),
    };
    const rules = { ...said(changing), ...(Object.keys(odds).length ? { odds } : {}), may_throw: may };
    const answer = await act("/host/do", { cmd: "rules", rules }, say);
    if (answer.ok) say(strings.rules);
  });

  // Before the first game there is nothing else to do here: it is opened at the head of the page, later at its foot.
  function showPlace(atHead) {
    const [games, cards] = [byId("games-card"), byId("host-cards")];
    if (atHead === (games.nextElementSibling === cards)) return;
    if (atHead) cards.before(games); else cards.after(games);
  }

  return (next) => {
    const first = !view;
    view = next;
    const idle = view.mode !== "play";
    const card = byId("game-card");
    if (idle && !card.dataset.opened) { card.open = true; card.dataset.opened = "yes"; }
    if (!idle) delete card.dataset.opened;
    showPlace(view.mode === "empty" || view.mode === "lobby");
    const names = view.seated.join("\n"); // clockwise, also when the people stand in the order of their results
    const box = byId("open-players");
    if (box.value === proposed && document.activeElement !== box) { box.value = names; proposed = names; showFirst(); }
    propose(byId("open-buy-in"), view.buy_in);
    show(byId("open-help"), view.mode === "play");
    if (!first) return;
    keep(byId("open-game"), view.games, (one) => one.game, (one) => new Option(one.name, one.game), () => {});
    byId("open-game").value = view.proposed_game;
    proposeRules();
  };
}
