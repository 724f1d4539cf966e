// The four corners of the play area on the camera's picture: tapped, dragged, or moved with the arrows.
import { byId, make, setText, show } from "./dom.js";
import { send } from "./live.js";

const USUAL = [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 10; // pixels of the camera that an arrow moves with the shift key
const ZOOM = 3; // of the glass, beyond the camera's own pixels

// opened(on): the corners are set now, or no longer.
export function makeCorners({ strings, toast }, opened) {
  const stage = byId("corners-stage");
  const image = byId("corners-img");
  const form = byId("corners-form");
  const [under, over] = stage.querySelectorAll("polygon");
  let corners = USUAL.map((corner) => [...corner]);
  let at = 0;
  let busy = false;
  const said = { open: false };

  const handles = strings.far.map((name, which) => {
    const handle = make("button", "corner", String(which + 1));
    handle.type = "button";
    handle.setAttribute("aria-label", `${which + 1}. ${name}`);
    handle.addEventListener("focus", () => choose(which));
    handle.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      shift(arrow[0] * (event.shiftKey ? FAR : 1), arrow[1] * (event.shiftKey ? FAR : 1));
    });
    stage.append(handle);
    return handle;
  });

  const within = (value) => Math.min(1, Math.max(0, value));

  function draw() {
    const points = corners.map(([x, y]) => `${x * 100},${y * 100}`).join(" ");
    under.setAttribute("points", points);
    over.setAttribute("points", points);
    handles.forEach((handle, which) => {
      handle.style.left = `${corners[which][0] * 100}%`;
      handle.style.top = `${corners[which][1] * 100}%`;
      handle.classList.toggle("chosen", which === at);
    });
    look();
  }

  // The glass shows what lies under the finger, in the half of the picture where the finger is not.
  function look() {
    const glass = byId("corners-glass");
    const pen = glass.getContext("2d");
    const [x, y] = corners[at];
    glass.classList.toggle("right", x < 0.5);
    pen.fillStyle = "#050f0c";
    pen.fillRect(0, 0, glass.width, glass.height);
    if (image.naturalWidth) {
      const half = glass.width / 2 / ZOOM;
      pen.drawImage(image, x * image.naturalWidth - half, y * image.naturalHeight - half, 2 * half, 2 * half, 0, 0, glass.width, glass.height);
    }
    const middle = glass.width / 2;
    for (const [colour, width] of [["#000", 3], ["#fff", 1]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(middle, 0); pen.lineTo(middle, glass.height);
      pen.moveTo(0, middle); pen.lineTo(glass.width, middle);
      pen.stroke();
    }
  }

  function choose(which) {
    at = which;
    setText(byId("corners-next"), `${strings.tap} ${which + 1}. ${strings.far[which]}`);
    draw();
  }

  function shift(x, y) {
    const [left, top] = corners[at];
    corners[at] = [within(left + x / (image.naturalWidth || 640)), within(top + y / (image.naturalHeight || 360))];
    draw();
  }

  function place(event) {
    const box = image.getBoundingClientRect();
    corners[at] = [within((event.clientX - box.left) / box.width), within((event.clientY - box.top) / box.height)];
    draw();
  }

  // A finger on another corner drags it; anywhere else it puts the corner whose turn it is, and the next one follows.
  let finger = null;
  stage.addEventListener("pointerdown", (event) => {
    if (!image.naturalWidth) return; // there is nothing to point at yet
    const handle = handles.indexOf(event.target);
    finger = { id: event.pointerId, puts: handle < 0 || handle === at };
    if (finger.puts) place(event); else choose(handle);
    stage.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  stage.addEventListener("pointermove", (event) => { if (finger && finger.id === event.pointerId) place(event); });
  stage.addEventListener("pointerup", (event) => {
    if (!finger || finger.id !== event.pointerId) return;
    if (finger.puts && at < 3) choose(at + 1);
    finger = null;
  });
  stage.addEventListener("pointercancel", () => { finger = null; });
  image.addEventListener("load", look);

  for (const button of document.querySelectorAll("[data-move]")) {
    const [x, y] = button.dataset.move.split(" ").map(Number);
    button.addEventListener("click", () => shift(x, y));
  }

  function close() {
    said.open = false;
    show(byId("corners"), false);
    setText(byId("corners-why"), "");
    opened(false);
    byId("corners-open").focus();
  }

  function known({ corners: now, size }) {
    corners = (now || USUAL).map((corner) => corner.map(within));
    [byId("corners-width").value, byId("corners-depth").value] = size ? size.map(Math.round) : ["", ""];
  }

  byId("corners-open").addEventListener("click", async () => {
    try {
      known(await (await fetch("/host/corners", { cache: "no-store" })).json());
    } catch { toast(strings.lost); return; }
    said.open = true;
    show(byId("corners"), true);
    opened(true);
    choose(0);
    handles[0].focus();
  });

  async function tell(wish, done) {
    if (busy) return;
    busy = true;
    setText(byId("corners-why"), "");
    const answer = await send("/host/corners", wish, strings.lost);
    busy = false;
    if (!answer.ok) { setText(byId("corners-why"), answer.why); return; }
    close();
    toast(done);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const size = [byId("corners-width"), byId("corners-depth")].map((field) => (field.value === "" ? null : Number(field.value)));
    tell({ do: "use", corners, size }, strings.placed);
  });
  byId("corners-find").addEventListener("click", () => tell({ do: "find" }, strings.found));
  byId("corners-close").addEventListener("click", close);
  return said;
}
