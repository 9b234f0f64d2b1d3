/* Room for labels on the map: rectangles that are taken, and widths of texts. */

const CELL = 64;

const tokens = getComputedStyle(document.documentElement);
/** Fonts of the labels, as in the tokens. */
export const FONT = {
  serif: tokens.getPropertyValue("--serif"),
  sans: tokens.getPropertyValue("--sans"),
  plate: tokens.getPropertyValue("--plate"),
};

/** Taken rectangles in pixels, indexed by a coarse grid. */
export class Boxes {
  constructor() {
    /** @type {Map<string, number[][]>} */
    this.cells = new Map();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} h
   */
  add(x, y, w, h) {
    const box = [x, y, x + w, y + h];
    for (const key of keys(box)) {
      const list = this.cells.get(key);
      if (list) list.push(box);
      else this.cells.set(key, [box]);
    }
  }

  /**
   * Return whether a rectangle meets a taken one.
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} h
   */
  hits(x, y, w, h) {
    const box = [x, y, x + w, y + h];
    for (const key of keys(box))
      for (const b of this.cells.get(key) || [])
        if (b[0] < box[2] && b[2] > box[0] && b[1] < box[3] && b[3] > box[1]) return true;
    return false;
  }
}

/** @param {number[]} b */
function* keys(b) {
  for (let i = Math.floor(b[0] / CELL); i <= Math.floor(b[2] / CELL); i++)
    for (let j = Math.floor(b[1] / CELL); j <= Math.floor(b[3] / CELL); j++) yield `${i},${j}`;
}

const pen = document.createElement("canvas").getContext("2d");
/** @type {Map<string, number>} */
const widths = new Map();
// a font has been loaded: widths measured without it are wrong
document.fonts.addEventListener("loadingdone", () => widths.clear());

/**
 * Return the width of a text in pixels.
 * @param {string} text
 * @param {string} font
 */
export function textWidth(text, font) {
  const key = `${font}|${text}`;
  let w = widths.get(key);
  if (w === undefined) {
    if (pen) pen.font = font;
    w = pen ? pen.measureText(text).width : text.length * 7;
    widths.set(key, w);
  }
  return w;
}
