/* The tabs over the map: the map itself, or one of the sheets and boxes beside it. */
import { boxBoard } from "./box-board.js";
import { $ } from "./dom.js";
import { draw, h } from "./render.js";
import { SheetPanel } from "./sheets.js";

/** The tabs, and the sheet or box that is open. */
export class MapTabs {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.open = "";
    /** @type {Map<string, SheetPanel>} */
    this.sheets = new Map();
  }

  /** Forget the sheets of another seat or game. Each seat keeps its own drafts. */
  clear() {
    this.open = "";
    this.sheets.clear();
    draw($("#paper"), null);
  }

  /** @param {string} id */
  show(id) {
    this.open = id;
    if (id && matchMedia("(max-width: 760px)").matches) this.page.showTab("map");
    this.draw();
    $("#paper").scrollTop = 0;
  }

  draw() {
    const { page } = this,
      display = page.replay.display || page.view.display,
      list = [...display.boxes, ...display.sheets];
    if (this.open && !list.some((s) => s.id === this.open)) this.open = "";
    $("#stage").classList.toggle("leafy", list.length > 0);
    const tab = (/** @type {string} */ id, /** @type {string} */ title) =>
      h(
        "button",
        {
          key: id,
          "data-leaf": id,
          "aria-current": id === this.open ? "page" : null,
          onClick: () => this.show(id),
        },
        title,
      );
    $("#leaves").hidden = !list.length;
    draw($("#leaves"), list.length ? [tab("", "Map"), list.map((s) => tab(s.id, s.title))] : null);
    const sheet = display.sheets.find((s) => s.id === this.open);
    if (sheet) {
      if (!this.sheets.has(sheet.id)) this.sheets.set(sheet.id, new SheetPanel(page, sheet));
      this.sheets.get(sheet.id)?.take(sheet);
    }
    this.paper();
  }

  /** Draw the open sheet or box. Counters of a box go into the order like those on the map. */
  paper() {
    const { page, open } = this,
      paper = $("#paper"),
      box = (page.replay.display || page.view.display).boxes.find((b) => b.id === open),
      leaf = this.sheets.get(open);
    paper.hidden = !box && !leaf;
    paper.setAttribute("aria-label", box?.title || leaf?.sheet.title || "");
    draw(
      paper,
      box
        ? boxBoard(box, { chosen: page.clicks.units(), pick: (id) => page.clicks.clickUnits([id]) })
        : leaf
          ? h("div.sheet", { key: open }, leaf.parts())
          : null,
    );
  }

  /** Return the routes planned in the sheet that was open last. */
  routes() {
    return [...this.sheets.values()].flatMap((leaf) => leaf.routes());
  }
}
