/* The panels beside the map, drawn from what the room sent: forces, log. */
import { $, fill, h, patch } from './dom.js';
import { icon, sideClass, spelled } from './marks.js';
import { link } from './clause.js';
import { bars as barsOf, dice, sums } from './dice.js';
import { forecast } from './forecast.js';
import { filters, listed } from './roster.js';
import { listCounter, sil, known } from './silhouettes.js';
import { folded } from './voyages.js';

/** Whether an option lets the matter rest. @param {any} option */
export const passes = (option) => Boolean(option.passes);

/**
 * @param {any} line
 * @param {string} [short]
 */
export const unitOf = (line, short) => ({ cls: sideClass(line.side), ship: known(figure(line)), id: short ?? '', factors: line.factors || '', count: 1, state: new Set(line.state || []) });

/** What stands for a line of the list: a group without a picture of its own is drawn as its first ship. @param {any} line @returns {string} */
export const figure = (line) => (!line.silhouette && (line.children || []).length ? figure(line.children[0]) : line.kind === 'ground' ? 'inf' : line.kind === 'air' && !line.silhouette ? 'air' : line.silhouette || 'unknown');

/**
 * The forces of a side: ports, groups, ships; then what is known of the others.
 * @param {Element} el
 * @param {any} view
 * @param {{selected: Set<string>, culprits: Set<string>, open: Set<string>, choose: (line: any) => void, toggle: (id: string) => void, go: (place: string) => void, filter: string, sift: (filter: string) => void}} o
 */
export function forces(el, view, o) {
  const ship = (/** @type {any} */ c) => h(`li.${sideClass(c.side)}`, { 'data-force': c.id },
    h('button.shipline', { 'aria-pressed': o.selected.has(c.id) ? 'true' : 'false', class: `shipline${o.culprits.has(c.id) ? ' culprit' : ''}${c.state?.includes('used') ? ' idle' : ''}`, on: { click: () => o.choose(c) }, title: c.orders?.length ? 'Add to the order, or begin one' : describe(c) },
      h('span', sil(figure(c), 60)),
      h('span', { class: c.state?.includes('damaged') ? 'hurt' : null }, c.name, h('small', describe(c))),
      h('span.fac', c.factors), strength(c)),
    (c.children || []).length ? h('ul.ships', c.children.map(ship)) : null);
  const row = (/** @type {any} */ line) => {
    const kids = line.children || [];
    const wide = o.filter !== 'all' || o.open.has(line.id) || o.selected.has(line.id) || kids.some((/** @type {any} */ k) => o.selected.has(k.id) || o.culprits.has(k.id));
    return [h(`div.tfrow.${sideClass(line.side)}`, { 'data-force': line.id },
      h('button.tf', { 'aria-current': o.selected.has(line.id) ? 'true' : null, class: o.culprits.has(line.id) ? 'tf culprit' : 'tf', on: { click: () => o.choose(line) } },
        listCounter(unitOf(line)), h('span', line.name, h('small', describe(line)), strength(line))),
      kids.length ? h('button.more', { 'aria-expanded': wide ? 'true' : 'false', 'aria-label': wide ? `− ships of ${line.name}` : `${kids.length} ships of ${line.name}`, on: { click: () => o.toggle(line.id) } }, wide ? '−' : `${kids.length}`) : null),
    wide && kids.length ? h('ul.ships', kids.map(ship)) : null];
  };
  const section = (/** @type {any} */ line) => {
    if (line.kind !== 'port') return h('section.base', row(line));
    const kids = line.children || [], groups = kids.filter((/** @type {any} */ k) => k.kind === 'group'), units = kids.filter((/** @type {any} */ k) => k.kind !== 'group');
    const known = line.side === view.side;
    return h(`section.base.${sideClass(line.side)}`, { 'data-place': line.place, 'data-force': line.id },
      h('h3', h('button.place', { on: { click: () => o.go(line.place) } }, line.name), line.place && line.place !== line.name ? h('span.id', line.place) : null, h('span.cap', line.note || ''),
        line.orders?.length ? h('button.link', { title: 'Every ship here that can act', on: { click: () => o.choose(line) } }, 'all') : null),
      groups.map(row), units.length ? h('ul.ships', units.map(ship)) : !known && !groups.length ? null : null);
  };
  const ports = new Map(view.display.counters.map((/** @type {any} */ c) => [c.id, c.port]));
  const every = view.display.forces.filter((/** @type {any} */ f) => f.side === view.side || !view.side), mine = listed(every, o.filter, ports), his = view.display.forces.filter((/** @type {any} */ f) => f.side !== view.side && view.side);
  fill(el, h('div.panel-h', h('h2', view.side ? 'Your forces' : 'Forces'), null), filters(every, o.filter, ports, o.sift), mine.length ? mine.map(section) : h('section.base', h('p.mute', every.length ? 'None of this kind now.' : 'You have no forces on the map.')),
    his.length ? [h('div.panel-h.second', h('h2', 'Seen of the others')), his.map(section)] : null);
}

/** Strength points as boxes, when they are counted in tens: ``9/10``. @param {any} line */
function strength(line) {
  const m = /^(\d+)\/(\d+)$/.exec(line.factors || '');
  if (!m || Number(m[2]) > 10) return null;
  return h(`span.boxes.ten.${sideClass(line.side)}`, { role: 'img', 'aria-label': `${m[1]} of ${m[2]} strength points` }, Array.from({ length: Number(m[2]) }, (_, i) => h(i < Number(m[1]) ? 'i.on' : 'i')));
}

/** @param {any} line */
const describe = (line) => [line.note || line.kind, line.state?.includes('damaged') ? 'damaged' : ''].filter(Boolean).join(', ');

/**
 * One line of the log.
 * @param {any} line
 * @param {string} mySide
 */
export function logLine(line, mySide) {
  const r = line.roll;
  return h('li', { 'data-n': line.n, class: line.mine ? 'mine' : null }, h('span.n', String(line.n)), h('div', line.text, line.clause ? [' ', link(line.clause)] : null,
    r ? h('div.roll', r.faces.length ? dice(r.faces, r.side || mySide, r.sides, r.hits) : null,
      r.faces.length > 1 && r.adds?.length ? h('span.eq', r.adds.length === 1 && r.faces.length < 9 ? `${r.faces.join(' + ')} = ${sums(r)[0]}` : `= ${sums(r).join(', ')}`) : null,
      h('span.proof', `roll ${r.index}${r.proof ? ` · ${r.proof}…` : ''}`),
      r.provenance && r.provenance !== 'published' && r.provenance !== 'text' ? h('span.prov', { title: `The table ${r.table} is ${r.provenance}` }, r.provenance) : null) : null));
}

/** Voyages that were unfolded, by their first entry. @type {Set<number>} */
const unfolded = new Set();

/** A voyage in one line, its steps beneath when they are asked for. @param {import('./voyages.js').Fold} fold @param {string} mySide */
function voyageLine(fold, mySide) {
  const li = logLine(fold.head, mySide), key = fold.lines[0].n, rest = fold.lines.filter((l) => l !== fold.head);
  const steps = h('ol.steps', { hidden: true }, rest.map((l) => logLine(l, mySide)));
  const turn = h('button.link.unfold', { 'aria-expanded': 'false', on: { click: () => show(steps.hidden) } });
  const show = (/** @type {boolean} */ open) => {
    if (open) unfolded.add(key); else unfolded.delete(key);
    steps.hidden = !open;
    turn.setAttribute('aria-expanded', String(open));
    turn.textContent = open ? 'fold' : `${rest.length} more`;
  };
  li.lastElementChild.append(' ', turn, steps);
  show(unfolded.has(key));
  return li;
}

/**
 * The whole log, with a mark where one looked last.
 * @param {Element} el
 * @param {any[]} lines
 * @param {{since: number, mySide: string, filter: string, most: number, more: () => void, show: () => void}} o
 */
export function log(el, lines, o) {
  /** @type {import('./voyages.js').Fold[]} */
  const every = o.filter === 'all' ? folded(lines, o.since) : lines.filter((l) => (l.text || l.roll) && (o.filter === 'rolls' ? l.roll : l.mine)).map((l) => ({ head: l, lines: [l] }));
  const shown = every.slice(-Math.min(o.most, every.length));
  const out = shown.length < every.length ? [h('li.since', h('button.link', { on: { click: o.more } }, `${every.length - shown.length} earlier lines`))] : [];
  const fresh = shown.filter((f) => f.head.n > o.since).length;
  let marked = o.since < 0;
  for (const f of shown) {
    const l = f.head;
    if (!marked && l.n > o.since) { out.push(h('li.since.fresh', `Since you last looked: ${fresh} ${fresh === 1 ? 'thing' : 'things'}`, h('button.link', { on: { click: o.show } }, 'show'))); marked = true; }
    out.push(f.lines.length > 1 ? voyageLine(f, o.mySide) : logLine(l, o.mySide));
  }
  if (!shown.length) out.push(h('li.since', o.filter === 'all' ? 'The game begins' : 'Nothing of this kind yet'));
  patch(el, out);         // a log that is made anew would be read out anew
}

/**
 * What the table says of an order that is being built.
 * @param {any} exam
 * @param {{title: string, text: string, form: any, legalWord: string, announce: () => void, park: () => void, take: (text: string) => void, verbs: any[]}} o
 */
export function order(exam, o) {
  const count = (/** @type {number} */ n) => ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][n] || String(n);
  const said = exam?.said || [], legal = Boolean(exam?.legal && exam?.complete);
  const bad = new Set((exam?.overlays || []).filter((/** @type {any} */ x) => x.style === 'culprit').flatMap((/** @type {any} */ x) => x.places));
  const mends = mended(exam), lone = new Set(mends.map((m) => m.text)).size === 1 ? mends[0] : null;
  let key = 0;
  const refusal = (/** @type {any} */ one, /** @type {string} */ cls) => h(`li.${cls}`, link(one.refusal.clause), h('h4', one.title), h('p', one.sentence,
    one.refusal.rests_on?.length ? [' ', h('span.prov', { title: 'This ruling rests on a house switch or a table that is not published' }, one.refusal.rests_on.join(', '))] : null),
    (one.remedies || []).map((/** @type {string[]} */ [sentenceText, text]) => {
      if (!text) return one.remedies.some((/** @type {string[]} */ r) => r[1] && r[0] === sentenceText) ? null : h('p.remedytext', sentenceText);
      key += 1;
      return h('button.remedy', { 'data-key': key <= 9 ? key : null, on: { click: () => o.take(text) } }, h('kbd', key <= 9 ? key : '·'), h('b', sentenceText), h('small', h('span.id', text)));
    }));
  const band = legal ? h('div.verdict.yes', tick(), h('span', (exam.cautions || []).length ? `Legal, with ${count(exam.cautions.length)} ${exam.cautions.length > 1 ? 'cautions' : 'caution'}` : 'Legal'), h('kbd', 'Enter'))
    : said.length ? h('div.verdict.no', cross(), h('span', `Not legal yet: ${count(said.length)} ${said.length > 1 ? 'clauses' : 'clause'} in the way`), lone ? h('button.btn.small.mend', { title: lone.sentence, on: { click: () => o.take(lone.text) } }, 'Mend it') : null)
      : h('div.verdict.wait', dot(), h('span', exam?.problem || 'Go on: this order is not complete'));
  const why = legal ? '' : said.length ? `${said.length} in the way` : 'not complete';
  return h('section.order', { 'aria-labelledby': 'oh' },
    h('header', h('h2#oh', o.title), h('p', o.form ? h('span.id.grammar', o.form.grammar) : null), o.form?.clause ? h('span.verbs', link(o.form.clause)) : null),
    o.verbs.length > 1 ? h('div.verbbar', { role: 'group', 'aria-label': 'Kind of order' }, o.verbs.map((v) => h('button', { 'aria-pressed': v.on ? 'true' : 'false', on: { click: v.take } }, v.title))) : null,
    band,
    said.length ? h('ul', said.map((/** @type {any} */ x) => refusal(x, 'refusal'))) : null,
    exam?.cautions?.length ? h('ul', exam.cautions.map((/** @type {any} */ x) => refusal(x, 'refusal.caution'))) : null,
    exam?.summary?.length ? h('ul.checks', exam.summary.map((/** @type {any} */ c) => h('li', h('span', c.text), c.clause ? link(c.clause) : null))) : null,
    exam?.profile?.length ? h('div.profile', h('h3', h('span', `Chance ${exam.danger}, in %`), exam.profile[0].exact ? h('span.mute', 'exact') : h('span.mute', 'about')), h('p', mainReason(exam)), barsOf(exam.profile, bad, exam.danger)) : null,
    exam?.forecast && legal ? h('section.forecast', { 'aria-label': 'Forecast' }, forecast(exam.forecast)) : null,
    exam?.odds?.length && !(exam.forecast && legal) ? h('ul.checks.odds', exam.odds.map((/** @type {any} */ c) => h('li', h('span', c.text), c.clause ? link(c.clause) : null))) : null,
    h('footer', h('button.btn.go', { id: 'announce', 'aria-disabled': legal ? null : 'true', title: why || null, 'aria-describedby': 'say', on: { click: o.announce } }, o.legalWord, legal ? h('kbd', 'Enter') : null),
      h('button.btn', { on: { click: o.park } }, 'Keep draft')));
}

/** What the table says of the order, for readers of the screen: its place stays, so that a change is told. @param {any} exam */
export function tell(exam) {
  const host = $('#told'), band = $('#task .verdict > span'), why = band && !exam?.legal ? (exam?.said || []).map((/** @type {any} */ x) => x.title) : [];
  const text = band ? [band.textContent, why.join('; ')].filter(Boolean).join(': ') : '';
  if (host.textContent !== text) host.textContent = text;
}

/** The mended orders that the refusals of an order propose, in the order of their numbers. @param {any} exam @returns {{sentence: string, text: string}[]} */
export const mended = (exam) => (exam?.said || []).flatMap((/** @type {any} */ x) => (x.remedies || []).filter((/** @type {string[]} */ r) => r[1]).map((/** @type {string[]} */ [sentence, text]) => ({ sentence, text })));

const tick = () => icon('yes');
const cross = () => icon('no');
const dot = () => icon('dots');

/** The reason of the highest chance on the way. @param {any} exam */
function mainReason(exam) {
  const top = exam.profile.reduce((/** @type {any} */ a, /** @type {any} */ b) => (b.percent > a.percent ? b : a));
  return top.percent > 0 ? top.why.replace(/^./, (/** @type {string} */ c) => c.toUpperCase()) : exam.safe;
}

/**
 * What one can do now, with nothing typed.
 * @param {any} view
 * @param {{start: (text: string) => void, send: (text: string) => void, fresh: boolean, coach: () => void, unfold?: () => void}} o
 */
export function empty(view, o) {
  const prompt = view.prompts[0], forms = view.display.forms || [];
  const ideas = (prompt?.options || []).filter((/** @type {any} */ p) => !passes(p)).slice(0, 4);
  const opens = forms.filter((/** @type {any} */ f) => f.slots?.length), closes = forms.filter((/** @type {any} */ f) => !f.slots?.length);
  return h('section.order', { 'aria-labelledby': 'oh' },
    h('header', h('h2#oh', prompt?.question || 'Your order'), h('p', opens.some((/** @type {any} */ f) => f.slots.some((/** @type {string} */ x) => x === 'units' || x === 'groups')) ? 'Pick a force on the map or in the list, or type.' : 'Start one of these, or type.', ' Nothing is sent before you say so. ', h('button.link', { on: { click: o.coach } }, 'What is worth doing?')), prompt?.clause ? h('span.verbs', link(prompt.clause)) : null),
    o.unfold ? h('p.pad', h('button.btn.small', { on: { click: o.unfold } }, 'The battle: both lines')) : null,
    o.fresh && view.briefing ? h('details.brief', h('summary', 'Your briefing: what you are here for'), view.briefing.split('\n').filter(Boolean).map((/** @type {string} */ p) => h('p.serif', p))) : null,
    prompt?.detail?.length ? h('ul.checks', prompt.detail.map((/** @type {any} */ c) => h('li', h('span', c.text), c.clause ? link(c.clause) : null))) : null,
    opens.length ? h('ul.can', opens.map((/** @type {any} */ f) => h('li', h('span.c-h', h('b', f.title), h('small.id', spelled(f.example))), h('span', f.clause ? link(f.clause) : null, h('button.btn.small', { 'aria-label': `Start: ${f.title}`, on: { click: () => o.start(f.start) } }, 'Start'))))) : null,
    ideas.length ? h('div.ideas', h('h3.label', 'Ideas'), ideas.map((/** @type {any} */ p) => h('button.remedy', { on: { click: () => o.start(p.text) } }, h('b', p.label), h('small', [p.odds, p.detail].filter(Boolean).join('; ') || h('span.id', spelled(p.text)))))) : null,
    closes.length ? h('footer.closes', closes.map((/** @type {any} */ f, /** @type {number} */ i) => h(i ? 'button.btn' : 'button.btn.go', { on: { click: () => o.send(f.start.trim() || f.example) } }, f.title))) : null);
}

/**
 * The seat at the right of the bar: what you owe.
 * @param {any} view
 */
export function owes(view) {
  const w = view.waiting;
  if (view.ending) return { head: 'The game is over', other: '' };
  if (view.stopped) return { head: 'To look at', other: 'other rules' };
  if (w.dice) return { head: 'Roll the dice', other: w.roll };
  const others = w.sides.filter((/** @type {string} */ s) => s !== view.side);
  const p = view.prompts[0], head = p?.open && (!p.options.length || (!p.place && !p.routes.length)) ? 'Your order' : 'Your answer';
  if (w.mine && view.open_chair) return { head, other: 'the other chair is empty' };
  if (w.mine) return { head, other: others.length ? `${others.join(', ')} too` : `${view.sides.filter((/** @type {string} */ s) => s !== view.side).join(', ')} waits` };
  return { head: 'Waiting', other: others.length ? `${others.join(', ')} ${w.thinking ? 'thinks' : 'to move'}` : w.thinking ? 'the admiral thinks' : '' };
}

/**
 * @param {any} view
 * @param {Element} el
 */
export function game(el, view) {
  const foe = view.sides.filter((/** @type {string} */ s) => s !== view.side).map((/** @type {string} */ s) => (view.admirals[s] ? `the ${view.admirals[s]} admiral` : s)).join(', ');
  fill(el, h('b', view.title), h('span', view.role === 'referee' || view.mode === 'referee' ? 'with real counters and dice' : view.mode === 'hotseat' ? 'at one screen' : `against ${foe}`));
}
