/* The map's own words: seas and lands, hex ids, sheets, boxes. */
import { PITCH, hexLabel } from "./geometry.js";
import { Boxes, FONT, textWidth } from "./map-labels.js";
import { h } from "./render.js";

/** @typedef {import('./map-layout.js').Layout} Layout */

/** Largest lettering of a sea or land, in pixels of the screen. */
const LETTERING = 40;

/**
 * Draw the lettering of seas and lands, glyph by glyph. Hex ids give way to it.
 * @param {Layout} layout
 */
export function drawLettering(layout) {
  const { geo, k, box, taken } = layout;
  for (const n of geo.names) {
    const size = Math.min(n.size / k, LETTERING),
      by = (size * k) / n.size,
      q = layout.px(n); // close by, the lettering keeps its size on the screen
    if (size < 10.5 || !layout.seen(q, 300)) continue; // too small to be read
    const w =
        ((textWidth(n.text, `${n.land ? "" : "italic "}${Math.round(n.size)}px ${FONT.serif}`) +
          n.text.length * n.spacing) *
          by) /
        k,
      a = (n.turn * Math.PI) / 180;
    // a still map cuts no words
    if (layout.still && (q[0] - w / 2 < 0 || q[0] + w / 2 > box.pw)) continue;
    const glyphs = [];
    for (let d = -w / 2; d <= w / 2; d += size * 0.6) {
      const x = q[0] + d * Math.cos(a) + size * 0.32 * Math.sin(a),
        y = q[1] + d * Math.sin(a) - size * 0.32 * Math.cos(a);
      glyphs.push([x - size * 0.3, y - size * 0.36, size * 0.6, size * 0.72]);
    }
    if (n.size < 24 && glyphs.some(([x, y, wide, high]) => taken.hits(x, y, wide, high))) continue;
    layout.on.names.push(
      h(
        `text.${n.land ? "b-landname" : "b-seaname"}${n.size < 14 ? ".sm" : n.size < 24 ? ".md" : ""}`,
        {
          key: `${n.text} ${n.x}`,
          transform: `translate(${n.x.toFixed(1)} ${n.y.toFixed(1)}) rotate(${n.turn})`,
          style: { "font-size": `${n.size * by}px`, "letter-spacing": `${n.spacing * by}px` },
          "text-anchor": "middle",
        },
        n.text,
      ),
    );
    for (const [x, y, wide, high] of glyphs) taken.add(x, y, wide, high);
  }
}

/** Draw hex ids: below the middle, else above it. @param {Layout} layout */
export function drawHexIds(layout) {
  const { geo, k, lod } = layout,
    square = geo.shape === "square",
    size = lod > 2 ? 12.5 : 11,
    half = PITCH / k / 2;
  if (!lod && geo.shape === "hex") return;
  for (const c of geo.hexes.values()) {
    if (c.kind === "box" || c.kind === "virtual") continue;
    if (c.kind === "land" && lod < 3) continue;
    const id = hexLabel(c.id),
      w = textWidth(id, `600 ${size}px ${FONT.plate}`) + id.length * size * 0.02 + 2;
    // long ids side by side look like a grey bar: every fifth is enough
    const dense = w > 2 * half * 0.88 || (lod < 3 && !square && id.length > 3);
    if (
      (lod < 2 || dense) &&
      (square ? id.split(/\D+/).some((n) => Number(n) % 5) : Number(id.replace(/\D/g, "")) % 5)
    )
      continue;
    const q = layout.px(c);
    if (!layout.seen(q, -14)) continue;
    // an id needs a hex wide enough for it: it must not seem to belong to the next one
    const low =
      square || c.shape
        ? half * 0.86
        : Math.min(half * 0.86, (2 * half - w / 2) / Math.sqrt(3) - 1);
    const hit = layout.room(
      q,
      w,
      [
        [-w / 2, low],
        [-w / 2, -half * 0.72 + 8],
      ],
      [size - 2, size],
    );
    if (hit) layout.on.ids.push(layout.text("text", c.id, q[0], hit[1], id));
  }
}

/**
 * Draw the name of each map sheet in sight, once, as near to the middle of its visible part as
 * there is room.
 * @param {Layout} layout
 */
export function drawSheetNames(layout) {
  const { geo, taken, lod } = layout;
  if (lod)
    for (const sheet of geo.sheets) {
      const here = [...geo.hexes.values()]
        .filter((c) => c.kind !== "virtual" && c.id.startsWith(`${sheet}:`))
        .map((c) => layout.px(c))
        .filter(([x, y]) => x > 30 && y > 50 && x < layout.box.pw - 30 && y < layout.box.ph - 30);
      if (here.length < 4) continue;
      const cx = here.reduce((n, q) => n + q[0], 0) / here.length,
        cy = here.reduce((n, q) => n + q[1], 0) / here.length,
        w = textWidth(sheet, `600 24px ${FONT.plate}`) + 8;
      const off = (/** @type {number[]} */ q) => Math.hypot(q[0] - cx, q[1] - cy);
      const at = here
        .sort((a, b) => off(a) - off(b))
        .find(([x, y]) => !taken.hits(x - w / 2, y - 14, w, 28));
      if (!at) continue;
      taken.add(at[0] - w / 2, at[1] - 14, w, 28);
      layout.on.ids.push(layout.text("text.b-sheet", `sheet ${sheet}`, at[0], at[1] + 8, sheet));
    }
}

/** Draw the names of boxes. From afar only some have room. @param {Layout} layout */
export function drawBoxNames(layout) {
  const written = new Boxes();
  for (const c of layout.geo.hexes.values())
    if (c.kind === "box") {
      const [x, y] = layout.px(c),
        name = !c.shape ? c.waters[0] : layout.lod ? `${c.id}  ${c.waters[0]}` : c.id,
        w = textWidth(name, `600 12px ${FONT.plate}`);
      if (
        !layout.seen([x, y], 80) ||
        !layout.whole(x - w / 2, y - 8, w, 16) ||
        written.hits(x - w / 2, y - 8, w, 16)
      )
        continue;
      written.add(x - w / 2 - 3, y - 8, w + 6, 16);
      layout.on.ids.push(layout.text("text.b-boxname", c.id, x, y + 4, name));
    }
}
