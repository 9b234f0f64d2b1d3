/* Arrows at the edge of the map. Each points to something off the screen; a click shows it. */
import { draw, h } from "./render.js";

/** @typedef {{place: string, label: string, cls: string}} Aim what an arrow points to */

/** Distance of an arrow from the edge in pixels. It is larger where tools lie. */
const EDGE = { x: 30, top: 64, bottom: 34 };
/** Distance in pixels that an arrow keeps from the tools over the map. */
const SIZE = 24;

/**
 * Return where an arrow stands that points from the middle of a window to a point outside. Its
 * angle is in degrees (0: east, 90: south). For a point inside return `undefined`.
 * @param {number[]} point
 * @param {number} width
 * @param {number} height
 * @returns {{x: number, y: number, angle: number}|undefined}
 */
export function edgePoint([px, py], width, height) {
  if (px >= 0 && px <= width && py >= 0 && py <= height) return undefined;
  const cx = width / 2,
    cy = height / 2,
    dx = px - cx,
    dy = py - cy;
  const across = dx > 0 ? (width - EDGE.x - cx) / dx : dx < 0 ? (EDGE.x - cx) / dx : Infinity;
  const down = dy > 0 ? (height - EDGE.bottom - cy) / dy : dy < 0 ? (EDGE.top - cy) / dy : Infinity;
  const t = Math.max(0, Math.min(across, down));
  return { x: cx + dx * t, y: cy + dy * t, angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}

/**
 * Move an arrow off a panel that lies over the map: above the panel in the lower half, else below.
 * @param {{x: number, y: number}} spot
 * @param {{left: number, right: number, top: number, bottom: number}[]} lying
 * @param {number} height
 */
export function clearOfPanels(spot, lying, height) {
  const on = lying.find(
    (r) =>
      spot.x > r.left - SIZE &&
      spot.x < r.right + SIZE &&
      spot.y > r.top - SIZE &&
      spot.y < r.bottom + SIZE,
  );
  return on
    ? { x: spot.x, y: on.top > height / 2 ? on.top - SIZE : on.bottom + SIZE }
    : { x: spot.x, y: spot.y };
}

/**
 * Return the rectangles of the panels over the map, in pixels of the map.
 * @param {HTMLElement} el
 */
function panelsOver(el) {
  const at = el.getBoundingClientRect();
  return [...(el.parentElement?.querySelectorAll("#legend, #layers, #maptools") || [])]
    .map((e) => e.getBoundingClientRect())
    .filter((r) => r.width)
    .map((r) => ({
      left: r.left - at.left,
      right: r.right - at.left,
      top: r.top - at.top,
      bottom: r.bottom - at.top,
    }));
}

/** The arrows of one map. */
export class Arrows {
  /**
   * @param {HTMLElement} el
   * @param {() => import('./map-renderer.js').MapRenderer|null} board
   * @param {(place: string) => void} go
   */
  constructor(el, board, go) {
    this.el = el;
    this.board = board;
    this.go = go;
    /** @type {Aim[]} */
    this.aims = [];
  }

  /** Set what to point to, most important first. @param {Aim[]} aims */
  pointTo(aims) {
    this.aims = aims;
    this.draw();
  }

  /** Draw the arrows to things off the screen. Of several at one spot only the first is drawn. */
  draw() {
    const board = this.board(),
      box = board?.box;
    if (!board || !box) return;
    /** @type {{aim: Aim, x: number, y: number, angle: number}[]} */
    const found = [],
      taken = this.aims.length ? panelsOver(this.el) : [];
    for (const aim of this.aims) {
      const point = board.pixel(aim.place),
        outside = point && edgePoint(point, box.pw, box.ph),
        spot = outside && { ...outside, ...clearOfPanels(outside, taken, box.ph) };
      if (
        spot &&
        !found.some((f) => f.aim.place === aim.place || Math.hypot(f.x - spot.x, f.y - spot.y) < 40)
      )
        found.push({ aim, ...spot });
    }
    draw(
      this.el,
      found.slice(0, 3).map(({ aim, x, y, angle }) =>
        h(
          `button.edge.${aim.cls || "neutral"}`,
          {
            key: aim.place,
            "aria-label": `Show ${aim.label}`,
            title: aim.label,
            style: { left: `${x.toFixed(0)}px`, top: `${y.toFixed(0)}px` },
            onClick: () => this.go(aim.place),
          },
          h(
            "svg",
            {
              viewBox: "-12 -12 24 24",
              "aria-hidden": "true",
              style: { transform: `rotate(${angle.toFixed(0)}deg)` },
            },
            h("path", { d: "M-7-7 8 0-7 7-3 0z" }),
          ),
        ),
      ),
    );
  }
}
