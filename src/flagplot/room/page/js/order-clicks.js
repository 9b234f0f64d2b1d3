/* Clicks on the map or in a list that become part of an order, or begin one. */
import { optionPlaces } from "./map-content.js";

/**
 * @typedef {import('../types').ForceLine} ForceLine
 * @typedef {import('../types').OrderForm} OrderForm
 */

export class OrderClicks {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    /** The chosen line of the forces list. */
    this.selected = "";
  }

  /**
   * @param {string[]} ids
   * @param {ForceLine[]} [list]
   * @returns {ForceLine|undefined}
   */
  findForce(ids, list = this.page.view.display.forces) {
    for (const l of list) {
      if (ids.includes(l.id)) return l;
      const deep = this.findForce(ids, l.children || []);
      if (deep) return deep;
    }
    return undefined;
  }

  /** Return the units in the order, and the chosen line of the list. */
  units() {
    const units = this.page.line.units();
    if (this.selected) units.add(this.selected);
    return units;
  }

  /** Return the other kinds of order for the same force. @param {OrderForm|null|undefined} form */
  otherForms(form) {
    const { page } = this,
      forms = page.view.display.forms,
      line = form && this.selected ? this.findForce([this.selected]) : undefined;
    const formOf = (/** @type {string} */ start) =>
      forms
        .filter((f) => start.startsWith(f.start))
        .sort((a, b) => b.start.length - a.start.length)[0]; // the longest beginning that fits
    return (line?.orders || [])
      .map((start) => ({ start, form: formOf(start) }))
      .filter((k) => k.form)
      .map((k) => ({
        title: k.form.title,
        on: k.form.start === form?.start,
        take: () => {
          page.line.click({ kind: "start", id: k.start });
        },
      }));
  }

  /**
   * Click a line of the forces list. Add it to the written order if it fits, else begin an order.
   * @param {ForceLine} line
   * @param {string} [place] where its counter stands
   */
  async choose(line, place) {
    const { page } = this,
      prompt = page.view.prompts[0];
    if (
      prompt?.open &&
      page.line.value.trim() &&
      (place || (line.kind !== "port" && line.kind !== "force"))
    ) {
      const unit = { kind: /** @type {'unit'} */ ("unit"), id: line.id },
        there = place ? [{ kind: /** @type {'place'} */ ("place"), id: place }] : [];
      if (
        await page.line.click(
          ...(line.side === page.view.side ? [unit, ...there] : [...there, unit]),
        )
      ) {
        if (!place) this.selected = this.selected || line.id;
        return;
      }
    }
    this.selected = this.selected === line.id && !page.line.value ? "" : line.id;
    if (this.selected && prompt?.open && line.orders?.length) page.line.begin(line.orders[0]);
    else {
      page.drawForces();
      page.map.draw();
    }
    if (line.place) page.map.reveal(line.place, page.map.draft);
  }

  /** @param {string[]} ids */
  clickUnits(ids) {
    const { page } = this;
    if (page.stack.clicked(ids)) return;
    const line = this.findForce(ids),
      unit = page.view.display.counters.find((c) => c.id === ids[0]);
    if (line && page.view.prompts[0]?.open) {
      page.openForces.add(line.id);
      this.choose(line, unit?.place);
      const row = [...document.querySelectorAll("[data-force]")].find(
        (e) => e.getAttribute("data-force") === line.id,
      );
      row?.scrollIntoView({ block: "nearest" });
    } else if (unit) this.clickHex(unit.place, false);
  }

  /**
   * @param {string} hex
   * @param {boolean} add
   */
  clickHex(hex, add) {
    const { page } = this,
      { line, view } = page,
      prompt = view?.prompts[0];
    page.map.point(hex);
    if (prompt && !prompt.open) {
      const option = [...optionPlaces(page, prompt)].find(([, place]) => place === hex);
      if (option) {
        page.choice.pick(prompt, option[0]);
        return;
      }
    }
    if (prompt?.open && (line.value.trim() || line.clicking)) {
      line.click({ kind: add ? "way" : "place", id: hex }).then((taken) => {
        if (!taken && line.value.trim()) line.note("This order cannot take that.");
      });
      return;
    }
    const here =
      view?.display.counters.filter((c) => c.place === hex && c.side === view.side) || [];
    if (here.length && prompt?.open) this.clickUnits(here.map((c) => c.id));
  }
}
