// Taking a seat: by name, at the pad one stands at, as somebody whose seat waits, or with a code.
import { byId, keep, make, setText, show } from "./dom.js";
import { newId, send } from "./live.js";

const PAD_WAIT_MS = 26000; // longer than the pads pulse

// act(path, body, button, say): hands an act to the table. follow(view): another seat's view, and its stream anew.
export function makeSit(strings, act, follow) {
  // No code is asked for on the table's own machine, nor where the QR code has brought it.
  const near = document.body.dataset.near === "yes" || Boolean(byId("sit-code").value);
  let look = ""; // id of the search for a pad under way

  const sayWhy = (why) => setText(byId("sit-why"), why);

  function seated() {
    follow();
    scrollTo(0, 0);
    if (byId("pad-row").dataset.pads !== "yes") return;
    show(byId("told"), true);
    setText(byId("told"), strings.padPulses);
    setTimeout(() => show(byId("told"), false), 6000);
  }

  async function sitDown(wish, button) {
    stopLooking();
    if (await act("/sit", { code: byId("sit-code").value, ...wish }, button, sayWhy)) seated();
  }

  // Waits for a press on a pad: nothing else on the page waits for it.
  async function findPad() {
    if (look) { stopLooking(); return; }
    const mine = newId();
    look = mine;
    sayWhy("");
    drawPad();
    const body = { look: mine, name: byId("sit-name").value.trim() || null, code: byId("sit-code").value };
    const answer = await send("/pad", body, strings.lost, PAD_WAIT_MS, 1);
    if (look !== mine) return;
    look = "";
    drawPad();
    sayWhy(answer.ok ? "" : answer.why);
    if (answer.ok) { follow(answer.view); seated(); }
  }

  function stopLooking() {
    if (!look) return;
    send("/pad/stop", { look }, "");
    look = "";
    drawPad();
  }

  function drawPad() {
    setText(byId("pad-find"), look ? strings.padStop : strings.padFind);
    setText(byId("pad-text"), look ? strings.padPress : "");
    byId("pad-find").classList.toggle("on", Boolean(look));
  }

  byId("pad-find").addEventListener("click", findPad);
  byId("sit-form").addEventListener("submit", (event) => {
    event.preventDefault();
    sitDown({ name: byId("sit-name").value, after: byId("sit-after").value || null }, byId("sit-go"));
  });
  byId("code-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    stopLooking();
    if (await act("/code", { code: byId("seat-code").value }, byId("code-go"), (why) => setText(byId("code-why"), why))) seated();
  });

  function makeRow(row) {
    const item = make("li");
    const button = make("button", "button small", strings.mine);
    button.type = "button";
    button.addEventListener("click", () => sitDown({ seat: row.name }, button));
    item.append(make("span", "name", row.name), make("span", "state"), button);
    return item;
  }

  function showPlaces(sit) {
    show(byId("after-row"), sit.new && sit.rows.length > 1);
    const chosen = byId("sit-after").value;
    const places = [{ name: "", text: strings.end }].concat(sit.rows.map((row) => ({ name: row.name, text: `${strings.left_of} ${row.name}` })));
    keep(byId("sit-after"), places, (place) => place.name, (place) => {
      const option = make("option");
      option.value = place.name;
      return option;
    }, (option, place) => setText(option, place.text));
    byId("sit-after").value = places.some((place) => place.name === chosen) ? chosen : "";
  }

  return (view) => {
    show(byId("sit"), view.mode === "sit");
    if (view.mode !== "sit") return;
    const { sit } = view;
    for (const id of ["new-seat", "sit-go"]) show(byId(id), sit.new);
    show(byId("sit-form"), sit.new || sit.pads || sit.why);
    show(byId("code-row"), (sit.new || sit.pads) && sit.ask_code && !near);
    for (const id of ["pad-row", "code-pad"]) show(byId(id), sit.pads);
    byId("pad-row").dataset.pads = sit.pads ? "yes" : "no";
    if (sit.why || byId("sit-why").dataset.standing) sayWhy(sit.why);
    byId("sit-why").dataset.standing = sit.why;
    showPlaces(sit);
    show(byId("claims"), sit.claim && sit.rows.length > 0);
    keep(byId("seats"), sit.rows, (row) => row.name, makeRow, (item, row) => {
      setText(item.children[1], row.taken ? strings.taken : String(row.stack));
      show(item.children[2], !row.taken);
    });
    drawPad();
  };
}
