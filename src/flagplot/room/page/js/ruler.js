/* The ruler: distance from hex to hex, straight and by water. */
import { call } from "./api.js";
import { $ } from "./dom.js";

/**
 * Return the fewest steps from hex to hex, over land as well; `undefined` if they are not
 * connected.
 * @param {import('./geometry.js').Geometry} geo
 * @param {string} from
 * @param {string} to
 */
export function straightDistance(geo, from, to) {
  const far = new Map([[from, 0]]),
    line = [from];
  for (const here of line) {
    if (here === to) return far.get(here);
    for (const next of geo.hexes.get(here)?.nb || [])
      if (!far.has(next)) {
        far.set(next, Number(far.get(here)) + 1);
        line.push(next);
      }
  }
  return undefined;
}

/** The ruler of one game page: it measures while the tool is on, or with Shift. */
export class Ruler {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.from = "";
    this.to = "";
    /** @type {string[]} */
    this.way = [];
    this.label = "";
  }

  /** Start measuring at the cursor, or put the ruler away. */
  toggle() {
    this.on = !this.on;
    $("#maptools .ruler button")?.setAttribute("aria-pressed", String(this.on));
    if (this.page.map.board) this.page.map.board.ruling = this.on;
    if (!this.on) this.putAway();
    else {
      $("#here").textContent = "Ruler: drag, or move the cursor.";
      if (this.page.map.board?.cursor)
        this.measure(this.page.map.board.cursor, this.page.map.board.cursor);
    }
  }

  /** Follow the cursor when it moves by key. @param {string} hex */
  followCursor(hex) {
    if (this.on) this.measure(this.from || hex, hex);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  measure(from, to) {
    const { geo } = this.page.map;
    if (!geo || (from === this.from && to === this.to)) return;
    this.from = from;
    this.to = to;
    this.way = [];
    this.tell(straightDistance(geo, from, to), -1);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 120);
  }

  /** Ask the room for the distance by water: the room knows which waters connect. */
  async ask() {
    const { from, to } = this,
      { geo } = this.page.map;
    if (!geo || !from || from === to) return;
    let found;
    try {
      const ends = `start=${encodeURIComponent(from)}&end=${encodeURIComponent(to)}`;
      found = await call("GET", `/api/boards/${encodeURIComponent(geo.id)}/way?${ends}`);
    } catch {
      return;
    }
    if (from !== this.from || to !== this.to) return;
    this.way = found.hexes;
    this.tell(straightDistance(geo, from, to), found.distance);
  }

  /**
   * @param {number|undefined} hexes
   * @param {number} water
   */
  tell(hexes, water) {
    const unit = this.page.map.geo?.shape === "square" ? "squares" : "hexes";
    this.label = [
      hexes === undefined ? "" : `${hexes} ${unit}`,
      water >= 0 ? `${water} by water` : "",
    ]
      .filter(Boolean)
      .join(", ");
    $("#here").textContent = `${this.from} to ${this.to}: ${this.label}`;
    this.page.map.draw();
  }

  putAway() {
    this.from = "";
    this.to = "";
    this.way = [];
    this.label = "";
    this.page.map.draw();
  }

  /**
   * Return what to draw: the route by water as soon as it is known.
   * @returns {{places: string[], style: string, side: string, label: string}[]}
   */
  tracks() {
    if (!this.from || this.from === this.to) return [];
    return [
      {
        places: this.way.length > 1 ? this.way : [this.from, this.to],
        style: "aim",
        side: "",
        label: this.label,
      },
    ];
  }
}
