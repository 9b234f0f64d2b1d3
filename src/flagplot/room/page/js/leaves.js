/* What lies over the chart: the map itself, or one of the sheets and boxes beside it. */
import { $, fill, h } from './dom.js';
import { boxBoard } from './boxes.js';
import { SheetLeaf } from './sheets.js';

/** The tabs over the stage and the leaf that lies open. */
export class Leaves {
  /** @param {import('./table.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.open = '';
    /** @type {Map<string, SheetLeaf>} */ this.sheets = new Map();
    this.key = '';
    this.drawn = '';
  }

  /** Another seat, or another game: what was written is kept by its own seat. */
  clear() { this.open = ''; this.sheets.clear(); this.key = ''; $('#paper').replaceChildren(); }

  /** @param {string} id */
  show(id) {
    this.open = id;
    if (id && matchMedia('(max-width: 760px)').matches) this.page.tab('map');
    this.draw();
    $('#paper').scrollTop = 0;
  }

  draw() {
    const { page } = this, display = page.replay.display || page.view.display, list = [...display.boxes, ...display.sheets];
    if (this.open && !list.some((s) => s.id === this.open)) this.open = '';
    $('#stage').classList.toggle('leafy', list.length > 0);
    const key = JSON.stringify([this.open, list.map((s) => [s.id, s.title])]);
    if (key !== this.key) {
      this.key = key;
      const tab = (/** @type {string} */ id, /** @type {string} */ title) => h('button', { 'data-leaf': id, 'aria-current': id === this.open ? 'page' : null, on: { click: () => this.show(id) } }, title);
      fill($('#leaves'), list.length ? [tab('', 'Map'), list.map((s) => tab(s.id, s.title))] : null);
      $('#leaves').hidden = !list.length;
    }
    const paper = $('#paper'), box = display.boxes.find((b) => b.id === this.open), sheet = list.find((s) => s.id === this.open);
    paper.hidden = !sheet;
    if (!sheet) return;
    if (box) { this.box(paper, box); return; }
    let leaf = this.sheets.get(sheet.id);
    if (!leaf) { leaf = new SheetLeaf(page, sheet); this.sheets.set(sheet.id, leaf); }
    if (leaf.el.parentElement !== paper) fill(paper, leaf.el);
    paper.setAttribute('aria-label', sheet.title);
    leaf.take(sheet);
  }

  /** A box off the map; its counters go into the order as those on the map do. @param {Element} paper @param {import('../types').Box} box */
  box(paper, box) {
    const drawn = JSON.stringify([box, [...this.page.chosenUnits()]]);
    if (this.drawn === drawn && paper.firstElementChild?.classList.contains('boxboard')) return;
    this.drawn = drawn;
    const top = paper.scrollTop;
    paper.setAttribute('aria-label', box.title);
    fill(paper, boxBoard(box, { chosen: this.page.chosenUnits(), pick: (id) => this.page.clickUnits([id]) }));
    paper.scrollTop = top;
  }

  /** Tracks of what is planned in the sheet that was open last, for the map. */
  routes() { return [...this.sheets.values()].flatMap((leaf) => leaf.routes()); }
}
