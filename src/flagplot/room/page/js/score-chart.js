/* The chart of the score over a game. */
import { sideClass } from "./icons.js";
import { h } from "./render.js";

/** Return a number of points as text. @param {number} n */
export const pointsText = (n) => String(Math.round(n * 10) / 10).replace("-", "−");

/** Return a number of points with its word. @param {number} n */
export const pointsInWords = (n) =>
  `${pointsText(n)} ${pointsText(n) === "1" ? "point" : "points"}`;

/**
 * Return the heights of words, each at least *gap* below the one above.
 * @param {number[]} at
 * @param {number} gap
 */
export function spaceOut(at, gap) {
  const out = [...at];
  let free = -Infinity;
  for (const i of at.map((_, k) => k).sort((a, b) => at[a] - at[b])) {
    out[i] = Math.max(at[i], free);
    free = out[i] + gap;
  }
  return out;
}

/**
 * Draw the points of each side over the game, as steps.
 * @param {import('../types').Report} r
 * @param {(n: number) => void} go
 */
export function scoreChart(r, go) {
  const W = Math.max(300, Math.min(640, document.documentElement.clientWidth - 24)),
    H = 150,
    all = r.standings.flatMap((x) => x.points.map((p) => p[1])),
    top = Math.max(1, ...all),
    low = Math.min(0, ...all),
    last = Math.max(1, r.log.length ? r.log[r.log.length - 1].n : 1);
  const final = new Map(r.standings[r.standings.length - 1]?.points),
    names = r.sides.map((side) => `${side} ${pointsText(final.get(side) ?? 0)}`);
  // the names have room beside the curves
  const wide = W - 34 - 14 - 7.2 * Math.max(...names.map((name) => name.length));
  const x = (/** @type {number} */ n) => 34 + (wide * n) / last,
    y = (/** @type {number} */ v) => 10 + ((H - 30) * (top - v)) / (top - low || 1);
  const ends = spaceOut(
    r.sides.map((side) => Math.max(12, y(final.get(side) ?? 0) + 4)),
    13,
  );
  const lines = r.sides.map((side, i) => {
    let d = "";
    for (const at of r.standings) {
      const v = new Map(at.points).get(side) ?? 0;
      d += d
        ? `H${x(at.n).toFixed(1)}V${y(v).toFixed(1)}`
        : `M${x(at.n).toFixed(1)} ${y(v).toFixed(1)}`;
    }
    return [
      h("path", {
        d: `${d}H${x(last).toFixed(1)}`,
        class: `curve ${sideClass(side)}${i ? " second" : ""}`,
      }),
      h("text", { x: x(last) + 6, y: ends[i], class: `curvename ${sideClass(side)}` }, names[i]),
    ];
  });
  let right = 0;
  const named = (/** @type {import('../types').Turn} */ t) => {
    const at = x(t.first),
      room = at >= right && at + 6.4 * t.name.length < W;
    if (room) right = at + 6.4 * t.name.length + 10;
    return room ? t.name : "";
  }; // names that would overlap are left out
  const ticks = r.turns.map((t) => [
    h("path.notch", { d: `M${x(t.first).toFixed(1)} ${H - 18}v5` }),
    h("text.tickname", { x: x(t.first), y: H - 3 }, named(t)),
  ]);
  const words = r.turns
    .map((t) => `${t.name}: ${t.points.map((p) => p.join(" ")).join(", ")}`)
    .join("; ");
  const click = (/** @type {MouseEvent} */ e) => {
    const b = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
    go(
      Math.max(
        0,
        Math.min(last, Math.round(((((e.clientX - b.left) / b.width) * W - 34) / wide) * last)),
      ),
    );
  };
  return h(
    "svg.curves",
    {
      viewBox: `0 0 ${W} ${H}`,
      role: "img",
      "aria-label": `Points over the game. ${words}`,
      onClick: click,
    },
    h("path.zero", { d: `M34 ${y(0).toFixed(1)}H${x(last).toFixed(1)}` }),
    h("text.tickname", { x: 28, y: y(top) + 4, "text-anchor": "end" }, pointsText(top)),
    h("text.tickname", { x: 28, y: y(0) + 4, "text-anchor": "end" }, "0"),
    ticks,
    lines,
  );
}
