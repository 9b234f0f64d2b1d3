/* Dice in the shape of their side, bars of chance, and percentages in words and colours. */
import { sideClass } from "./icons.js";
import { h } from "./render.js";

/** @type {Record<number, number[][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/**
 * Draw one die.
 * @param {number} n
 * @param {string} cls
 * @param {number} sides
 * @param {string} [state] `hit` or `miss`; empty if the rules do not say
 */
export function drawDie(n, cls, sides = 6, state = "") {
  const body =
    cls === "axis"
      ? h("path", { d: "M-6-9.5H6L9.5-6V6L6 9.5H-6L-9.5 6V-6z" })
      : h("rect", { x: -9.5, y: -9.5, width: 19, height: 19, rx: cls === "allied" ? 5 : 1 });
  const face =
    sides <= 6 && PIPS[n]
      ? PIPS[n].map(([x, y]) => h("circle", { cx: x * 4.6, cy: y * 4.6, r: 1.75 }))
      : h("text", { y: 4, "text-anchor": "middle" }, n);
  return h(
    `svg.die${state ? `.${state}` : ""}`,
    {
      viewBox: "-10 -10 20 20",
      role: "img",
      "aria-label": state === "hit" ? `${n}, a hit` : String(n),
    },
    body,
    face,
  );
}

/**
 * Return the sums of the dice of a roll, part by part. It is empty where each die counts for
 * itself.
 * @param {{faces: number[], adds: number[]}} r
 * @returns {number[]}
 */
export function rollSums(r) {
  let at = 0;
  return (r.adds || []).map((n) =>
    r.faces
      .slice(at, (at += n))
      .reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0),
  );
}

/**
 * Draw the dice of a roll, at most a dozen.
 * @param {readonly number[]} faces
 * @param {string} side
 * @param {number} [sides]
 * @param {readonly boolean[]} [hits] whether each die hits
 */
export function drawDice(faces, side, sides = 6, hits = []) {
  const cls = sideClass(side);
  return h(
    `span.dice.${cls}`,
    faces
      .slice(0, 12)
      .map((f, i) => drawDie(f, cls, sides, hits.length ? (hits[i] ? "hit" : "miss") : "")),
    faces.length > 12 && h("span.num", `and ${faces.length - 12} more`),
  );
}

/**
 * Draw bars of chance, place by place, with their numbers as text.
 * @param {{place: string, percent: number, why: string}[]} profile
 * @param {Set<string>} bad
 * @param {string} danger what the chance is of, for screen readers
 */
export function chanceBars(profile, bad, danger) {
  const text = profile.map((r) => `${r.place} ${percentText(r.percent)}`).join(", ");
  return h(
    "div.bars",
    { role: "img", "aria-label": `Chance ${danger}, in percent: ${text}` },
    profile.map((r) =>
      h(
        bad.has(r.place) ? "div.bad" : "div",
        { style: { "--p": r.percent }, title: r.why },
        h("i", { style: { background: `var(--risk-${riskStep(r.percent)})` } }),
        h("b", percentText(r.percent)),
        h("span", r.place),
      ),
    ),
  );
}

/**
 * Return the step of the risk colours for a percentage: 0 to 5. Its number is always printed too.
 * @param {number} p
 */
export const riskStep = (p) => (p <= 0 ? 0 : p < 25 ? 1 : p < 50 ? 2 : p < 75 ? 3 : p < 90 ? 4 : 5);

/**
 * Return a percentage as text. It is never rounded to 0 or 100 if both outcomes are possible.
 * @param {number} p
 */
export const percentText = (p) =>
  p <= 0
    ? "0"
    : p >= 100
      ? "100"
      : p < 0.1
        ? "<0.1"
        : p > 99.9
          ? ">99.9"
          : p < 10 || p > 99
            ? String(Math.round(p * 10) / 10)
            : String(Math.round(p));
