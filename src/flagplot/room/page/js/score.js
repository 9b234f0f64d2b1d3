/* The score in the top bar, with its reasons as they were earned. */
import { fill, h, sideTag } from './dom.js';
import { sentence } from './clause.js';
import { slip } from './dialogs.js';

/**
 * Draw how the sides stand; new reasons since one looked are counted beside it.
 * @param {HTMLElement} el @param {import('../types').Display} display @param {import('../types').LogLine[]} lines @param {number} since newest entry one has looked at
 */
export function score(el, display, lines, since) {
  const rows = display.scores || [], fresh = since < 0 ? [] : reasons(lines).filter((l) => l.n > since);
  el.hidden = !rows.length;
  const told = rows.map((/** @type {string[]} */ [side, value]) => `${side} ${value}`).join(', ');
  fill(el, h('button.scorebar', { 'aria-label': `Score: ${told}${fresh.length ? `, ${fresh.length} new` : ''}. Reasons`, title: fresh.length ? fresh.map((l) => l.text).join('\n') : 'Score, with its reasons', on: { click: () => open(rows, lines, since) } },
    rows.map((/** @type {string[]} */ [side, value]) => h('span', sideTag(side, short(value)))), fresh.length ? h('em', `+${fresh.length}`) : null));
}

/** The number of a score, without its unit. @param {string} value */
const short = (value) => String(value).split(' ')[0];

/** The lines by which points were given. @param {import('../types').LogLine[]} lines @returns {import('../types').LogLine[]} */
export const reasons = (lines) => lines.filter((l) => l.scores && l.text);

/** @param {any[]} rows @param {import('../types').LogLine[]} lines @param {number} since */
export function open(rows, lines, since) {
  const list = reasons(lines);
  slip('Score', h('dl.scorestrip', rows.map(([side, value]) => [h('dt', sideTag(side)), h('dd.num', value)])),
    h('h3.label', 'How it was earned'), list.length ? h('ol.reasons', list.map((l) => h('li', { class: l.n > since && since >= 0 ? 'fresh' : null }, h('span.n', String(l.n)), h('span', sentence(l))))) : h('p.soft', 'Nobody has scored yet.'));
}
