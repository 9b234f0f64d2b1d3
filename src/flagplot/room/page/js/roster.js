/* Which forces are listed: all, or those that are ready, used, damaged, at sea. */
import { h } from "./view.js";

/** What a force can be asked for, with the word on its button. @type {[string, string][]} */
export const FILTERS = [
  ["all", "all"],
  ["ready", "ready"],
  ["used", "used"],
  ["damaged", "damaged"],
  ["sea", "at sea"],
];

/** @typedef {import('../types').ForceLine} ForceLine */

/** @param {ForceLine} line @returns {ForceLine[]} */
const leaves = (line) => (line.children.length ? line.children.flatMap(leaves) : [line]);

/**
 * Whether a single unit answers to a filter. Used are those that have acted; what says nothing of it is ready when it has an order to give.
 * @param {ForceLine} line @param {string} filter @param {boolean} afloat whether it lies at sea @param {boolean} able whether its group has an order to give
 */
export function answers({ state, orders }, filter, afloat, able) {
  if (filter === "ready")
    return !state.includes("used") && (state.includes("ready") || orders.length > 0 || able);
  if (filter === "used" || filter === "damaged") return state.includes(filter);
  return filter !== "sea" || afloat;
}

/**
 * The lines of a forces list that answer to a filter, with those above them, each in its place; what a group has or has done, its units have.
 * @param {ForceLine[]} lines @param {string} filter @param {Map<string, boolean>} ports of each counter: whether it lies in port or on land
 * @returns {ForceLine[]}
 */
export function listed(lines, filter, ports) {
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
        answers(
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
 * The buttons above the list, each with how many units it leaves.
 * @param {ForceLine[]} lines @param {string} chosen @param {Map<string, boolean>} ports @param {(filter: string) => void} choose
 */
export function filters(lines, chosen, ports, choose) {
  return h(
    "div.rosterbar",
    { role: "group", "aria-label": "Which forces are listed" },
    FILTERS.map(([id, word]) => {
      const n = listed(lines, id, ports).flatMap(leaves).length;
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
