/*
 * News of the room. All pages of a browser share one stream, so that connections stay free for
 * requests.
 */

/** @typedef {{game: string, token: string}} Ref a seat as the room opens it */
/**
 * @typedef {{seat: Ref, onNews: () => void, onLost: () => void}} Listener `onNews`: something may
 *   have happened; `onLost`: the room cannot be reached
 */

/** Milliseconds of rest before the stream is opened again for other pages. */
const SETTLE_MS = 30;
/** Milliseconds between two requests of a hidden page, which holds no stream. */
const HIDDEN_MS = 30000;
/** Seats of one stream at most. */
const MOST = 50;

/** The one stream, and its listeners. */
export class News {
  constructor() {
    /** @type {Set<Listener>} */
    this.listeners = new Set();
    /** @type {Ref[]} Seats of the stream that is open. */
    this.seats = [];
    this.end = new AbortController();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.soon = undefined;
  }

  /** Listen for a seat. Return a function that ends it. @param {Listener} listener */
  join(listener) {
    this.listeners.add(listener);
    if (this.place(listener) >= 0) listener.onNews();
    else this.renew();
    return () => {
      if (this.listeners.delete(listener)) this.renew();
    };
  }

  /** Return the number of a listener's seat in the stream, or -1. @param {Listener} listener */
  place(listener) {
    return this.seats.findIndex(
      (s) => s.game === listener.seat.game && s.token === listener.seat.token,
    );
  }

  renew() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.open(), SETTLE_MS);
  }

  /** Open the stream again if the wanted seats are not those it has. */
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

  /**
   * @param {Ref[]} seats
   * @param {AbortSignal} signal
   */
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
      for (const l of this.listeners) l.onLost();
      await new Promise((r) => setTimeout(r, wait));
      wait = Math.min(wait * 2, 8000);
    }
  }

  /**
   * Pass on the news until the stream ends.
   * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
   */
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

  /**
   * Tell the listeners of one seat, or all.
   * @param {number} [n] number of the seat in the stream
   */
  tell(n) {
    for (const l of this.listeners) if (n === undefined || this.place(l) === n) l.onNews();
  }
}

/**
 * Listen for news of a seat, through the shared worker if the browser has one. A hidden page leaves
 * the stream and asks at intervals. Return a function that ends it.
 * @param {Ref} ref
 * @param {() => void} onNews
 * @param {() => void} onLost
 */
export function listenForNews({ game, token }, onNews, onLost) {
  const seat = { game, token },
    gone = new AbortController();
  const attend = newsSwitch(seat, onNews, onLost);
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let asking;
  let left = false;
  const look = () => {
    const on = !left && !document.hidden;
    clearInterval(asking);
    asking = on || left ? undefined : setInterval(onNews, HIDDEN_MS);
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

/**
 * Return a function that starts and stops listening for a seat.
 * @param {Ref} seat
 * @param {() => void} onNews
 * @param {() => void} onLost
 * @returns {(on: boolean) => void}
 */
function newsSwitch(seat, onNews, onLost) {
  let leave = () => {},
    on = false;
  const alone = () => {
    const news = new News();
    return () => {
      leave();
      leave = on ? news.join({ seat, onNews, onLost }) : () => {};
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
      if (on) (data === "told" ? onNews : onLost)();
    };
    worker.onerror = () => {
      turn = alone();
      turn();
    };
    return () => port.postMessage(on ? seat : null);
  }
}
