/* The bar at the top: the game, its turn and phase, and what the seat must do. */
import { icon, sentenceCase, sideClass, sideTag } from "./icons.js";
import { h } from "./render.js";

/** Draw the title of the game and the opponent. @param {import('./game-page.js').View} view */
export function gameTitle(view) {
  if (view.role === "spectator")
    return [
      h("b", view.title),
      h("span", sentenceCase(view.sides.map((s) => view.parties[s].name).join(" against "))),
    ];
  const foe = view.sides
    .filter((s) => s !== view.side)
    .map((s) => (view.admirals[s] ? `the ${view.admirals[s]} admiral` : view.parties[s].name))
    .join(", ");
  return [
    h("b", view.title),
    h(
      "span",
      view.role === "referee" || view.mode === "referee"
        ? "with real counters and dice"
        : view.mode === "hotseat"
          ? "at one screen"
          : `against ${foe}`,
    ),
  ];
}

/**
 * Return sides and what they do, inside a sentence.
 * @param {{parties: import('../types').Report['parties']}} of
 * @param {string[]} sides
 * @param {string} one
 * @param {string} many
 */
export function sidesDoing({ parties }, sides, one, many) {
  const several = sides.length > 1 || sides.some((s) => parties[s].several);
  return `${sides.map((s) => parties[s].name).join(" and ")} ${several ? many : one}`;
}

/**
 * Return sides and what they do, at the beginning of a sentence.
 * @param {Parameters<typeof sidesDoing>} parts
 */
export const sidesDo = (...parts) => sentenceCase(sidesDoing(...parts));

/**
 * Return what this seat must do, and what the others do.
 * @param {import('./game-page.js').View} view
 * @returns {{head: string, other: string}}
 */
export function seatDuty(view) {
  const w = view.waiting;
  if (view.ending) return { head: "The game is over", other: "" };
  if (view.stopped) return { head: "Read only", other: "other rules" };
  if (w.dice) return { head: "Roll the dice", other: w.roll };
  const others = w.sides.filter((s) => s !== view.side);
  const p = view.prompts[0],
    head =
      p?.open && (!p.options.length || (!p.place && !p.routes.length))
        ? "Your order"
        : "Your answer";
  if (w.mine && view.open_chair) return { head, other: "the other seat is empty" };
  if (w.mine)
    return {
      head,
      other: others.length
        ? sidesDo(view, others, "orders too", "order too")
        : sidesDo(
            view,
            view.sides.filter((s) => s !== view.side),
            "waits",
            "wait",
          ),
    };
  return {
    head: view.role === "spectator" ? "Watching" : "Waiting",
    other: others.length
      ? w.thinking
        ? sidesDo(view, others, "thinks", "think")
        : sidesDo(view, others, "moves", "move")
      : w.thinking
        ? "the admiral thinks"
        : "",
  };
}

/** Texts of the undo button. */
const UNDO = {
  silent: "Undo",
  ask: "Ask the other side to undo",
  asked: "Undo: waiting for consent",
  none: "Nothing to undo",
};

/**
 * Draw the right end of the bar: what the seat must do, and the tools.
 * @param {import('./game-page.js').View} view
 * @param {{undo: () => void, turn: () => void, help: () => void}} o
 */
export function seatTools(view, o) {
  const { head, other } = seatDuty(view),
    { state } = view.undo;
  const tool = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {string} */ key,
    /** @type {() => void} */ act,
    off = false,
  ) =>
    h(
      "button.ico",
      {
        "aria-label": label,
        title: `${label} (${key})`,
        "aria-disabled": off || null,
        onClick: act,
      },
      icon(name),
    );
  return [
    h("p.who", h("span", sideTag(view.side, head)), h("span", other)),
    tool("undo", UNDO[state], "U", o.undo, state === "none"),
    tool("moon", "Day or night", "N", o.turn),
    tool("help", "Keys and help", "?", o.help),
  ];
}

/** Names of the panels on a small screen. */
const TABS = [
  ["map", "hex", "Map"],
  ["forces", "ship", "Forces"],
  ["order", "sheet", "Order"],
  ["log", "lines", "Log"],
  ["more", "dots", "More"],
];

/**
 * Draw the tabs of a small screen.
 * @param {string} now
 * @param {number} refused number of clauses in the way of the order
 * @param {(tab: string) => void} go
 */
export const panelTabs = (now, refused, go) =>
  TABS.map(([id, name, label]) =>
    h(
      "button",
      { "data-tab": id, "aria-current": id === now ? "page" : null, onClick: () => go(id) },
      icon(name),
      label,
      id === "order" && refused ? h("em", refused) : null,
    ),
  );

/**
 * Draw the turn and the phase.
 * @param {import('../types').Display} display
 * @param {boolean} [over] true when the game has ended and has no phase
 */
export function tracker(display, over = false) {
  const cls = sideClass(display.mover);
  if (display.track) {
    const [at, last, leave] = display.track;
    return [
      h(
        "div.turnrow",
        h(`span.side.${cls}`, display.turn),
        h(
          `div.turns.${cls}`,
          {
            role: "img",
            "aria-label": `${display.turn}${leave ? `; a side may withdraw from turn ${leave}` : ""}`,
          },
          Array.from({ length: last }, (_, i) =>
            h("i", {
              class: [
                i + 1 < at ? "past" : i + 1 === at ? "now" : "",
                leave && i + 1 >= leave ? "may" : "",
              ].join(" "),
            }),
          ),
        ),
        leave
          ? h("span.soft", at < leave ? `withdraw from ${leave}` : "a side may withdraw")
          : null,
      ),
    ];
  }
  const now = display.phases.findIndex((p) => p.now),
    near = display.phases.filter((_, i) => now < 0 || Math.abs(i - now) <= 2);
  return [
    h(
      "ol",
      h("li.ph.season", h("span", display.turn)),
      h(
        `li.ph.now.${cls}`,
        { "aria-current": "step" },
        h("span", display.mover ? `${display.mover} player turn` : display.title),
        h(
          "ol.segs",
          over
            ? h("li.cur", "Over")
            : near.map((p) => h(p.now ? "li.cur" : p.done ? "li.done" : "li", p.name)),
        ),
      ),
    ),
  ];
}
