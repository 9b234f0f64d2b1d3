/* The hex board as SVG: coast, tints, hexes, names, ports, routes, counters; pan, zoom, keyboard cursor.
   Everything that must keep its size on screen is drawn in pixels and scaled by k (board units per pixel).
   Coast and grid lie on a sheet of their own beneath the rest. While hands move the map both sheets are only shifted and
   stretched as the pictures they are; they are laid out anew when it rests. */
import { $ } from './dom.js';
import { PITCH, closed, corners, hexAt, outline, pieces, printed, spot, step } from './geometry.js';
import { counterBody, counterShape } from './silhouettes.js';
import { Boxes, FONT, textWidth } from './labels.js';
import { draw, h, node } from './view.js';

const R = PITCH / Math.sqrt(3);
/** The largest lettering of a sea or land, in pixels of the screen. */
const LETTERING = 40;
/** How far coast and grid are drawn beyond the screen, in pixels. */
const BEYOND = 2000;
/** How long hands must rest before the map is laid out anew, in milliseconds. */
const REST = 110;
/** A picture stretched farther than this is drawn anew at once. */
const STRETCH = 4;
/** How far counters hang down from where they stand, in pixels. */
const HANGS = 32;
/** More counters than this are not named beside them where they are too small to be written on. */
const NAMED = 40;
/** What lies on the map, from the bottom up. */
const LAYERS = ['marks', 'ids', 'names', 'routes', 'ports', 'units', 'labels', 'over', 'cursor'];
/** The sheet above coast and grid; each of its layers is drawn by itself. */
const over = () => h('svg.board', { preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' }, LAYERS.map((n) => h(`g.b-${n}`)));
/** Side of the parts that the grid is drawn in, in board units. */
const PART = 8 * PITCH;

/** Six steps, sequential, monotone in lightness; the number is always printed too. @param {number} p */
export const riskStep = (p) => (p <= 0 ? 0 : p < 25 ? 1 : p < 50 ? 2 : p < 75 ? 3 : p < 90 ? 4 : 5);

/** Whether goals are so many that they are hatched, not ringed hex by hex: a whole coast of them. @param {Tint} t */
export const isField = (t) => t.style === 'target' && t.places.length > 20;

/** A chance as people read it: never a rounded 0 or 100 for what may fail or happen. @param {number} p */
export const percent = (p) => (p <= 0 ? '0' : p >= 100 ? '100' : p < 0.1 ? '<0.1' : p > 99.9 ? '>99.9' : p < 10 || p > 99 ? String(Math.round(p * 10) / 10) : String(Math.round(p)));

/**
 * @typedef {import('./geometry.js').Geometry} Geometry
 * @typedef {{id: string, name?: string, short: string, cls: string, ship: string, factors: string, count: number, state: Set<string>, place: string, port: boolean, selected?: boolean}} Unit
 * @typedef {{places: string[], style: string, cls: string, label?: string, risk?: Map<string, number>, stop?: number}} Track
 * @typedef {{places: string[], style: string, level: number, label: string, cls?: string, layer?: string, quiet?: boolean}} Tint
 * How a map is used; `tools`: where buttons lie over it, as x, y, width and height in pixels.
 * @typedef {{onHex?: (id: string, ev: PointerEvent) => void, onUnit?: (ids: string[], ev: PointerEvent) => void, onHover?: (id: string|undefined, ev: PointerEvent, units: string[]) => void,
 *   onRule?: (from: string, to: string) => void, onBend?: (from: string, to: string) => void, onMove?: () => void, tools?: () => number[], still?: boolean, label?: string, view?: number[]}} Options
 */

/** One map in one element. */
export class Board {
  /**
   * @param {HTMLElement} el
   * @param {Geometry} geo
   * @param {Options} [options]
   */
  constructor(el, geo, options = {}) {
    this.el = el; this.geo = geo; this.o = options;
    this.k = 1; this.lod = 1;
    /** What the sheets show through. @type {HTMLElement} */ this.pane = node(h(options.still ? 'div.pane' : 'div.pane.live', h('div.mapsheet', this.ground(), over())));
    /** What both sheets lie on. */ this.mapsheet = $('.mapsheet', this.pane);
    /** Coast and grid. @type {SVGSVGElement} */ this.base = $('.coast', this.pane);
    /** @type {SVGGElement} */ this.art = $('.b-art', this.pane);
    /** Counters, names, overlays. @type {SVGSVGElement} */ this.svg = $('.board', this.pane);
    /** @type {Record<string, SVGGElement>} */ this.g = Object.fromEntries(LAYERS.map((n) => [n, $(`.b-${n}`, this.svg)]));
    /** The view both were laid out for. @type {{x: number, y: number, k: number}} */ this.laid = { x: 0, y: 0, k: 0 };
    /** What coast and grid are drawn of, in board units. @type {number[]} */ this.reach = [];
    /** @type {{x: number, y: number, w: number, h: number, pw: number, ph: number}|undefined} */ this.box = undefined;
    this.home = options.view || geo.frame;
    this.view = [...this.home];
    /** What was last asked to be shown: as long as no hand has moved the map since, it is shown whatever room there is. @type {{ids: string[], least: number, view: number[]}|undefined} */ this.asked = undefined;
    /** Where each counter stood when it was last drawn. @type {Map<string, {place: string, bx: number, by: number}>} */ this.stood = new Map();
    /** @type {Unit[]} */ this.units = [];
    /** @type {Track[]} */ this.tracks = [];
    /** @type {Tint[]} */ this.tints = [];
    /** @type {Map<string, {cls: string, full: number, room: number, own?: boolean}>} */ this.ports = new Map();
    /** Chances that are written into their hexes. @type {Map<string, number>} */ this.chances = new Map();
    /** @type {Set<string>} */ this.important = new Set();
    /** @type {string|undefined} */ this.cursor = undefined;
    /** Whether dragging measures. */ this.ruling = false;
    this.layers = { risk: true, range: true, control: true };
    /** What the player made of the layers of the legend. @type {Record<string, boolean>} */ this.shown = {};
    el.append(this.pane);
    new ResizeObserver(() => this.fit()).observe(this.pane);
    document.fonts.addEventListener('loadingdone', () => this.fit());      // words keep their room in the face they are drawn with
    this.fit();
    if (!options.still) this.listen();
  }

  /** What never changes: coast and grid. */
  ground() {
    const { geo } = this;
    let dry = '';
    /** Hexsides by the part of the map they lie in: only what is in sight is stroked. @type {Map<string, {sea: string, land: string}>} */ const parts = new Map();
    for (const c of geo.hexes.values()) {          // every side once; between two land cells it is hardly drawn
      if (c.kind === 'box' || c.kind === 'virtual') continue;
      const key = `${Math.floor(c.x / PART)},${Math.floor(c.y / PART)}`;
      let part = parts.get(key);
      if (!part) parts.set(key, part = { sea: '', land: '' });
      const ring = c.shape || corners(c.x, c.y), v = ring.map((p) => p.map((n) => n.toFixed(1)).join(' '));
      if (geo.shape === 'square' && c.kind === 'land') dry += closed(ring);
      for (let i = 0; i < ring.length; i++) {
        const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
        const n = c.shape ? hexAt(geo, a[0] + b[0] - c.x, a[1] + b[1] - c.y) : geo.hexes.get(step(geo, c.id, 60 * i - 60) || '');
        if (n && n.kind !== 'box' && (n.y < c.y - 1 || (Math.abs(n.y - c.y) <= 1 && n.x < c.x))) continue;
        const edge = `M${v[i]}L${v[(i + 1) % ring.length]}`;
        if (c.kind === 'land' && (!n || n.kind === 'land')) part.land += edge; else part.sea += edge;
      }
    }
    const [x, y, wide, high] = geo.frame, far = 20000;
    const boxes = [...geo.hexes.values()].filter((c) => c.kind === 'box');
    const art = (/** @type {string} */ cls, /** @type {string} */ d) => (d ? h(`path.${cls}`, { d }) : null);
    const lines = (/** @type {string} */ cls, /** @type {string} */ d) => h(`g.${cls}`, pieces(d).map((one) => h('path', { d: one })));
    const grid = (/** @type {'sea'|'land'} */ of) => [...parts.values()].map((part) => (part[of] ? h(`path.b-grid.${of}`, { d: part[of] }) : null));
    const drawing = h('g.b-art', { transform: geo.scale === 1 ? null : `scale(${geo.scale})` }, art('b-far', geo.far), art('b-near', geo.near), lines('b-grat', geo.grat), art('b-land', geo.land), art('b-lake', geo.lakes), lines('b-coast', geo.land), lines('b-shore', geo.lakes));
    return h('svg.coast', { 'aria-hidden': 'true' },
      h('rect.b-sea', { x: x - 9000, y: y - 9000, width: wide + 18000, height: high + 18000 }),
      drawing,
      dry ? h('path.b-dry', { d: dry, style: { fill: 'var(--land)', 'fill-opacity': '.38' } }) : null,    // the water of a land square is no way for ships
      grid('land'), grid('sea'),
      h('path.b-off', { 'fill-rule': 'evenodd', d: `M${x - far} ${y - far}H${x + wide + far}V${y + high + far}H${x - far}zM${x} ${y}V${y + high}H${x + wide}V${y}z` }),
      boxes.map((b) => h('path.b-box', { d: outline(b), style: b.shape ? { fill: 'var(--sea-3)', 'fill-opacity': '.28' } : null })));
  }

  /* -------------------------------------------------------------- view */

  /** Make the drawing follow the element, so that k is exact. @param {boolean} [hands] whether hands move the map: they may not have done yet */
  fit(hands = false) {
    const pw = this.pane.clientWidth, ph = this.pane.clientHeight;
    if (!pw || !ph) return;
    const [vx, vy, vw, vh] = this.view, k = Math.max(vw / pw, vh / ph);
    const w = pw * k, h = ph * k, x = vx + vw / 2 - w / 2, y = vy + vh / 2 - h / 2;
    const sized = pw !== this.box?.pw || ph !== this.box?.ph, anew = this.box && sized && this.asked?.view === this.view;
    this.box = { x, y, w, h, pw, ph };
    this.k = k;
    if (anew && this.asked) { this.show(this.asked.ids, this.asked.least); return; }
    const { laid } = this, far = Math.max(laid.k / k, k / laid.k) > STRETCH || !this.reaches();
    if (laid.k && !this.o.still) this.mapsheet.style.transform = `translate(${((laid.x - x) / k).toFixed(2)}px, ${((laid.y - y) / k).toFixed(2)}px) scale(${(laid.k / k).toFixed(5)})`;
    if (this.o.still) this.arrange(); else this.later(!hands || sized || far);
    this.o.onMove?.();
  }

  /** Whether coast and grid are drawn as far as the screen goes. */
  reaches() {
    const { x, y, w, h } = /** @type {NonNullable<Board['box']>} */ (this.box), [fx, fy, fw, fh] = this.geo.frame, [rx, ry, rw, rh] = this.reach;
    const over = w / 2 + 50 * this.k, tall = h / 2 + 50 * this.k;
    return Math.max(x, fx - over) >= rx && Math.max(y, fy - tall) >= ry && Math.min(x + w, fx + fw + over) <= rx + rw && Math.min(y + h, fy + fh + tall) <= ry + rh;
  }

  /** Lay the sheets out for the view as it is now: coast and grid are drawn anew only when the scale changed or they do not reach. */
  lay() {
    if (!this.box) return;
    const { x, y, w, h } = this.box, { k, base, svg } = this, [fx, fy, fw, fh] = this.geo.frame;
    const zoomed = k !== this.laid.k;
    this.laid = { x, y, k };
    svg.setAttribute('viewBox', `${x} ${y} ${w} ${h}`);
    if (zoomed || !this.reaches()) {
      const more = this.o.still ? 0 : BEYOND * k, edge = [w / 2 + 100 * k, h / 2 + 100 * k];
      const x0 = Math.min(x, Math.max(x - more, fx - edge[0])), y0 = Math.min(y, Math.max(y - more, fy - edge[1]));
      const x1 = Math.max(x + w, Math.min(x + w + more, fx + fw + edge[0])), y1 = Math.max(y + h, Math.min(y + h + more, fy + fh + edge[1]));
      this.reach = [x0, y0, x1 - x0, y1 - y0];
      base.setAttribute('viewBox', this.reach.join(' '));
      base.style.width = `${(x1 - x0) / k}px`; base.style.height = `${(y1 - y0) / k}px`;
    }
    base.style.transform = `translate(${((this.reach[0] - x) / k).toFixed(2)}px, ${((this.reach[1] - y) / k).toFixed(2)}px)`;
    this.mapsheet.style.transform = '';
    if (!zoomed) return;
    for (const one of [svg, base]) one.style.setProperty('--k', String(k));
    this.art.style.setProperty('--k', String(k / this.geo.scale));
    if (!this.o.still) for (const p of document.querySelectorAll('pattern[id^=zone]')) p.setAttribute('patternTransform', `rotate(${p.getAttribute('data-turn')}) scale(${Math.max(1, k * 0.6).toFixed(2)})`);      // hatches are read from afar as well
    const px = PITCH / k;
    this.lod = px < 22 ? 0 : px < 40 ? 1 : px < 74 ? 2 : 3;
    for (const one of [svg, base]) one.dataset.lod = String(this.lod);
  }

  /** Lay the map out anew: with the next frame, or once hands rest. @param {boolean} soon */
  later(soon) {
    this.svg.dataset.rests = 'false';
    clearTimeout(this.timer);
    if (soon) { cancelAnimationFrame(this.frame || 0); this.frame = requestAnimationFrame(() => this.arrange()); } else this.timer = setTimeout(() => this.arrange(), REST);
  }

  /** @param {number} f factor @param {number} [px] @param {number} [py] point on screen that stays */
  zoom(f, px, py) {
    if (!this.box) return;
    const { x, y, w, h, pw, ph } = this.box;
    const ux = x + (px ?? pw / 2) * this.k, uy = y + (py ?? ph / 2) * this.k;
    const wide = Math.min(Math.max(this.geo.frame[2] * 1.1, 900), Math.max(240, w * f)), g = wide / w;
    this.view = [ux - (ux - x) * g, uy - (uy - y) * g, w * g, h * g];
    this.fit(true);
  }

  /** @param {number} dx pixels @param {number} dy pixels */
  pan(dx, dy) {
    if (!this.box) return;
    const { x, y, w, h } = this.box, [fx, fy, fw, fh] = this.geo.frame;
    const cx = Math.min(fx + fw, Math.max(fx, x + w / 2 + dx * this.k)), cy = Math.min(fy + fh, Math.max(fy, y + h / 2 + dy * this.k));
    this.view = [cx - w / 2, cy - h / 2, w, h];
    this.fit(true);
  }

  /** Show places with room around them; without places the home view. @param {string[]} [ids] @param {number} [least] */
  show(ids = [], least = 9) {
    const spots = ids.map((i) => spot(this.geo, i)).filter((p) => p !== undefined);
    if (!spots.length) { this.view = [...this.home]; this.fit(); return; }
    const xs = spots.map((p) => p.x), ys = spots.map((p) => p.y), pad = PITCH * 1.6;
    let [x0, x1, y0, y1] = [Math.min(...xs) - pad, Math.max(...xs) + pad, Math.min(...ys) - pad, Math.max(...ys) + pad];
    const b = this.el.getBoundingClientRect(), ratio = b.width && b.height ? b.width / b.height : 1;
    const small = b.width && b.width < 500, [, above, , deep] = this.o.tools?.() || [0, 0, 0, 0], top = Math.min(above + deep, b.height / 3), low = top && Math.min(HANGS, b.height / 8);      // buttons over the map hide its top
    const wide = small ? 1.1 : 1, tall = Math.max(small ? 1 : 1.2, b.height / Math.max(1, b.height - top - low));
    let w = Math.max(wide * (x1 - x0), tall * (y1 - y0) * ratio, PITCH * least * Math.min(1, ratio)), hgt = w / ratio;
    const [fx, fy, fw, fh] = this.geo.frame, within = (/** @type {number} */ c, /** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ half) => (2 * half > size ? from + size / 2 : Math.min(from + size - half, Math.max(from + half, c)));
    const k = b.width ? w / b.width : 0, over = Math.max(24, top * k), below = Math.max(24, low * k);
    const cx = within((x0 + x1) / 2, fx, fw, w / 2), cy = within((y0 + y1 - (top - low) * k) / 2, fy - over, fh + over + below, hgt / 2);
    this.view = [cx - w / 2, cy - hgt / 2, w, hgt];
    this.asked = { ids, least, view: this.view };
    this.fit();
  }

  /** Whether a place is in sight with a margin. @param {string} id */
  sees(id) {
    const p = spot(this.geo, id);
    if (!p || !this.box) return false;
    const { x, y, w, h } = this.box, m = PITCH * 0.6;
    return p.x > x + m && p.x < x + w - m && p.y > y + m && p.y < y + h - m;
  }

  /** Move the map just so far that a place is well in sight; the scale stays. @param {string} id */
  follow(id) {
    const p = this.pixel(id), b = this.box;
    if (!p || !b) return;
    const mx = Math.min(140, b.pw / 3), my = Math.min(140, b.ph / 3);
    const off = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ m) => (at < m ? at - m : at > size - m ? at - size + m : 0);
    this.pan(off(p[0], b.pw, mx), off(p[1], b.ph, my));
  }

  /** Bring a place to the middle; from afar the map comes nearer, so that it can be read. @param {string} id */
  centre(id) {
    const p = this.pixel(id), b = this.box;
    if (!p || !b) return;
    if (PITCH / this.k < 22) this.show([id], 16); else this.pan(p[0] - b.pw / 2, p[1] - b.ph / 2);
  }

  /** The point of a place on the screen, in pixels of the element. @param {string} id */
  pixel(id) {
    const p = spot(this.geo, id);
    return p && this.box ? [(p.x - this.box.x) / this.k, (p.y - this.box.y) / this.k] : undefined;
  }

  /* -------------------------------------------------------------- what stands on it */

  /** Take everything off the map, at once: somebody else will look. */
  clear() {
    this.setUnits([]); this.setTracks([]); this.setTints([]); this.setChances(new Map()); this.setCursor(undefined);
    for (const layer of ['units', 'labels', 'ports', 'over']) draw(this.g[layer]);
    this.stood.clear();
  }

  /** @param {Unit[]} units */
  setUnits(units) { this.units = units; this.later(true); }

  /** @param {Map<string, {cls: string, full: number, room: number, own?: boolean}>} ports state of ports by place name */
  setPorts(ports) { this.ports = ports; this.later(true); }

  /** @param {Track[]} tracks @param {Iterable<string>} [important] places whose names come first */
  setTracks(tracks, important = []) { this.tracks = tracks; this.important = new Set(important); this.drawTracks(); this.later(true); }

  /** @param {Tint[]} tints */
  setTints(tints) { this.tints = tints; this.drawTints(); this.later(true); }

  /** @param {Map<string, number>} chances percent by place */
  setChances(chances) { this.chances = chances; this.later(true); }

  /** @param {string|undefined} id */
  setCursor(id) {
    this.cursor = id;
    const hex = id ? this.geo.hexes.get(id) : undefined;
    draw(this.g.cursor, hex && [h('path.x-cursor', { d: outline(hex, 0.9) }), h('path.x-cursor2', { d: outline(hex, 0.9) })]);
  }

  drawTracks() {
    draw(this.g.routes, this.tracks.map((t) => this.track(t)));
  }

  /** A wake: straight through single hexes, rounded where the route turns; one ribbon piece per hex, cut at hexsides. @param {Track} t */
  track(t) {
    const P = t.places.map((i) => spot(this.geo, i)).filter((p) => p !== undefined).map((p) => [p.x, p.y]);
    if (P.length < 2) return null;
    const hop = (/** @type {number[]} */ p, /** @type {number} */ i) => i > 0 && Math.hypot(p[0] - P[i - 1][0], p[1] - P[i - 1][1]) > PITCH * 2.2;
    if (t.style === 'refused' && P.some(hop)) return null;     // no way was found: a straight line would run over land
    const mid = (/** @type {number[]} */ a, /** @type {number[]} */ b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const pt = (/** @type {number[]} */ p) => p.map((n) => n.toFixed(1)).join(' ');
    const piece = (/** @type {number} */ i) => [i ? mid(P[i - 1], P[i]) : P[i], P[i], i < P.length - 1 ? mid(P[i], P[i + 1]) : P[i]];
    const wake = (/** @type {number} */ from, /** @type {number} */ to) => {
      let d = '';
      for (let i = from; i <= to; i++) {
        let [a, b, c] = piece(i);
        if (i === from && i) a = b;
        if (i === to && i < P.length - 1) c = b;
        d += `${d ? 'L' : 'M'}${pt(a)}Q${pt(b)} ${pt(c)}`;
      }
      return d;
    };
    /** @type {import('./view.js').Kid[]} */ const g = [];
    const last = P.length - 1, cut = t.stop ?? last;
    if (t.risk && this.layers.risk) {
      const on = t.places.map((id, i) => [i, t.risk?.get(id)]).filter((q) => q[1] !== undefined);
      const part = (/** @type {number} */ i, /** @type {string} */ cls, /** @type {number} */ wd) => { const [a, b, c] = piece(i); return h(`path.${cls}`, { d: `M${pt(a)}Q${pt(b)} ${pt(c)}`, 'stroke-width': wd.toFixed(1) }); };
      for (const [i, p] of /** @type {number[][]} */ (on)) if (i && p > 0) g.push(part(i, 'rib-case', 8.2 + 13 * p / 100));
      for (const [i, p] of /** @type {number[][]} */ (on)) if (i) g.push(part(i, `rib.r${riskStep(p)}`, 6 + 13 * p / 100));
    }
    g.push(h('path.rt', { d: wake(0, cut) }));
    if (cut < last) g.push(h('path.rt.rest', { d: wake(cut, last) }));
    if (t.style === 'draft' || t.style === 'refused') for (let i = 1; i < P.length; i++) {
      const [a, b, c] = piece(i), turn = Math.atan2(c[1] - a[1], c[0] - a[0]), l = i % 5 === 0 ? 9 : 4, n = [-Math.sin(turn), Math.cos(turn)];
      const m = i < last ? [(a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4] : b;
      g.push(h(i % 5 === 0 ? 'path.tick.five' : 'path.tick', { d: `M${pt([m[0] - n[0] * l, m[1] - n[1] * l])}L${pt([m[0] + n[0] * l, m[1] + n[1] * l])}` }));
    }
    const e = P[last], b = P[last - 1], angle = Math.atan2(e[1] - b[1], e[0] - b[0]) * 180 / Math.PI;
    if (t.style !== 'remedy') g.push(h('path.rt-end', { transform: `translate(${e[0]} ${e[1]}) rotate(${angle.toFixed(1)})`, d: 'M-7-8L8 0-7 8z' }));
    return h(`g.route.${t.cls}`, g);
  }

  /** Whether a tint is to be seen. @param {Tint} t */
  visible(t) {
    if (t.layer && !(this.shown[t.layer] ?? !t.quiet)) return false;
    if (['risk', 'danger', 'mines'].includes(t.style)) return this.layers.risk;
    return !['reach', 'zone'].includes(t.style) || this.layers.range;
  }

  /** The side between two cells, named like `A1/B2`, as a line. @param {string} id */
  side(id) {
    const [one, rest] = id.split('/'), two = rest?.includes(':') || !one.includes(':') ? rest : `${one.split(':')[0]}:${rest}`;
    const a = this.geo.hexes.get(one), b = this.geo.hexes.get(two);
    if (!a || !b) return '';
    const off = (/** @type {number[]} */ p) => Math.hypot(p[0] - b.x, p[1] - b.y);
    return `M${corners(a.x, a.y).sort((p, q) => off(p) - off(q)).slice(0, 2).map((p) => p.map((n) => n.toFixed(1)).join(' ')).join('L')}`;
  }

  drawTints() {
    const path = (/** @type {string[]} */ ids, /** @type {number} */ k) => ids.map((i) => spot(this.geo, i)).filter((p) => p !== undefined).map((p) => outline({ ...p, kind: this.geo.hexes.get(String(p))?.kind }, k)).join('');
    const below = [], above = [];
    for (const t of this.tints) {
      if (!this.visible(t)) continue;
      if (t.style === 'way') { above.push(h(`path.x-way.l${t.level}`, { d: t.places.map((id) => this.side(id)).join('') })); continue; }
      if (t.style === 'culprit') above.push(h('path.x-bad', { d: path(t.places, 0.94) }));
      else below.push(h(`path.x-${t.style === 'window' ? 'hex' : t.style}${['risk', 'reach', 'danger'].includes(t.style) ? `.l${t.level}` : ''}${t.cls ? `.${t.cls}` : ''}${isField(t) ? '.field' : ''}`, { d: path(t.places, t.style === 'target' && !isField(t) ? 0.9 : 1) }));
    }
    draw(this.g.marks, below);
    draw(this.g.over, above);
  }

  /** Whether a place is one that matters now: an order touches it, or it is a goal. @param {import('./geometry.js').Place} p */
  calls(p) { return this.important.has(p.hex) || this.important.has(p.name); }

  /* -------------------------------------------------------------- layout: counters, then names, then ids; drop, never overlap */

  arrange() {
    if (!this.box) return;
    this.lay();
    const { x, y, pw, ph } = this.box, { k, lod } = this, boxes = new Boxes();
    const px = (/** @type {{x: number, y: number}} */ p) => [(p.x - x) / k, (p.y - y) / k];
    const seen = (/** @type {number[]} */ p, m = 40) => p[0] > -m && p[1] > -m && p[0] < pw + m && p[1] < ph + m;
    const whole = (/** @type {number} */ bx, /** @type {number} */ by, /** @type {number} */ w, /** @type {number} */ h) => bx >= 2 && by >= 2 && bx + w <= pw - 2 && by + h <= ph - 2;     // the edge cuts no word
    const scale = Math.min(1, Math.max(lod ? 0.56 : 0.3, (lod ? 1.15 : 2.3) / k));
    this.svg.dataset.counters = scale < 0.72 ? 'small' : '';
    /** What is drawn, by layer. @type {Record<'lines'|'ports'|'units'|'labels'|'ids'|'names', import('./view.js').Part[]>} */ const on = { lines: [], ports: [], units: [], labels: [], ids: [], names: [] };
    /** Counters that have moved, and by how much. @type {Map<string, number[]>} */ const sailed = new Map();
    const at = (/** @type {number} */ cx, /** @type {number} */ cy, z = 1) => `translate(${(x + cx * k).toFixed(2)} ${(y + cy * k).toFixed(2)}) scale(${(k * z).toFixed(4)})`;

    // badges at culprit hexes stay clear
    for (const t of this.tints) if (t.style === 'culprit') for (const id of t.places) {
      const p = spot(this.geo, id);
      if (p) { const q = px(p); boxes.add(q[0] - 11, q[1] - 25, 22, 22); on.units.push(h('g.x-badge', { key: `bad ${id}`, transform: at(q[0], q[1] - 14) }, h('circle', { r: 10 }), h('path', { d: 'M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5' }))); }
    }
    // ports
    const places = this.geo.places.filter((p) => (p.kind !== 'mark' || lod > 1) && seen(px(p)));
    const drawn = places.filter((p) => lod > 0 || p.kind === 'base' || this.calls(p) || this.ports.get(p.name)?.full);
    for (const p of drawn) {
      const q = px(p), st = this.ports.get(p.name), r = p.kind === 'base' ? 6.4 : p.kind === 'port' ? 4.2 : 3;
      boxes.add(q[0] - r - 2, q[1] - r - 2, 2 * r + 4, 2 * r + 4);
      /** @type {import('./view.js').Kid[]} */ const g = [];
      if (p.kind === 'mark') g.push(h('path.p-dot', { d: 'M-3 0 0-3 3 0 0 3z' }));
      else {
        g.push(h('circle.p-dot', { r }));
        if (p.kind === 'base') g.push(h('path.p-anchor', { d: 'M0-3.6V3.4M-1.8-1.6H1.8M-3.3.8Q-2.8 3.4 0 3.6 2.8 3.4 3.3.8' }));
        if (st && st.full > 0) {
          const a = Math.min(st.full / (st.room || 50), 0.999) * 2 * Math.PI, q2 = r + 2.6;
          g.push(h('path.p-arc', { d: `M0 ${-q2}A${q2} ${q2} 0 ${a > Math.PI ? 1 : 0} 1 ${(q2 * Math.sin(a)).toFixed(2)} ${(-q2 * Math.cos(a)).toFixed(2)}` }));
        }
      }
      on.ports.push(h(`g.port.${st?.cls || 'neutral'}.p-${p.kind}`, { key: `${p.hex} ${p.name}`, transform: at(q[0], q[1], lod ? 1 : 0.7) }, g));
    }
    // names of places: what the order touches, then what holds ships, then bases, ports, the rest; from afar one's own bases are named before counters lie over them
    const serif = (/** @type {number} */ size) => `${size}px ${FONT.serif}`;
    const weight = (/** @type {import('./geometry.js').Place} */ p) => (this.calls(p) ? 0 : this.ports.get(p.name)?.full ? 1 : p.kind === 'base' ? 2 : p.kind === 'port' ? 3 : 5) + p.rank / 10;
    const mine = (/** @type {import('./geometry.js').Place} */ p) => this.calls(p) || Boolean(this.ports.get(p.name)?.own && p.kind === 'base');
    const nameOf = (/** @type {import('./geometry.js').Place} */ p) => {
      const q = px(p), w = textWidth(p.label, serif(13)), r = p.kind === 'base' ? 11 : 8;
      const tries = [[r, 4], [-r - w, 4], [r - 2, -7], [r - 2, 15], [-r + 2 - w, -7], [-r + 2 - w, 15], [-w / 2, -r - 3], [-w / 2, r + 12]];
      const hit = tries.find(([dx, dy]) => whole(q[0] + dx, q[1] + dy - 11, w, 14) && !boxes.hits(q[0] + dx - 1, q[1] + dy - 11, w + 2, 14));
      if (!hit) return;
      boxes.add(q[0] + hit[0] - 1, q[1] + hit[1] - 11, w + 2, 14);
      on.labels.push(h('g.port.named', { transform: at(q[0] + hit[0], q[1] + hit[1]) }, h('text', p.label)));
    };
    const named = drawn.filter((p) => lod > 1 || (lod === 1 && (p.kind === 'base' || weight(p) < 2)) || (lod === 0 && weight(p) < 3)).sort((a, b) => weight(a) - weight(b));
    const first = lod === 0 && !this.o.still ? named.filter(mine) : [];
    first.forEach(nameOf);
    // counters: those of a place fan out from it without covering one another; many of one side become a stack
    /** @type {Map<string, Unit[]>} */ const groups = new Map();
    for (const u of this.units) {
      const key = `${u.place}|${u.cls}|${u.port ? 'p' : 's'}`, same = groups.get(key);
      if (same) same.push(u); else groups.set(key, [u]);
    }
    const most = lod === 0 ? 1 : lod === 1 ? 2 : 4;
    const cw = 66 * scale, ch = 42 * scale;
    /** Counters that stand alone and are too small to be written on, and where. @type {{unit: Unit, at: number[]}[]} */ const unnamed = [];
    const OFF = [[26, 30], [-30, 30], [28, -32], [-30, -32], [0, 46], [0, -46], [74, 6], [-74, 6], [74, -38], [-74, -38], [74, 48], [-74, 48], [0, 90], [0, -90], [140, 6], [-140, 6]];
    const order = [...groups.entries()].sort((a, b) => (b[1].some((/** @type {Unit} */ u) => u.selected) ? 1 : 0) - (a[1].some((/** @type {Unit} */ u) => u.selected) ? 1 : 0));
    for (const [, list] of order) {
      const home = spot(this.geo, list[0].place);
      if (!home) continue;
      const port = list[0].port ? this.geo.places.find((p) => p.hex === list[0].place && p.kind !== 'mark') : undefined;
      const anchor = px(port || home);
      if (!seen(anchor, 120)) continue;
      const chosen = list.filter((/** @type {Unit} */ u) => u.selected), rest = list.filter((/** @type {Unit} */ u) => !u.selected);
      const single = list.length <= most ? list : chosen;
      const piles = single.map((/** @type {Unit} */ u) => [u]);
      if (list.length > most && rest.length) piles.push(rest);
      for (const pile of piles) {
        const lead = pile[0], sum = pile.reduce((/** @type {number} */ n, /** @type {Unit} */ u) => n + Math.max(1, u.count), 0);
        let spotAt = anchor;
        const free = (/** @type {number[]} */ p) => !boxes.hits(p[0] - cw / 2, p[1] - ch / 2, cw, ch);
        const tries = (list[0].port ? [] : [[0, 0]]).concat(OFF).map(([dx, dy]) => [anchor[0] + dx * scale * (1 + (1 - scale) * 0.4), anchor[1] + dy * scale * (1 + (1 - scale) * 0.4)]);
        spotAt = tries.find(free) || tries[tries.length - 1];
        boxes.add(spotAt[0] - cw / 2, spotAt[1] - ch / 2, cw + (sum > 1 ? 8 : 0), ch + (sum > 1 ? 6 : 0));
        if (Math.hypot(spotAt[0] - anchor[0], spotAt[1] - anchor[1]) > 12) on.lines.unshift(h(`path.c-line.${lead.cls}`, { key: `line ${lead.id}`, d: `M${x + anchor[0] * k} ${y + anchor[1] * k}L${x + spotAt[0] * k} ${y + spotAt[1] * k}` }));
        const state = new Set(lead.state), unknown = state.has('seen') || state.has('lost') || lead.ship === 'unknown';
        const many = pile.length > 1;
        if (!many && !unknown && scale < 0.72 && lead.name) unnamed.push({ unit: lead, at: spotAt });
        const shown = { cls: lead.cls, ship: lead.ship, id: many ? '' : lead.short, factors: many ? total(pile) : lead.factors, count: sum, state };
        const id = pile.map((/** @type {Unit} */ u) => u.id).join(' ');
        on.units.push(h('g', { key: id, class: ['cnt', lead.cls, ...state, unknown ? 'unknown' : '', lead.selected ? 'sel' : ''].join(' '), transform: at(spotAt[0], spotAt[1], scale), 'data-unit': id },
          lead.selected && h('path.c-sel', { d: counterShape(lead.cls), transform: 'scale(1.16 1.24)' }), counterBody(shown)));
        const by = this.sailed(lead, x + spotAt[0] * k, y + spotAt[1] * k);
        if (by) sailed.set(id, by);
      }
    }
    // words keep off the buttons and off the ribbon
    const [left, above, wide, high] = this.o.tools?.() || [0, 0, 0, 0];
    boxes.add(left, above, wide, high);
    for (const t of this.tracks) if (t.risk && this.layers.risk && lod > 0) {
      const on = t.places.map((id) => spot(this.geo, id)).filter((p) => p !== undefined).map(px);
      on.forEach((q, i) => {
        if (i && i < on.length - 1) boxes.add(q[0] - 8, q[1] - 8, 16, 16);
        if (i && i < on.length - 1) boxes.add((q[0] + on[i - 1][0]) / 2 - 8, (q[1] + on[i - 1][1]) / 2 - 8, 16, 16);
      });
    }
    // the chance at each hex of the draft
    for (const t of this.tracks) {
      if (t.risk && this.layers.risk && lod > 0) {
        let lastSaid = -1, since = 9;
        t.places.forEach((id, i) => {
          const r = t.risk?.get(id), p = spot(this.geo, id);
          since++;
          if (r === undefined || !p || i === 0 || (r === 0 && lastSaid <= 0) || (r === lastSaid && since < 4 && i < t.places.length - 1)) return;
          const q = px(p), text = percent(r), w = textWidth(`${text} %`, `600 13px ${FONT.plate}`) + 4;
          const tries = [[14, 4, 0], [-14 - w, 4, 0], [-w / 2, -17, 0], [-w / 2, 26, 0]];
          const hit = tries.find(([dx, dy]) => seen(q, 0) && !boxes.hits(q[0] + dx, q[1] + dy - 12, w, 15));
          if (!hit) return;
          boxes.add(q[0] + hit[0], q[1] + hit[1] - 12, w, 15);
          on.labels.push(h('g', { transform: at(q[0] + hit[0], q[1] + hit[1]) }, h('text.pct', {}, text, h('tspan.pc', ' %'))));
          lastSaid = r; since = 0;
        });
      }
      if (t.label && lod > 0) {
        const id = t.places[Math.floor(t.places.length / 2)], p = spot(this.geo, id);
        if (p) {
          const q = px(p), w = textWidth(t.label, `600 11.5px ${FONT.sans}`);
          const hit = [[12, -10], [12, 18], [-w - 12, -10], [-w - 12, 18]].find(([dx, dy]) => whole(q[0] + dx, q[1] + dy - 11, w, 14) && !boxes.hits(q[0] + dx, q[1] + dy - 11, w, 14));
          if (hit) { boxes.add(q[0] + hit[0], q[1] + hit[1] - 11, w, 14); on.labels.push(h('g', { transform: at(q[0] + hit[0], q[1] + hit[1]) }, h(`text.rnote.${t.style}`, t.label))); }
        }
      }
    }
    for (const t of this.tints) if (t.label && lod > 0 && this.visible(t)) {
      const p = spot(this.geo, t.places[0]);
      if (!p) continue;
      const q = px(p), w = textWidth(t.label, `600 12px ${FONT.sans}`), off = PITCH / k / 2;
      const hit = [...(t.style === 'mines' ? [[-w / 2, 5]] : []), [off + 4, -14], [-off - 4 - w, -14], [-w / 2, -off - 10], [-w / 2, off + 18]].find(([dx, dy]) => whole(q[0] + dx, q[1] + dy - 12, w, 15) && !boxes.hits(q[0] + dx, q[1] + dy - 12, w, 15));
      if (hit) { boxes.add(q[0] + hit[0], q[1] + hit[1] - 12, w, 15); on.labels.push(h('g', { transform: at(q[0] + hit[0], q[1] + hit[1]) }, h(`text.x-label.${t.style}`, t.label))); }
    }
    for (const p of named) if (!first.includes(p)) nameOf(p);
    if (unnamed.length <= NAMED) for (const { unit, at: [ux, uy] } of unnamed) {
      for (const said of [unit.name || '', unit.short]) {
        const w = textWidth(said, `600 12px ${FONT.plate}`), side = cw / 2 + 4;
        const hit = [[-w / 2, ch / 2 + 13], [-w / 2, -ch / 2 - 5], [side, 4], [-side - w, 4]].find(([dx, dy]) => whole(ux + dx, uy + dy - 11, w, 14) && !boxes.hits(ux + dx, uy + dy - 11, w, 14));
        if (!hit) continue;
        boxes.add(ux + hit[0], uy + hit[1] - 11, w, 14);
        on.labels.push(h(`g.${unit.cls}`, { transform: at(ux + hit[0], uy + hit[1]) }, h('text.c-name', said)));
        break;
      }
    }
    // the chance in each hex of the danger sea, above the middle, where the hex is wide enough for it
    if (lod > 1 && this.layers.risk) for (const [id, chance] of this.chances) {
      const p = spot(this.geo, id), q = p && px(p), w = textWidth(percent(chance), `600 12px ${FONT.plate}`) + 2, dy = -PITCH / k / 6;
      if (!chance || !q || !seen(q, -14) || boxes.hits(q[0] - w / 2, q[1] + dy - 7, w, 13)) continue;
      boxes.add(q[0] - w / 2, q[1] + dy - 7, w, 13);
      on.labels.push(h('g', { transform: at(q[0], q[1] + dy + 4) }, h('text.pct.sea', { 'text-anchor': 'middle' }, percent(chance))));
    }
    // lettering of seas and lands is engraved: ids give way to it, glyph by glyph
    for (const n of this.geo.names) {
      const size = Math.min(n.size / k, LETTERING), by = size * k / n.size, q = px(n);      // closer by, the lettering stays as it is on the screen
      if (size < 10.5 || !seen(q, 300)) continue;      // too small to be read
      const w = (textWidth(n.text, `${n.land ? '' : 'italic '}${serif(Math.round(n.size))}`) + n.text.length * n.spacing) * by / k, a = n.turn * Math.PI / 180;
      if (this.o.still && (q[0] - w / 2 < 0 || q[0] + w / 2 > pw)) continue;     // a picture does not cut words
      const glyphs = [];
      for (let d = -w / 2; d <= w / 2; d += size * 0.6) {
        const cx = q[0] + d * Math.cos(a) + size * 0.32 * Math.sin(a), cy = q[1] + d * Math.sin(a) - size * 0.32 * Math.cos(a);
        glyphs.push([cx - size * 0.3, cy - size * 0.36, size * 0.6, size * 0.72]);
      }
      const clear = n.size >= 24 || !glyphs.some(([a1, b1, c1, d1]) => boxes.hits(a1, b1, c1, d1));
      if (!clear) continue;
      on.names.push(h(`text.${n.land ? 'b-landname' : 'b-seaname'}${n.size < 14 ? '.sm' : n.size < 24 ? '.md' : ''}`, { key: `${n.text} ${n.x}`, transform: `translate(${n.x.toFixed(1)} ${n.y.toFixed(1)}) rotate(${n.turn})`, style: { 'font-size': `${n.size * by}px`, 'letter-spacing': `${n.spacing * by}px` }, 'text-anchor': 'middle' }, n.text));
      for (const [a1, b1, c1, d1] of glyphs) boxes.add(a1, b1, c1, d1);
    }
    // hex ids: below the middle, else above it
    if (lod > 0 || this.geo.shape !== 'hex') {
      const size = lod > 2 ? 12.5 : 11, half = PITCH / k / 2, square = this.geo.shape === 'square';
      for (const c of this.geo.hexes.values()) {
        if (c.kind === 'box' || c.kind === 'virtual') continue;
        if (c.kind === 'land' && lod < 3) continue;
        const id = printed(c.id), w = textWidth(id, `600 ${size}px ${FONT.plate}`) + id.length * size * 0.02 + 2;
        const dense = w > 2 * half * 0.88 || (lod < 3 && !square && id.length > 3);       // long ids side by side are a grey bar: every fifth will do
        if ((lod < 2 || dense) && (square ? id.split(/\D+/).some((n) => Number(n) % 5) : Number(id.replace(/\D/g, '')) % 5)) continue;
        const q = px(c);
        if (!seen(q, -14)) continue;
        // an id stands where the hex is wide enough for it, so that it is read as this hex's and no other's
        const low = square || c.shape ? half * 0.86 : Math.min(half * 0.86, (2 * half - w / 2) / Math.sqrt(3) - 1);
        const dy = [low, -half * 0.72 + 8].find((d) => whole(q[0] - w / 2, q[1] + d - size + 2, w, size) && !boxes.hits(q[0] - w / 2, q[1] + d - size + 2, w, size));
        if (dy === undefined) continue;
        boxes.add(q[0] - w / 2, q[1] + dy - size + 2, w, size);
        on.ids.push(h('text', { key: c.id, x: (x + q[0] * k).toFixed(1), y: (y + (q[1] + dy) * k).toFixed(1), 'text-anchor': 'middle' }, id));
      }
    }
    if (lod > 0) on.ids.push(...this.sheetNames(px, boxes));
    for (const c of this.geo.hexes.values()) if (c.kind === 'box') {
      const q = px(c);
      const name = c.shape && lod ? `${c.id}  ${c.waters[0]}` : c.id, w = textWidth(name, `600 12px ${FONT.plate}`);
      if (seen(q, 80) && whole(q[0] - w / 2, q[1] - 8, w, 16)) on.ids.push(h('text.b-boxname', { key: c.id, x: (x + q[0] * k).toFixed(1), y: (y + (q[1] + 4) * k).toFixed(1), 'text-anchor': 'middle' }, name));
    }
    draw(this.g.ports, on.lines, on.ports); draw(this.g.units, on.units); draw(this.g.labels, on.labels); draw(this.g.ids, on.ids); draw(this.g.names, on.names);
    if (sailed.size) for (const el of this.g.units.children) { const by = sailed.get(el.getAttribute('data-unit') || ''); if (by) glide(el, by); }
    this.svg.dataset.rests = 'true';
  }

  /**
   * The name of each map sheet in sight, once, as near to the middle of what is seen of it as there is room.
   * @param {(p: {x: number, y: number}) => number[]} px @param {Boxes} boxes
   */
  sheetNames(px, boxes) {
    const { x, y, pw, ph } = /** @type {NonNullable<Board['box']>} */ (this.box), { k } = this, out = [];
    for (const sheet of this.geo.sheets) {
      const here = [...this.geo.hexes.values()].filter((c) => c.kind !== 'virtual' && c.id.startsWith(`${sheet}:`)).map(px).filter((q) => q[0] > 30 && q[1] > 50 && q[0] < pw - 30 && q[1] < ph - 30);
      if (here.length < 4) continue;
      const cx = here.reduce((n, q) => n + q[0], 0) / here.length, cy = here.reduce((n, q) => n + q[1], 0) / here.length, w = textWidth(sheet, `600 24px ${FONT.plate}`) + 8;
      const off = (/** @type {number[]} */ q) => Math.hypot(q[0] - cx, q[1] - cy);
      const at = here.sort((a, b) => off(a) - off(b)).find((q) => !boxes.hits(q[0] - w / 2, q[1] - 14, w, 28));
      if (!at) continue;
      boxes.add(at[0] - w / 2, at[1] - 14, w, 28);
      out.push(h('text.b-sheet', { key: `sheet ${sheet}`, x: (x + at[0] * k).toFixed(1), y: (y + (at[1] + 8) * k).toFixed(1), 'text-anchor': 'middle' }, sheet));
    }
    return out;
  }

  /** Note where a counter stands: how far off it stood, when it has moved. @param {Unit} unit @param {number} bx @param {number} by */
  sailed(unit, bx, by) {
    const was = this.stood.get(unit.id);
    this.stood.set(unit.id, { place: unit.place, bx, by });
    return was && was.place !== unit.place && !this.o.still ? [was.bx - bx, was.by - by] : null;
  }

  /* -------------------------------------------------------------- hands */

  listen() {
    const { svg, pane: el } = this;
    /** @type {Map<number, number[]>} */ const down = new Map();
    let moved = 0, /** @type {ReturnType<typeof setTimeout>|undefined} */ press, /** @type {string|undefined} */ bend, /** @type {string|undefined} */ rule, far = 0;
    const local = (/** @type {MouseEvent} */ e) => { const b = el.getBoundingClientRect(); return [e.clientX - b.left, e.clientY - b.top]; };
    /** The units of the counter at a point. @param {MouseEvent} e @returns {string[]} */
    const unitsAt = (e) => { const hit = document.elementsFromPoint(e.clientX, e.clientY).map((n) => n.closest?.('[data-unit]')).find(Boolean); return hit && svg.contains(hit) ? (hit.getAttribute('data-unit') || '').split(' ') : []; };
    const hover = (/** @type {PointerEvent} */ e) => this.o.onHover?.(under(e), e, unitsAt(e));
    const under = (/** @type {MouseEvent} */ e) => { const [a, b] = local(e); return this.box ? hexAt(this.geo, this.box.x + a * this.k, this.box.y + b * this.k)?.id : undefined; };
    el.addEventListener('wheel', (/** @type {WheelEvent} */ e) => { e.preventDefault(); const [a, b] = local(e); this.zoom(Math.exp(Math.max(-120, Math.min(120, e.deltaY)) * 0.0018), a, b); }, { passive: false });
    el.addEventListener('pointerdown', (/** @type {PointerEvent} */ e) => {
      if (e.button > 0) return;
      down.set(e.pointerId, [e.clientX, e.clientY]);
      el.setPointerCapture(e.pointerId);
      if (down.size === 1) {
        moved = 0; far = 0;
        const hex = under(e), draft = this.tracks.find((t) => t.style === 'draft');
        rule = (this.ruling || e.shiftKey) && this.o.onRule ? hex : undefined;
        bend = !rule && hex && draft && this.o.onBend && draft.places.slice(1).includes(hex) ? hex : undefined;
        clearTimeout(press);
        if (e.pointerType === 'touch') press = setTimeout(() => { moved = 99; hover(e); }, 550);
      } else far = spread(down);
    });
    el.addEventListener('pointermove', (/** @type {PointerEvent} */ e) => {
      const last = down.get(e.pointerId);
      if (!last) { if (e.pointerType === 'mouse') hover(e); return; }
      const dx = last[0] - e.clientX, dy = last[1] - e.clientY;
      if (down.size === 2) {
        down.set(e.pointerId, [e.clientX, e.clientY]);
        const now = spread(down);
        if (far && now) { const b = el.getBoundingClientRect(), m = middle(down); this.zoom(far / now, m[0] - b.left, m[1] - b.top); }
        far = now; moved = 99;
        return;
      }
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > 5) { clearTimeout(press); el.classList.add('drag'); }
      if (rule) { const to = under(e); if (moved > 5 && to) this.o.onRule?.(rule, to); } else if (bend) { el.classList.add('bend'); this.setCursor(under(e)); } else if (moved > 5) this.pan(dx, dy);
      down.set(e.pointerId, [e.clientX, e.clientY]);
    });
    const up = (/** @type {PointerEvent} */ e) => {
      if (!down.has(e.pointerId)) return;
      down.delete(e.pointerId); clearTimeout(press);
      el.classList.remove('drag', 'bend');
      const hex = under(e);
      if (bend) { this.setCursor(undefined); const from = bend; bend = undefined; if (hex && hex !== from) { this.o.onBend?.(from, hex); return; } }
      if (moved > 5 || e.type === 'pointercancel') return;
      const units = unitsAt(e);
      if (units.length) this.o.onUnit?.(units, e);
      else if (hex) this.o.onHex?.(hex, e);
    };
    el.addEventListener('pointerup', up);
    el.addEventListener('pointercancel', up);
    el.addEventListener('pointerleave', (/** @type {PointerEvent} */ e) => { if (e.pointerType === 'mouse') this.o.onHover?.(undefined, e, []); });
  }
}

/** Let a counter glide from where it stood, in half a second; who asks for less motion sees it jump. @param {Element} el @param {number[]} from */
function glide(el, [dx, dy]) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const moving = el.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0px 0px' }], { duration: 500, easing: 'ease-in-out' });
  addEventListener('keydown', () => moving.finish(), { once: true, signal: AbortSignal.timeout(600) });
}

/** @param {Unit[]} pile */
function total(pile) {
  if (pile.some((u) => !/^\d+$/.test(u.factors))) return '';
  return String(pile.reduce((n, u) => n + Number(u.factors), 0));
}

/** @param {Map<number, number[]>} down */
function spread(down) { const [a, b] = [...down.values()]; return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0; }

/** @param {Map<number, number[]>} down */
function middle(down) { const [a, b] = [...down.values()]; return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]; }

/** A small still map for a card. @param {HTMLElement} el @param {Geometry} geo @param {number[]} view */
export const still = (el, geo, view) => new Board(el, geo, { still: true, view });

export { closed };
