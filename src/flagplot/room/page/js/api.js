/*
 * Requests to the room. Every answer is JSON; every failure has a code, message, place and remedy.
 */

/**
 * @typedef {{code?: string, message?: string, place?: string, remedy?: string}} Problem why the
 *   room refuses
 */

/** A refusal of the room. */
export class RoomError extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   */
  constructor(status, problem) {
    super(problem.message || `The room answered ${status}.`);
    this.status = status;
    this.code = problem.code || "unknown";
    this.place = problem.place || "";
    this.remedy = problem.remedy || "";
  }
}

/** The room could not be reached. */
export class Offline extends Error {}

/** Milliseconds without an answer after which the page says so. */
const LATE = 6000;
/** Alarms of requests that are late. */
const lateRequests = new Set();

/**
 * Say so when the room does not answer for long: the browser may hold the request back. Return a
 * function that ends the wait.
 */
function watchForDelay() {
  const alarm = setTimeout(() => {
    lateRequests.add(alarm);
    showDelay();
  }, LATE);
  return () => {
    clearTimeout(alarm);
    if (lateRequests.delete(alarm)) showDelay();
  };
}

function showDelay() {
  let band = document.querySelector("#late");
  if (!band) {
    band = Object.assign(document.createElement("p"), { id: "late", className: "late" });
    band.setAttribute("role", "status");
    document.body.append(band);
  }
  band.textContent = lateRequests.size
    ? "The room has not answered yet. Your request may still wait in this browser: if many " +
      "pages of this room are open, close some."
    : "";
}

/**
 * Send a request and return the answer. A busy room is asked again.
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {{token?: string, body?: unknown, signal?: AbortSignal, kept?: boolean}} [options] `kept`:
 *   it changes so seldom that the browser may cache it
 * @param {number} [tries] how often a busy room is asked
 * @returns {Promise<import('../types').Answered<M, P>>}
 */
export async function call(method, path, { token, body, signal, kept } = {}, tries = 4) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  const arrived = watchForDelay();
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      cache: kept ? "default" : "no-cache",
    });
  } catch (e) {
    if (/** @type {Error} */ (e).name === "AbortError") throw e;
    throw new Offline("The room does not answer.");
  } finally {
    arrived();
  }
  if (answer.status === 503 && answer.headers.has("retry-after") && tries > 1) {
    // busy: the room has done nothing yet
    await new Promise((r) =>
      setTimeout(r, 1000 * Math.min(10, Number(answer.headers.get("retry-after")) || 1)),
    );
    return call(method, path, { token, body, signal, kept }, tries - 1);
  }
  const text = await answer.text();
  /** @type {unknown} */
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    data = { message: text.slice(0, 200) };
  }
  if (!answer.ok) throw new RoomError(answer.status, /** @type {Problem} */ (data));
  return /** @type {import('../types').Answered<M, P>} */ (data);
}

/** A seat of a game. Every request about the game goes through its seat. */
export class Seat {
  /**
   * @param {string} game
   * @param {string} token
   */
  constructor(game, token) {
    this.game = game;
    this.token = token;
    /** @type {import('./signing.js').Signer|null} */
    this.signer = null;
    /**
     * @type {Promise<void>|null} Settled when the room knows this seat's key, or when the seat has
     *   none. Signed requests wait for it.
     */
    this.joining = null;
  }

  /**
   * @template {string} P
   * @param {P} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../types').Answered<'GET', `/api/games/${string}${P}`>>}
   */
  get(path, signal) {
    return call("GET", `/api/games/${encodeURIComponent(this.game)}${path}`, {
      token: this.token,
      signal,
    });
  }

  /**
   * @template {string} P
   * @param {P} path
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../types').Answered<'POST', `/api/games/${string}${P}`>>}
   */
  post(path, body, signal) {
    return call("POST", `/api/games/${encodeURIComponent(this.game)}${path}`, {
      token: this.token,
      body,
      signal,
    });
  }

  /**
   * Send a request that is signed, where this seat signs. Sign once more if the signature no longer
   * fits, because entries were added in between.
   * @template {string} P
   * @param {P} path
   * @param {Record<string, unknown>} body
   * @param {string} kind
   * @param {string} text
   * @param {number} at
   * @returns {Promise<import('../types').Answered<'POST', `/api/games/${string}${P}`>>}
   */
  async postSigned(path, body, kind, text, at) {
    await this.joining;
    for (let tries = 0; ; tries++) {
      const signed = this.signer ? await this.signer.sign(kind, text, at) : {};
      try {
        return await this.post(path, { ...body, ...signed });
      } catch (e) {
        if (!this.signer || !(e instanceof RoomError) || e.code !== "bad-signature" || tries)
          throw e;
        this.signer.chain = [];
      }
    }
  }

  /**
   * @template {string} P
   * @param {P} path
   * @returns {Promise<import('../types').Answered<'DELETE', `/api/games/${string}${P}`>>}
   */
  remove(path) {
    return call("DELETE", `/api/games/${encodeURIComponent(this.game)}${path}`, {
      token: this.token,
    });
  }
}

/* -------------------------------------------------------------- what this browser stores */

/**
 * @typedef {{game: string, side: string, role: string, token: string, title: string}} Kept a seat
 *   as this browser stores it
 */

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(`flagplot.${key}`);
    return text ? JSON.parse(text) : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(`flagplot.${key}`);
    else localStorage.setItem(`flagplot.${key}`, JSON.stringify(value));
  } catch {
    /* private mode: the link of the seat is enough */
  }
}

/** Return the seats this browser holds, newest first. @returns {Kept[]} */
export const keptSeats = () => recall("seats", /** @type {Kept[]} */ ([]));

/** @param {Kept} seat */
export function keepSeat(seat) {
  remember("seats", [seat, ...keptSeats().filter((s) => s.token !== seat.token)].slice(0, 40));
}

/** @param {string} token */
export function dropSeat(token) {
  remember(
    "seats",
    keptSeats().filter((s) => s.token !== token),
  );
}

/** Return 16 random bytes as hex digits: this browser's share of the dice. */
export function newSalt() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");
}
