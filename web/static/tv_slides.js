// The rules and the odds on a TV that waits, slide after slide, until somebody holds them.
import { byId, keep, make, setText } from "./dom.js";

const SLIDE_MS = 9000;
// A long slide stays a little longer: so many milliseconds a letter beyond those that are read in the time above.
const LETTER_MS = 60;
const LETTERS = 110;
let slides = [];
let at = -1;
let timer = null;
let held = false;

function draw() {
  setText(byId("slide-title"), slides[at].title);
  setText(byId("slide-text"), slides[at].text);
  byId("slide").classList.toggle("long", slides[at].text.length > LETTERS);
  keep(byId("slide-dots"), slides.map((_one, number) => number), (number) => number, () => make("i"),
    (dot, number) => { dot.className = number === at ? "now" : ""; });
}

function next() {
  clearTimeout(timer);
  if (!slides.length) { at = -1; return; }
  at = (at + 1) % slides.length;
  draw();
  const slide = byId("slide");
  slide.classList.remove("fresh");
  void slide.offsetWidth; // starts the animation again
  slide.classList.add("fresh");
  const more = Math.max(0, slides[at].text.length - LETTERS) * LETTER_MS;
  if (!held) timer = setTimeout(next, SLIDE_MS + more);
}

// list: [{title, text}]; empty while a game is on.
export function showSlides(list) {
  slides = list;
  if (at < 0 || !slides.length) next();
  else if (at >= slides.length) { at = -1; next(); }
}

export function holdSlides() {
  const button = byId("hold");
  button.addEventListener("click", () => {
    held = !held;
    button.setAttribute("aria-pressed", String(held));
    clearTimeout(timer);
    if (!held) next();
  });
}
