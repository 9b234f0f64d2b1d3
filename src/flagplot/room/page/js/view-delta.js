/* View deltas: see docs/playing.md. */

/**
 * @typedef {import('../types').SeatView} SeatView
 * @typedef {import('../types').Overlay} Overlay
 * @typedef {[number, number]|{new: unknown[]}} Piece a run of the old list, or new items
 * @typedef {Record<string, unknown>} Named parts by name
 */

/** The view of a seat as the room sent it last. */
export class ViewCache {
  constructor() {
    this.tag = "";
    /** @type {SeatView|null} */
    this.view = null;
  }

  /**
   * Return the current view, with the log after an entry.
   * @param {import('./api.js').Seat} seat
   * @param {number} since
   */
  async ask(seat, since) {
    const changes = await seat.get(`/changes?since=${since}&have=${this.tag}`);
    this.tag = changes.tag;
    return (this.view = applyChanges(this.view, changes));
  }
}

/**
 * Return the view that results from changes. Unchanged parts are shared with the view before.
 * @param {SeatView|null} before
 * @param {import('../types').Changes} changes
 * @returns {SeatView}
 */
export function applyChanges(before, { of, log, parts, lists }) {
  /** @type {Named} */
  const display = of && before ? { ...before.display } : {},
    /** @type {Named} */ view = { ...(of ? before : {}), display, log };
  /**
   * @param {string} name
   * @returns {[Named, string]} the holder and the key of the part
   */
  const home = (name) => {
    const [part, of] = name.split(".");
    return of ? [/** @type {Named} */ (view[part]), of] : [view, part];
  };
  for (const [name, value] of Object.entries(parts)) put(...home(name), value);
  for (const [name, pieces] of Object.entries(lists)) {
    const [where, key] = home(name),
      had = /** @type {unknown[]} */ (where[key]);
    put(
      where,
      key,
      /** @type {Piece[]} */ (pieces).flatMap((piece) =>
        "new" in piece ? piece.new : had.slice(...piece),
      ),
    );
  }
  return /** @type {SeatView} */ (/** @type {unknown} */ (view));
}

/**
 * @param {Named} where
 * @param {string} key
 * @param {unknown} value
 */
const put = (where, key, value) => {
  where[key] = key === "overlays" ? /** @type {Overlay[]} */ (value).map(unpackPlaces) : value;
};

/**
 * Return an overlay with every place of it: `18Q:0609+3` is four.
 * @param {Overlay} overlay
 * @returns {Overlay}
 */
const unpackPlaces = (overlay) =>
  overlay.places.some((p) => p.includes("+"))
    ? { ...overlay, places: overlay.places.flatMap(places) }
    : overlay;

/**
 * @param {string} packed
 * @returns {string[]}
 */
function places(packed) {
  const [first, more = "0"] = packed.split("+"),
    [head, digits] = [first.replace(/\d+$/, ""), first.match(/\d+$/)?.[0] || ""];
  return Array.from({ length: 1 + Number(more) }, (_, i) =>
    i ? head + String(Number(digits) + i).padStart(digits.length, "0") : first,
  );
}
