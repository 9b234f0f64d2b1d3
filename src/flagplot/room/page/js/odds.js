/* Odds without a game: a question of a rule book, written as its grammar says, and what comes back. */
import { fill, h, settle } from './dom.js';
import { call } from './api.js';
import { percent } from './board.js';
import { message, slip } from './dialogs.js';

/** Outcomes rarer than this, in percent, are left out. */
const RARE = 0.01;

/** @param {import('../types').BookCard[]} books */
export function odds(books) {
  /** @type {import('../types').QuestionCard[]} */ let asked = [];
  const book = h('select', { id: 'oddsbook' }, books.map((b) => h('option', { value: b.id }, b.title)));
  const kind = h('select', { id: 'oddskind' }), about = h('input.text', { type: 'text', id: 'oddsabout', maxlength: 2000, spellcheck: 'false', autocomplete: 'off' });
  const form = h('p.mute'), out = h('div.oddsout', { role: 'status' });
  const pick = () => { const q = asked[kind.selectedIndex]; if (!q) return; about.value = q.example; fill(form, h('span.id', q.grammar)); fill(out); };
  const load = async () => {
    try { asked = await call('GET', `/api/odds/${encodeURIComponent(book.value)}`); } catch (e) { fill(out, h('p.problem', message(e))); return; }
    fill(kind, asked.map((q) => h('option', { value: q.kind }, q.title)));
    pick();
  };
  const ask = async (/** @type {Event} */ e) => {
    e.preventDefault();
    fill(out, h('p.mute', 'One moment.'));
    try { fill(out, told(await call('POST', `/api/odds/${encodeURIComponent(book.value)}`, { body: { question: kind.value, argument: about.value } }))); } catch (err) { fill(out, h('p.problem', message(err))); }
  };
  book.addEventListener('change', load); kind.addEventListener('change', pick); about.addEventListener('input', settle(() => fill(out), 50));
  slip('Odds', h('form.oddsform', { on: { submit: ask } }, field('oddsbook', 'Rule book', book), field('oddskind', 'Question', kind), field('oddsabout', 'About', about), form, h('button.btn.go', 'What are the odds?')), out);
  load();
}

/** @param {string} id @param {string} label @param {Node} control */
const field = (id, label, control) => h('div.field', h('label', { for: id }, label), control);

/** @param {import('../types').OddsAnswer} r */
const told = (r) => [h('h3', r.text), h('table.oddstable', h('tbody', r.outcomes.filter((o) => 100 * o[1] >= RARE).slice(0, 12).map(([what, chance]) => h('tr', h('th', { scope: 'row' }, what), h('td.num', `${percent(100 * chance)} %`))))),
  h('p.mute', r.exact ? 'Exact.' : `About: standard error ${(100 * r.error).toFixed(1)} points.`, r.basis.length ? ` ${r.basis.join('; ')}.` : '')];
