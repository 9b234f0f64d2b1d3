/* The order line: every gesture writes here, and what stands here is what is examined and sent. */
import { $, fill, h, settle } from './dom.js';
import { Offline, RoomError, recall, remember } from './api.js';
import { link } from './clause.js';
import { message } from './dialogs.js';
import { problemOf } from './panels.js';

const TAIL = /^([\s\S]*\b(?:to|at|into|off)\s+)([\s\S]*?)(\s+with\s[\s\S]*?)?(\s+via\s[\s\S]*)?$/;
const WORDS = /\s(?:to|via|with|from|as|at|in|for|by)(?=\s|$)/;

/** The line at the foot of the map, its completions and its drafts. */
export class Line {
  /** @param {import('./table.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.input = /** @type {HTMLInputElement} */ ($('#cmd'));
    this.pick = -1;
    this.said = '';
    this.saidBad = false;
    this.asking = '';
    /** @type {AbortController|null} */ this.running = null;
    this.soon = settle(() => this.examine(), 70);
    this.input.addEventListener('input', () => { this.pick = -1; this.said = ''; this.changed(); });
    this.input.addEventListener('keydown', (e) => this.key(e));
    this.input.addEventListener('blur', () => setTimeout(() => this.close(), 150));
    this.input.addEventListener('focus', () => this.completions());
  }

  get value() { return this.input.value; }

  changed() {
    const open = this.page.view?.prompts[0]?.open;
    if (!this.value.trim()) { this.page.exam = null; this.running?.abort(); this.page.draw(); this.completions(); return; }
    if (open) this.soon(); else this.completions();
  }

  /** @param {string} text @param {boolean} [now] */
  set(text, now = false) {
    this.input.value = text; this.pick = -1; this.said = '';
    if (matchMedia('(min-width: 761px)').matches) { this.input.focus({ preventScroll: true }); this.input.setSelectionRange(text.length, text.length); }
    if (now) { if (this.page.view?.prompts[0]?.open) this.examine(); else this.draw(); } else this.changed();
  }

  clear() { this.input.value = ''; this.page.exam = null; this.pick = -1; this.said = ''; this.close(); }

  /** The order was taken: the line is free, and its draft done with. @param {string} text */
  sent(text) { this.clear(); this.forget(text); }

  /** @param {boolean} [loud] say what is wrong in the line */
  async examine(loud = false) {
    const { page } = this, text = this.value, at = page.view?.n;
    if (!text.trim() || !page.view?.prompts[0]?.open) return;
    if (!loud && (this.asking === text || (page.exam?.asked === text && page.exam.at === page.view.n))) return;
    this.running?.abort();
    const now = this.running = new AbortController();
    this.asking = text;
    try {
      const exam = await page.seat.post('/examine', { text }, now.signal);
      if (this.value !== text) return;
      page.exam = { ...exam, asked: text, at };
      if (loud && !exam.legal && !exam.said.length) this.problem(exam.problem || `${exam.said.length} in the way`);
    } catch (e) {
      if (/** @type {Error} */ (e).name === 'AbortError') return;
      if (e instanceof RoomError && e.status === 409) { page.refresh(); return; }
      if (e instanceof Offline) page.connected(false);
      this.problem(message(e));
    } finally { if (this.running === now) this.asking = ''; }
    page.draw();
    this.completions();
  }

  /* -------------------------------------------------------------- writing by hand on the map */

  /** Write a place where the order wants one. @param {string} id */
  place(id) {
    const text = this.value;
    if (/(\s|^)$/.test(text) && text.trim()) { this.set(`${text}${id}`, true); return; }
    const m = TAIL.exec(text);
    if (m && m[2].trim()) this.set(`${m[1]}${id}${m[3] || ''}`, true);
    else this.set(`${text.trimEnd()} ${id}`, true);
  }

  /** Lead the way through a hex; `from` is the hex of the old way that was dragged. @param {string} id @param {string} [from] */
  via(id, from) {
    const text = this.value, m = TAIL.exec(text);
    if (!m || !m[2].trim() || /\s$/.test(text)) { this.place(id); return; }
    const stops = (m[4] || '').replace(/^\s+via\s+/, '').split(/[\s,]+/).filter(Boolean).filter((s) => s !== from);
    const route = this.page.draftPlaces(), at = from ? route.indexOf(from) : Infinity;
    const where = stops.findIndex((s) => route.indexOf(s) > at);
    stops.splice(where < 0 ? stops.length : where, 0, id);
    this.set(`${m[1]}${m[2]}${m[3] || ''} via ${stops.join(', ')}`, true);
  }

  /** Take back the last hex. */
  drop() {
    const m = TAIL.exec(this.value);
    if (!m) return;
    const stops = (m[4] || '').replace(/^\s+via\s+/, '').split(/[\s,]+/).filter(Boolean);
    if (stops.length) { stops.pop(); this.set(`${m[1]}${m[2]}${m[3] || ''}${stops.length ? ` via ${stops.join(', ')}` : ''}`, true); } else if (m[2].trim()) this.set(m[1], true);
  }

  /** Whether the order waits for a thing of this kind next. @param {string} _kind */
  wants(_kind) { return /\b(to|at|into|off|via)\s*([^,\s]+,\s*)*$/.test(this.value); }

  /**
   * Put a unit into the order that is being written, or take it out. Returns false when the order takes no units.
   * @param {any} unit a line of the forces list
   * @param {any} form the form of the order
   */
  toggleUnit(unit, form) {
    const text = this.value, verb = verbOf(form), lists = form.slots.filter((/** @type {string} */ x) => x === 'units').length;
    if (!lists || !text.toLowerCase().startsWith(verb.toLowerCase())) return false;
    const second = /\swith\s*$/.test(form.start) || (lists > 1 && unit.kind === 'ship');
    const change = (/** @type {string} */ list) => {
      const ids = list.split(',').map((x) => x.trim()).filter(Boolean), at = ids.findIndex((x) => x.split(':')[0] === unit.id || x === unit.name);
      if (at >= 0) ids.splice(at, 1); else ids.push(unit.id);
      return ids.join(', ');
    };
    if (second) {
      const m = /^([\s\S]*?)(\swith(?=\s|$))([\s\S]*?)(\s(?:via|as)\s[\s\S]*)?$/.exec(text);
      const [head, list, rest] = m ? [m[1], m[3], m[4] || ''] : [text.trimEnd(), '', ''];
      const now = change(list);
      this.set(`${head} with ${now}${rest}`, true);
      return true;
    }
    const body = text.slice(verb.length), m = WORDS.exec(body), cut = m ? m.index : body.length;
    const now = change(body.slice(0, cut));
    this.set(`${verb} ${now}${body.slice(cut) || ' to '}`.replace(/^(\S.*?)\s{2,}/, '$1 '), true);
    return true;
  }

  /** Ids of the units the order names. @param {any} form @returns {Set<string>} */
  units(form) {
    if (!form || !this.value) return new Set();
    const body = this.value.slice(verbOf(form).length);
    return new Set(body.split(/\s(?:to|via|from|as|at|in|for|by)\s[^,;]*|\swith\s|[,;]/).map((x) => x.trim().split(':')[0]).filter(Boolean));
  }

  /** The same order under another verb. @param {string} start a text to start from @param {any} form the form now */
  reverb(start, form) {
    const body = this.value.slice(verbOf(form).length), m = /^(\D[^A-Z]*?)\s/.exec(start);
    const verb = this.page.formOf(start) ? verbOf(this.page.formOf(start)) : m ? m[1] : start.trim();
    this.set(`${verb}${body}`, true);
  }

  /* -------------------------------------------------------------- keyboard in the line */

  /** @param {KeyboardEvent} e */
  key(e) {
    const list = this.choices();
    if (e.key === 'ArrowDown' && list.length) { e.preventDefault(); this.pick = Math.min(list.length - 1, this.pick + 1); this.completions(); } else if (e.key === 'ArrowUp' && list.length) { e.preventDefault(); this.pick = Math.max(-1, this.pick - 1); this.completions(); } else if (e.key === 'Tab' && !e.shiftKey && list.length && this.value.trim()) { e.preventDefault(); this.complete(list[Math.max(0, this.pick)].text); } else if (e.key === 'Escape') { e.stopPropagation(); if (this.pick >= 0 || !$('#comp').hidden) { this.pick = -1; this.close(); } else if (this.value.trim()) { this.park(); } else this.input.blur(); }
  }

  /** @param {string} text */
  complete(text) { this.pick = -1; this.set(text, true); }

  /** What the typed text may become. @returns {{text: string, meaning: string}[]} */
  choices() {
    const { page } = this, prompt = page.view?.prompts[0], text = this.value;
    if (!prompt) return [];
    if (prompt.open) return text.trim() && page.exam ? page.exam.completions.filter((/** @type {any} */ c) => c.text !== text).slice(0, 9) : [];
    const low = text.trim().toLowerCase();
    return low ? prompt.options.filter((/** @type {any} */ o) => o.text !== text && (o.text.toLowerCase().includes(low) || o.label.toLowerCase().includes(low))).map((/** @type {any} */ o) => ({ text: o.text, meaning: o.label })).slice(0, 9) : [];
  }

  completions() {
    const host = $('#comp'), list = document.activeElement === this.input ? this.choices() : [];
    host.hidden = !list.length;
    this.input.setAttribute('aria-expanded', String(Boolean(list.length)));
    fill(host, list.map((c, i) => h('li', { role: 'option', id: `comp-${i}`, 'aria-selected': i === this.pick ? 'true' : 'false', on: { pointerdown: (/** @type {Event} */ e) => { e.preventDefault(); this.complete(c.text); } } }, h('span.id', tail(c.text, this.value)), h('span.soft', c.meaning))));
    if (this.pick >= 0 && list.length) this.input.setAttribute('aria-activedescendant', `comp-${this.pick}`); else this.input.removeAttribute('aria-activedescendant');
  }

  close() { $('#comp').hidden = true; this.input.setAttribute('aria-expanded', 'false'); }

  enter() {
    const { page } = this, list = this.choices(), view = page.view;
    if (!view || page.replay.on) return;
    if (this.pick >= 0 && list[this.pick]) { this.complete(list[this.pick].text); return; }
    const text = this.value.trim();
    if (view.waiting.dice) { const faces = text.split(/[\s,]+/).filter(Boolean).map(Number); if (faces.length && faces.every((f) => Number.isInteger(f) && f > 0)) page.sendDice(faces); else this.problem(`Type ${view.waiting.dice_count} faces, like 3 5.`); return; }
    const prompt = view.prompts[0];
    if (!prompt) { if (text) this.problem('It is not your move. Keep the text as a draft with Esc.'); return; }
    if (!prompt.open) {
      const option = text ? (prompt.every || prompt.options).find((/** @type {any} */ o) => o.text.toLowerCase() === text.toLowerCase() || o.label.toLowerCase() === text.toLowerCase()) : prompt.options.find((/** @type {any} */ o) => o.text === page.chosen);
      if (option) { this.clear(); page.send(option.text); } else this.problem(text ? `Answer one of: ${prompt.options.slice(0, 6).map((/** @type {any} */ o) => o.text).join(', ')}` : 'Choose an option first.');
      return;
    }
    if (text) page.announce();
    else if (page.chosen) page.send(page.chosen);
  }

  /* -------------------------------------------------------------- what the line says */

  /** @param {string} text */
  problem(text) { this.said = text; this.saidBad = true; this.draw(); }

  /** @param {string} text */
  note(text) { this.said = text; this.saidBad = false; this.draw(); }

  draw() {
    const { page } = this, { exam, view } = page, host = $('#say'), prompt = view?.prompts[0];
    host.className = 'say';
    if (this.said) { host.classList.toggle('ok', !this.saidBad); fill(host, h('span.long', { title: this.said }, this.said)); return; }
    if (!view || page.replay.on) { fill(host); return; }
    const forms = view.display.forms || [];
    if (view.waiting.dice) { host.classList.add('hint'); fill(host, h('span.long', 'type the faces'), h('kbd', 'Enter')); } else if (!prompt) { host.classList.add('hint'); fill(host, h('span.long', view.ending ? '' : 'waiting')); } else if (!prompt.open) { host.classList.add(page.chosen ? 'ok' : 'hint'); fill(host, h('span.long', page.chosen ? 'ready' : 'choose by number or type'), page.chosen ? h('kbd', 'Enter') : null); } else if (!this.value.trim() && page.chosen) { host.classList.add('ok'); fill(host, h('span.long', 'ready'), h('kbd', 'Enter')); } else if (!this.value.trim()) { host.classList.add('hint'); const f = forms.find((/** @type {any} */ x) => x.slots?.length); fill(host, f ? [h('span.long', 'try '), h('kbd', f.example)] : null); } else if (exam?.legal && exam.complete) { host.classList.add('ok'); fill(host, h('span.long', 'Legal'), h('kbd', 'Enter')); } else if (exam?.said?.length) fill(host, h('span.long', `${exam.said.length} ${exam.said.length > 1 ? 'clauses' : 'clause'} in the way`), exam.said.length === 1 ? link(exam.said[0].refusal.clause) : null); else { host.classList.add('hint'); fill(host, h('span.long', problemOf(exam))); }
  }

  /* -------------------------------------------------------------- drafts */

  get shelf() { return `drafts.${this.page.seat.token.slice(0, 12)}`; }

  /** @returns {string[]} */
  drafts() { return recall(this.shelf, /** @type {string[]} */ ([])); }

  park() {
    const text = this.value.trim();
    if (text) remember(this.shelf, [text, ...this.drafts().filter((d) => d !== text)].slice(0, 6));
    this.clear(); this.page.selected = ''; this.page.draw();
  }

  /** @param {string} text */
  forget(text) { remember(this.shelf, this.drafts().filter((d) => d !== text.trim())); }
}

/** The words an order of a form begins with. @param {any} form */
export const verbOf = (form) => form.start.trim().replace(/\s+(TF\w*\s+)?(with|from)$/, '').replace(/\s+TF\w*$/, '');

/** The end of a completion, from the word where it leaves what is typed. @param {string} whole @param {string} typed */
function tail(whole, typed) {
  let i = 0;
  while (i < typed.length && i < whole.length && whole[i].toLowerCase() === typed[i].toLowerCase()) i++;
  const from = whole.lastIndexOf(' ', Math.max(0, i - 1)) + 1;
  return whole.slice(from).trim() || whole;
}
