/* Icons, the mark of flagplot, and the names of sides in their shapes and colours. */
import { h } from "./render.js";

/** @type {Record<string, string>} */
const ICONS = {
  undo: "M6.5 3 3 6.5 6.5 10M3.4 6.5H11a4 4 0 0 1 0 8H7",
  moon: "M14.5 11A6.5 6.5 0 0 1 7 3.4 6.3 6.3 0 1 0 14.5 11z",
  help: "M6.4 6.7a2.7 2.7 0 1 1 3.9 2.4c-.9.5-1.3 1-1.3 2M9 13.6v.9",
  plus: "M9 3.5v11M3.5 9h11",
  minus: "M3.5 9h11",
  whole: "M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4",
  no: "M9 1.6a7.4 7.4 0 1 0 0 14.8 7.4 7.4 0 1 0 0-14.8M4 14 14 4",
  yes: "m3 9.5 4 4.2L15 4.6",
  send: "M9 15V3M4 8l5-5 5 5",
  draft: "M5 2.5h8v13l-4-3-4 3z",
  hex: "M9 1.8 15.4 5.4v7.2L9 16.2 2.6 12.6V5.4z",
  ship: "M2.5 11.5 4 15h10l1.5-3.5zM5 11.5v-3h8v3M9 8.5V3",
  sheet: "M4 2.5h10v13H4zM6.5 6h5M6.5 9h5M6.5 12h3",
  lines: "M3 4.5h12M3 9h12M3 13.5h8",
  dots: "M3 9h1.6M8.2 9h1.6M13.4 9H15",
  close: "M4 4l10 10M14 4 4 14",
  before: "M5 4v10M14 4 7.5 9l6.5 5z",
  after: "M13 4v10M4 4l6.5 5L4 14z",
  play: "M5 3.5 14 9l-9 5.5z",
  pause: "M6 4v10M12 4v10",
  find: "M7.8 2.6a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 1 0 0-10.4M11.7 11.7 15.5 15.5",
  ruler: "M2 11.5 11.5 2 16 6.5 6.5 16zM5 8.5l2 2M7.5 6l3 3M10 3.5l2 2",
  film: "M2.5 4h13v10h-13zM7.3 6.6v4.8L11.4 9z",
};

/** Draw an icon of the line set, 18 by 18. @param {string} name */
export function icon(name) {
  return h(
    "svg",
    {
      viewBox: "0 0 18 18",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": name === "yes" ? 2.4 : 1.6,
      "aria-hidden": "true",
    },
    h("path", { d: ICONS[name] }),
  );
}

/** Draw the mark of flagplot. */
export function logo() {
  return h(
    "svg",
    { viewBox: "0 0 22 24", "aria-hidden": "true" },
    h("path", {
      d: "M11 1 20.5 6.5v11L11 23 1.5 17.5v-11z",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.6,
    }),
    h("path", { d: "M11 1 20.5 6.5v11z", fill: "currentColor" }),
    h("path", {
      d: "M11 1 11 12 20.5 17.5",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.2,
    }),
  );
}

/** Shapes of sides whose name has none, by the order of their seats. @type {Map<string, string>} */
const seatShapes = new Map();

/**
 * Give every side of a game a shape and a colour. Of sides without a shape of their own the first
 * looks like the Axis, the second like the Allies.
 * @param {string[]} sides
 */
export function assignShapes(sides) {
  const free = ["axis", "allied"].filter((c) => !sides.some((s) => classByName(s) === c));
  for (const side of sides)
    if (classByName(side) === "neutral")
      seatShapes.set(side.toLowerCase(), free.shift() || "neutral");
}

/** @param {string} side */
function classByName(side) {
  const name = (side || "").toLowerCase();
  return name === "axis" ? "axis" : name === "allied" || name === "allies" ? "allied" : "neutral";
}

/**
 * Return the CSS class of a side: `axis`, `allied`, or `neutral` for all others.
 * @param {string} side
 */
export function sideClass(side) {
  const mine = classByName(side);
  return mine === "neutral" ? seatShapes.get((side || "").toLowerCase()) || mine : mine;
}

/** Return a text with a capital at its beginning. @param {string} text */
export const sentenceCase = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Return how a game ended: the winner, and the degree if it says more. If the leader has not won,
 * say what a win would have taken.
 * @param {{winner: string, degree: string, short?: string}} end
 * @param {string} [side] the player's own side
 * @param {string} [winnerName] the winner's name in a sentence
 */
export function resultText({ winner, degree, short }, side, winnerName = winner) {
  const head = winner
    ? winner === side
      ? "You won"
      : `${sentenceCase(winnerName)} won`
    : degree === "closed"
      ? "The game was closed"
      : "A draw";
  const left = !side
    ? "By resignation"
    : winner === side
      ? "The other side resigned"
      : "You resigned";
  const named =
    !degree ||
    degree === winner ||
    (!winner && degree === "drawn") ||
    head.toLowerCase().endsWith(degree)
      ? ""
      : degree === "resigned"
        ? left
        : degree === "agreed"
          ? "By agreement"
          : `Result: ${degree}`;
  return [head, winner ? [named, short].filter(Boolean).join(". ") : short || named];
}

/** Return an order as it is read: no line breaks inside an id. @param {string} text */
export const keepIdsTogether = (text) =>
  text
    .split(" ")
    .flatMap((word, i) => [i ? " " : "", word.includes("-") ? h("span.oneword", word) : word]);

/**
 * Draw the name of a side in its shape and colour.
 * @param {string} side
 * @param {string} [text]
 */
export const sideTag = (side, text) => h(`span.side.${sideClass(side)}`, text ?? side);
