// A hand of cards on the phone: one's own cards, what is done with them, the table's chips, the seal.
import { byId, keep, make, setText, show } from "./dom.js";
import { face, setFace, sorted } from "./cards.js";
import { holds } from "./seal.js";

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = new URL("./cards.css", import.meta.url).pathname;
document.head.append(sheet);

const DEAL_MS = 900; // for which the cards fly in

// act(path, body, button, say): hands an act to the table. say(text): the line beside the thumb. seen(): the state shown.
export function makeHand(strings, act, say, seen) {
  let view = null; // of the phone, while poker is played
  let chosen = [];
  let drawn = ""; // the hand whose cards are on the page
  let bySuit = sessionStorage.getItem("cards-by-suit") === "yes";

  const passing = () => view.hand.pass;

  // ---- one's own cards ------------------------------------------------------------------------------------

  // What was passed lies face down until it is taken up; once a pass, also when the page was loaded again.
  const takenKey = () => `taken-${view.epoch}-${view.poker.hand}-${view.hand.from}-${view.hand.received.join("")}`;
  const faceDown = () => view.hand.received.length > 0 && !sessionStorage.getItem(takenKey());

  function takeUp() {
    sessionStorage.setItem(takenKey(), "yes");
    draw();
    const first = byId("cards").querySelector(".fresh");
    if (first) first.focus();
  }

  function tap(one) {
    if (faceDown() && view.hand.received.includes(one.card)) { takeUp(); return; }
    const want = passing();
    if (!want) return;
    if (chosen.includes(one.card)) chosen = chosen.filter((card) => card !== one.card);
    else if (chosen.length < want.count) chosen.push(one.card);
    else say(strings.enough);
    draw();
  }

  function makeCard(one) {
    const button = face(one, "button");
    button.type = "button";
    button.addEventListener("click", () => tap(one));
    return button;
  }

  function showCard(button, one) {
    const down = faceDown() && view.hand.received.includes(one.card);
    const want = passing();
    setFace(button, one, down ? strings.down : one.name);
    button.classList.toggle("down", down);
    button.classList.toggle("best", !faceDown() && view.hand.best.includes(one.card));
    button.classList.toggle("fresh", !down && view.hand.received.includes(one.card));
    button.classList.toggle("chosen", chosen.includes(one.card));
    if (want && !down) button.setAttribute("aria-pressed", String(chosen.includes(one.card)));
    else button.removeAttribute("aria-pressed");
    button.setAttribute("aria-disabled", String(!want && !down));
  }

  function showCards() {
    const { cards } = view.hand;
    const down = cards.length > 0 && faceDown();
    const last = (one) => Number(down && view.hand.received.includes(one.card)); // unseen cards at the end
    show(byId("hand-card"), cards.length > 0);
    const box = byId("cards");
    const hand = `${view.epoch} ${view.poker.hand}`;
    if (cards.length > 0 && drawn !== hand) {
      drawn = hand;
      box.classList.add("dealt");
      setTimeout(() => box.classList.remove("dealt"), DEAL_MS);
    }
    keep(box, sorted(cards, bySuit).sort((a, b) => last(a) - last(b)), (one) => one.card, makeCard, showCard);
    setText(byId("hand-name"), down ? "" : view.hand.name);
    show(byId("got"), down);
    if (down) setText(byId("got-text"), view.hand.from_text);
    byId("by-suit").setAttribute("aria-pressed", String(bySuit));
    setText(byId("cards-count"), cards.length);
    keep(byId("hints"), view.hand.hints, (text) => text, (text) => make("li", "", text), () => {});
  }

  // ---- the thumb's place ----------------------------------------------------------------------------------

  const wished = () => Number(byId("bet-size").value);

  function sizeTo(amount) {
    const { size } = view.acts;
    byId("bet-size").value = String(Math.max(size.least, Math.min(size.most, amount)));
    drawSize();
  }

  function drawSize() {
    const { size } = view.acts;
    const amount = wished();
    const all = size && amount === size.most && view.me && size.most >= view.me.stack;
    if (size) setText(byId("act-bet"), `${size.do === "raise" ? strings.raise : strings.betting} ${amount}${all ? ` · ${strings.allIn}` : ""}`);
  }

  function showSize() {
    const { size } = view.acts;
    for (const id of ["size-row", "act-bet"]) show(byId(id), size);
    if (!size) { delete byId("bet-size").dataset.proposed; return; }
    const field = byId("bet-size");
    const proposed = `${size.do} ${size.least} ${size.most}`;
    field.min = String(size.least);
    field.max = String(size.most);
    if (field.dataset.proposed !== proposed) field.value = String(size.least);
    field.dataset.proposed = proposed;
    drawSize();
  }

  function showActs() {
    const { acts } = view;
    const want = passing();
    setText(byId("stand"), want ? want.text : acts.stands);
    byId("dock").classList.toggle("mine", acts.mine);
    show(byId("act-check"), acts.check);
    show(byId("act-call"), acts.call);
    if (acts.call) setText(byId("act-call"), `${strings.call} ${acts.call}`);
    show(byId("act-fold"), acts.fold);
    show(byId("hand-acts"), acts.check || acts.call || acts.fold || acts.size);
    showSize();
    show(byId("act-deal"), acts.deal);
    byId("act-deal").setAttribute("aria-disabled", String(Boolean(acts.deal_why)));
    show(byId("act-pass"), want);
    if (!want) { chosen = []; return; }
    chosen = chosen.filter((card) => view.hand.cards.some((one) => one.card === card));
    setText(byId("act-pass"), `${strings.pass} ${chosen.length} / ${want.count}`);
    byId("act-pass").setAttribute("aria-disabled", String(chosen.length !== want.count));
  }

  function send(body, button) {
    if (view.acts.why) { say(view.acts.why); return; }
    act("/hand", { ...body, seen: seen() }, button, say);
  }

  for (const name of ["check", "call", "fold"]) {
    byId(`act-${name}`).addEventListener("click", (event) => send({ do: name }, event.currentTarget));
  }
  byId("act-bet").addEventListener("click", (event) => send({ do: view.acts.size.do, amount: wished() }, event.currentTarget));
  byId("act-deal").addEventListener("click", (event) => {
    if (view.acts.deal_why) say(view.acts.deal_why);
    else send({ do: "deal" }, event.currentTarget);
  });
  byId("act-pass").addEventListener("click", (event) => {
    if (chosen.length !== passing().count) { say(passing().text); return; }
    send({ do: "pass", cards: chosen }, event.currentTarget);
  });
  byId("bet-size").addEventListener("input", drawSize);
  byId("size-less").addEventListener("click", () => sizeTo(wished() - view.acts.size.least));
  byId("size-more").addEventListener("click", () => sizeTo(wished() + view.acts.size.least));
  byId("size-pot").addEventListener("click", () => sizeTo(view.acts.size.pot));
  byId("size-all").addEventListener("click", () => sizeTo(view.acts.size.most));
  byId("take-up").addEventListener("click", takeUp);
  byId("by-suit").addEventListener("click", () => {
    bySuit = !bySuit;
    sessionStorage.setItem("cards-by-suit", bySuit ? "yes" : "no");
    draw();
  });

  // ---- the table ------------------------------------------------------------------------------------------

  function showPots() {
    const { poker } = view;
    show(byId("pots-card"), poker.pots.length > 0);
    keep(byId("pots"), poker.pots, (pot) => pot.text, () => {
      const row = make("li");
      row.append(make("span"), make("b"), make("small"));
      return row;
    }, (row, pot) => {
      setText(row.children[0], pot.text);
      setText(row.children[1], pot.amount);
      setText(row.children[2], pot.players);
    });
    keep(byId("hand-log"), poker.acts.slice(-3), (one) => one.seq, () => make("li"), (row, one) => setText(row, one.text));
    keep(byId("hand-seats"), poker.seats, (seat) => seat.name, () => {
      const row = make("li");
      row.append(make("span", "seat-name"), make("small"), make("span", "seat-cards"), make("b"));
      return row;
    }, (row, seat) => {
      row.classList.toggle("turn", seat.turn);
      row.classList.toggle("out", seat.out);
      setText(row.children[0], `${seat.turn ? "▶ " : ""}${seat.name}`);
      setText(row.children[1], [seat.dealer ? strings.dealer : "", seat.word].filter(Boolean).join(" · "));
      setText(row.children[2], seat.cards_word);
      setText(row.children[3], seat.bet ? `${seat.bet}` : "");
    });
  }

  function showShowdown() {
    const rows = view.poker.showdown;
    show(byId("showdown-card"), rows.length > 0);
    keep(byId("showdown"), rows, (row) => row.player, () => {
      const item = make("li");
      item.append(make("b"), make("span", "worth"), make("span", "fan"), make("span", "fan rest"));
      return item;
    }, (item, row) => {
      item.classList.toggle("winner", row.won > 0);
      setText(item.children[0], row.won > 0 ? `${row.player} +${row.won}` : row.player);
      setText(item.children[1], row.name);
      keep(item.children[2], row.best, (one) => one.card, (card) => face(card), (card, shown) => setFace(card, shown));
      keep(item.children[3], row.rest, (one) => one.card, (card) => face(card), (card, shown) => setFace(card, shown));
    });
  }

  let checked = "";
  function showSeal() {
    const { seal } = view;
    show(byId("seal-card"), seal);
    if (!seal) return;
    setText(byId("seal-root"), seal.root.replace(/(.{8})/g, "$1 ").trim());
    show(byId("check-seal"), seal.opened.length > 0);
    const key = `${seal.root} ${seal.opened.length}`;
    if (checked !== key) { setText(byId("seal-told"), ""); byId("seal-told").dataset.good = ""; }
    checked = key;
  }
  byId("check-seal").addEventListener("click", () => {
    const { root, opened } = view.seal;
    const bad = opened.filter((one) => !holds(root, one));
    byId("seal-told").dataset.good = bad.length ? "no" : "yes";
    setText(byId("seal-told"), bad.length ? `✗ ${strings.sealBroken} ${bad.map((one) => one.name).join(", ")}` : `✓ ${opened.length} ${strings.sealHolds}`);
  });

  function draw() {
    showCards();
    showActs();
    showPots();
    showShowdown();
    showSeal();
  }

  // next: the view of the phone, or null where no poker is played on it.
  return (next) => {
    view = next && next.hand ? next : null;
    byId("dock").classList.toggle("poker", Boolean(view));
    if (view) { draw(); return; }
    chosen = [];
    for (const id of ["hand-card", "pots-card", "showdown-card", "seal-card", "hand-acts", "size-row", "act-bet", "act-pass", "act-deal"]) show(byId(id), false);
  };
}
