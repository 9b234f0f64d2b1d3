/* News of the room: one stream for all seats that this browser shows, so that many pages leave connections to what is asked. */

/** @typedef {{game: string, token: string}} Ref a seat, as the room opens it */
/** @typedef {{seat: Ref, told: () => void, lost: () => void}} Listener `told`: something may have happened; `lost`: the room cannot be reached */

/** Milliseconds in which pages come and go before the stream is opened anew. */
const SETTLE = 30;
/** Milliseconds after which a hidden page asks for itself: it holds no stream. */
const ASIDE = 30000;
/** Seats that one stream may have. */
const MOST = 50;

/** The one stream, and who listens. */
export class News {
  constructor() {
    /** @type {Set<Listener>} */ this.listeners = new Set();
    /** @type {Ref[]} The seats of the stream that is open. */ this.seats = [];
    this.end = new AbortController();
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.soon = undefined;
  }

  /** Listen for a seat. Returns what ends it. @param {Listener} listener */
  join(listener) {
    this.listeners.add(listener);
    if (this.place(listener) >= 0) listener.told();
    else this.renew();
    return () => {
      if (this.listeners.delete(listener)) this.renew();
    };
  }

  /** Where the seat of a listener stands in the stream; -1: nowhere. @param {Listener} listener */
  place(listener) {
    return this.seats.findIndex(
      (s) => s.game === listener.seat.game && s.token === listener.seat.token,
    );
  }

  renew() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.open(), SETTLE);
  }

  /** Open the stream anew where other seats are wanted than it has. */
  open() {
    const wanted = new Map(
      [...this.listeners].map(({ seat }) => [`${seat.game} ${seat.token}`, seat]),
    );
    const seats = [...wanted.values()].slice(-MOST);
    if (seats.length === this.seats.length && [...this.listeners].every((l) => this.place(l) >= 0))
      return;
    this.end.abort();
    this.end = new AbortController();
    this.seats = seats;
    if (seats.length) this.run(seats, this.end.signal);
  }

  /** @param {Ref[]} seats @param {AbortSignal} signal */
  async run(seats, signal) {
    let wait = 500;
    while (!signal.aborted) {
      try {
        const answer = await fetch("/api/news", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ seats }),
          signal,
          cache: "no-store",
        });
        if (!answer.ok || !answer.body) throw new Error("no news");
        this.tell();
        wait = 500;
        await this.read(answer.body);
      } catch (e) {
        if (signal.aborted) return;
      }
      for (const l of this.listeners) l.lost();
      await new Promise((r) => setTimeout(r, wait));
      wait = Math.min(wait * 2, 8000);
    }
  }

  /** Pass on what comes, to the end. @param {ReadableStream<Uint8Array<ArrayBuffer>>} body */
  async read(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop() || "";
      for (const part of parts) if (part.startsWith("data: ")) this.tell(Number(part.slice(6)));
    }
  }

  /** There is news. @param {number} [n] for the seat at this place of the stream; else for all */
  tell(n) {
    for (const l of this.listeners) if (n === undefined || this.place(l) === n) l.told();
  }
}

/**
 * Listen for news of a seat: through a worker that all pages of this browser share, or by oneself where there is none. A page that
 * nobody sees gives its part up and asks now and then. Returns what ends it.
 * @param {Ref} ref @param {() => void} told @param {() => void} lost
 */
export function listen({ game, token }, told, lost) {
  const seat = { game, token },
    gone = new AbortController();
  const attend = listening(seat, told, lost);
  /** @type {ReturnType<typeof setInterval>|undefined} */ let asking;
  let left = false;
  const look = () => {
    const on = !left && !document.hidden;
    clearInterval(asking);
    asking = on || left ? undefined : setInterval(told, ASIDE);
    attend(on);
  };
  const { signal } = gone;
  document.addEventListener("visibilitychange", look, { signal });
  addEventListener(
    "pageshow",
    () => {
      left = false;
      look();
    },
    { signal },
  );
  addEventListener(
    "pagehide",
    () => {
      left = true;
      look();
    },
    { signal },
  );
  look();
  return () => {
    gone.abort();
    clearInterval(asking);
    attend(false);
  };
}

/** What attends to the news of a seat, or leaves it. @param {Ref} seat @param {() => void} told @param {() => void} lost @returns {(on: boolean) => void} */
function listening(seat, told, lost) {
  let leave = () => {},
    on = false;
  const alone = () => {
    const news = new News();
    return () => {
      leave();
      leave = on ? news.join({ seat, told, lost }) : () => {};
    };
  };
  let turn = typeof SharedWorker === "undefined" ? alone() : shared();
  return (now) => {
    if (now !== on) {
      on = now;
      turn();
    }
  };

  function shared() {
    const worker = new SharedWorker(new URL("./courier.js", import.meta.url), { type: "module" }),
      { port } = worker;
    port.onmessage = ({ data }) => {
      if (on) (data === "told" ? told : lost)();
    };
    worker.onerror = () => {
      turn = alone();
      turn();
    };
    return () => port.postMessage(on ? seat : null);
  }
}
