/* Marks on the map: reach, zones, goals, danger, links, culprits, and their words. */
import { percentText } from "./dice-graphics.js";
import { PITCH, corners, outline, placePoint } from "./geometry.js";
import { FONT, textWidth } from "./map-labels.js";
import { h } from "./render.js";

/**
 * @typedef {{places: string[], style: string, level: number, label: string, cls?: string,
 *   layer?: string, quiet?: boolean}} Tint
 * @typedef {import('./geometry.js').Geometry} Geometry
 * @typedef {import('./map-layout.js').Layout} Layout
 */

/** More goals than these are hatched instead of ringed. */
const RINGED = 20;

/** Return whether there are so many goals that they are hatched. @param {Tint} t */
export const isField = (t) => t.style === "target" && t.places.length > RINGED;

/**
 * Draw the tints: those below the counters, and those above.
 * @param {Geometry} geo
 * @param {Tint[]} tints
 */
export function drawMarks(geo, tints) {
  const path = (/** @type {string[]} */ ids, /** @type {number} */ k) =>
    ids
      .map((i) => placePoint(geo, i))
      .filter((p) => p !== undefined)
      .map((p) => outline(p, k))
      .join("");
  const below = [],
    above = [];
  for (const t of tints) {
    if (t.style === "way")
      above.push(
        h(`path.x-way.l${t.level}`, { d: t.places.map((id) => hexside(geo, id)).join("") }),
      );
    else if (t.style === "culprit") above.push(h("path.x-bad", { d: path(t.places, 0.94) }));
    else if (t.style === "ping")
      below.push(
        t.places.map((id) => {
          const p = placePoint(geo, id);
          return p ? h("circle.x-ping", { cx: p.x.toFixed(1), cy: p.y.toFixed(1) }) : null;
        }),
      );
    else {
      const classes = [
        `x-${t.style === "window" ? "hex" : t.style}`,
        ["risk", "reach", "danger"].includes(t.style) ? `l${t.level}` : "",
        t.cls || "",
        isField(t) ? "field" : "",
      ];
      below.push(
        h("path", {
          class: classes.filter(Boolean).join(" "),
          d: path(t.places, t.style === "target" && !isField(t) ? 0.9 : 1),
        }),
      );
    }
  }
  return { below, above };
}

/**
 * Return the side between two cells, named like `A1/B2`, as a line.
 * @param {Geometry} geo
 * @param {string} id
 */
function hexside(geo, id) {
  const [one, rest] = id.split("/"),
    two = rest?.includes(":") || !one.includes(":") ? rest : `${one.split(":")[0]}:${rest}`;
  const a = geo.hexes.get(one),
    b = geo.hexes.get(two);
  if (!a || !b) return "";
  const off = (/** @type {number[]} */ p) => Math.hypot(p[0] - b.x, p[1] - b.y);
  return `M${corners(a.x, a.y)
    .sort((p, q) => off(p) - off(q))
    .slice(0, 2)
    .map((p) => p.map((n) => n.toFixed(1)).join(" "))
    .join("L")}`;
}

/**
 * Draw badges at the hexes of culprits.
 * @param {Layout} layout
 * @param {Tint[]} tints
 */
export function drawBadges(layout, tints) {
  for (const t of tints)
    if (t.style === "culprit")
      for (const id of t.places) {
        const p = placePoint(layout.geo, id);
        if (!p) continue;
        const [x, y] = layout.px(p);
        layout.taken.add(x - 11, y - 25, 22, 22);
        layout.on.units.push(
          h(
            "g.x-badge",
            { key: `bad ${id}`, transform: layout.at(x, y - 14) },
            h("circle", { r: 10 }),
            h("path", { d: "M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5" }),
          ),
        );
      }
}

/**
 * Write the name of each tint.
 * @param {Layout} layout
 * @param {Tint[]} tints
 */
export function drawTintWords(layout, tints) {
  for (const t of tints) {
    const p = t.label && placePoint(layout.geo, t.places[0]);
    if (!p) continue;
    const w = textWidth(t.label, `600 12px ${FONT.sans}`),
      off = PITCH / layout.k / 2;
    layout.write(
      "g",
      h(`text.x-label.${t.style}`, t.label),
      layout.px(p),
      w,
      [
        ...(t.style === "mines" ? [[-w / 2, 5]] : []),
        [off + 4, -14],
        [-off - 4 - w, -14],
        [-w / 2, -off - 10],
        [-w / 2, off + 18],
      ],
      [12, 15],
    );
  }
}

/**
 * Write the chance in each hex, above the middle, if the hex is wide enough.
 * @param {Layout} layout
 * @param {Map<string, number>} chances percent by place
 */
export function drawHexChances(layout, chances) {
  for (const [id, chance] of chances) {
    const p = placePoint(layout.geo, id);
    if (!chance || !p) continue;
    const w = textWidth(percentText(chance), `600 12px ${FONT.plate}`) + 2,
      up = 4 - PITCH / layout.k / 6,
      [x, y] = layout.px(p);
    if (layout.room([x, y], w, [[-w / 2, up]], [11, 13]))
      layout.on.labels.push(
        h(
          "g",
          { transform: layout.at(x, y + up) },
          h("text.pct.sea", { "text-anchor": "middle" }, percentText(chance)),
        ),
      );
  }
}
