/* The log as it lies on the table: what of it is shown, and where it stands. */
import { $ } from "./dom.js";
import { log, logFilters } from "./log.js";
import { draw } from "./view.js";

/** So many lines are shown until one asks for all. */
const MOST = 250;

export class Logbook {
  /** @param {import('./table.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.filter = "all";
    this.whole = false;
    /** Voyages that are unfolded, by their first entry. @type {Set<number>} */ this.voyages =
      new Set();
    /** What was drawn last: it is scrolled when that is something else. */ this.key = "";
    /** Whether it is left where it scrolled itself: what opens above it makes it lower and higher. */ this.follows = true;
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
      log(lines, {
        since: lookedAt,
        here: replay.on ? replay.at : film.shows,
        filter,
        most: whole ? Infinity : MOST,
        unfolded: voyages,
        more: () => {
          this.whole = true;
          this.draw();
        },
        show: () => film.again(lookedAt),
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

  /** To what is new, else to the end; who reads in it is left where he is. */
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
