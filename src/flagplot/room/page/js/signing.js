/*
 * The seat's own key. It is made in this browser, kept here and behind the # of the seat's link,
 * and never sent. Signatures cover the log lines the room has sent: see docs/log.md.
 */
import { RoomError, recall, remember } from "./api.js";

const START = "0".repeat(64);
const PKCS8 = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]; // the header before 32 secret bytes
const NAME = "Ed25519";
const TRIES = 5;

/** @param {ArrayBuffer|Uint8Array} bytes */
const hex = (bytes) =>
  Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);
/** @param {string} d base64url */
const raw = (d) =>
  Uint8Array.from(atob(d.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

/** @type {Promise<boolean>|undefined} */
let known;

/**
 * Return whether this browser can sign: it knows Ed25519, and the room is on https or on this
 * machine.
 */
export function canSign() {
  known ??= (async () => {
    try {
      await crypto.subtle.generateKey(NAME, false, ["sign", "verify"]);
      return true;
    } catch {
      return false;
    }
  })();
  return known;
}

/** Signs for one seat. */
export class Signer {
  /**
   * @param {import('./api.js').Seat} seat
   * @param {import('../types').SeatView} view
   * @param {CryptoKey} secret
   * @param {string} d
   * @param {string} key
   */
  constructor(seat, view, secret, d, key) {
    this.seat = seat;
    this.secret = secret;
    this.d = d;
    this.key = key;
    this.head = ["flagplot 2", view.game, view.commitment, view.side].join("\n");
    /** @type {string[]} */
    this.chain = [];
  }

  /** Return the chain values of all this seat has seen, up to its entry `at`. @param {number} at */
  async upTo(at) {
    if (this.chain.length > at) return this.chain[at];
    const fresh = await this.seat.get(`/chain?since=${this.chain.length - 1}`);
    const chain = [...this.chain];
    for (const [line, seal] of fresh.links)
      chain.push(
        hex(
          await crypto.subtle.digest(
            "SHA-256",
            bytes((chain[chain.length - 1] || START) + seal + line),
          ),
        ),
      );
    if (chain[chain.length - 1] !== fresh.chain) {
      this.chain = [];
      throw new Error(
        "The room's log differs from what it sent before. Nothing was signed; load the page again.",
      );
    }
    this.chain = chain;
    return chain[at];
  }

  /**
   * Return the signature of a request.
   * @param {string} kind
   * @param {string} text
   * @param {number} at the newest entry this seat has seen
   */
  async sign(kind, text, at) {
    const content = `${this.head}\n${at}\n${await this.upTo(at)}\n${kind}\n${text}`;
    return { at, sig: hex(await crypto.subtle.sign(NAME, this.secret, bytes(content))) };
  }

  /** Send key and salt to the room. @param {import('../types').SeatView} view */
  async join(view) {
    const salt = view.commitment ? hex(crypto.getRandomValues(new Uint8Array(32))) : "";
    for (let tries = 0, at = view.n; ; tries++) {
      try {
        await this.seat.post("/key", {
          key: this.key,
          salt,
          ...(await this.sign("key", `${this.key} ${salt}`, at)),
        });
        return;
      } catch (e) {
        if (
          !(e instanceof RoomError) ||
          !["stale", "bad-signature"].includes(e.code) ||
          tries >= TRIES
        )
          throw e;
        // entries were added in between: sign them too
        at = (await this.seat.get("/view?since=10000000")).n;
      }
    }
  }
}

/** @param {import('../types').SeatView} view */
const keyName = (view) => `key.${view.game}.${view.side}`;

/**
 * @param {import('./api.js').Seat} seat
 * @param {import('../types').SeatView} view
 * @param {string} d
 */
async function signerFrom(seat, view, d) {
  const secret = await crypto.subtle.importKey(
    "pkcs8",
    Uint8Array.from([...PKCS8, ...raw(d)]),
    NAME,
    true,
    ["sign"],
  );
  const jwk = await crypto.subtle.exportKey("jwk", secret);
  return new Signer(seat, view, secret, d, hex(raw(jwk.x || "")));
}

/**
 * Return the signer of a seat, with its key or with a new one if it may have one; `null` if this
 * seat cannot sign.
 * @param {import('./api.js').Seat} seat
 * @param {import('../types').SeatView} view
 * @param {string} linked the secret half of the key, from the link
 * @returns {Promise<Signer|null>}
 */
export async function signerOf(seat, view, linked) {
  if (
    view.role !== "player" ||
    !view.side ||
    !["computer", "invite"].includes(view.mode) ||
    !(await canSign())
  )
    return null;
  const registered = view.keys[view.side];
  for (const d of [linked, recall(keyName(view), "")]) {
    if (!d) continue;
    const signer = await signerFrom(seat, view, d).catch(() => null);
    if (!signer) continue;
    if (signer.key === registered) {
      remember(keyName(view), d);
      return signer;
    }
    if (!registered && view.takes_keys) {
      await signer.join(view);
      return signer;
    } // a key was made, and the room never got it
  }
  if (registered || !view.takes_keys) return null;
  const pair = /** @type {CryptoKeyPair} */ (
    await crypto.subtle.generateKey(NAME, true, ["sign", "verify"])
  );
  const signer = await signerFrom(
    seat,
    view,
    (await crypto.subtle.exportKey("jwk", pair.privateKey)).d || "",
  );
  remember(keyName(view), signer.d);
  await signer.join(view);
  return signer;
}

/**
 * Say in words whether this seat signs.
 * @param {import('../types').SeatView} view
 * @param {Signer|null} signer
 */
export function signingWords(view, signer) {
  if (!view.side || view.ending || !["computer", "invite"].includes(view.mode)) return "";
  if (signer)
    return (
      `Your answers are signed with key ${signer.key.slice(0, 16)}, which stays in this browser ` +
      "and in the link of your seat."
    );
  if (view.keys[view.side])
    return (
      "This seat signs its answers, but its key is not in this browser. " +
      "Play on in the browser that has the key, or open the full link of your seat."
    );
  return view.takes_keys
    ? "Your answers are not signed: signing needs a browser with Ed25519, and a room on https " +
        "or on this machine."
    : "";
}
