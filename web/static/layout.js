// A bank's layout on the phone: spots to tap, the chips on them, and what may be done with the one that was tapped.
import { byId, keep, make, setText, show } from "./dom.js";
import { makeRail } from "./rail.js";

// act(path, body, button, say): hands an act to the table. say(text): the line beside the thumb.
// seen(): number of the state that the page shows.
export function makeLayout(strings, act, say, seen) {
  let layout = null;
  let chosen = ""; // the spot whose bet the dock shows
  const rail = makeRail(byId("bank-rail"), strings.rail, () => draw());
  const spots = () => layout.groups.flatMap((group) => group.spots);
  const find = (bet) => spots().find((spot) => spot.bet === bet);

  // What a tap puts: the chip of the rail, as the next amount that pays whole chips, within what may lie there.
  function wished(spot) {
    if (!spot.most) return 0;
    const steps = Math.max(0, Math.ceil((rail.amount() - spot.least) / spot.step));
    return Math.min(spot.most, spot.least + steps * spot.step);
  }

  function put(spot, button) {
    chosen = spot.bet;
    draw();
    if (!spot.can) { say(spot.why); return; }
    act("/spot", { do: "bet", bet: spot.bet, amount: wished(spot), seen: seen() }, button, say);
  }

  function makeSpot(made) {
    const item = make("li");
    const button = make("button", "spot");
    button.type = "button";
    button.append(make("b"), make("small", "pays"), make("span", "lies"), make("small", "add"), make("span", "unseen"));
    button.addEventListener("click", () => { const spot = find(made.bet); if (spot) put(spot, button); });
    item.append(button);
    return item;
  }

  function showSpot(item, spot) {
    const [button] = item.children;
    item.dataset.bet = spot.bet;
    setText(button.children[0], spot.name);
    setText(button.children[1], spot.pays);
    setText(button.children[2], spot.mine ? [spot.mine, spot.state].filter(Boolean).join(" · ") : "");
    setText(button.children[3], spot.can ? `+${wished(spot)}` : "");
    button.classList.toggle("mine", spot.mine > 0);
    button.classList.toggle("asleep", Boolean(spot.mine && spot.off));
    button.classList.toggle("chosen", spot.bet === chosen);
    button.setAttribute("aria-disabled", String(!spot.can));
    // What only the eye would know: the whole name, what the bet wins, why the spot is dead.
    setText(button.children[4], [spot.full, spot.mine ? spot.wins : "", spot.can ? "" : spot.why].filter(Boolean).join(", "));
  }

  function makeGroup(group) {
    const box = make("section", "spots-group");
    box.dataset.group = group.group;
    box.append(make("h3"), make("ul", "spots"));
    return box;
  }

  function showGroup(box, group) {
    setText(box.children[0], group.name);
    keep(box.children[1], group.spots, (spot) => spot.bet, makeSpot, showSpot);
  }

  function showMine() {
    const mine = spots().filter((spot) => spot.mine);
    show(byId("mine"), mine.length > 0);
    keep(byId("mine"), mine, (spot) => spot.bet, (made) => {
      const item = make("li");
      const button = make("button", "mine-bet");
      button.type = "button";
      button.append(make("span"), make("b"));
      button.addEventListener("click", () => { chosen = chosen === made.bet ? "" : made.bet; say(""); draw(); });
      item.append(button);
      return item;
    }, (item, spot) => {
      const [button] = item.children;
      setText(button.children[0], spot.full);
      setText(button.children[1], spot.mine);
      button.setAttribute("aria-pressed", String(spot.bet === chosen));
      button.classList.toggle("asleep", spot.off);
    });
  }

  function mark(button, on, may) {
    show(button, on);
    if (on) button.setAttribute("aria-disabled", String(!may));
  }

  function showChosen() {
    const spot = find(chosen);
    show(byId("chosen"), spot && spot.mine);
    if (!spot || !spot.mine) return;
    setText(byId("chosen-text"), [`${spot.full}: ${spot.mine}`, spot.wins, spot.state].filter(Boolean).join(" · "));
    const odds = spot.odds && find(spot.odds);
    mark(byId("chosen-add"), true, spot.can);
    setText(byId("chosen-add"), spot.can ? `+${wished(spot)}` : strings.add);
    mark(byId("chosen-odds"), Boolean(odds), odds && odds.can);
    if (odds) setText(byId("chosen-odds"), odds.can ? `${strings.odds} +${wished(odds)}` : strings.odds);
    mark(byId("chosen-call"), Boolean(spot.call), spot.call && spot.call.can);
    if (spot.call) setText(byId("chosen-call"), spot.call.word);
    mark(byId("chosen-down"), true, spot.down.can);
  }

  function draw() {
    if (!layout) return;
    keep(byId("layout"), layout.groups, (group) => group.group, makeGroup, showGroup);
    showMine();
    showChosen();
  }

  const onChosen = (id, then) => byId(id).addEventListener("click", (event) => {
    const spot = find(chosen);
    if (spot) then(spot, event.currentTarget);
  });
  onChosen("chosen-add", put);
  onChosen("chosen-odds", (spot, button) => {
    const odds = find(spot.odds);
    if (!odds.can) { say(odds.why); return; }
    act("/spot", { do: "bet", bet: odds.bet, amount: wished(odds), seen: seen() }, button, say);
  });
  onChosen("chosen-call", (spot, button) => {
    if (!spot.call.can) { say(spot.call.why); return; }
    act("/spot", { do: "working", bet: spot.bet, on: spot.call.on, seen: seen() }, button, say);
  });
  onChosen("chosen-down", (spot, button) => {
    if (!spot.down.can) { say(spot.down.why); return; }
    act("/spot", { do: "down", bet: spot.bet, seen: seen() }, button, say);
  });

  // next: the layout as this player sees it, or null; stack: his chips in hand.
  return (next, stack) => {
    for (const id of ["layout-card", "bank-rail"]) show(byId(id), next);
    if (!next) { layout = null; show(byId("mine"), false); show(byId("chosen"), false); return; }
    layout = next;
    rail.show(layout.rail, stack);
    draw();
  };
}
