/*
 * Gestures on the map: drag, wheel and pinch move it. Clicks, hovering, a bent route and the ruler
 * are reported to the owner of the map.
 */
import { hexAt } from "./geometry.js";

/** Pixels that a pointer may move in a click. */
const TREMBLE = 5;
/** Milliseconds after which a resting finger shows what lies under it. */
const PRESS = 550;

/**
 * @typedef {Map<number, number[]>} Down fingers and buttons that are down, by pointer, and where
 */

/** Let gestures move a map. @param {import('./map-renderer.js').MapRenderer} board */
export function listenToMap(board) {
  const { svg, pane, o } = board;
  /** @type {Down} */
  const down = new Map();
  let moved = 0,
    /** @type {ReturnType<typeof setTimeout>|undefined} */ press,
    /** @type {string|undefined} */ bend,
    /** @type {string|undefined} */ rule,
    far = 0;
  const local = (/** @type {number} */ x, /** @type {number} */ y) => {
    const b = pane.getBoundingClientRect();
    return [x - b.left, y - b.top];
  };
  /**
   * Return the units of the counter at a point.
   * @param {MouseEvent} e
   * @returns {string[]}
   */
  const unitsAt = (e) => {
    const hit = document
      .elementsFromPoint(e.clientX, e.clientY)
      .map((n) => n.closest?.("[data-unit]"))
      .find(Boolean);
    return hit && svg.contains(hit) ? (hit.getAttribute("data-unit") || "").split(" ") : [];
  };
  const under = (/** @type {MouseEvent} */ e) => {
    const [x, y] = local(e.clientX, e.clientY);
    return board.box
      ? hexAt(board.geo, board.box.x + x * board.k, board.box.y + y * board.k)?.id
      : undefined;
  };
  const hover = (/** @type {PointerEvent} */ e) => o.onHover?.(under(e), e, unitsAt(e));
  pane.addEventListener(
    "wheel",
    (e) => {
      e.preventDefault();
      board.zoom(
        Math.exp(Math.max(-120, Math.min(120, e.deltaY)) * 0.0018),
        ...local(e.clientX, e.clientY),
      );
    },
    { passive: false },
  );
  pane.addEventListener("pointerdown", (e) => {
    if (e.button > 0) return;
    down.set(e.pointerId, [e.clientX, e.clientY]);
    pane.setPointerCapture(e.pointerId);
    if (down.size > 1) {
      far = fingerDistance(down);
      return;
    }
    moved = 0;
    far = 0;
    const hex = under(e),
      draft = board.tracks.find((t) => t.style === "draft");
    rule = (board.ruling || e.shiftKey) && o.onRule ? hex : undefined;
    bend =
      !rule && hex && draft && o.onBend && draft.places.slice(1).includes(hex) ? hex : undefined;
    clearTimeout(press);
    if (e.pointerType === "touch")
      press = setTimeout(() => {
        moved = 99;
        hover(e);
      }, PRESS);
  });
  pane.addEventListener("pointermove", (e) => {
    const last = down.get(e.pointerId);
    if (!last) {
      if (e.pointerType === "mouse") hover(e);
      return;
    }
    down.set(e.pointerId, [e.clientX, e.clientY]);
    if (down.size === 2) {
      const now = fingerDistance(down);
      if (far && now) board.zoom(far / now, ...local(...middle(down)));
      far = now;
      moved = 99;
      return;
    }
    const dx = last[0] - e.clientX,
      dy = last[1] - e.clientY;
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved > TREMBLE) {
      clearTimeout(press);
      pane.classList.add("drag");
    }
    if (rule) {
      const to = under(e);
      if (moved > TREMBLE && to) o.onRule?.(rule, to);
    } else if (bend) {
      pane.classList.add("bend");
      board.setCursor(under(e));
    } else if (moved > TREMBLE) board.pan(dx, dy);
  });
  const up = (/** @type {PointerEvent} */ e) => {
    if (!down.delete(e.pointerId)) return;
    clearTimeout(press);
    pane.classList.remove("drag", "bend");
    const hex = under(e);
    if (bend) {
      board.setCursor(undefined);
      const from = bend;
      bend = undefined;
      if (hex && hex !== from) {
        o.onBend?.(from, hex);
        return;
      }
    }
    if (moved > TREMBLE || e.type === "pointercancel") return;
    const units = unitsAt(e);
    if (units.length) o.onUnit?.(units, e);
    else if (hex) o.onHex?.(hex, e);
  };
  pane.addEventListener("pointerup", up);
  pane.addEventListener("pointercancel", up);
  pane.addEventListener("pointerleave", (e) => {
    if (e.pointerType === "mouse") o.onHover?.(undefined, e, []);
  });
}

/** Return the distance between two fingers. @param {Down} down */
function fingerDistance(down) {
  const [a, b] = [...down.values()];
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

/**
 * @param {Down} down
 * @returns {[number, number]}
 */
function middle(down) {
  const [a, b] = [...down.values()];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
