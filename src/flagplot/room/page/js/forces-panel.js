/* The forces of a side by port, group and ship, with filters; then what it knows of the others. */
import { sideClass } from "./icons.js";
import { h } from "./render.js";
import { knownClass, listCounter, silhouette } from "./silhouettes.js";

/** @typedef {import('../types').ForceLine} ForceLine */

/** Strength points shown as boxes at most. */
const MOST = 10;

/** Return a force in the form that counters are drawn from. @param {ForceLine} line */
export const unitOf = (line) => ({
  cls: sideClass(line.side),
  ship: knownClass(pictureOf(line)),
  id: "",
  factors: line.factors,
  count: 1,
  state: new Set(line.state),
});

/**
 * Return the picture of a line in the list. A group without one shows its first ship.
 * @param {ForceLine} line
 * @returns {string}
 */
export const pictureOf = (line) =>
  !line.silhouette && line.children.length
    ? pictureOf(line.children[0])
    : line.kind === "ground"
      ? "inf"
      : line.kind === "air" && !line.silhouette
        ? "air"
        : line.silhouette || "unknown";

/**
 * Draw the list of forces.
 * @param {ForceLine[]} lines
 * @param {import('../types').Counter[]} counters
 * @param {string} side the side whose forces are the player's own; empty for all sides
 * @param {{selected: Set<string>, culprits: Set<string>, pointed: Set<string>, open: Set<string>,
 *   choose: (line: ForceLine) => void, toggle: (id: string) => void, go: (place: string) => void,
 *   filter: string, sift: (filter: string) => void}} o
 */
export function forcesPanel(lines, counters, side, o) {
  const at = (/** @type {string} */ spec, /** @type {ForceLine} */ line) =>
    `${spec}.${sideClass(line.side)}${o.pointed.has(line.id) ? ".pointed" : ""}`;
  /** @type {(c: ForceLine) => import('./render.js').Part} */
  const ship = (c) =>
    h(
      at("li", c),
      { key: c.id, "data-force": c.id },
      h(
        "button",
        {
          "aria-pressed": o.selected.has(c.id),
          class: [
            "shipline",
            o.culprits.has(c.id) ? "culprit" : "",
            c.state.includes("used") ? "idle" : "",
          ]
            .filter(Boolean)
            .join(" "),
          onClick: () => o.choose(c),
          title: c.orders.length ? "Add to the order, or begin one" : describe(c),
        },
        h("span", silhouette(pictureOf(c), 60)),
        h("span", { class: hurt(c) ? "hurt" : null }, c.name, h("small", describe(c))),
        h("span.fac", c.factors),
        strengthBoxes(c),
      ),
      ships(c.children),
    );
  const ships = (/** @type {ForceLine[]} */ list) =>
    list.length ? h("ul.ships", list.map(ship)) : null;
  const row = (/** @type {ForceLine} */ line) => {
    const kids = line.children,
      chosen = o.selected.has(line.id);
    const wide =
      o.filter !== "all" ||
      o.open.has(line.id) ||
      chosen ||
      kids.some((k) => o.selected.has(k.id) || o.culprits.has(k.id));
    return [
      h(
        at("div.tfrow", line),
        { key: line.id, "data-force": line.id },
        h(
          "button",
          {
            "aria-current": chosen || null,
            class: o.culprits.has(line.id) ? "tf culprit" : "tf",
            onClick: () => o.choose(line),
          },
          listCounter(unitOf(line)),
          h("span", line.name, h("small", describe(line)), strengthBoxes(line)),
        ),
        kids.length
          ? h(
              "button.more",
              {
                "aria-expanded": wide,
                "aria-label": wide
                  ? `− ships of ${line.name}`
                  : `${kids.length} ships of ${line.name}`,
                onClick: () => o.toggle(line.id),
              },
              wide ? "−" : kids.length,
            )
          : null,
      ),
      wide ? ships(kids) : null,
    ];
  };
  const section = (/** @type {ForceLine} */ line) => {
    if (line.kind !== "port") return h("section.base", { key: line.id }, row(line));
    return h(
      at("section.base", line),
      { key: line.id, "data-place": line.place, "data-force": line.id },
      h(
        "h3",
        h("button.place", { onClick: () => o.go(line.place) }, line.name),
        line.place && line.place !== line.name ? h("span.id", line.place) : null,
        h("span.cap", line.note),
        line.orders.length
          ? h(
              "button.link",
              { title: "Every ship here that can act", onClick: () => o.choose(line) },
              "all",
            )
          : null,
      ),
      line.children.filter((k) => k.kind === "group").map(row),
      ships(line.children.filter((k) => k.kind !== "group")),
    );
  };
  const ports = new Map(counters.map((c) => [c.id, c.port])),
    every = lines.filter((f) => !side || f.side === side),
    mine = filterLines(every, o.filter, ports),
    others = lines.filter((f) => side && f.side !== side);
  return [
    h("div.panel-h", h("h2", side ? "Your forces" : "Forces")),
    filterButtons(every, o.filter, ports, o.sift),
    mine.length
      ? mine.map(section)
      : h(
          "section.base",
          h(
            "p.mute",
            every.length ? "No unit passes this filter now." : "You have no forces on the map.",
          ),
        ),
    others.length
      ? [h("div.panel-h.second", h("h2", "Other forces you know of")), others.map(section)]
      : null,
  ];
}

/**
 * Draw strength points as boxes, if they are few enough to be told apart.
 * @param {ForceLine} line
 */
function strengthBoxes(line) {
  const [left, full] = line.strength || [0, 0];
  if (!full || full > MOST) return null;
  return h(
    `span.boxes.ten.${sideClass(line.side)}`,
    { role: "img", "aria-label": `${left} of ${full} strength points` },
    Array.from({ length: full }, (_, i) => h(i < left ? "i.on" : "i")),
  );
}

/** @param {ForceLine} line */
const hurt = (line) => line.state.includes("damaged");

/** Return what a force is, and its state. @param {ForceLine} line */
export const describe = (line) =>
  [line.note || line.kind, hurt(line) ? "damaged" : ""].filter(Boolean).join(", ");

/** The filters of the list, each with the text of its button. @type {[string, string][]} */
export const FILTERS = [
  ["all", "all"],
  ["ready", "ready"],
  ["used", "used"],
  ["damaged", "damaged"],
  ["sea", "at sea"],
];

/**
 * @param {ForceLine} line
 * @returns {ForceLine[]}
 */
const singleUnits = (line) => (line.children.length ? line.children.flatMap(singleUnits) : [line]);

/**
 * Return whether a single unit passes a filter. *Used* units have acted. A unit without either
 * state is ready if it has an order to give.
 * @param {ForceLine} line
 * @param {string} filter
 * @param {boolean} afloat true at sea
 * @param {boolean} able true if its group has an order to give
 */
export function passesFilter({ state, orders }, filter, afloat, able) {
  if (filter === "ready")
    return !state.includes("used") && (state.includes("ready") || orders.length > 0 || able);
  if (filter === "used" || filter === "damaged") return state.includes(filter);
  return filter !== "sea" || afloat;
}

/**
 * Return the lines that pass a filter, with the lines above them. Units share the orders and the
 * state of their group.
 * @param {ForceLine[]} lines
 * @param {string} filter
 * @param {Map<string, boolean>} ports for each counter: true in port or on land
 * @returns {ForceLine[]}
 */
export function filterLines(lines, filter, ports) {
  if (filter === "all") return lines;
  /** @type {(line: ForceLine, afloat: boolean, used: boolean, able: boolean) => ForceLine[]} */
  const keep = (line, afloat, used, able) => {
    const at = ports.has(line.id) ? !ports.get(line.id) : line.kind === "port" ? false : afloat,
      own = line.state.includes("used") || used,
      may = able || (line.kind !== "port" && line.orders.length > 0);
    if (!line.children.length) {
      const state =
        own && !line.state.includes("used")
          ? [...line.state.filter((s) => s !== "ready"), "used"]
          : line.state;
      return line.kind !== "coming" &&
        passesFilter(
          { ...line, state },
          filter,
          at && line.kind !== "air" && line.kind !== "ground",
          may && line.kind !== "ground",
        )
        ? [line]
        : [];
    }
    const children = line.children.flatMap((k) => keep(k, at, own && line.kind !== "port", may));
    return children.length ? [{ ...line, children }] : [];
  };
  return lines.flatMap((line) => keep(line, false, false, false));
}

/**
 * Draw the filters above the list, each with the number of units it leaves.
 * @param {ForceLine[]} lines
 * @param {string} chosen
 * @param {Map<string, boolean>} ports
 * @param {(filter: string) => void} choose
 */
export function filterButtons(lines, chosen, ports, choose) {
  return h(
    "div.rosterbar",
    { role: "group", "aria-label": "Which forces are listed" },
    FILTERS.map(([id, word]) => {
      const n = filterLines(lines, id, ports).flatMap(singleUnits).length;
      return h(
        "button",
        {
          "data-filter": id,
          "aria-pressed": id === chosen,
          "aria-disabled": n || id === chosen ? null : "true",
          onClick: () => {
            if (n || id === chosen) choose(id);
          },
        },
        word,
        h("span.num", n),
      );
    }),
  );
}
