/*
 * One layout of a map: where things stand on the screen in pixels, and the room that is left. The
 * first comer takes the room. What finds none is left out, so that nothing overlaps. Drawings keep
 * their size on the screen: they are scaled by k, board units to a pixel.
 */
import { Boxes } from "./map-labels.js";
import { h } from "./render.js";

/**
 * @typedef {import('./render.js').Part} Part
 * @typedef {{x: number, y: number}} Point
 */

export class Layout {
  /**
   * @param {import('./map-camera.js').Camera} camera
   * @param {import('./map-camera.js').Box} box the visible part
   * @param {boolean} still true for a map that never moves
   */
  constructor({ k, lod, geo }, box, still) {
    this.k = k;
    this.lod = lod;
    this.geo = geo;
    this.box = box;
    this.still = still;
    this.taken = new Boxes();
    /**
     * The drawn parts, by layer.
     * @type {Record<'lines'|'ports'|'units'|'labels'|'ids'|'names', Part[]>}
     */
    this.on = { lines: [], ports: [], units: [], labels: [], ids: [], names: [] };
  }

  /** Return the point on the screen of a point of the board. @param {Point} p */
  px(p) {
    return [(p.x - this.box.x) / this.k, (p.y - this.box.y) / this.k];
  }

  /**
   * Return the transform that draws at a point of the screen, in screen size or a share of it.
   * @param {number} x
   * @param {number} y
   */
  at(x, y, z = 1) {
    const { box, k } = this,
      [left, top] = [box.x + x * k, box.y + y * k];
    return `translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${(k * z).toFixed(4)})`;
  }

  /**
   * Draw a text centred at a point of the screen, with its size in board units.
   * @param {'text'|`text.${string}`} spec
   * @param {string} key
   * @param {number} x
   * @param {number} y
   * @param {string} text
   */
  text(spec, key, x, y, text) {
    const { box, k } = this;
    return h(
      spec,
      {
        key,
        x: (box.x + x * k).toFixed(1),
        y: (box.y + y * k).toFixed(1),
        "text-anchor": "middle",
      },
      text,
    );
  }

  /** Return whether a point is in sight, or within a margin of it. @param {number[]} p */
  seen(p, m = 40) {
    return p[0] > -m && p[1] > -m && p[0] < this.box.pw + m && p[1] < this.box.ph + m;
  }

  /**
   * Return whether the edge of the map cuts no part of a word.
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} h
   */
  whole(x, y, w, h) {
    return x >= 2 && y >= 2 && x + w <= this.box.pw - 2 && y + h <= this.box.ph - 2;
  }

  /**
   * Return where a word begins: the first of some places beside a point that has room, which it
   * takes.
   * @param {number[]} point
   * @param {number} w width of the word
   * @param {number[][]} tries offsets from the point
   * @param {[number, number]} [line] how far the word rises above the line, and its height
   * @param {number} [pad] free room at both ends
   */
  room([px, py], w, tries, [rise, high] = [11, 14], pad = 0) {
    const hit = tries
      .map(([dx, dy]) => [px + dx, py + dy])
      .find(
        ([x, y]) =>
          this.whole(x, y - rise, w, high) &&
          !this.taken.hits(x - pad, y - rise, w + 2 * pad, high),
      );
    if (hit) this.taken.add(hit[0] - pad, hit[1] - rise, w + 2 * pad, high);
    return hit;
  }

  /**
   * Write a word if there is room for it. Return whether there was.
   * @see Layout.room
   * @param {'g'|`g.${string}`} group element of the word
   * @param {Part} word
   * @param {number[]} point
   * @param {number} w
   * @param {number[][]} tries
   * @param {[number, number]} [line]
   * @param {number} [pad]
   */
  write(group, word, point, w, tries, line, pad) {
    const hit = this.room(point, w, tries, line, pad);
    if (hit) this.on.labels.push(h(group, { transform: this.at(hit[0], hit[1]) }, word));
    return Boolean(hit);
  }
}
