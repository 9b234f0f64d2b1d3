/* The units of a stack: each with its factors and a box that adds it to the order or removes it. */
import { $ } from "./dom.js";
import { pictureOf, unitOf } from "./forces-panel.js";
import { placesOf } from "./geometry.js";
import { icon, sideClass } from "./icons.js";
import { draw, h, makeNodes } from "./render.js";
import { listCounter, silhouette } from "./silhouettes.js";

/**
 * @typedef {import('../types').ForceLine} ForceLine
 * @typedef {{line: ForceLine, deep: number}} Row
 */

/**
 * Return the lines of a stack: its groups with their units; for a port all that lies in it.
 * @param {ForceLine[]} lines
 * @param {number} [deep]
 * @returns {Row[]}
 */
export const stackRows = (lines, deep = 0) =>
  lines.flatMap((line) =>
    line.kind === "port"
      ? stackRows(line.children, deep)
      : [{ line, deep }, ...stackRows(line.children, deep + 1)],
  );

/** The popup of one game page. */
export class StackPopup {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    /** Ids of the counters in the popup. @type {string[]} */
    this.ids = [];
    $("#stage").append(
      makeNodes(h("section.fan", { "aria-label": "Stack", role: "group", hidden: true })),
    );
    this.el = /** @type {HTMLElement} */ ($("#stage > .fan"));
  }

  get open() {
    return !this.el.hidden;
  }

  /** Return the own lines of counters. @param {string[]} ids */
  lines(ids) {
    return ids
      .map((id) => this.page.clicks.findForce([id]))
      .filter((line) => line !== undefined)
      .filter((line) => line.side === this.page.view.side);
  }

  /**
   * Open the popup where the stack lies, if the stack has more than one unit.
   * @param {string[]} ids
   * @param {boolean} [focus]
   * @returns {boolean}
   */
  show(ids, focus = false) {
    if (stackRows(this.lines(ids)).length < 2) {
      this.close();
      return false;
    }
    this.ids = ids;
    this.el.hidden = false;
    $("#lens").hidden = true;
    this.draw();
    const { page } = this,
      unit = page.view.display.counters.find((c) => c.id === ids[0]),
      point = unit && page.map.board?.pixel(unit.place),
      b = $("#stage").getBoundingClientRect();
    if (point) {
      this.el.style.setProperty(
        "left",
        `${Math.max(8, Math.min(point[0] + 40, b.width - this.el.offsetWidth - 8)).toFixed(0)}px`,
      );
      this.el.style.setProperty(
        "top",
        `${Math.max(8, Math.min(point[1] - 20, b.height - this.el.offsetHeight - 8)).toFixed(0)}px`,
      );
    }
    if (focus) this.el.querySelector("input")?.focus();
    return true;
  }

  /**
   * Open the popup of a clicked counter. Return true if the click does nothing else: with several
   * groups the player must pick one.
   * @param {string[]} ids
   * @returns {boolean}
   */
  clicked(ids) {
    const several =
      ids.length > 1 && !this.page.line.value.trim() && Boolean(this.page.view.prompts[0]?.open);
    return this.show(ids) && several;
  }

  /** Open the popup at the cursor of the map, by key. */
  atCursor() {
    const { page } = this,
      here = page.view.display.counters.filter(
        (c) => c.place === page.map.board?.cursor && c.side === page.view.side,
      );
    if (
      !here.length ||
      !this.show(
        here.map((c) => c.id),
        true,
      )
    )
      $("#here").textContent = "No stack of yours at the cursor.";
  }

  close() {
    if (this.open) {
      const had = this.el.contains(document.activeElement);
      this.el.hidden = true;
      this.ids = [];
      if (had) $("#map").focus();
    }
  }

  /** Draw the popup again after a choice. */
  draw() {
    if (!this.open) return;
    const { page } = this,
      lines = this.lines(this.ids),
      list = stackRows(lines),
      chosen = page.line.units();
    if (list.length < 2 || page.replay.on || page.film.on) {
      this.close();
      return;
    }
    const free = Boolean(page.view.prompts[0]?.open),
      begun = Boolean(page.line.value.trim()),
      where = lines[0].place,
      place = page.map.geo ? placesOf(page.map.geo, where)[0]?.label : "";
    draw(
      this.el,
      h(
        "header",
        h("b", place || where),
        h("span.soft", `${list.length} here`),
        h(
          "button.ico",
          { "aria-label": "Close the list", onClick: () => this.close() },
          icon("close"),
        ),
      ),
      h(
        "ul",
        list.map(({ line, deep }) =>
          h(
            "li",
            { key: line.id, class: `${sideClass(line.side)} deep${Math.min(2, deep)}` },
            h(
              "label",
              h("input", {
                type: "checkbox",
                value: line.id,
                checked: chosen.has(line.id),
                disabled: !free || (!begun && !line.orders.length),
                onChange: () => this.toggleUnit(line),
              }),
              line.kind === "group" || line.children.length
                ? listCounter(unitOf(line))
                : silhouette(pictureOf(line), 52),
              h(
                "span",
                { class: line.state.includes("damaged") ? "hurt" : null },
                line.name,
                line.note ? h("small", line.note) : null,
              ),
              h("span.fac", line.factors),
            ),
          ),
        ),
      ),
    );
  }

  /** Add a unit to the order or remove it. Without an order, begin one. @param {ForceLine} line */
  async toggleUnit(line) {
    const { page } = this;
    if (page.line.value.trim()) {
      if (!(await page.line.click({ kind: "unit", id: line.id })))
        page.line.note("This order cannot take that.");
    } else if (line.orders.length) {
      page.clicks.selected = "";
      await page.clicks.choose(line);
    }
    this.draw();
  }
}
