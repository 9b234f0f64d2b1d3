/* Pan and zoom of a map. Everything is measured in board units, `k` of them to a pixel. */
import { PITCH, placePoint } from "./geometry.js";

/** Pixels that counters hang down from their place. */
const COUNTER_DROP = 32;
/** Hexes narrower than this, in pixels, cannot be read. */
const LEGIBLE = 22;

/**
 * @typedef {{x: number, y: number, w: number, h: number, pw: number, ph: number}} Box the visible
 *   part in board units, and its size in pixels
 */

/** The camera over one map. A class that draws the map overrides `drawn`. */
export class Camera {
  /**
   * @param {HTMLElement} pane the element of the map
   * @param {import('./geometry.js').Geometry} geo
   * @param {number[]} home the view without places
   * @param {() => number[]} [tools] where buttons lie over the map: x, y, width and height in
   *   pixels
   */
  constructor(pane, geo, home, tools = () => [0, 0, 0, 0]) {
    this.pane = pane;
    this.geo = geo;
    this.home = home;
    this.tools = tools;
    this.k = 1;
    this.view = [...home];
    /** @type {Box|undefined} */
    this.box = undefined;
    /**
     * The last view asked for. It is kept when the element changes its size, until the player moves
     * the map.
     * @type {{ids: string[], least: number, view: number[]}|undefined}
     */
    this.lastShown = undefined;
  }

  /** React to another view. @param {boolean} _soon true if the drawing must follow at once */
  onView(_soon) {}

  /** Level of detail: 0 from afar, 3 close by. */
  get lod() {
    const px = PITCH / this.k;
    return px < LEGIBLE ? 0 : px < 40 ? 1 : px < 74 ? 2 : 3;
  }

  /**
   * Make the drawing follow the element, so that k is exact.
   * @param {boolean} [hands] true while the player is moving the map
   */
  fit(hands = false) {
    const pw = this.pane.clientWidth,
      ph = this.pane.clientHeight;
    if (!pw || !ph) return;
    const [vx, vy, vw, vh] = this.view,
      k = Math.max(vw / pw, vh / ph);
    const w = pw * k,
      h = ph * k,
      x = vx + vw / 2 - w / 2,
      y = vy + vh / 2 - h / 2;
    const sized = pw !== this.box?.pw || ph !== this.box?.ph,
      anew = this.box && sized && this.lastShown?.view === this.view;
    this.box = { x, y, w, h, pw, ph };
    this.k = k;
    if (anew && this.lastShown) this.show(this.lastShown.ids, this.lastShown.least);
    else this.onView(!hands || sized);
  }

  /**
   * Zoom by a factor.
   * @param {number} f factor
   * @param {number} [px] point on screen that stays
   * @param {number} [py] point on screen that stays
   */
  zoom(f, px, py) {
    if (!this.box) return;
    const { x, y, w, h, pw, ph } = this.box;
    const ux = x + (px ?? pw / 2) * this.k,
      uy = y + (py ?? ph / 2) * this.k;
    const wide = Math.min(Math.max(this.geo.frame[2] * 1.1, 900), Math.max(240, w * f)),
      g = wide / w;
    this.view = [ux - (ux - x) * g, uy - (uy - y) * g, w * g, h * g];
    this.fit(true);
  }

  /**
   * Shift the map.
   * @param {number} dx pixels
   * @param {number} dy pixels
   */
  pan(dx, dy) {
    if (!this.box) return;
    const { x, y, w, h } = this.box,
      [fx, fy, fw, fh] = this.geo.frame;
    const cx = Math.min(fx + fw, Math.max(fx, x + w / 2 + dx * this.k)),
      cy = Math.min(fy + fh, Math.max(fy, y + h / 2 + dy * this.k));
    this.view = [cx - w / 2, cy - h / 2, w, h];
    this.fit(true);
  }

  /**
   * Show places with room around them, or the home view without places.
   * @param {string[]} [ids]
   * @param {number} [least]
   */
  show(ids = [], least = 9) {
    const spots = ids.map((i) => placePoint(this.geo, i)).filter((p) => p !== undefined);
    if (!spots.length) {
      this.view = [...this.home];
      this.fit();
      return;
    }
    const xs = spots.map((p) => p.x),
      ys = spots.map((p) => p.y),
      pad = PITCH * 1.6;
    const [x0, x1, y0, y1] = [
      Math.min(...xs) - pad,
      Math.max(...xs) + pad,
      Math.min(...ys) - pad,
      Math.max(...ys) + pad,
    ];
    const b = this.pane.getBoundingClientRect(),
      ratio = b.width && b.height ? b.width / b.height : 1;
    const small = b.width && b.width < 500,
      [, above, , deep] = this.tools(),
      top = Math.min(above + deep, b.height / 3),
      low = top && Math.min(COUNTER_DROP, b.height / 8); // buttons over the map hide its top
    const wide = small ? 1.1 : 1,
      tall = Math.max(small ? 1 : 1.2, b.height / Math.max(1, b.height - top - low));
    const w = Math.max(
        wide * (x1 - x0),
        tall * (y1 - y0) * ratio,
        PITCH * least * Math.min(1, ratio),
      ),
      hgt = w / ratio;
    const [fx, fy, fw, fh] = this.geo.frame,
      within = (
        /** @type {number} */ c,
        /** @type {number} */ from,
        /** @type {number} */ size,
        /** @type {number} */ half,
      ) =>
        2 * half > size ? from + size / 2 : Math.min(from + size - half, Math.max(from + half, c));
    const k = b.width ? w / b.width : 0,
      over = Math.max(24, top * k),
      below = Math.max(24, low * k);
    const cx = within((x0 + x1) / 2, fx, fw, w / 2),
      cy = within((y0 + y1 - (top - low) * k) / 2, fy - over, fh + over + below, hgt / 2);
    this.view = [cx - w / 2, cy - hgt / 2, w, hgt];
    this.lastShown = { ids, least, view: this.view };
    this.fit();
  }

  /** Return whether a place is in sight, with a margin and not under buttons. @param {string} id */
  sees(id) {
    const q = this.pixel(id);
    if (!q || !this.box) return false;
    const { pw, ph } = this.box,
      m = (PITCH * 0.6) / this.k,
      [left, top, wide, high] = this.tools();
    const under = q[0] > left && q[0] < left + wide && q[1] > top && q[1] < top + high;
    return q[0] > m && q[0] < pw - m && q[1] > m && q[1] < ph - m && !under;
  }

  /**
   * Move the map just enough to bring a place into sight. The scale stays.
   * @param {string} id
   * @param {number} [margin] from the edge, in pixels
   */
  follow(id, margin = 140) {
    const p = this.pixel(id),
      b = this.box;
    if (!p || !b) return;
    const mx = Math.min(margin, b.pw / 3),
      my = Math.min(margin, b.ph / 3);
    const off = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ m) =>
      at < m ? at - m : at > size - m ? at - size + m : 0;
    this.pan(off(p[0], b.pw, mx), off(p[1], b.ph, my));
  }

  /** Bring a place to the middle. From afar, zoom in until it can be read. @param {string} id */
  centre(id) {
    const p = this.pixel(id),
      b = this.box;
    if (!p || !b) return;
    if (PITCH / this.k < LEGIBLE) this.show([id], 16);
    else this.pan(p[0] - b.pw / 2, p[1] - b.ph / 2);
  }

  /** Return the point of a place on the screen, in pixels of the pane. @param {string} id */
  pixel(id) {
    const p = placePoint(this.geo, id);
    return p && this.box ? [(p.x - this.box.x) / this.k, (p.y - this.box.y) / this.k] : undefined;
  }
}
