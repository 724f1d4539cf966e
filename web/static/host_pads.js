// The pads: walking round them, and muting one that is broken.
import { byId, keep, make, setText, show } from "./dom.js";

const EVERY_MS = 3000;

export function makePads({ strings, act, toast, twice }) {
  let view = null;

  async function pads(wish, button = null) {
    const answer = await act("/host/pads", wish, toast);
    if (answer.ok) draw(answer.boards);
    if (button && answer.ok) button.focus();
  }

  function makeBoard(board) {
    const row = make("li");
    const forget = make("button", "button small danger", strings.forget);
    forget.type = "button";
    forget.addEventListener("click", () => twice(forget, () => pads({ do: "forget", board: board.board })));
    row.append(make("b"), make("small", "away"), forget, make("ul", "pads"));
    return row;
  }

  function makePad(pad) {
    const row = make("li");
    const mute = make("button", "button small");
    mute.type = "button";
    mute.addEventListener("click", () => pads({ do: row.dataset.muted ? "hear" : "mute", pad: pad.pad }));
    row.append(make("span", "pad-name"), make("span", "pad-player"), make("b", "pad-muted"), mute, make("small", "warned"));
    return row;
  }

  function draw(boards) {
    keep(byId("boards"), boards, (board) => board.board, makeBoard, (row, board) => {
      setText(row.children[0], board.name);
      setText(row.children[1], board.away);
      show(row.children[2], board.away && board.pads.length === 0);
      keep(row.children[3], board.pads, (pad) => pad.pad, makePad, (line, pad) => {
        if (pad.muted) line.dataset.muted = "yes"; else delete line.dataset.muted;
        const texts = [pad.name, pad.player, pad.muted ? strings.muted : "", pad.muted ? strings.hear : strings.mute, pad.note];
        texts.forEach((text, at) => setText(line.children[at], text));
        line.children[3].setAttribute("aria-label", `${line.children[3].textContent}: ${pad.name}, ${pad.player}`);
      });
    });
  }

  async function look() {
    if (view.pads && document.visibilityState === "visible") {
      try {
        const answer = await fetch("/host/pads", { cache: "no-store" });
        if (answer.ok) draw((await answer.json()).boards);
      } catch { /* the link banner says it already */ }
    }
    setTimeout(look, EVERY_MS);
  }

  for (const button of document.querySelectorAll("[data-walk]")) {
    button.addEventListener("click", () => pads({ do: button.dataset.walk }));
  }

  return (next) => {
    const first = !view;
    view = next;
    const { walk } = view;
    show(byId("pads-card"), view.pads);
    const began = walk && byId("walk").hidden;
    const ended = !walk && !byId("walk").hidden;
    const within = byId("pads-card").contains(document.activeElement);
    show(byId("walk"), walk);
    show(byId("walk-start"), !walk);
    if (walk) {
      setText(byId("walk-text"), walk.text);
      setText(byId("walk-next"), walk.next);
      setText(byId("walk-count"), walk.far);
      [byId("walk-far").value, byId("walk-far").max] = walk.share;
    }
    // The button that had the focus is gone: it goes on where the walk does.
    if (within && began) document.querySelector('[data-walk="skip"]').focus();
    if (within && ended) document.querySelector('[data-walk="learn"]').focus();
    if (first) look();
  };
}
