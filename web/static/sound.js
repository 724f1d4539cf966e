// Sound and spoken calls on the TV: off until somebody turns them on, here or by ?sound=on; this browser remembers it.
import { byId, setText } from "./dom.js";

const KEPT = "dicetable-sound";
const TUNES = { natural: [523, 659, 784], made: [523, 659, 784], craps: [330, 262], seven_out: [330, 262], point: [440], missed: [220, 220] };

let strings = {};
let context = null;
let said = null; // the number of the throw that was called last

const isOn = () => byId("sound").getAttribute("aria-pressed") === "true";
const language = () => document.documentElement.lang;

// A browser may keep no store at all (a private window): then it is forgotten with the page.
function kept(value) {
  try {
    if (value !== undefined) localStorage.setItem(KEPT, value);
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

// A voice that speaks the page's language, or none: another one would read it as gibberish.
function voice() {
  const voices = window.speechSynthesis ? speechSynthesis.getVoices() : [];
  return voices.find((one) => one.lang.toLowerCase().split(/[-_]/)[0] === language()) || null;
}

function note() {
  let text = "";
  if (isOn()) {
    const waits = !context || context.state !== "running";
    text = waits ? strings.sound_waits : voice() ? strings.sound_on : strings.sound_tones;
  }
  for (const element of document.querySelectorAll("[data-sound]")) setText(element, text);
}

function turn(on) {
  byId("sound").setAttribute("aria-pressed", String(on));
  if (on && !context && window.AudioContext) {
    context = new AudioContext();
    context.addEventListener("statechange", note);
  }
  if (on && context) context.resume();
  if (!on && window.speechSynthesis) speechSynthesis.cancel();
  note();
}

function tone(frequency, at, length) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

// words: {sound_on, sound_tones, sound_waits} in the page's language.
export function startSound(words) {
  strings = words;
  const asked = new URLSearchParams(location.search).get("sound");
  if (asked === "on" || asked === "off") kept(asked);
  byId("sound").addEventListener("click", () => { turn(!isOn()); kept(isOn() ? "on" : "off"); });
  // Where a browser lets nothing sound before a touch, the first one anywhere on the page will do.
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => { if (isOn() && context && context.state !== "running") context.resume(); });
  }
  if (window.speechSynthesis) speechSynthesis.addEventListener("voiceschanged", note);
  if ((asked || kept()) === "on") turn(true);
}

// seq: the throw's number in the ledger; each is called once, and not the one that lay there when the page was opened.
export function call(kind, words, seq) {
  const first = said === null;
  if (said === seq) return;
  said = seq;
  if (first || !isOn()) return;
  if (context && context.state === "running") {
    (TUNES[kind] || [392]).forEach((frequency, index) => tone(frequency, context.currentTime + index * 0.16, 0.3));
  }
  const speaker = voice();
  if (!speaker) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = language();
  spoken.voice = speaker;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
