/*
 * Coasts, lakes, the grid, the sheet's edge: what never changes on a map. It is drawn once, in
 * parts, so that only those in sight are stroked.
 */
import { PITCH, closed, corners, cutPath, hexAt, neighbourTowards, outline } from "./geometry.js";
import { h } from "./render.js";

/** @typedef {import('./geometry.js').Geometry} Geometry */

/** Side of the parts in which the grid is drawn, in board units. */
const PART = 8 * PITCH;
/** Distance to which the surroundings of the map are drawn, in board units. */
const FAR = 20000;

/** Draw coast and grid of a map. @param {Geometry} geo */
export function coastAndGrid(geo) {
  const { sides, dry } = gridParts(geo),
    [x, y, wide, high] = geo.frame;
  const art = (/** @type {string} */ cls, /** @type {string} */ d) =>
    d ? h(`path.${cls}`, { d }) : null;
  const lines = (/** @type {string} */ cls, /** @type {string} */ d) =>
    h(
      `g.${cls}`,
      cutPath(d).map((one) => h("path", { d: one })),
    );
  const grid = (/** @type {'sea'|'land'} */ of) =>
    sides.map((part) => (part[of] ? h(`path.b-grid.${of}`, { d: part[of] }) : null));
  return h(
    "svg.coast",
    { "aria-hidden": "true" },
    h("rect.b-sea", { x: x - 9000, y: y - 9000, width: wide + 18000, height: high + 18000 }),
    h(
      "g.b-art",
      { transform: geo.scale === 1 ? null : `scale(${geo.scale})` },
      art("b-far", geo.far),
      art("b-near", geo.near),
      lines("b-grat", geo.grat),
      art("b-land", geo.land),
      art("b-lake", geo.lakes),
      lines("b-coast", geo.land),
      lines("b-shore", geo.lakes),
    ),
    // water in a land square is not for ships
    dry ? h("path.b-dry", { d: dry, style: { fill: "var(--land)", "fill-opacity": ".38" } }) : null,
    grid("land"),
    grid("sea"),
    h("path.b-off", {
      "fill-rule": "evenodd",
      d:
        `M${x - FAR} ${y - FAR}H${x + wide + FAR}V${y + high + FAR}H${x - FAR}z` +
        `M${x} ${y}V${y + high}H${x + wide}V${y}z`,
    }),
    [...geo.hexes.values()]
      .filter((c) => c.kind === "box")
      .map((b) =>
        h("path.b-box", {
          d: outline(b),
          style: b.shape ? { fill: "var(--sea-3)", "fill-opacity": ".28" } : null,
        }),
      ),
  );
}

/**
 * Return the hexsides by the part of the map they lie in, each once, those between two land cells
 * apart; and the land squares.
 * @param {Geometry} geo
 */
function gridParts(geo) {
  /** @type {Map<string, {sea: string, land: string}>} */
  const parts = new Map();
  let dry = "";
  for (const c of geo.hexes.values()) {
    if (c.kind === "box" || c.kind === "virtual") continue;
    const key = `${Math.floor(c.x / PART)},${Math.floor(c.y / PART)}`;
    let part = parts.get(key);
    if (!part) parts.set(key, (part = { sea: "", land: "" }));
    const ring = c.shape || corners(c.x, c.y),
      v = ring.map((p) => p.map((n) => n.toFixed(1)).join(" "));
    if (geo.shape === "square" && c.kind === "land") dry += closed(ring);
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
      const n = c.shape
        ? hexAt(geo, a[0] + b[0] - c.x, a[1] + b[1] - c.y)
        : geo.hexes.get(neighbourTowards(geo, c.id, 60 * i - 60) || "");
      if (n && n.kind !== "box" && (n.y < c.y - 1 || (Math.abs(n.y - c.y) <= 1 && n.x < c.x)))
        continue;
      const edge = `M${v[i]}L${v[(i + 1) % ring.length]}`;
      if (c.kind === "land" && (!n || n.kind === "land")) part.land += edge;
      else part.sea += edge;
    }
  }
  return { sides: [...parts.values()], dry };
}
