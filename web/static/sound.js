// Sound and spoken calls on the TV: off until somebody presses the button, for a browser allows none before.
import { byId } from "./dom.js";

let context = null;
let spoken = "";

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

const TUNES = { natural: [523, 659, 784], made: [523, 659, 784], craps: [330, 262], seven_out: [330, 262], point: [440], missed: [220, 220] };

export function soundButton() {
  const button = byId("sound");
  let timer = null;
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    if (on && !context && window.AudioContext) context = new AudioContext();
  });
  document.addEventListener("pointermove", () => {
    document.body.classList.add("stirred");
    clearTimeout(timer);
    timer = setTimeout(() => document.body.classList.remove("stirred"), 4000);
  });
}

// seq: the throw's number in the ledger; said once.
export function call(kind, words, seq) {
  const key = `${seq}`;
  const first = spoken === "";
  if (key === spoken) return;
  spoken = key;
  if (first || byId("sound").getAttribute("aria-pressed") !== "true") return;
  if (context) (TUNES[kind] || [392]).forEach((frequency, index) => tone(frequency, context.currentTime + index * 0.16, 0.3));
  if (window.speechSynthesis) {
    const said = new SpeechSynthesisUtterance(words);
    said.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }
}
