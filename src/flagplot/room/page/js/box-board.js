/* A box off the map as a board: groups face the forces that meet them, other counters lie below. */
import { clauseSentence } from "./clause-links.js";
import { drawDice } from "./dice-graphics.js";
import { sideClass, sideTag } from "./icons.js";
import { h } from "./render.js";
import { sheetTable } from "./sheet-table.js";
import { knownClass, listCounter, silhouette } from "./silhouettes.js";

/**
 * @param {import('../types').Box} box
 * @param {{chosen: Set<string>, pick: (id: string) => void}} o
 */
export function boxBoard(box, o) {
  return h(
    "div.boxboard",
    { key: box.id },
    h(
      "header.sheethead",
      h("h2", box.title),
      box.lead.length
        ? h(
            "ul",
            box.lead.map((c) => h("li", clauseSentence(c))),
          )
        : null,
    ),
    box.meetings.length
      ? h(
          "ol.meetings",
          box.meetings.map((m) => encounter(m, o)),
        )
      : null,
    box.piles.length
      ? h(
          "div.piles",
          box.piles.map((p) => counterPile(p, o)),
        )
      : null,
    box.parts.map((p) => sheetTable(p, null)),
  );
}

/**
 * Draw a group, the result of its search, and the force that meets it.
 * @param {import('../types').BoxEncounter} m
 * @param {{chosen: Set<string>, pick: (id: string) => void}} o
 */
function encounter(m, o) {
  return h(
    "li.meeting",
    { "data-joined": String(m.joined) },
    counterPile(m.left, o),
    h(
      "div.between",
      m.left.number
        ? h("span.nr", { title: `Number ${m.left.number} of its box` }, String(m.left.number))
        : null,
      m.dice.length ? h("span.dicerow", drawDice(m.dice, m.roller, 6)) : null,
      h("span.wire", { "aria-hidden": "true" }),
      m.told.map((c) => h("p", clauseSentence(c))),
    ),
    m.joined ? counterPile(m.right, o, true) : h("div.pile.none", h("p.mute", m.right.title)),
  );
}

/**
 * Draw counters that lie together.
 * @param {import('../types').CounterStack} p
 * @param {{chosen: Set<string>, pick: (id: string) => void}} o
 * @param {boolean} [flip]
 */
function counterPile(p, o, flip = false) {
  return h(
    `section.pile.${sideClass(p.side)}`,
    h("h3", sideTag(p.side, p.title)),
    p.note ? h("p.soft", p.note) : null,
    h(
      "ul",
      p.counters.map((c) =>
        h(
          "li",
          h(
            "button.chit",
            {
              "data-chit": c.id,
              "aria-pressed": o.chosen.has(c.id) ? "true" : "false",
              title: [c.name, c.detail, ...c.state].filter(Boolean).join(", "),
              onClick: () => o.pick(c.id),
            },
            listCounter({
              cls: sideClass(c.side),
              ship: knownClass(c.silhouette),
              id: c.short,
              factors: c.factors,
              count: c.count,
              state: new Set(c.state),
            }),
            h(
              "span",
              c.name,
              c.silhouette === "unknown" ? null : silhouette(c.silhouette, 74, flip),
            ),
          ),
        ),
      ),
    ),
  );
}
