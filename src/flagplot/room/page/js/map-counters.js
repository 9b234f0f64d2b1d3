/*
 * Counters on the map. Those of a place fan out without covering one another; many of one side
 * become a stack.
 */
import { placePoint } from "./geometry.js";
import { FONT, textWidth } from "./map-labels.js";
import { h } from "./render.js";
import { counterBody, counterShape } from "./silhouettes.js";

/**
 * @typedef {{id: string, name?: string, short: string, cls: string, ship: string, factors: string,
 *   count: number, state: Set<string>, place: string, port: boolean, selected?: boolean}} Unit
 * @typedef {import('./map-layout.js').Layout} Layout
 * @typedef {{key: string, lead: Unit, at: number[], unnamed: boolean}} Stand a counter on the map:
 *   its units, the first of them, its point; `unnamed`: it is too small to carry text
 */

/** Counters smaller than this share of full size carry no text. */
export const SMALL = 0.72;
/** If more counters than this carry no text, none gets a name beside it. */
const NAMED = 40;
/** Offsets of a counter from its place, nearest first. */
const OFF = [
  [26, 30],
  [-30, 30],
  [28, -32],
  [-30, -32],
  [0, 46],
  [0, -46],
  [74, 6],
  [-74, 6],
  [74, -38],
  [-74, -38],
  [74, 48],
  [-74, 48],
  [0, 90],
  [0, -90],
  [140, 6],
  [-140, 6],
];

/** Return the size of counters, as a share of full size. @param {Layout} layout */
export const counterScale = ({ lod, k }) =>
  Math.min(1, Math.max(lod ? 0.56 : 0.3, (lod ? 1.15 : 2.3) / k));

/**
 * Draw the counters.
 * @param {Layout} layout
 * @param {Unit[]} units
 * @returns {Stand[]}
 */
export function drawCounters(layout, units) {
  const { geo, lod, taken, on, box, k } = layout,
    scale = counterScale(layout),
    cw = 66 * scale,
    ch = 42 * scale,
    most = lod === 0 ? 1 : lod === 1 ? 2 : 4;
  /** @type {Stand[]} */
  const stands = [];
  for (const list of groupUnits(units)) {
    const home = placePoint(geo, list[0].place),
      inPort = list[0].port;
    if (!home) continue;
    const anchor = layout.px(
      (inPort && geo.places.find((p) => p.hex === list[0].place && p.kind !== "mark")) || home,
    );
    if (!layout.seen(anchor, 120)) continue;
    const tries = [...(inPort ? [] : [[0, 0]]), ...OFF].map(([dx, dy]) => [
      anchor[0] + dx * scale * (1 + (1 - scale) * 0.4),
      anchor[1] + dy * scale * (1 + (1 - scale) * 0.4),
    ]);
    for (const pile of pileUnits(list, most)) {
      const [lead] = pile,
        key = pile.map((u) => u.id).join(" "),
        count = pile.reduce((n, u) => n + Math.max(1, u.count), 0),
        many = pile.length > 1;
      const at =
          tries.find(([x, y]) => !taken.hits(x - cw / 2, y - ch / 2, cw, ch)) ||
          tries[tries.length - 1],
        [x, y] = at;
      taken.add(x - cw / 2, y - ch / 2, cw + (count > 1 ? 8 : 0), ch + (count > 1 ? 6 : 0));
      if (Math.hypot(x - anchor[0], y - anchor[1]) > 12)
        on.lines.unshift(
          h(`path.c-line.${lead.cls}`, {
            key: `line ${lead.id}`,
            d: `M${box.x + anchor[0] * k} ${box.y + anchor[1] * k}L${box.x + x * k} ${box.y + y * k}`,
          }),
        );
      const state = new Set(lead.state),
        unknown = state.has("seen") || state.has("lost") || lead.ship === "unknown";
      on.units.push(
        h(
          "g",
          {
            key,
            class: [
              "cnt",
              lead.cls,
              ...state,
              unknown ? "unknown" : "",
              lead.selected ? "sel" : "",
            ].join(" "),
            transform: layout.at(x, y, scale),
            "data-unit": key,
          },
          lead.selected &&
            h("path.c-sel", { d: counterShape(lead.cls), transform: "scale(1.16 1.24)" }),
          counterBody({
            cls: lead.cls,
            ship: lead.ship,
            id: many ? "" : lead.short,
            factors: many ? stackFactors(pile) : lead.factors,
            count,
            state,
          }),
        ),
      );
      stands.push({
        key,
        lead,
        at,
        unnamed: !many && !unknown && scale < SMALL && Boolean(lead.name),
      });
    }
  }
  return stands;
}

/**
 * Group units that stand together: those of one side, in a port or at sea. Chosen units come first.
 * @param {Unit[]} units
 * @returns {Unit[][]}
 */
function groupUnits(units) {
  /** @type {Map<string, Unit[]>} */
  const found = new Map();
  for (const u of units) {
    const key = `${u.place}|${u.cls}|${u.port ? "p" : "s"}`,
      same = found.get(key);
    if (same) same.push(u);
    else found.set(key, [u]);
  }
  const chosen = (/** @type {Unit[]} */ list) => Number(list.some((u) => u.selected));
  return [...found.values()].sort((a, b) => chosen(b) - chosen(a));
}

/**
 * Return the counters of units that stand together: each unit alone, or a stack beside the chosen
 * ones.
 * @param {Unit[]} list
 * @param {number} most units that stand alone at most
 */
function pileUnits(list, most) {
  if (list.length <= most) return list.map((u) => [u]);
  const rest = list.filter((u) => !u.selected);
  return [...list.filter((u) => u.selected).map((u) => [u]), ...(rest.length ? [rest] : [])];
}

/** Return the factors of a stack, if all are known. @param {Unit[]} pile */
const stackFactors = (pile) =>
  pile.some((u) => !/^\d+$/.test(u.factors))
    ? ""
    : String(pile.reduce((n, u) => n + Number(u.factors), 0));

/**
 * Name counters that carry no text, if they are few.
 * @param {Layout} layout
 * @param {Stand[]} stands
 */
export function drawCounterNames(layout, stands) {
  const small = stands.filter((s) => s.unnamed),
    scale = counterScale(layout),
    below = 21 * scale,
    side = 33 * scale + 4;
  if (small.length <= NAMED)
    for (const { lead, at } of small)
      [lead.name || "", lead.short].some((label) => {
        const w = textWidth(label, `600 12px ${FONT.plate}`);
        return layout.write(`g.${lead.cls}`, h("text.c-name", label), at, w, [
          [-w / 2, below + 13],
          [-w / 2, -below - 5],
          [side, 4],
          [-side - w, 4],
        ]);
      });
}

/**
 * Let a counter glide from its old point, in half a second. With reduced motion it jumps.
 * @param {Element} el
 * @param {number[]} from
 */
export function glide(el, [dx, dy]) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const moving = el.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }], {
    duration: 500,
    easing: "ease-in-out",
  });
  addEventListener("keydown", () => moving.finish(), {
    once: true,
    signal: AbortSignal.timeout(600),
  });
}
