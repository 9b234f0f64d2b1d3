/*
 * The board as data: hexes by id, neighbours by direction, places, links, lettering. The distance
 * between hex centres is 60 board units.
 */

/**
 * @typedef {{id: string, x: number, y: number, kind: string, waters: string[], nb: string[],
 *   shape?: number[][]}} Hex
 * @typedef {{name: string, hex: string, x: number, y: number, kind: string, country: string,
 *   rank: number, label: string, aliases: string[]}} Place
 * @typedef {{text: string, x: number, y: number, size: number, spacing: number, turn: number,
 *   land: boolean}} Lettering
 * @typedef {{id: string, title: string, kind: string, clause: string, hexes: string[]}} Way
 * @typedef {{id: string, title: string, unit: number, scale: number, shape: string,
 *   hexes: Map<string, Hex>, places: Place[], ways: Way[], names: Lettering[], land: string,
 *   lakes: string, far: string, near: string, grat: string, frame: number[], outline: number[][],
 *   at: Map<string, Hex[]>, sheets: Set<string>}} Geometry
 * @typedef {{id: string, title: string, kind: string, unit: number, window: number[],
 *   corners: number[][], ids: string, kinds: string, xy: number[], waters: string[],
 *   water: number[], land: string, lakes: string, far: string, near: string, graticule: string,
 *   lettering: [string, number, number, number, number, string][], links: Way[], places: {name:
 *   string, hex: string, x: number, y: number, base: boolean, ports: number, country: string, rank:
 *   number|null, label: string, aliases: string[]}[],
 *   boxes: {id: string, title: string, x: number, y: number, shape: number[][]}[]}} Sent what the
 *   room sends for a board
 * @typedef {Partial<Sent> & Pick<Sent, 'id'|'title'|'kind'|'unit'|'window'|'corners'|'kinds'|'xy'|
 *   'water'|'waters'>} Picture a board, or the parts of it that a picture needs
 */

export const PITCH = 60;
const R = PITCH / Math.sqrt(3);

/**
 * @param {number} x
 * @param {number} y
 * @param {number} [k]
 */
export const corners = (x, y, k = 1) =>
  Array.from({ length: 6 }, (_, i) => {
    const a = (Math.PI / 180) * (60 * i - 90);
    return [x + R * k * Math.cos(a), y + R * k * Math.sin(a)];
  });

/** @param {number[][]} p */
export const closed = (p) => `M${p.map((q) => q.map((n) => n.toFixed(1)).join(" ")).join("L")}z`;

/**
 * Cut the lines of a path into short pieces, so that only pieces in sight are stroked. Rings and
 * lines of `M`, `L`, `l` and `z` are understood.
 * @param {string} d
 * @param {number} [most] corners of a piece at most
 * @returns {string[]}
 */
export function cutPath(d, most = 24) {
  /** @type {string[]} */
  const out = [];
  const at = (/** @type {number[]} */ p) => p.map((n) => +n.toFixed(1)).join(" ");
  /** @type {number[]} */
  let last = [0, 0],
    start = last,
    /** @type {string[]} */ line = [],
    by = "M",
    /** @type {number|undefined} */ x;
  const cut = () => {
    if (line.length > 1) out.push(`M${line.join("L")}`);
    line = [at(last)];
  };
  const to = (/** @type {number[]} */ p) => {
    last = p;
    line.push(at(p));
    if (line.length > most) cut();
  };
  for (const [word] of d.matchAll(/[MLz]|l|-?(?:\d+\.?\d*|\.\d+)/g)) {
    if (word === "z") {
      to(start);
      cut();
    } else if (word >= "A") by = word;
    else if (x === undefined) x = Number(word);
    else {
      const p = by === "l" ? [last[0] + x, last[1] + Number(word)] : [x, Number(word)];
      if (by === "M") {
        cut();
        last = start = p;
        line = [at(p)];
        by = "L";
      } else to(p);
      x = undefined;
    }
  }
  cut();
  return out;
}

/**
 * Return the outline of a hex, a box, or a sea zone, which has a shape of its own.
 * @param {{x: number, y: number, kind?: string, shape?: number[][]}} hex
 * @param {number} [k]
 */
export const outline = (hex, k = 1) =>
  hex.shape
    ? closed(hex.shape.map(([x, y]) => [hex.x + (x - hex.x) * k, hex.y + (y - hex.y) * k]))
    : closed(corners(hex.x, hex.y, k * (hex.kind === "box" ? 1.5 : 1)));

/** @type {Record<string, string>} */
const KINDS = { s: "sea", c: "coast", l: "land", i: "island", v: "virtual", b: "box" };
/** Sizes of lettering by rank, in board units. */
const SIZES = [0, 13, 17, 24, 34];

/**
 * Return a hex id as it stands in its hex: without the sheet, whose name is written once.
 * @param {string} id
 */
export const hexLabel = (id) => id.slice(id.indexOf(":") + 1);

const cell = (/** @type {number} */ x, /** @type {number} */ y) =>
  `${Math.round(x / PITCH)},${Math.round(y / PITCH)}`;

/**
 * Read the room's description of a board.
 * @param {unknown} sent
 * @returns {Geometry}
 */
export function readGeometry(sent) {
  const raw = /** @type {Picture} */ (sent);
  const f = PITCH / raw.unit;
  /** @type {Map<string, Hex>} */
  const hexes = new Map();
  /** @type {Map<string, Hex[]>} */
  const at = new Map();
  const add = (/** @type {Hex} */ hex) => {
    hexes.set(hex.id, hex);
    const key = cell(hex.x, hex.y),
      list = at.get(key);
    if (list) list.push(hex);
    else at.set(key, [hex]);
  };
  (raw.ids ? raw.ids.split(" ") : []).forEach((id, i) => {
    const water = raw.water[i];
    add({
      id,
      x: raw.xy[2 * i] * f,
      y: raw.xy[2 * i + 1] * f,
      kind: KINDS[raw.kinds[i]] || "sea",
      waters: water >= 0 ? [raw.waters[water]] : [],
      nb: [],
    });
  });
  for (const b of raw.boxes || []) {
    const shape = b.shape?.length ? b.shape.map((p) => [p[0] * f, p[1] * f]) : undefined;
    add({ id: b.id, x: b.x * f, y: b.y * f, kind: "box", waters: [b.title], nb: [], shape });
  }
  const num = (/** @type {number} */ n) => n * f;
  const geo = /** @type {Geometry} */ ({
    id: raw.id,
    title: raw.title,
    unit: raw.unit,
    scale: f,
    shape: raw.kind,
    hexes,
    at,
    outline: raw.corners.map((c) => [c[0] * f, c[1] * f]),
    places: (raw.places || []).map((p) => ({
      name: p.name,
      hex: p.hex,
      x: num(p.x),
      y: num(p.y),
      kind: p.base ? "base" : p.ports ? "port" : "mark",
      country: p.country || "",
      rank: p.rank ?? 2,
      label: p.label,
      aliases: p.aliases || [],
    })),
    ways: (raw.links || []).map((w) => ({
      id: w.id,
      title: w.title,
      kind: w.kind,
      clause: w.clause || "",
      hexes: w.hexes,
    })),
    names: (raw.lettering || []).map((n) => ({
      text: n[0],
      x: num(n[1]),
      y: num(n[2]),
      size: SIZES[n[3]] || 14,
      spacing: n[3] > 2 ? n[3] * 2 : n[3],
      turn: n[4],
      land: n[5] === "land",
    })),
    land: raw.land || "",
    lakes: raw.lakes || "",
    far: raw.far || "",
    near: raw.near || "",
    grat: raw.graticule || "",
    frame: raw.window.map(num),
    sheets: new Set(
      [...hexes.keys()].filter((id) => id.includes(":")).map((id) => id.split(":")[0]),
    ),
  });
  // pointy hexes are drawn from their centre; squares and flat hexes carry their outline
  if (geo.outline.length && Math.abs(geo.outline[0][0]) > 1) {
    for (const hex of hexes.values())
      if (hex.kind !== "box") hex.shape = geo.outline.map(([dx, dy]) => [hex.x + dx, hex.y + dy]);
  }
  for (const hex of hexes.values()) hex.nb = hex.kind === "box" ? [] : around(geo, hex);
  return geo;
}

/**
 * @param {Geometry} geo
 * @param {number} x
 * @param {number} y
 */
function* nearby(geo, x, y) {
  const [cx, cy] = [Math.round(x / PITCH), Math.round(y / PITCH)];
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++) yield* geo.at.get(`${cx + dx},${cy + dy}`) || [];
}

/**
 * @param {Geometry} geo
 * @param {Hex} hex
 */
function around(geo, hex) {
  const out = [];
  for (const other of nearby(geo, hex.x, hex.y)) {
    const d = Math.hypot(other.x - hex.x, other.y - hex.y);
    if (other !== hex && other.kind !== "box" && d < PITCH * (geo.shape === "square" ? 1.5 : 1.2))
      out.push(other.id);
  }
  return out;
}

/**
 * Return whether a point lies in a polygon.
 * @param {number[][]} shape
 * @param {number} x
 * @param {number} y
 */
const isInside = (shape, x, y) =>
  shape.reduce((odd, [ax, ay], i) => {
    const [bx, by] = shape[(i + 1) % shape.length];
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !odd : odd;
  }, false);

/**
 * Return the hex under a point, or `undefined`.
 * @param {Geometry} geo
 * @param {number} x
 * @param {number} y
 */
export function hexAt(geo, x, y) {
  let best,
    least = Infinity;
  for (const hex of nearby(geo, x, y)) {
    const d = Math.hypot(hex.x - x, hex.y - y);
    if (d < least) {
      least = d;
      best = hex;
    }
  }
  if (best && least <= R * (best.kind === "box" ? 1.6 : geo.shape === "square" ? 1.23 : 1.03))
    return best;
  for (const hex of geo.hexes.values()) if (hex.shape && isInside(hex.shape, x, y)) return hex;
  return undefined;
}

/**
 * Return the neighbour in a direction (degrees, 0: east, 90: south), or `undefined`.
 * @param {Geometry} geo
 * @param {string} id
 * @param {number} angle
 */
export function neighbourTowards(geo, id, angle) {
  const hex = geo.hexes.get(id);
  if (!hex) return undefined;
  const turned = (/** @type {Hex} */ to) =>
    Math.abs(
      (((Math.atan2(to.y - hex.y, to.x - hex.x) * 180) / Math.PI - angle + 540) % 360) - 180,
    );
  const beside = hex.nb.map((n) => /** @type {Hex} */ (geo.hexes.get(n)));
  if (!beside.length)
    return nearest(
      [...geo.hexes.values()].filter((to) => to !== hex && turned(to) < 60),
      hex,
    ); // a box has no sides: take the nearest cell in that direction
  let best,
    least = 50;
  for (const to of beside) {
    const off = turned(to);
    if (off < least) {
      least = off;
      best = to.id;
    }
  }
  return best;
}

/**
 * @param {Hex[]} list
 * @param {Hex} from
 * @returns {string|undefined}
 */
function nearest(list, from) {
  const far = (/** @type {Hex} */ to) => Math.hypot(to.x - from.x, to.y - from.y);
  return [...list].sort((a, b) => far(a) - far(b))[0]?.id;
}

/**
 * Return where a place id lies: a hex, a box, or a place by name.
 * @param {Geometry} geo
 * @param {string} id
 * @returns {{x: number, y: number, kind?: string}|undefined}
 */
export function placePoint(geo, id) {
  return (
    geo.hexes.get(id) || geo.hexes.get(id.split("/")[0]) || geo.places.find((p) => p.name === id)
  );
}

/**
 * Return the places of a hex, ports first.
 * @param {Geometry} geo
 * @param {string} hex
 */
export const placesOf = (geo, hex) =>
  geo.places
    .filter((p) => p.hex === hex)
    .sort((a, b) => (a.kind === "mark" ? 1 : 0) - (b.kind === "mark" ? 1 : 0) || a.rank - b.rank);

/** A map opens on all forces up to this ratio to the area of one's own forces. */
const MOST_WIDENING = 1.25;
/** A map opens on all forces if they fill this share of the screen's other dimension. */
const LEAST_FILL = 0.75;

/**
 * Return the places a map opens on: those of all sides. If those of the own side fill the screen
 * much better, return only these.
 * @param {Geometry} geo
 * @param {string[]} own
 * @param {string[]} others
 * @param {number} ratio width to height of the map's element
 * @returns {string[]}
 */
export function openingPlaces(geo, own, others, ratio) {
  const all = [...new Set([...own, ...others])];
  const size = (/** @type {string[]} */ ids) => {
    const at = ids.map((id) => placePoint(geo, id)).filter((p) => p !== undefined),
      span = (/** @type {number[]} */ n) => Math.max(...n) - Math.min(...n) + 3 * PITCH;
    return [span(at.map((p) => p.x)), span(at.map((p) => p.y)) * ratio];
  };
  if (!own.length || all.length === own.length) return all;
  const [wide, high] = size(all),
    most = Math.max(wide, high);
  return Math.min(wide, high) < LEAST_FILL * most && most > MOST_WIDENING * Math.max(...size(own))
    ? own
    : all;
}
