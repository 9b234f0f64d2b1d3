/*
 * Routes on the map: the line, a ribbon with the risk of each hex, ticks, and the words beside it.
 */
import { percentText, riskStep } from "./dice-graphics.js";
import { PITCH, placePoint } from "./geometry.js";
import { FONT, textWidth } from "./map-labels.js";
import { h } from "./render.js";

/**
 * @typedef {{places: string[], style: string, cls: string, label?: string,
 *   risk?: Map<string, number>, stop?: number}} Track
 * @typedef {import('./geometry.js').Geometry} Geometry
 * @typedef {import('./map-layout.js').Layout} Layout
 */

/** Hexes between two labels of the same chance, at least. */
const SAME = 4;

/**
 * Draw a route: straight through single hexes, rounded at turns. The ribbon has one piece per hex,
 * cut at the hexsides.
 * @param {Geometry} geo
 * @param {Track} t
 * @param {boolean} ribbon true to show the risk
 */
export function drawRoute(geo, t, ribbon) {
  const P = t.places
    .map((i) => placePoint(geo, i))
    .filter((p) => p !== undefined)
    .map((p) => [p.x, p.y]);
  if (P.length < 2) return null;
  const hop = (/** @type {number[]} */ p, /** @type {number} */ i) =>
    i > 0 && Math.hypot(p[0] - P[i - 1][0], p[1] - P[i - 1][1]) > PITCH * 2.2;
  // no route was found: a straight line would cross land
  if (t.style === "refused" && P.some(hop)) return null;
  const mid = (/** @type {number[]} */ a, /** @type {number[]} */ b) => [
    (a[0] + b[0]) / 2,
    (a[1] + b[1]) / 2,
  ];
  const pt = (/** @type {number[]} */ p) => p.map((n) => n.toFixed(1)).join(" ");
  const piece = (/** @type {number} */ i) => [
    i ? mid(P[i - 1], P[i]) : P[i],
    P[i],
    i < P.length - 1 ? mid(P[i], P[i + 1]) : P[i],
  ];
  const wake = (/** @type {number} */ from, /** @type {number} */ to) => {
    let d = "";
    for (let i = from; i <= to; i++) {
      let [a, b, c] = piece(i);
      if (i === from && i) a = b;
      if (i === to && i < P.length - 1) c = b;
      d += `${d ? "L" : "M"}${pt(a)}Q${pt(b)} ${pt(c)}`;
    }
    return d;
  };
  /** @type {import('./render.js').Kid[]} */
  const g = [];
  const last = P.length - 1,
    cut = t.stop ?? last;
  if (t.risk && ribbon) {
    const on = t.places.map((id, i) => [i, t.risk?.get(id)]).filter((q) => q[1] !== undefined);
    const part = (/** @type {number} */ i, /** @type {string} */ cls, /** @type {number} */ wd) => {
      const [a, b, c] = piece(i);
      return h(`path.${cls}`, { d: `M${pt(a)}Q${pt(b)} ${pt(c)}`, "stroke-width": wd.toFixed(1) });
    };
    for (const [i, p] of /** @type {number[][]} */ (on))
      if (i && p > 0) g.push(part(i, "rib-case", 8.2 + (13 * p) / 100));
    for (const [i, p] of /** @type {number[][]} */ (on))
      if (i) g.push(part(i, `rib.r${riskStep(p)}`, 6 + (13 * p) / 100));
  }
  g.push(h("path.rt", { d: wake(0, cut) }));
  if (cut < last) g.push(h("path.rt.rest", { d: wake(cut, last) }));
  if (t.style === "draft" || t.style === "refused")
    for (let i = 1; i < P.length; i++) {
      const [a, b, c] = piece(i),
        turn = Math.atan2(c[1] - a[1], c[0] - a[0]),
        l = i % 5 === 0 ? 9 : 4,
        n = [-Math.sin(turn), Math.cos(turn)];
      const m = i < last ? [(a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4] : b;
      g.push(
        h(i % 5 === 0 ? "path.tick.five" : "path.tick", {
          d: `M${pt([m[0] - n[0] * l, m[1] - n[1] * l])}L${pt([m[0] + n[0] * l, m[1] + n[1] * l])}`,
        }),
      );
    }
  const e = P[last],
    b = P[last - 1],
    angle = (Math.atan2(e[1] - b[1], e[0] - b[0]) * 180) / Math.PI;
  if (t.style !== "remedy")
    g.push(
      h("path.rt-end", {
        transform: `translate(${e[0]} ${e[1]}) rotate(${angle.toFixed(1)})`,
        d: "M-7-8L8 0-7 8z",
      }),
    );
  return h(`g.route.${t.cls}`, g);
}

/**
 * Keep words off the ribbons.
 * @param {Layout} layout
 * @param {Track[]} tracks routes whose risk is shown
 */
export function reserveRibbons(layout, tracks) {
  for (const t of tracks) {
    const on = t.places
      .map((id) => placePoint(layout.geo, id))
      .filter((p) => p !== undefined)
      .map((p) => layout.px(p));
    for (let i = 1; i < on.length - 1; i++)
      for (const [x, y] of [on[i], [(on[i][0] + on[i - 1][0]) / 2, (on[i][1] + on[i - 1][1]) / 2]])
        layout.taken.add(x - 8, y - 8, 16, 16);
  }
}

/**
 * Write the chance at each hex of a route, and the name of the route.
 * @param {Layout} layout
 * @param {Track} t
 * @param {boolean} ribbon true to show the risk
 */
export function drawRouteWords(layout, t, ribbon) {
  if (t.risk && ribbon) chances(layout, t.places, t.risk);
  const p = t.label && placePoint(layout.geo, t.places[Math.floor(t.places.length / 2)]);
  if (!p || !t.label) return;
  const w = textWidth(t.label, `600 11.5px ${FONT.sans}`);
  layout.write("g", h(`text.rnote.${t.style}`, t.label), layout.px(p), w, [
    [12, -10],
    [12, 18],
    [-w - 12, -10],
    [-w - 12, 18],
  ]);
}

/**
 * @param {Layout} layout
 * @param {string[]} places
 * @param {Map<string, number>} risk
 */
function chances(layout, places, risk) {
  let last = -1,
    since = 9;
  places.forEach((id, i) => {
    const r = risk.get(id),
      p = placePoint(layout.geo, id);
    since++;
    if (
      r === undefined ||
      !p ||
      i === 0 ||
      (r === 0 && last <= 0) ||
      (r === last && since < SAME && i < places.length - 1)
    )
      return;
    const text = percentText(r),
      w = textWidth(`${text} %`, `600 13px ${FONT.plate}`) + 4;
    if (
      layout.write(
        "g",
        h("text.pct", {}, text, h("tspan.pc", " %")),
        layout.px(p),
        w,
        [
          [14, 4],
          [-14 - w, 4],
          [-w / 2, -17],
          [-w / 2, 26],
        ],
        [12, 15],
      )
    ) {
      last = r;
      since = 0;
    }
  });
}
