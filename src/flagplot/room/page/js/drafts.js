/*
 * Drafts: orders that were put aside, and the text of the order line. This browser keeps them by
 * seat.
 */
import { recall, remember } from "./api.js";
import { ordersToCompare, showComparison } from "./compare-orders.js";
import { $ } from "./dom.js";
import { icon } from "./icons.js";
import { draw, h } from "./render.js";

/** Drafts kept at most. */
const MOST = 6;

export class Drafts {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
  }

  get seat() {
    return this.page.seat.token.slice(0, 12);
  }

  /** The drafts, newest first. @returns {string[]} */
  get list() {
    return recall(`drafts.${this.seat}`, /** @type {string[]} */ ([]));
  }

  /** Keep an order as a draft. @param {string} text */
  add(text) {
    if (text.trim())
      remember(
        `drafts.${this.seat}`,
        [text.trim(), ...this.list.filter((d) => d !== text.trim())].slice(0, MOST),
      );
  }

  /** @param {string} text */
  forget(text) {
    remember(
      `drafts.${this.seat}`,
      this.list.filter((d) => d !== text.trim()),
    );
  }

  draw() {
    const { list, page } = this,
      host = $("#parked");
    host.hidden = !list.length || page.replay.on;
    draw(
      host,
      icon("draft"),
      h(
        "span.drafts",
        list.map((d) =>
          h(
            "span",
            { key: d },
            h(
              "button.link.id",
              { title: "Open this draft", onClick: () => page.line.set(d, true) },
              d,
            ),
            h(
              "button.link",
              {
                "aria-label": `Forget the draft ${d}`,
                onClick: () => {
                  this.forget(d);
                  this.draw();
                },
              },
              "×",
            ),
          ),
        ),
      ),
      page.view.prompts[0]?.open && ordersToCompare(page).length > 1
        ? h("button.btn.small", { id: "compare", onClick: () => showComparison(page) }, "Compare")
        : null,
    );
  }

  /** Keep the text of the order line when the page is reloaded. */
  keepLine() {
    const { line, view } = this.page,
      key = `flagplot.line.${this.seat}`;
    if (!view) return;
    try {
      if (line.value.trim()) sessionStorage.setItem(key, line.value);
      else sessionStorage.removeItem(key);
    } catch {
      /* the text is then lost, as on any page */
    }
  }

  restoreLine() {
    const { line, view } = this.page,
      key = `flagplot.line.${this.seat}`;
    let text = "";
    try {
      text = sessionStorage.getItem(key) || "";
      sessionStorage.removeItem(key);
    } catch {
      /* nothing was kept */
    }
    if (text && !line.value) {
      line.input.value = text;
      if (view.prompts[0]?.open) line.examine();
    }
  }
}
