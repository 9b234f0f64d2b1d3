/* The bar's middle: the turn, the phase of the moving side, what is to come. */
import { sideClass } from "./marks.js";
import { h } from "./view.js";

/** @param {import('../types').Display} display @param {boolean} [over] the game has ended, in no phase */
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
