/* Going through the game as this seat saw it: the tracker becomes a scrubber, the map shows the position at an entry. */
import { $, fill, h, settle } from './dom.js';
import { tracker } from './panels.js';
import { message } from './dialogs.js';

/** The replay of one game. */
export class Replay {
  /** @param {import('./table.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.at = 0;
    /** @type {any} */ this.display = null;
    this.load = settle(() => this.fetch(), 90);
  }

  start() {
    if (!this.page.view) return;
    this.on = true; this.at = this.page.view.n;
    document.body.dataset.state = 'replay';
    this.bar(); this.fetch();
  }

  stop() {
    this.on = false; this.display = null;
    this.page.draw();
  }

  bar() {
    const last = this.page.view.n;
    const input = h('input', { type: 'range', min: 0, max: last, value: this.at, 'aria-label': 'Entry of the log', on: { input: (/** @type {Event} */ e) => { this.at = Number(/** @type {HTMLInputElement} */ (e.target).value); this.say(); this.load(); } } });
    const move = (/** @type {number} */ by) => { this.at = Math.min(last, Math.max(0, this.at + by)); input.value = String(this.at); this.say(); this.load(); };
    this.note = h('output.num');
    fill($('#tracker'), h('div.scrubber', h('button.btn.small', { 'aria-label': 'One entry back', on: { click: () => move(-1) } }, '‹'), input, h('button.btn.small', { 'aria-label': 'One entry on', on: { click: () => move(1) } }, '›'), this.note, h('button.btn.small', { on: { click: () => this.stop() } }, 'Back to the game')));
    this.say(); input.focus();
  }

  say() { if (this.note) this.note.textContent = `entry ${this.at} of ${this.page.view.n}`; }

  async fetch() {
    const at = this.at;
    try {
      const seen = await this.page.seat.get(`/replay?at=${at}`);
      if (!this.on || at !== this.at) return;
      this.display = seen;
      this.page.drawTask(); this.page.drawForces(); this.page.drawMap(); this.page.line.draw();
      for (const li of document.querySelectorAll('#log li[data-n]')) li.toggleAttribute('data-here', Number(li.getAttribute('data-n')) === at);
      $('#log li[data-here]')?.scrollIntoView({ block: 'nearest' });
    } catch (e) { this.page.line.problem(message(e)); }
  }

  panel() {
    const d = this.display, line = this.page.lines.filter((l) => l.n <= this.at && l.text).pop();
    const phases = h('nav.tracker.inline');
    if (d) tracker(phases, d);
    return h('section.order', { 'aria-labelledby': 'oh', tabindex: 0 }, h('header', h('h2#oh', 'Replay'), h('p', d ? d.turn : 'One moment.')), phases, line ? h('p.lede.pad', line.text) : null,
      d?.scores?.length ? h('dl.scorestrip', d.scores.map((/** @type {any} */ [k, v]) => [h('dt', k), h('dd.num', v)])) : null);
  }
}
