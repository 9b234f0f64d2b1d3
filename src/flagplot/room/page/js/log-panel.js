/*
 * The log: one row per event, a voyage in one row with its steps folded, and a mark where the
 * player last looked.
 */
import { clauseLink } from "./clause-links.js";
import { drawDice, rollSums } from "./dice-graphics.js";
import { $ } from "./dom.js";
import { foldVoyages } from "./log-voyages.js";
import { draw, h } from "./render.js";

/**
 * @typedef {import('../types').LogLine} LogLine
 * @typedef {import('./log-voyages.js').Fold} Fold
 */

/**
 * Draw one log line.
 * @param {LogLine} line
 * @param {boolean} here true if the map shows it now
 * @param {...import('./render.js').Kid} more what stands below it
 */
export function logLine(line, here, ...more) {
  const r = line.roll;
  return h(
    "li",
    { key: line.n, "data-n": line.n, "data-here": here || null, class: line.mine ? "mine" : null },
    h("span.n", line.n),
    h(
      "div",
      line.text,
      line.clause ? [" ", clauseLink(line.clause)] : null,
      r
        ? h(
            "div.roll",
            r.faces.length ? drawDice(r.faces, r.side, r.sides, r.hits) : null,
            r.faces.length > 1 && r.adds?.length
              ? h(
                  "span.eq",
                  r.adds.length === 1 && r.faces.length < 9
                    ? `${r.faces.join(" + ")} = ${rollSums(r)[0]}`
                    : `= ${rollSums(r).join(", ")}`,
                )
              : null,
            h("span.proof", `roll ${r.index}${r.proof ? ` · ${r.proof}…` : ""}`),
            r.provenance && r.provenance !== "published" && r.provenance !== "text"
              ? h(
                  "span.prov",
                  { title: `The rule table ${r.table} is ${r.provenance}` },
                  r.provenance,
                )
              : null,
          )
        : null,
      more,
    ),
  );
}

/**
 * Draw a voyage in one row, with its steps below when unfolded.
 * @param {Fold} fold
 * @param {number} here the entry the map shows now
 * @param {boolean} open
 * @param {() => void} turn
 */
function voyageLine(fold, here, open, turn) {
  const rest = fold.lines.filter((l) => l !== fold.head);
  return logLine(
    fold.head,
    open ? fold.head.n === here : fold.lines.some((l) => l.n === here),
    " ",
    h(
      "button.link.unfold",
      { "aria-expanded": open, onClick: turn },
      open ? "fold" : `${rest.length} more`,
    ),
    h(
      "ol.steps",
      { hidden: !open },
      rest.map((l) => logLine(l, open && l.n === here)),
    ),
  );
}

/**
 * Draw the whole log.
 * @param {LogLine[]} lines
 * @param {{since: number, here: number, filter: string, most: number, unfolded: Set<number>,
 *   more: () => void, show: () => void, turn: (voyage: number) => void}} o `here`: the entry the
 *   map shows now, -1 for none; `unfolded`: the first entries of voyages whose steps are shown
 */
export function logRows(lines, o) {
  /** @type {Fold[]} */
  const every =
    o.filter === "all"
      ? foldVoyages(lines, o.since)
      : lines
          .filter((l) => (l.text || l.roll) && (o.filter === "rolls" ? l.roll : l.mine))
          .map((l) => ({ head: l, lines: [l] }));
  const shown = every.slice(-Math.min(o.most, every.length)),
    fresh = o.since < 0 ? [] : shown.filter((f) => f.head.n > o.since);
  const line = (/** @type {Fold} */ f) => {
    const first = f.lines[0].n;
    return f.lines.length > 1
      ? voyageLine(f, o.here, o.unfolded.has(first), () => o.turn(first))
      : logLine(f.head, f.head.n === o.here);
  };
  return [
    shown.length < every.length
      ? h(
          "li.since",
          { key: "earlier" },
          h("button.link", { onClick: o.more }, `${every.length - shown.length} earlier lines`),
        )
      : null,
    shown
      .map((f) => [
        f === fresh[0]
          ? h(
              "li.since.fresh",
              { key: "fresh" },
              `Since you last looked: ${fresh.length} ${fresh.length === 1 ? "line" : "lines"}`,
              h("button.link", { onClick: o.show }, "show"),
            )
          : null,
        line(f),
      ])
      .flat(),
    shown.length
      ? null
      : h(
          "li.since",
          { key: "none" },
          o.filter === "all" ? "The game begins" : "Nothing of this kind yet",
        ),
  ];
}

/**
 * Draw the filters of the log.
 * @param {string} filter
 * @param {(filter: string) => void} sift
 */
export const logFilters = (filter, sift) =>
  ["rolls", "mine", "all"].map((f, i) => [
    i ? " · " : "",
    h("button.link", { "aria-pressed": filter === f, onClick: () => sift(f) }, f),
  ]);

/** Rows shown until the player asks for all. */
const MOST = 250;

export class LogPanel {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.filter = "all";
    this.whole = false;
    /** Unfolded voyages, by their first entry. @type {Set<number>} */
    this.voyages = new Set();
    /** Key of what was drawn last. The log scrolls when the key changes. */
    this.key = "";
    /** True until the player scrolls. The log then keeps its place when panels above it open. */
    this.follows = true;
    const host = $("#logscroll");
    for (const by of ["wheel", "touchmove", "pointerdown", "keydown"])
      host.addEventListener(
        by,
        () => {
          this.follows = false;
        },
        { passive: true },
      );
    new ResizeObserver(() => {
      if (this.follows && !page.replay.on) this.scroll();
    }).observe(host);
  }

  draw() {
    const { filter, page, voyages, whole } = this,
      { film, lines, lookedAt, replay } = page,
      key = [lines.length, page.newest, lookedAt, filter, whole, page.seat.token].join();
    draw(
      $("#log"),
      logRows(lines, {
        since: lookedAt,
        here: replay.on ? replay.at : film.shownEntry,
        filter,
        most: whole ? Infinity : MOST,
        unfolded: voyages,
        more: () => {
          this.whole = true;
          this.draw();
        },
        show: () => film.showAgain(lookedAt),
        turn: (voyage) => {
          if (!voyages.delete(voyage)) voyages.add(voyage);
          this.draw();
        },
      }),
    );
    draw(
      $("#logtools"),
      logFilters(filter, (by) => {
        this.filter = by;
        this.draw();
      }),
    );
    if (key !== this.key) {
      this.follows = true;
      this.scroll();
    }
    this.key = key;
  }

  /** Scroll to what is new, else to the end. Leave the place alone while the log has the focus. */
  scroll() {
    const host = $("#logscroll"),
      mark = $(".since.fresh", host);
    if (document.activeElement === host) return;
    host.scrollTop =
      mark && mark.nextElementSibling && this.page.lookedAt >= 0
        ? Math.max(
            0,
            Math.min(mark.offsetTop - host.offsetTop - 4, host.scrollHeight - host.clientHeight),
          )
        : host.scrollHeight;
  }
}
