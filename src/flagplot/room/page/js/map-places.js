/* Ports, bases and other places on the map, and their names. What matters now is named first. */
import { FONT, textWidth } from "./map-labels.js";
import { h } from "./render.js";

/**
 * @typedef {import('./geometry.js').Place} Place
 * @typedef {import('./map-layout.js').Layout} Layout
 * @typedef {{cls: string, full: number, room: number, own?: boolean}} Port the side that holds a
 *   port, and how full it is
 */

/**
 * Draw the places in sight and return those to be named: places of the order first, then places
 * with ships, then bases, ports, the rest.
 * @param {Layout} layout
 * @param {Map<string, Port>} ports state of ports by place name
 * @param {Set<string>} important places of the current order and goals
 */
export function drawPlaces(layout, ports, important) {
  const { lod } = layout,
    calls = (/** @type {Place} */ p) => important.has(p.hex) || important.has(p.name),
    full = (/** @type {Place} */ p) => ports.get(p.name)?.full;
  const drawn = layout.geo.places.filter(
    (p) =>
      (p.kind !== "mark" || lod > 1) &&
      layout.seen(layout.px(p)) &&
      (lod > 0 || p.kind === "base" || calls(p) || full(p)),
  );
  for (const p of drawn) place(layout, p, ports.get(p.name));
  const weight = (/** @type {Place} */ p) =>
    (calls(p) ? 0 : full(p) ? 1 : p.kind === "base" ? 2 : p.kind === "port" ? 3 : 5) + p.rank / 10;
  const named = drawn
    .filter(
      (p) =>
        lod > 1 ||
        (lod === 1 && (p.kind === "base" || p.rank <= 1 || weight(p) < 2)) ||
        (lod === 0 && weight(p) < 3),
    )
    .sort((a, b) => weight(a) - weight(b));
  const first =
    lod || layout.still
      ? []
      : named.filter((p) => calls(p) || (ports.get(p.name)?.own && p.kind === "base"));
  return {
    /** Own bases, which are named before counters lie over them. */ first,
    rest: named.filter((p) => !first.includes(p)),
  };
}

/**
 * @param {Layout} layout
 * @param {Place} p
 * @param {Port|undefined} st
 */
function place(layout, p, st) {
  const [x, y] = layout.px(p),
    r = p.kind === "base" ? 6.4 : p.kind === "port" ? 4.2 : 3;
  layout.taken.add(x - r - 2, y - r - 2, 2 * r + 4, 2 * r + 4);
  layout.on.ports.push(
    h(
      `g.port.${st?.cls || "neutral"}.p-${p.kind}`,
      { key: `${p.hex} ${p.name}`, transform: layout.at(x, y, layout.lod ? 1 : 0.7) },
      p.kind === "mark"
        ? h("path.p-dot", { d: "M-3 0 0-3 3 0 0 3z" })
        : [
            h("circle.p-dot", { r }),
            p.kind === "base"
              ? h("path.p-anchor", {
                  d: "M0-3.6V3.4M-1.8-1.6H1.8M-3.3.8Q-2.8 3.4 0 3.6 2.8 3.4 3.3.8",
                })
              : null,
            st && st.full > 0
              ? h("path.p-arc", { d: sector(Math.min(st.full / (st.room || 50), 0.999), r + 2.6) })
              : null,
          ],
    ),
  );
}

/**
 * Name places where there is room.
 * @param {Layout} layout
 * @param {Place[]} list
 */
export function drawPlaceNames(layout, list) {
  for (const p of list) {
    const w = textWidth(p.label, `13px ${FONT.serif}`),
      r = p.kind === "base" ? 11 : 8;
    layout.write(
      "g.port.named",
      h("text", p.label),
      layout.px(p),
      w,
      [
        [r, 4],
        [-r - w, 4],
        [r - 2, -7],
        [r - 2, 15],
        [-r + 2 - w, -7],
        [-r + 2 - w, 15],
        [-w / 2, -r - 3],
        [-w / 2, r + 12],
      ],
      [11, 14],
      1,
    );
  }
}

/**
 * Return a sector of a circle, from the top.
 * @param {number} share 0 to 1
 * @param {number} r
 */
function sector(share, r) {
  const a = share * 2 * Math.PI,
    end = `${(r * Math.sin(a)).toFixed(2)} ${(-r * Math.cos(a)).toFixed(2)}`;
  return `M0 ${-r}A${r} ${r} 0 ${a > Math.PI ? 1 : 0} 1 ${end}`;
}
