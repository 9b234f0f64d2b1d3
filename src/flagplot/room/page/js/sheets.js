/* Sheets: ledgers beside the map that are filled in like forms. Each line is the text of an order that the table writes and judges. */
import { fill, h, settle } from './dom.js';
import { icon, sideClass } from './marks.js';
import { link, sentence } from './clause.js';
import { forecast } from './forecast.js';
import { message } from './dialogs.js';

/**
 * @typedef {{form: string, title: string, said: Record<string, string>, picked: Record<string, Record<string, number>>, text: string}} Draft
 * A line that is being written: the wording of its order with the words of its fields, or, without a form, a text.
 */

/** One sheet that lies open, with the lines that are being written in it. */
export class SheetLeaf {
  /** @param {import('./table.js').TablePage} page @param {any} sheet */
  constructor(page, sheet) {
    this.page = page;
    this.sheet = sheet;
    /** @type {Draft[]} */ this.drafts = this.kept();
    /** @type {any} */ this.look = null;
    this.asked = 0;
    this.at = -1;
    this.said = '';
    /** @type {Set<Draft>} */ this.unfolded = new Set();
    /** @type {Element[]} */ this.verdicts = [];
    this.soon = settle(() => this.ask(), 120);
    this.el = h('div.sheet');
    this.whole = h('section.whole', { 'aria-label': 'All lines together', role: 'status' });
  }

  /* -------------------------------------------------------------- what is written */

  get shelf() { return `flagplot.sheet.${this.page.seat.token.slice(0, 12)}.${this.sheet.id}`; }

  /** @returns {Draft[]} */
  kept() { try { return JSON.parse(sessionStorage.getItem(this.shelf) || '[]'); } catch { return []; } }

  keep() { try { sessionStorage.setItem(this.shelf, JSON.stringify(this.drafts)); } catch { /* then the lines are lost with the page */ } }

  /** The forms there are, with what the lines above bring to them: a line may name what one before it orders. @returns {any[]} */
  blanks() {
    const now = this.sheet.blanks, then = this.sheet.blanks.length ? this.look?.blanks || [] : [];
    const wider = (/** @type {any} */ f, /** @type {any} */ g) => (g ? { ...f, choices: [...f.choices, ...g.choices.filter((/** @type {any} */ c) => !f.choices.some((/** @type {any} */ o) => o.text === c.text))] } : f);
    return [
      ...now.map((/** @type {any} */ b) => { const more = then.find((/** @type {any} */ x) => x.form === b.form); return more ? { ...b, fields: b.fields.map((/** @type {any} */ f) => wider(f, more.fields.find((/** @type {any} */ g) => g.slot === f.slot))) } : b; }),
      ...then.filter((/** @type {any} */ x) => !now.some((/** @type {any} */ b) => b.form === x.form)),
    ];
  }

  /** Whether a line may be given now. @param {Draft} d */
  fits(d) { return !d.form || this.blanks().some((b) => b.form === d.form); }

  /** @param {any} blank */
  add(blank) {
    this.drafts.push({ form: blank.form, title: blank.title, said: {}, picked: {}, text: '' });
    this.keep(); this.draw(); this.ask();
    const fields = this.el.querySelectorAll('.sheetline');
    /** @type {HTMLElement|null} */ (fields[fields.length - 1]?.querySelector('select, input, summary'))?.focus();
  }

  /** @param {number} i */
  drop(i) { this.drafts.splice(i, 1); this.keep(); this.draw(); this.ask(); }

  /** A line written out, as the table proposes to mend it. @param {number} i @param {string} text */
  mend(i, text) { this.drafts[i] = { form: '', title: this.drafts[i].title, said: {}, picked: {}, text }; this.keep(); this.draw(); this.ask(); }

  changed() { this.keep(); this.soon(); }

  /* -------------------------------------------------------------- what the table says of it */

  /** Let the table look at every line, each after those above it. */
  async ask() {
    const mine = ++this.asked, live = this.drafts.filter((d) => this.fits(d));
    if (!this.sheet.blanks.length || (!live.length && !this.sheet.whole)) { this.look = null; this.verdict(); return; }
    try {
      const look = await this.page.seat.post('/sheet', { sheet: this.sheet.id, lines: live.map((d) => ({ form: d.form, text: d.text, said: d.said })) });
      if (mine !== this.asked) return;
      this.look = { ...look, of: live };
      this.said = '';
    } catch (e) { if (mine !== this.asked) return; this.said = message(e); }
    if (this.offer()) return;
    this.verdict();
    this.page.drawMap();
  }

  /** Offer what the lines bring, without disturbing whoever writes; true when a line that waited for it may be written now. */
  offer() {
    const blanks = this.blanks(), lines = this.drafts.filter((d) => this.fits(d));
    if (lines.length !== this.verdicts.length) { this.draw(); this.ask(); return true; }
    const row = this.el.querySelector('.blanks');
    if (row && row.childElementCount !== blanks.length) fill(row, this.adders(blanks));
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.el.querySelectorAll('.sheetline'))) {
      const d = this.drafts[Number(el.dataset.line)];
      for (const f of blanks.find((b) => b.form === d?.form)?.fields || []) {
        const box = /** @type {HTMLSelectElement|null} */ (el.querySelector(`[data-slot=${f.slot}] > select`));
        const listed = box ? [...box.options].map((o) => o.value).filter(Boolean).sort().join('|') : '';
        if (box && listed !== f.choices.map((/** @type {any} */ c) => c.text).sort().join('|')) fill(box, options(d, f));
      }
    }
    return false;
  }

  /** @param {Draft} d @returns {any} */
  examOf(d) { const i = this.look ? this.look.of.indexOf(d) : -1; return i < 0 ? null : this.look.lines[i]; }

  /** Tracks of the lines that stand here, for the map. */
  routes() { return (this.look?.lines || []).flatMap((/** @type {any} */ exam) => exam.routes.filter((/** @type {any} */ r) => r.style === 'draft')); }

  /** Give one line, or all that are legal, from the top. @param {Draft[]} lines */
  async give(lines) {
    const { page } = this;
    if (page.line.value.trim()) page.line.park();
    for (const d of lines) {
      await this.ask();
      const exam = this.examOf(d);
      if (!exam?.legal || !exam.complete || !page.view?.prompts[0]?.open) break;
      if (!await page.send(exam.line)) break;
      const at = this.drafts.indexOf(d);
      if (at >= 0) this.drafts.splice(at, 1);
      this.keep();
    }
    this.draw();
    this.ask();
  }

  /* -------------------------------------------------------------- drawing */

  /** @param {any} sheet what the position says now */
  take(sheet) {
    const same = JSON.stringify(sheet) === JSON.stringify(this.sheet), first = !this.el.childElementCount;
    this.sheet = sheet;
    if (!same || first) this.draw();
    if (first || !same || this.at !== this.page.view?.n) this.ask();
    this.at = this.page.view?.n;
  }

  draw() {
    const { sheet } = this, top = this.el.parentElement?.scrollTop || 0;
    this.verdicts = [];
    const live = this.drafts.filter((d) => this.fits(d)), idle = this.drafts.filter((d) => !this.fits(d));
    fill(this.el,
      h('header.sheethead', h('h2', sheet.title), sheet.lead.length ? h('ul', sheet.lead.map((/** @type {any} */ c) => h('li', sentence(c)))) : null),
      sheet.parts.map((/** @type {any} */ p) => ledger(p, sheet.blanks.length ? (text) => this.page.send(text) : null)),
      sheet.blanks.length ? h('section.writing', { 'aria-label': 'Lines to be written' },
        h('h3', sheet.whole ? 'The plan' : 'Write a line', sheet.whole && live.length > 1 ? h('span.mute', 'judged line after line, and as a whole') : null),
        h('ol.sheetlines', this.drafts.map((d, i) => (this.fits(d) ? this.line(d, i) : null))),
        h('div.blanks', this.adders(this.blanks())),
        this.whole,
        h('footer.acts', live.length > 1 ? h('button.btn.go', { 'data-act': 'all', on: { click: () => this.give([...live]) } }, `Give all ${live.length} lines`) : null)) : null,
      idle.length ? h('p.mute.idle', `${idle.length} ${idle.length === 1 ? 'line waits' : 'lines wait'} for another phase. `, h('button.link', { on: { click: () => { this.drafts = live; this.keep(); this.draw(); } } }, 'forget')) : null);
    if (this.el.parentElement) this.el.parentElement.scrollTop = top;
    this.verdict();
  }

  /** A button for each form. @param {any[]} blanks */
  adders(blanks) { return blanks.map((b) => h('button.btn.small', { 'data-blank': b.title, on: { click: () => this.add(b) } }, '+ ', b.title)); }

  /** A line that is being written. @param {Draft} d @param {number} i */
  line(d, i) {
    const blank = this.blanks().find((b) => b.form === d.form), verdict = h('div.lineverdict', { role: 'status' });
    this.verdicts.push(verdict);
    const typed = () => h('label.field.wide', h('span', d.title), h('input.text', { type: 'text', value: d.text, maxlength: 2000, spellcheck: 'false', on: { input: (/** @type {Event} */ e) => { d.text = /** @type {HTMLInputElement} */ (e.target).value; this.changed(); } } }));
    return h('li.sheetline', { 'data-line': i },
      h('div.linehead', h('b', d.title), blank?.clause ? link(blank.clause) : null, h('button.ico', { 'aria-label': `Remove line ${i + 1}`, title: 'Remove this line', on: { click: () => this.drop(i) } }, icon('close'))),
      h('div.fields', blank ? blank.fields.map((/** @type {any} */ f) => this.field(d, f)) : typed()), verdict);
  }

  /** @param {Draft} d @param {any} f */
  field(d, f) {
    const said = (/** @type {string} */ text) => { if (text) d.said[f.slot] = text; else delete d.said[f.slot]; this.changed(); };
    const name = h('span', f.label, f.optional ? h('i.mute', ', if any') : null), groups = grouped(f.choices);
    if (f.several && f.choices.length) return this.picker(d, f, name, groups, said);
    if (f.choices.length && !f.free) {
      return h('label.field', { 'data-slot': f.slot }, name, h('select', { on: { change: (/** @type {Event} */ e) => said(/** @type {HTMLSelectElement} */ (e.target).value) } }, options(d, f)));
    }
    const list = f.choices.length ? `list-${this.sheet.id}-${f.slot}` : null;
    return h('label.field', { 'data-slot': f.slot, class: f.number ? 'field small' : 'field' }, name, list ? h('datalist', { id: list }, f.choices.map((/** @type {any} */ c) => h('option', { value: c.text }, c.label))) : null, h('input', { type: f.number ? 'number' : 'text', list, min: f.number ? 1 : null, value: d.said[f.slot] || '', spellcheck: 'false', autocomplete: 'off', maxlength: 400, on: { input: (/** @type {Event} */ e) => said(/** @type {HTMLInputElement} */ (e.target).value.trim()) } }));
  }

  /** Several of a list, of what is counted a part. @param {Draft} d @param {any} f @param {any} name @param {[string, any[]][]} groups @param {(text: string) => void} said */
  picker(d, f, name, groups, said) {
    const picked = d.picked[f.slot] ||= {}, summary = h('summary');
    const tell = () => { const names = f.choices.filter((/** @type {any} */ c) => c.text in picked).map((/** @type {any} */ c) => (picked[c.text] && picked[c.text] < c.most ? `${picked[c.text]} of ${c.label}` : c.label)); fill(summary, names.length ? h('span', names.join(', ')) : h('span.mute', f.optional ? 'none' : 'choose')); };
    const write = () => { tell(); said(f.choices.filter((/** @type {any} */ c) => c.text in picked).map((/** @type {any} */ c) => (c.part && picked[c.text] && picked[c.text] < c.most ? c.part.replace('{n}', String(picked[c.text])) : c.text)).join(', ')); };
    const choice = (/** @type {any} */ c) => {
      const part = c.part ? h('input.part', { type: 'number', min: 1, max: c.most, value: picked[c.text] || c.most, 'aria-label': `How many of ${c.label}`, hidden: !(c.text in picked), on: { input: () => { picked[c.text] = Math.max(1, Math.min(c.most, Number(part.value) || c.most)); write(); } } }) : null;
      return h('div.pick', h('label', h('input', { type: 'checkbox', checked: c.text in picked, on: { change: (/** @type {Event} */ e) => { if (/** @type {HTMLInputElement} */ (e.target).checked) picked[c.text] = part ? Number(part.value) : 0; else delete picked[c.text]; if (part) part.hidden = !(c.text in picked); write(); } } }), h('span', c.label, c.note ? h('small', c.note) : null)), part);
    };
    tell();
    const box = h('details.picks', summary, h('div.picklist', groups.map(([g, list]) => h('fieldset', g ? h('legend', g) : null, list.map(choice)))));
    return h('div.field.several', { 'data-slot': f.slot }, name, box);
  }

  /** What the table says of each line, beside it. */
  verdict() {
    const live = this.drafts.filter((d) => this.fits(d)), known = this.look ? this.look.known : -1;
    live.forEach((d, i) => { const el = this.verdicts[i]; if (el) fill(el, this.judged(d, this.examOf(d), i, known)); });
    const out = this.look?.outlook, all = this.el.querySelector('[data-act=all]'), good = live.every((d) => { const e = this.examOf(d); return e?.legal && e.complete; });
    if (all) { if (good && live.length) all.removeAttribute('aria-disabled'); else all.setAttribute('aria-disabled', 'true'); all.setAttribute('title', good ? '' : 'Not every line is legal yet: those above the first that is not are given'); }
    fill(this.whole, this.said ? h('p.problem', this.said) : null,
      out && (out.lines.length || out.forecasts.length) ? [h('h3', 'As a whole'), h('ul.checks', out.lines.map((/** @type {any} */ c) => h('li', h('span', c.text), c.clause ? link(c.clause) : null))), out.forecasts.map((/** @type {any} */ f) => h('section.forecast', { 'aria-label': 'Forecast' }, forecast(f, { heading: 'h4' })))] : null);
  }

  /** What a legal line takes and risks: folded where the plan as a whole says it. @param {Draft} d @param {any[]} lines */
  bill(d, lines) {
    const list = h('ul.checks', lines.map((c) => h('li', h('span', c.text), c.clause ? link(c.clause) : null)));
    return this.sheet.whole ? h('details.bill', { open: this.unfolded.has(d), on: { toggle: (/** @type {Event} */ e) => { if (/** @type {HTMLDetailsElement} */ (e.target).open) this.unfolded.add(d); else this.unfolded.delete(d); } } }, h('summary', 'What it takes and risks'), list) : list;
  }

  /** @param {Draft} d @param {any} exam @param {number} i @param {number} known */
  judged(d, exam, i, known) {
    if (!exam) return null;
    const legal = exam.legal && exam.complete;
    const refusal = (/** @type {any} */ one) => h('li', link(one.refusal.clause), ' ', h('b', one.title), ' ', h('span', one.sentence), one.remedies.filter((/** @type {string[]} */ r) => r[1]).map((/** @type {string[]} */ [said, text]) => h('button.remedy', { on: { click: () => this.mend(this.drafts.indexOf(d), text) } }, h('b', said), h('small.id', text))));
    return [h(legal ? 'div.verdict.yes' : exam.said.length ? 'div.verdict.no' : 'div.verdict.wait', icon(legal ? 'yes' : exam.said.length ? 'no' : 'dots'),
      h('span', legal ? 'Legal' : exam.said.length ? `${exam.said.length} ${exam.said.length === 1 ? 'clause' : 'clauses'} in the way` : exam.problem || 'Go on'),
      h('span.lineacts', exam.complete ? h('button.btn.small.quiet', { title: 'Open this line in the order line, with its track on the map', on: { click: () => this.page.openLine(exam.line) } }, 'On the map') : null,
        legal ? h('button.btn.small.go', { on: { click: () => this.give([d]) } }, 'Give') : null)),
    exam.line ? h('p.id.linetext', exam.line) : null,
    exam.said.length || exam.cautions.length ? h('ul.linesaid', exam.said.map(refusal), exam.cautions.map(refusal)) : null,
    legal && (exam.summary.length || exam.odds.length) ? this.bill(d, [...exam.summary, ...exam.odds]) : null,
    known === i ? h('p.mute', 'What comes of this line shows when it is given; the lines below are judged as the position stands without it.') : null];
  }
}

/** What a list of a field shows, with what its line says chosen. @param {Draft} d @param {any} f */
function options(d, f) {
  const option = (/** @type {any} */ c) => h('option', { value: c.text, selected: d.said[f.slot] === c.text }, c.note ? `${c.label} (${c.note})` : c.label);
  return [h('option', { value: '' }, f.optional ? 'none' : 'choose'), grouped(f.choices).map(([g, list]) => (g ? h('optgroup', { label: g }, list.map(option)) : list.map(option)))];
}

/** @param {any[]} choices @returns {[string, any[]][]} */
function grouped(choices) {
  /** @type {Map<string, any[]>} */ const out = new Map();
  for (const c of choices) { const list = out.get(c.group); if (list) list.push(c); else out.set(c.group, [c]); }
  return [...out];
}

/** How much of how much, as a bar with its numbers. @param {any} row */
function measure(row) {
  const [n, of] = row.load;
  return h('span.measure', { role: 'img', 'aria-label': `${n} of ${of}` }, h('i', { style: { width: `${of ? Math.min(100, Math.max(0, (100 * n) / of)) : 0}%` } }));
}

/**
 * A table of a sheet or a box. @param {any} part @param {((order: string) => void)|null} give what its buttons do, when there are any
 */
export function ledger(part, give) {
  const row = (/** @type {any} */ r) => h('tr', { class: [r.state, r.side ? sideClass(r.side) : ''].filter(Boolean).join(' ') || null },
    r.cells.map((/** @type {string} */ c, /** @type {number} */ i) => h(i ? 'td' : 'th', i ? {} : { scope: 'row' }, i || !r.side ? c : h(`span.side.${sideClass(r.side)}`, c), i === r.cells.length - 1 && r.load ? measure(r) : null)),
    h('td.end', r.clause ? link(r.clause) : null, r.order && give ? h('button.btn.small', { on: { click: () => give(r.order) } }, r.order_title) : null));
  return h('section.part', h('h3', part.title, part.clause ? link(part.clause) : null),
    part.rows.length ? h('div.tablewrap', { tabindex: 0, role: 'group', 'aria-label': part.title }, h('table', part.heads.length ? h('thead', h('tr', part.heads.map((/** @type {string} */ x) => h('th', { scope: 'col' }, x)), h('th', h('span.sr', 'Rule')))) : null, h('tbody', part.rows.map(row)))) : h('p.mute', part.empty));
}
