// Follows the table: a stream of whole views, polling where no stream is to be had, and back again.

const SILENCE_MS = 25000; // two heartbeats and a half
const POLL_MS = 2000;
const STREAM_AGAIN_MS = 30000;
const LOST_AFTER_MS = 2500;

const jitter = (least, most) => least + Math.random() * (most - least);

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

// kind: the screen. take(view): shows a view. link(on): whether the table is reached. pads(list): lights.
export function follow({ kind, first, take, link, pads }) {
  const client = newId();
  let current = null;
  let stream = null;
  let lastNews = Date.now();
  let timer = null;
  let lostTimer = null;
  let polling = false;
  let etag = "";
  let failures = 0;

  function accept(view) {
    if (current && view.epoch === current.epoch && view.v < current.v) return;
    current = view;
    take(view);
  }

  function heard() {
    lastNews = Date.now();
    failures = 0;
    clearTimeout(lostTimer);
    lostTimer = null;
    link(true);
  }

  function unheard() {
    if (lostTimer === null) lostTimer = setTimeout(() => link(false), LOST_AFTER_MS);
  }

  function close() {
    clearTimeout(timer);
    if (stream) stream.close();
    stream = null;
    polling = false;
  }

  function later(act, ms) {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function open() {
    close();
    const after = current ? current.seq : 0;
    const source = new EventSource(`/live/${kind}?client=${client}&after=${after}`);
    stream = source;
    source.addEventListener("state", (event) => {
      if (stream !== source) return;
      heard();
      accept(JSON.parse(event.data));
    });
    source.addEventListener("pads", (event) => {
      if (stream === source && pads) pads(JSON.parse(event.data).pads);
    });
    source.addEventListener("beat", () => { if (stream === source) heard(); });
    source.addEventListener("bye", () => { if (stream === source) { close(); later(open, jitter(50, 800)); } });
    source.onerror = () => {
      if (stream !== source) return;
      unheard();
      close();
      failures += 1;
      // Refused (too many streams) or gone: one look by polling tells which, and shows what is new meanwhile.
      later(poll, jitter(100, 600) * Math.min(failures, 8));
    };
    timer = setTimeout(watch, SILENCE_MS);
  }

  function watch() {
    if (Date.now() - lastNews > SILENCE_MS) { unheard(); open(); } else timer = setTimeout(watch, SILENCE_MS / 4);
  }

  let streamAt = 0;
  async function poll() {
    if (!polling) { polling = true; streamAt = Date.now() + (failures > 1 ? STREAM_AGAIN_MS : 0); }
    try {
      const answer = await fetch(`/state/${kind}`, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      if (answer.status === 403) { location.reload(); return; }
      if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
      heard();
      if (answer.status === 200) { etag = answer.headers.get("ETag") || ""; accept(await answer.json()); }
      if (Date.now() >= streamAt) { failures = 1; open(); return; }
      later(poll, jitter(POLL_MS * 0.8, POLL_MS * 1.3));
    } catch {
      unheard();
      failures += 1;
      streamAt = 0;
      later(poll, jitter(500, 1500) * Math.min(failures, 5));
    }
  }

  function awake() {
    if (document.visibilityState !== "visible") return;
    // A page that slept believes that it is connected: ask again, not all phones at the same moment.
    later(open, jitter(20, 400));
  }
  document.addEventListener("visibilitychange", awake);
  addEventListener("pageshow", (event) => { if (event.persisted) awake(); });
  addEventListener("online", awake);
  addEventListener("offline", () => { close(); link(false); failures = 1; later(poll, jitter(800, 1500)); });
  addEventListener("pagehide", close);

  accept(first);
  open();
  return { accept, reopen: () => later(open, 20), get view() { return current; } };
}

// Sends one act. A request that got lost is sent again with the same id, and answered like the first.
// limit: milliseconds for one try, longer than the table waits for anything.
export async function send(path, body, lost, limit = 9000, tries = 3) {
  const text = JSON.stringify({ tap: newId(), ...body });
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), limit);
    try {
      const answer = await fetch(path, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: text, signal: abort.signal,
      });
      return await answer.json();
    } catch {
      if (attempt < tries) await new Promise((resolve) => { setTimeout(resolve, 400 * attempt); });
    } finally {
      clearTimeout(timer);
    }
  }
  return { ok: false, refused: "lost", why: lost };
}
