/*
 * The pictures of the start page: the chart at its top, and the coasts of each scenario. They are
 * drawn once the page can be used.
 */
import { call } from "./api.js";
import { readGeometry } from "./geometry.js";
import { stillMap } from "./map-renderer.js";
import { drawSprite } from "./silhouettes.js";

/** @typedef {import('./map-counters.js').Unit} Unit */

/**
 * Ask for a part of a board, as fine as it is drawn.
 * @param {string} board
 * @param {string[]} of places to show
 * @param {Record<string, string>} detail
 */
const fetchPart = (board, of, detail) =>
  call(
    "GET",
    `/api/pictures/${encodeURIComponent(board)}?${new URLSearchParams({ of: of.join(","), ...detail })}`,
    { kept: true },
  ).then(readGeometry);

/**
 * Functions that draw the coasts of a card once it comes near the screen.
 * @type {Map<Element, () => void>}
 */
const waiting = new Map();
const nearScreen = new IntersectionObserver(
  (seen) => {
    for (const e of seen)
      if (e.isIntersecting) {
        waiting.get(e.target)?.();
        waiting.delete(e.target);
        nearScreen.unobserve(e.target);
      }
  },
  { rootMargin: "120px" },
);

/**
 * Draw the coasts of a card once it comes near the screen.
 * @param {HTMLElement} el
 * @param {import('../types').ScenarioCard} scenario
 */
export function drawCoasts(el, scenario) {
  if (!scenario.board) return;
  waiting.set(el, () =>
    fetchPart(scenario.board, scenario.picture, { ratio: "1.9", pixels: "240" })
      .then((geo) => stillMap(el, geo, geo.frame).g.ids.remove())
      .catch(() => {}),
  );
  nearScreen.observe(el);
}

/** Draw the chart at the top, with a raid on it. @param {HTMLElement} host */
export async function drawChart(host) {
  try {
    drawSprite();
    const geo = await fetchPart("awaw-europe", ["B29", "B32", "K30"], {
      ratio: Math.min(6, Math.max(0.5, host.clientWidth / host.clientHeight)).toFixed(1),
      pixels: "800",
      names: "true",
    });
    const b = stillMap(host, geo, geo.frame);
    const unit = (
      /** @type {Pick<Unit, 'short'|'cls'|'ship'|'factors'|'place'> & Partial<Unit>} */ u,
    ) => ({ count: 1, state: new Set(), port: false, id: u.short, ...u });
    b.setTracks([
      {
        places: ["J29", "I30", "H30", "G31", "F31", "E31", "D31", "C32", "B32"],
        style: "mine",
        cls: "mine",
        risk: new Map([
          ["H30", 18],
          ["G31", 35],
          ["F31", 52],
          ["E31", 68],
          ["D31", 80],
          ["C32", 92],
          ["B32", 97],
        ]),
      },
    ]);
    b.setUnits([
      unit({ short: "TF3", cls: "axis", ship: "bc", factors: "12", place: "J29", port: true }),
      unit({
        short: "?",
        cls: "allied",
        ship: "unknown",
        factors: "25+",
        place: "B29",
        port: true,
        count: 2,
        state: new Set(["seen"]),
      }),
      unit({ short: "U2", cls: "axis", ship: "ss", factors: "3", place: "H27" }),
      unit({ short: "BER", cls: "allied", ship: "ca", factors: "4", place: "B33", port: true }),
    ]);
    b.g.ids.remove();
  } catch {
    /* the title stands without its chart */
  }
}
