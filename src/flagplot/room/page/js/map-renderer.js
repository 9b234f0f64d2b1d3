/*
 * The map as SVG on two sheets: coast and grid below, counters and overlays above. During a gesture
 * both sheets are only shifted and scaled as pictures. They are laid out again when the map is at
 * rest.
 */
import { $ } from "./dom.js";
import { outline } from "./geometry.js";
import { Camera } from "./map-camera.js";
import { coastAndGrid } from "./map-coast.js";
import { SMALL, counterScale, drawCounterNames, drawCounters, glide } from "./map-counters.js";
import { listenToMap } from "./map-gestures.js";
import { Layout } from "./map-layout.js";
import { drawBoxNames, drawHexIds, drawLettering, drawSheetNames } from "./map-lettering.js";
import { drawPlaceNames, drawPlaces } from "./map-places.js";
import { drawRoute, drawRouteWords, reserveRibbons } from "./map-routes.js";
import { drawBadges, drawHexChances, drawMarks, drawTintWords } from "./map-tints.js";
import { draw, h, makeNode } from "./render.js";

/** Distance that coast and grid are drawn beyond the screen, in pixels. */
const BEYOND = 2000;
/** Milliseconds of rest after which the map is laid out again. */
const REST = 110;
/** A picture that is scaled by more than this is drawn again at once. */
const STRETCH = 4;
/** The layers of the upper sheet, from the bottom up. */
const LAYERS = ["marks", "ids", "names", "routes", "ports", "units", "labels", "over", "cursor"];
/**
 * Return a CSS translation in pixels.
 * @param {number} dx
 * @param {number} dy
 */
const shift = (dx, dy) => `translate(${dx.toFixed(2)}px, ${dy.toFixed(2)}px)`;
/** Return the upper sheet. Each of its layers is drawn by itself. */
const upperSheet = () =>
  h(
    "svg.board",
    { preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    LAYERS.map((n) => h(`g.b-${n}`)),
  );

/**
 * @typedef {import('./geometry.js').Geometry} Geometry
 * @typedef {import('./map-counters.js').Unit} Unit
 * @typedef {import('./map-routes.js').Track} Track
 * @typedef {import('./map-tints.js').Tint} Tint
 * @typedef {import('./map-places.js').Port} Port
 * @typedef {{onHex?: (id: string, ev: PointerEvent) => void,
 *   onUnit?: (ids: string[], ev: PointerEvent) => void,
 *   onHover?: (id: string|undefined, ev: PointerEvent, units: string[]) => void,
 *   onRule?: (from: string, to: string) => void, onBend?: (from: string, to: string) => void,
 *   onMove?: () => void, tools?: () => number[], still?: boolean, view?: number[]}} Options how a
 *   map is used; `tools` returns where buttons lie over it: x, y, width and height in pixels.
 */

/** One map in one element. */
export class MapRenderer extends Camera {
  /**
   * @param {HTMLElement} el
   * @param {Geometry} geo
   * @param {Options} [options]
   */
  constructor(el, geo, options = {}) {
    super(
      makeNode(
        h(
          options.still ? "div.pane" : "div.pane.live",
          h("div.mapsheet", coastAndGrid(geo), upperSheet()),
        ),
      ),
      geo,
      options.view || geo.frame,
      options.tools,
    );
    this.o = options;
    /** Holds both sheets. */
    this.mapsheet = $(".mapsheet", this.pane);
    /** The sheet of coast and grid. @type {SVGSVGElement} */
    this.base = $(".coast", this.pane);
    /** @type {SVGGElement} */
    this.art = $(".b-art", this.pane);
    /** The sheet of counters, names and overlays. @type {SVGSVGElement} */
    this.svg = $(".board", this.pane);
    /** @type {Record<string, SVGGElement>} */
    this.g = Object.fromEntries(LAYERS.map((n) => [n, $(`.b-${n}`, this.svg)]));
    /** The view both sheets were laid out for. @type {{x: number, y: number, k: number}} */
    this.laid = {
      x: 0,
      y: 0,
      k: 0,
    };
    /** The area for which coast and grid are drawn, in board units. @type {number[]} */
    this.reach = [];
    /**
     * Where each counter stood when it was last drawn.
     * @type {Map<string, {place: string, bx: number, by: number}>}
     */
    this.lastStands = new Map();
    /** @type {Unit[]} */
    this.units = [];
    /** @type {Track[]} */
    this.tracks = [];
    /** @type {Tint[]} */
    this.tints = [];
    /** @type {Map<string, Port>} */
    this.ports = new Map();
    /** Chances that are written into their hexes, in percent. @type {Map<string, number>} */
    this.chances = new Map();
    /** @type {Set<string>} */
    this.important = new Set();
    /** @type {string|undefined} */
    this.cursor = undefined;
    /** True while dragging measures. */
    this.ruling = false;
    this.layers = { risk: true, range: true, control: true };
    /**
     * The layers that the player has switched on or off in the legend.
     * @type {Record<string, boolean>}
     */
    this.shown = {};
    el.append(this.pane);
    new ResizeObserver(() => this.fit()).observe(this.pane);
    // a loaded font changes the width of words
    document.fonts.addEventListener("loadingdone", () => this.fit());
    this.fit();
    if (!options.still) listenToMap(this);
  }

  /* -------------------------------------------------------------- the sheets follow the camera */

  /**
   * @override
   * @param {boolean} soon
   */
  onView(soon) {
    const { laid, k } = this,
      { x, y } = /** @type {import('./map-camera.js').Box} */ (this.box);
    if (this.o.still) this.arrange();
    else {
      if (laid.k) {
        const scale = `scale(${(laid.k / k).toFixed(5)})`;
        this.mapsheet.style.transform = `${shift((laid.x - x) / k, (laid.y - y) / k)} ${scale}`;
      }
      this.arrangeLater(soon || Math.max(laid.k / k, k / laid.k) > STRETCH || !this.reaches());
    }
    this.o.onMove?.();
  }

  /** Return whether coast and grid are drawn up to the edges of the screen. */
  reaches() {
    const { x, y, w, h } = /** @type {import('./map-camera.js').Box} */ (this.box),
      [fx, fy, fw, fh] = this.geo.frame,
      [rx, ry, rw, rh] = this.reach;
    const over = w / 2 + 50 * this.k,
      tall = h / 2 + 50 * this.k;
    return (
      Math.max(x, fx - over) >= rx &&
      Math.max(y, fy - tall) >= ry &&
      Math.min(x + w, fx + fw + over) <= rx + rw &&
      Math.min(y + h, fy + fh + tall) <= ry + rh
    );
  }

  /**
   * Lay the sheets out for the current view. Coast and grid are drawn again only if the scale
   * changed or they do not reach the edges.
   * @param {import('./map-camera.js').Box} box
   */
  layOut({ x, y, w, h }) {
    const { k, base, svg } = this,
      [fx, fy, fw, fh] = this.geo.frame;
    const zoomed = k !== this.laid.k;
    this.laid = { x, y, k };
    svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    if (zoomed || !this.reaches()) {
      const more = this.o.still ? 0 : BEYOND * k,
        edge = [w / 2 + 100 * k, h / 2 + 100 * k];
      const x0 = Math.min(x, Math.max(x - more, fx - edge[0])),
        y0 = Math.min(y, Math.max(y - more, fy - edge[1]));
      const x1 = Math.max(x + w, Math.min(x + w + more, fx + fw + edge[0])),
        y1 = Math.max(y + h, Math.min(y + h + more, fy + fh + edge[1]));
      this.reach = [x0, y0, x1 - x0, y1 - y0];
      base.setAttribute("viewBox", this.reach.join(" "));
      base.style.width = `${(x1 - x0) / k}px`;
      base.style.height = `${(y1 - y0) / k}px`;
    }
    base.style.transform = shift((this.reach[0] - x) / k, (this.reach[1] - y) / k);
    this.mapsheet.style.transform = "";
    if (!zoomed) return;
    this.art.style.setProperty("--k", String(k / this.geo.scale));
    if (!this.o.still)
      for (const p of document.querySelectorAll("pattern[id^=zone]"))
        p.setAttribute(
          "patternTransform",
          `rotate(${p.getAttribute("data-turn")}) scale(${Math.max(1, k * 0.6).toFixed(2)})`,
        ); // hatches stay legible from afar
    for (const one of [svg, base]) {
      one.style.setProperty("--k", String(k));
      one.dataset.lod = String(this.lod);
    }
  }

  /** Lay the map out again: in the next frame, or once the map is at rest. @param {boolean} soon */
  arrangeLater(soon) {
    this.svg.dataset.rests = "false";
    clearTimeout(this.timer);
    if (soon) {
      cancelAnimationFrame(this.frame || 0);
      this.frame = requestAnimationFrame(() => this.arrange());
    } else this.timer = setTimeout(() => this.arrange(), REST);
  }

  /* -------------------------------------------------------------- what the map shows */

  /** Take everything off the map at once: another player will look at it. */
  clear() {
    this.setUnits([]);
    this.setTracks([]);
    this.setTints([]);
    this.setChances(new Map());
    this.setCursor(undefined);
    for (const layer of ["units", "labels", "ports", "over"]) draw(this.g[layer]);
    this.lastStands.clear();
  }

  /** @param {Unit[]} units */
  setUnits(units) {
    this.units = units;
    this.arrangeLater(true);
  }

  /** @param {Map<string, Port>} ports state of ports by place name */
  setPorts(ports) {
    this.ports = ports;
    this.arrangeLater(true);
  }

  /**
   * Draw the routes.
   * @param {Track[]} tracks
   * @param {Iterable<string>} [important] places whose names come first
   */
  setTracks(tracks, important = []) {
    this.tracks = tracks;
    this.important = new Set(important);
    draw(
      this.g.routes,
      tracks.map((t) => drawRoute(this.geo, t, this.layers.risk)),
    );
    this.arrangeLater(true);
  }

  /** @param {Tint[]} tints */
  setTints(tints) {
    this.tints = tints;
    const { below, above } = drawMarks(this.geo, this.visible);
    draw(this.g.marks, below);
    draw(this.g.over, above);
    this.arrangeLater(true);
  }

  /** The tints that are switched on. */
  get visible() {
    const { layers, shown } = this;
    return this.tints.filter(
      (t) =>
        (!t.layer || (shown[t.layer] ?? !t.quiet)) &&
        (!["risk", "danger", "mines"].includes(t.style) || layers.risk) &&
        (!["reach", "zone"].includes(t.style) || layers.range),
    );
  }

  /** @param {Map<string, number>} chances percent by place */
  setChances(chances) {
    this.chances = chances;
    this.arrangeLater(true);
  }

  /** @param {string|undefined} id */
  setCursor(id) {
    this.cursor = id;
    const hex = id ? this.geo.hexes.get(id) : undefined;
    draw(
      this.g.cursor,
      hex && [
        h("path.x-cursor", { d: outline(hex, 0.9) }),
        h("path.x-cursor2", { d: outline(hex, 0.9) }),
      ],
    );
  }

  /* -------------------------------------------------------------- layout: what finds no room is dropped */

  arrange() {
    if (!this.box) return;
    this.layOut(this.box);
    const { tracks, g } = this,
      { risk } = this.layers,
      layout = new Layout(this, this.box, Boolean(this.o.still)),
      { on, lod } = layout;
    this.svg.dataset.counters = counterScale(layout) < SMALL ? "small" : "";
    drawBadges(layout, this.tints);
    const named = drawPlaces(layout, this.ports, this.important);
    drawPlaceNames(layout, named.first);
    const stands = drawCounters(layout, this.units),
      sailed = this.noteMoves(layout, stands),
      [left, above, wide, high] = this.tools();
    layout.taken.add(left, above, wide, high);
    if (lod) {
      if (risk)
        reserveRibbons(
          layout,
          tracks.filter((t) => t.risk),
        );
      for (const t of tracks) drawRouteWords(layout, t, risk);
      drawTintWords(layout, this.visible);
    }
    drawPlaceNames(layout, named.rest);
    drawCounterNames(layout, stands);
    if (lod > 1 && risk) drawHexChances(layout, this.chances);
    drawLettering(layout);
    drawHexIds(layout);
    drawSheetNames(layout);
    drawBoxNames(layout);
    draw(g.ports, on.lines, on.ports);
    draw(g.units, on.units);
    draw(g.labels, on.labels);
    draw(g.ids, on.ids);
    draw(g.names, on.names);
    if (sailed.size)
      for (const el of g.units.children) {
        const by = sailed.get(el.getAttribute("data-unit") || "");
        if (by) glide(el, by);
      }
    this.svg.dataset.rests = "true";
  }

  /**
   * Note where counters stand. Return those that have moved, with the distance from their old
   * point.
   * @param {Layout} layout
   * @param {import('./map-counters.js').Stand[]} stands
   */
  noteMoves({ box, k }, stands) {
    /** @type {Map<string, number[]>} */
    const sailed = new Map();
    for (const { key, lead, at } of stands) {
      const was = this.lastStands.get(lead.id),
        bx = box.x + at[0] * k,
        by = box.y + at[1] * k;
      this.lastStands.set(lead.id, { place: lead.place, bx, by });
      if (was && was.place !== lead.place && !this.o.still)
        sailed.set(key, [was.bx - bx, was.by - by]);
    }
    return sailed;
  }
}

/**
 * Draw a small still map for a card.
 * @param {HTMLElement} el
 * @param {Geometry} geo
 * @param {number[]} view
 */
export const stillMap = (el, geo, view) => new MapRenderer(el, geo, { still: true, view });
