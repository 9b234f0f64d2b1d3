/*
 * Ship silhouettes: profile, bow to the right, waterline at y = 30 of a 120 x 34 box, one fill
 * (currentColor). All have one scale, so that a destroyer looks small beside a battleship.
 */
import { FONT, textWidth } from "./map-labels.js";
import { h, makeNodes } from "./render.js";

/** @type {Record<string, {name: string, w: number, d: string, outline?: boolean}>} */
export const ships = {
  bb: {
    name: "battleship",
    w: 116,
    d:
      "M2 24.5h24l2-.8h58l30-2.4-4.6 9.2H7.4Q3.6 29 2 24.5z" +
      // turrets: A, B forward (B superfires), X, Y aft
      "M90 25v-4.8h1.6l.6-1.6h8l1 1.4h10.6v1.2h-10.4l-.8 2.4V25z" +
      "M78.6 25v-7.8h1.4l.6-1.6h7.8l1 1.3h10.4v1.2H89.6l-.8 2.2h-1V25z" +
      "M26 26v-5.2h-1.6l-.6-1.6h-8l-1 1.4H6v1.2h8.6l.8 2.4V26z" +
      "M38.6 26v-8.6H36l-.6-1.6h-7.8l-1 1.3h-9v1.2h8.8l.8 2.2h1V26z" +
      // superstructure, tower bridge, funnel, after control, masts
      "M38.6 26v-6h5v-2.6h6V20h20.6v6z" +
      "M66.6 25V8.4h1.4V5.6h4.2v2.2h1.6v3h1.8v3.4h1.8V25z" +
      "M53.4 20.4l.8-11.6h7.2l.6 11.6z" +
      "M44.2 18V9.6h1.6V7.2h2.6v2.4h1.2V18zM69.6 6V.8h1V6zM46.4 8V2.4h.9V8z",
  },
  bc: {
    name: "battlecruiser",
    w: 118,
    d:
      "M1.4 25h26l2-.8h54l34.4-2.8-5.4 9H6.4Q3 29.4 1.4 25z" +
      "M91.4 26v-5.4h1.4l.6-1.5h7l1 1.3h10.4v1.1h-10.2l-.8 2.3V26z" +
      "M81.4 26v-7.7h1.3l.6-1.5h7l.9 1.2h9.6v1.1h-9.4l-.8 2.1h-.9V26z" +
      "M26.8 27v-5.6h-1.4l-.6-1.5h-7l-1 1.3H6.6v1.1h10l.8 2.3V27z" +
      "M31 27v-6.2h50.4V27z" +
      "M71.4 21V9.8h1.2V6.6H76v2.8h1.8v3.4h1.6V21z" +
      "M57.4 21l1-9.6h6l.8 9.6zM44.6 21l1-9h5.8l.8 9z" +
      "M36.2 21v-7h1.4v-2.6h2.2V14h1V21zM73.8 7V1.4h.9V7zM38.2 11.6V4.4h.8v7.2z",
  },
  ca: {
    name: "heavy cruiser",
    w: 100,
    d:
      "M9 25.6h30l2-.6h34l34.6-2.6-5.2 8H14Q10.6 29.6 9 25.6z" +
      "M89 26v-4.3h1.2l.4-1.2h5.2l.8 1h7v.9h-6.8l-.6 1.8V26z" +
      "M81 26v-6.2h1.2l.4-1.2h5.2l.8 1h6.2v.9h-6l-.6 1.6H87V26z" +
      "M35 27v-4.2h-1.2l-.4-1.2h-5.2l-.8 1h-7.2v.9h7l.6 1.8V27z" +
      "M40 27v-4.6h41V27z" +
      "M70.4 22.6v-8.2h1.2v-2.6H75v2h1.6v3.4h1.6v5.4z" +
      "M58.6 22.6l.2-7.6 5.4-.6.6 8.2zM48.6 22.6l.2-7 4.6-.6.6 7.6z" +
      "M43 22.6v-4.8h2.8v4.8zM72.8 12V5.2h.8V12zM44 17.8V8.6h.7v9.2z",
  },
  cl: {
    name: "light cruiser",
    w: 88,
    d:
      "M14 25.8h30v-.6h32l28-2.4-4.4 7.6H18.6Q15.6 29.6 14 25.8z" +
      "M86 26v-3.8h1l.4-1h4l.6.8h6v.8h-5.8l-.6 1.6V26z" +
      "M38 27v-3.6h-1l-.4-1h-4l-.6.8h-6v.8h5.8l.6 1.6V27z" +
      "M43 27v-4h37v4z" +
      "M72 23.2v-6.4h1v-2.2h3v2h1.4v6.6z" +
      "M61 23.2l.2-6.6 4-.4.4 7zM52.4 23.2l.2-6.2 3.8-.4.4 6.6z" +
      "M74 14.8V7.8h.7v7zM47.6 23V11.6h.7V23z",
  },
  dd: {
    name: "destroyers",
    w: 66,
    d:
      "M27 27h36l1.2-2.6h14.4l12-1.4-3.4 7.4H31.4Q28.2 30 27 27z" +
      "M79.4 26v-3.4h.9l.3-.9h3l.5.7h4.4v.7H84l-.4 1.4V26z" +
      "M38.4 28v-2.8h-.9l-.3-.9h-3l-.5.7h-4.4v.7h4.4l.4 1.4V28z" +
      "M70 27v-7.2h1v-1.6h3.6v2.4H76V27z" +
      "M59.4 28l.6-8.8 4-.3.6 9.1zM49.6 28l.6-7.8 3.8-.3.6 8.1z" +
      "M42 28v-3.2h4V28zM72 18.4v-7.6h.7v7.6zM47.4 28V16h.7v12z",
  },
  cv: {
    name: "fleet carrier",
    w: 116,
    d:
      "M3 17.6h113.4l.6 1.8-8 1.2-2 .8.8 1.6 3.2-.3-4 8.1H12q-3-1-4.2-4.6l-1-3.6H5.4l-1.2-2.6H3z" +
      "M66.4 17.8v-4h1.4V9.2h2V6.4h4.4v2h8.6l.6 9.4z" +
      "M71.6 6.8V1h.8v5.8zM74.8 9V3.4h.7V9z",
  },
  cve: {
    name: "escort carrier",
    w: 82,
    d:
      "M18 19.4h82v1.6l-4.4 1-.4 1 1.6.2-3 7.4H25.4q-3.2-1.4-4-6.2l-.6-2.2H18z" +
      "M73 19.6v-4.2h1.6v-2h4.2v6.2zM76.4 13.6V7.8h.7v5.8z",
  },
  ss: {
    name: "submarine",
    w: 52,
    d:
      "M33 29.2q4-2 9-2.2l36-.4 9.4 1.4-1.6 2.4H38q-3.4 0-5-1.2z" +
      "M54.4 26.8l.6-5.2h1.6v-2.2h4.6v2.2h2l1.6 5.2zM59 19.6v-4.4h.7v4.4z" +
      "M70.2 26.8v-1.6h3.4l.3-.7h1.4v.8h-1v1.5z",
  },
  tp: {
    name: "transports",
    w: 82,
    d:
      "M19 21.6h13l.8 2h22.4v-.8h20v.8h12l.8-2.2h13.6l-3.6 9H24.4q-4-1.4-5.4-8.8z" +
      "M52.6 26v-6.2h1.6v-2.4h4V20h10v-3h4v3h1.6v6zM60.4 20.2l.4-7.6h5l.4 7.6z" +
      "M39.6 23.8V9.4h.9v14.4zM82.6 23.8V9.4h.9v14.4zM40.4 12l7.4 9.6-.6.5-7.4-9.4z" +
      "M83 12l-7.2 9.6.6.5 7.4-9.4zM40 12l-7 8.6.6.5 7-8.6zM83.2 12l6.6 8 .6-.5-6.6-8z",
  },
  tk: {
    name: "tankers",
    w: 86,
    d:
      "M17 21h20l.8 2.6h26l.4-1h9l.4 1h12.4l.8-2.6h16l-4 9.4H22.6Q18 28.6 17 21z" +
      "M63 25v-8.6h2v-2.6h6v2.6h1.6V25zM23 23v-6.2h10V23zM26 17l.4-6.6h4.2L31 17z" +
      "M50 23.6V11h.8v12.6zM86 23V12h.8v11z",
  },
  tb: {
    name: "torpedo boats",
    w: 30,
    d:
      "M44 28l2-.6h14l16.6-1.8-4 4.8H47q-2.4-.6-3-2.4zM57.6 27.4v-2.6h1.2l1-1.8h4l1.2 1.8v2z" +
      "M61 23.2v-4.4h.5v4.4z",
  },
  air: {
    name: "air squadron",
    w: 40,
    d:
      "M58.4 3.5q1.6-2 3.2 0l.5 8.1 21 1.4q1.6 1.4 0 3.4l-20.8 2-.8 7.6 6.4 1.4q.8 1 0 2.2" +
      "l-7 .6-.9 1.2-.9-1.2-7-.6q-.8-1.2 0-2.2l6.4-1.4-.8-7.6-20.8-2q-1.6-2 0-3.4l21-1.4z" +
      "M46.8 8.6q1.7-1.6 3.4 0v7h-3.4zM69.8 8.6q1.7-1.6 3.4 0v7h-3.4z",
  },
};
/* not a ship: the box of a ground unit */
ships.inf = {
  name: "ground unit",
  w: 60,
  d:
    "M34 4h52v3H34zM34 28h52v3H34zM34 4h3v27h-3zM83 4h3v27h-3zM34.5 4h3.6l48 27h-3.6z" +
    "M85.5 4h-3.6l-48 27h3.6z",
};
ships.unknown = {
  name: "unknown force",
  w: 96,
  outline: true,
  d: "M12 24.6h28l2-.8h36l30-2.4-4.6 8.8H17.4Q13.6 29 12 24.6zM54 23.4l1-8h9l1-4h6l2 4v7.6z",
};

/** @param {string} k */
const shipPaths = (k) =>
  ships[k].d.split(/(?<=z)(?=M)/).map((d) =>
    h(
      "path",
      ships[k].outline
        ? {
            d,
            fill: "none",
            stroke: "currentColor",
            "stroke-width": 1.8,
            "stroke-dasharray": "3.4 2.4",
            "stroke-linejoin": "round",
          }
        : { d },
    ),
  );

/** @param {string} k */
const tightBox = (k) => {
  const w = Math.max(ships[k].w + 2, 78);
  return `${60 - w / 2} 0 ${w} 31`;
};

/**
 * Put the sprite on the page, once: `#s-bb` to scale for lists, `#c-bb` cropped and taller for
 * counters; and the hatches.
 */
export function drawSprite() {
  const line = (
    /** @type {string} */ id,
    /** @type {number} */ size,
    /** @type {string} */ stroke,
    /** @type {number} */ w,
    /** @type {number} */ o,
    turn = 45,
  ) =>
    h(
      "pattern",
      {
        id,
        width: size,
        height: size,
        patternUnits: "userSpaceOnUse",
        patternTransform: `rotate(${turn})`,
        "data-turn": turn,
      },
      h(`path.${id}`, { d: `M0 0V${size}`, stroke, "stroke-opacity": o, "stroke-width": w }),
    );
  document.body.prepend(
    makeNodes(
      h(
        "svg.sprite",
        { width: 0, height: 0, "aria-hidden": "true" },
        h(
          "defs",
          line("hatch", 5, "#fff", 1.6, 0.5),
          ...[45, -45, 90, 45].map((turn, i) => line(`zone${i}`, 12, "#888", 2.6, 0.6, turn)),
        ),
        Object.keys(ships).map((k) => [
          h("symbol", { id: `s-${k}`, viewBox: "0 0 120 34" }, shipPaths(k)),
          h(
            "symbol",
            { id: `c-${k}`, viewBox: tightBox(k), preserveAspectRatio: "none" },
            shipPaths(k),
          ),
        ]),
      ),
    ),
  );
}

/** @param {string} k */
export const knownClass = (k) => (k in ships ? k : "unknown");

/**
 * Draw one silhouette for a list.
 * @param {string} k class of ship
 * @param {number} w width in pixels
 * @param {boolean} [flip] bow to the left, for the enemy's line
 */
export function silhouette(k, w, flip = false) {
  const use = h("use", { href: `#s-${knownClass(k)}`, width: 120, height: 34 });
  return h(
    "svg.sil",
    { width: w, height: ((w * 34) / 120).toFixed(1), viewBox: "0 0 120 34", "aria-hidden": "true" },
    flip ? h("g", { transform: "matrix(-1 0 0 1 120 0)" }, use) : use,
  );
}

/** Draw the outline of a counter. @param {string} cls class of the side: axis, allied, neutral */
export const counterShape = (cls) =>
  cls === "axis"
    ? "M-26-20H26L32-14V14L26 20H-26L-32 14V-14z"
    : cls === "allied"
      ? "M-21-20H21A11 11 0 0 1 32-9V9A11 11 0 0 1 21 20H-21A11 11 0 0 1-32 9V-9A11 11 0 0 1-21-20z"
      : "M-32-20H32V20H-32z";

/**
 * Draw the inside of one counter, 64 x 40, about its centre. Shape and colour both show the side.
 * @param {{cls: string, ship: string, id: string, factors: string, count: number,
 *   state: Set<string>}} u
 */
export function counterBody(u) {
  const d = counterShape(u.cls);
  const unknown = u.ship === "unknown" || u.state.has("lost");
  const kids = [];
  if (u.count > 1) kids.push(h("path.c-under", { d, transform: "translate(4 4)" }));
  kids.push(h("path.c-body", { d }));
  if (u.state.has("used")) kids.push(h("path.c-hatch", { d }));
  kids.push(h("path.c-edge", { d }));
  const factors = u.factors === "?" ? "" : u.factors,
    label = unknown && !/^[A-Z]+\d*$/.test(u.id) ? "?" : u.id;
  // name and number never touch
  const room = 54 - (factors ? textWidth(factors, `700 14px ${FONT.plate}`) + 6 : 0);
  const name = textWidth(label, NAME) <= room / 0.66 ? label : shorten(label, room / 0.8),
    squeeze =
      textWidth(name, NAME) > room
        ? { textLength: room.toFixed(1), lengthAdjust: "spacingAndGlyphs" }
        : {};
  kids.push(h("text.c-id", { x: -27, y: -6.5, ...squeeze }, name));
  kids.push(h("text.c-f", { x: 27, y: -6.5, "text-anchor": "end" }, factors));
  kids.push(
    h("use.c-sil", {
      href: `#c-${unknown ? "unknown" : knownClass(u.ship)}`,
      x: -26,
      y: -3,
      width: 52,
      height: 19,
    }),
  );
  if (u.state.has("damaged"))
    kids.push(h("path.c-dmg", { d: "M-27.5 20.6l3.4-6.4 3.7 2 1.3-6.9 3.5 6.6 4.3-1.8-.8 6.5z" }));
  if (u.state.has("cargo")) kids.push(h("path.c-cargo", { d: "M-5 16h10v6H-5z" }));
  if (u.count > 1)
    kids.push(
      h(
        "g.c-n",
        { transform: "translate(33 19)" },
        h("circle", { r: 8 }),
        h("text", { y: 3.6, "text-anchor": "middle" }, u.count),
      ),
    );
  return kids;
}

const NAME = `700 13px ${FONT.plate}`;

/**
 * Return as much of a name as there is room for; empty if too little remains.
 * @param {string} name
 * @param {number} room
 */
function shorten(name, room) {
  let n = name.length;
  while (n && textWidth(name.slice(0, n), NAME) > room) n--;
  return n === name.length ? name : n < 3 ? "" : name.slice(0, n).replace(/[\s.-]+$/, "");
}

/** Draw a counter for a list. @param {Parameters<typeof counterBody>[0]} u */
export const listCounter = (u) =>
  h(
    `svg.counter.${u.cls}`,
    { viewBox: "-34 -22 68 44", "aria-hidden": "true" },
    h(
      "g",
      { class: ["cnt", u.cls, ...u.state, u.ship === "unknown" ? "unknown" : ""].join(" ") },
      counterBody(u),
    ),
  );
