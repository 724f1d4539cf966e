// The camera's view: a few pictures a second while they are looked at, and what the reader sees, in words.
import { byId, keep, make, setText, show } from "./dom.js";
import { makeCorners } from "./host_corners.js";

const PICTURE_MS = 250;
const WORDS_MS = 800;
const AGAIN_MS = 2000;

export function makeCamera(desk) {
  let view = null;
  let drawn = true;
  let near = true; // whether the card is on the screen: a picture that nobody sees is not fetched
  const corners = makeCorners(desk, (on) => { show(byId("camera-live"), !on); });
  new IntersectionObserver(([seen]) => { near = seen.isIntersecting; }).observe(byId("camera-card"));
  const watched = () => document.visibilityState === "visible" && view && view.camera.view && near;

  function nextPicture() {
    if (!watched()) { setTimeout(nextPicture, 500); return; }
    const image = corners.open ? byId("corners-img") : byId("camera");
    const fresh = new Image();
    fresh.onload = () => { image.src = fresh.src; show(image, true); setTimeout(nextPicture, PICTURE_MS); };
    fresh.onerror = () => { show(byId("camera"), false); setTimeout(nextPicture, AGAIN_MS); };
    fresh.src = `/host/camera.jpg?${drawn && !corners.open ? "" : "bare&"}t=${Date.now()}`;
  }

  async function nextWords() {
    if (watched() && !corners.open) {
      try {
        const answer = await fetch("/host/seen", { cache: "no-store" });
        if (answer.ok) {
          const seen = await answer.json();
          byId("camera-seen").dataset.kind = seen.kind;
          setText(byId("camera-seen"), seen.text);
          setText(byId("seen-area"), seen.area);
          keep(byId("seen-list"), seen.dice.map((text, at) => ({ text, at })), (one) => one.at, () => make("li"), (row, one) => setText(row, one.text));
        }
      } catch { /* the link banner says it already */ }
    }
    setTimeout(nextWords, WORDS_MS);
  }

  byId("drawn").addEventListener("click", () => {
    drawn = !drawn;
    byId("drawn").setAttribute("aria-pressed", String(drawn));
  });

  return (next) => {
    const first = !view;
    view = next;
    show(byId("camera-card"), view.camera.there || view.camera.view);
    show(byId("drawn"), view.camera.view);
    show(byId("corners-open"), view.camera.area);
    if (first) { nextPicture(); nextWords(); }
  };
}
