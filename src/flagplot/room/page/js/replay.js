/*
 * Replay of the game as this seat saw it. The tracker becomes a slider, the map shows the position
 * at an entry.
 */
import { errorText } from "./dialogs.js";
import { $, debounce } from "./dom.js";
import { draw, h } from "./render.js";
import { scoreStrip } from "./side-panel.js";
import { tracker } from "./top-bar.js";

/** The replay of one game. */
export class Replay {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.at = 0;
    /** @type {import('../types').Display|null} */
    this.display = null;
    this.load = debounce(() => this.fetch(), 90);
  }

  start() {
    if (!this.page.view) return;
    this.on = true;
    this.at = this.page.view.n;
    document.body.dataset.state = "replay";
    this.bar();
    $("#tracker input").focus();
    this.fetch();
  }

  stop() {
    this.on = false;
    this.display = null;
    this.page.draw();
  }

  bar() {
    const last = this.page.view.n,
      go = (/** @type {number} */ to) => {
        this.at = Math.min(last, Math.max(0, to));
        this.bar();
        this.load();
      };
    draw(
      $("#tracker"),
      h(
        "div.scrubber",
        h(
          "button.btn.small",
          { "aria-label": "One entry back", onClick: () => go(this.at - 1) },
          "‹",
        ),
        h("input", {
          type: "range",
          min: 0,
          max: last,
          value: this.at,
          "aria-label": "Entry of the log",
          onInput: (e) => go(Number(e.currentTarget.value)),
        }),
        h(
          "button.btn.small",
          { "aria-label": "One entry on", onClick: () => go(this.at + 1) },
          "›",
        ),
        h("output.num", `entry ${this.at} of ${last}`),
        h("button.btn.small", { onClick: () => this.stop() }, "Back to the game"),
      ),
    );
  }

  async fetch() {
    const at = this.at;
    try {
      const seen = await this.page.seat.get(`/replay?at=${at}`);
      if (!this.on || at !== this.at) return;
      this.display = seen;
      this.page.drawTask();
      this.page.drawForces();
      this.page.map.draw();
      this.page.line.draw();
      this.page.logPanel.draw();
      $("#log li[data-here]")?.scrollIntoView({ block: "nearest" });
    } catch (e) {
      this.page.line.problem(errorText(e));
    }
  }

  panel() {
    const d = this.display,
      line = this.page.lines.filter((l) => l.n <= this.at && l.text).pop();
    return h(
      "section.order",
      { "aria-labelledby": "oh", tabindex: 0 },
      h("header", h("h2#oh", "Replay"), h("p", d ? d.turn : "One moment.")),
      h("nav.tracker.inline", d ? tracker(d) : null),
      line ? h("p.lede.pad", line.text) : null,
      d?.scores.length ? scoreStrip(d.scores) : null,
    );
  }
}
