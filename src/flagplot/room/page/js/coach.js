/* The coach: what to do now, what is worth doing and why, what would be forgotten. What it says comes from the room, out of the seat's own view. */
import { link, sentence } from './clause.js';
import { facts } from './verdict.js';
import { h } from './view.js';

/** @typedef {import('../types').Coaching} Coaching @typedef {import('../types').Reminder} Reminder */

/** What is still to be done, each with the button that does it. @param {Reminder[]} list @param {(text: string) => void} take */
const reminders = (list, take) => h('ul', list.map((r, i) => h('li.refusal.caution.reminder', r.clause ? link(r.clause) : h('span'), h('p', r.text),
  h('button.remedy', { 'data-key': i + 1, onClick: () => take(r.order) }, h('kbd', i + 1), h('b', 'Write the order'), h('small', h('span.id', r.order))))));

/**
 * Said once before something ends: what was forgotten.
 * @param {{text: string, list: Reminder[]}} warning
 * @param {{take: (text: string) => void, send: (text: string) => void, back: () => void}} o
 */
export const warned = (warning, o) => h('section.order.coach', { 'aria-labelledby': 'oh', role: 'alert' },
  h('header', h('h2#oh', 'Before you end this'), h('p', `Nothing was sent. ${warning.list.length === 1 ? 'One thing is' : 'These things are'} still undone:`)),
  reminders(warning.list, o.take),
  h('footer', h('button.btn.go', { id: 'announce', onClick: o.back }, 'Go back'), h('button.btn', { onClick: () => o.send(warning.text) }, 'End all the same')));

/**
 * @param {Coaching|null} said nothing: it is not here yet
 * @param {{take: (text: string) => void, close: () => void, open: boolean}} o
 */
export function panel(said, o) {
  if (!said) return h('section.order.coach', { 'aria-labelledby': 'oh' }, h('header', h('h2#oh', 'Coach'), h('p', 'One moment.')));
  const good = said.ideas.filter((i) => i.good), rest = said.ideas.filter((i) => !i.good);
  const idea = (/** @type {import('../types').Idea} */ i) => h('li.idea', h('b', i.title), i.why ? h('p', i.why) : null, i.odds.map((c) => h('p.reckoned', sentence(c))),
    h('button.remedy', { onClick: () => o.take(i.text) }, h('b', o.open ? 'Write the order' : 'Choose it'), h('small', h('span.id', i.text))));
  return h('section.order.coach', { 'aria-labelledby': 'oh' },
    h('header', h('h2#oh', 'Coach'), h('p', said.now || 'Nothing is asked of you now.')),
    h('div.scroll', said.how.length ? [h('h3.label', 'What to do now'), facts('ul.checks', said.how)] : null,
      said.forgotten.length ? [h('h3.label', 'Not to be forgotten'), reminders(said.forgotten, o.take)] : null,
      good.length ? [h('h3.label', o.open ? 'Worth doing' : 'Looks best'), h('ul.list', good.map(idea))] : null,
      rest.length ? [h('h3.label', 'Possible, but no better than to leave it'), h('ul.list', rest.map(idea))] : null,
      !said.ideas.length && !said.forgotten.length ? h('p.soft.pad', 'Nothing is worth more than to go on.') : null),
    h('footer', h('button.btn', { id: 'announce', onClick: o.close }, 'Close the coach')));
}
