import { byId, readJson, setText } from "./dom.js";
import { send } from "./live.js";

const strings = readJson("strings");

byId("pin-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  button.disabled = true;
  const answer = await send("/host/pin", { pin: byId("pin").value }, strings.lost);
  button.disabled = false;
  if (answer.ok) { location.reload(); return; }
  setText(byId("pin-why"), answer.why);
  byId("pin").select();
});
