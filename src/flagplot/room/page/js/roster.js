/* Which forces are listed: all, or those that are ready, used, damaged, at sea. */
import { h } from './dom.js';

/** What a force can be asked for, with the word on its button. @type {[string, string][]} */
export const FILTERS = [['all', 'all'], ['ready', 'ready'], ['used', 'used'], ['damaged', 'damaged'], ['sea', 'at sea']];

/** @param {any} line @returns {any[]} */
const leaves = (line) => ((line.children || []).length ? line.children.flatMap(leaves) : [line]);

/**
 * Whether a single unit answers to a filter. Used are those that have acted; what says nothing of it is ready when it has an order to give.
 * @param {any} line @param {string} filter @param {boolean} afloat whether it lies at sea
 */
export function answers(line, filter, afloat) {
  const state = line.state || [];
  if (filter === 'ready') return !state.includes('used') && (state.includes('ready') || Boolean(line.orders?.length) || Boolean(line.able));
  if (filter === 'used' || filter === 'damaged') return state.includes(filter);
  return filter !== 'sea' || afloat;
}

/**
 * The lines of a forces list that answer to a filter, with those above them, each in its place; what a group has or has done, its units have.
 * @param {any[]} lines @param {string} filter @param {Map<string, boolean>} ports of each counter: whether it lies in port or on land
 * @returns {any[]}
 */
export function listed(lines, filter, ports) {
  if (filter === 'all') return lines;
  const keep = (/** @type {any} */ line, /** @type {boolean} */ afloat, /** @type {boolean} */ used, /** @type {boolean} */ able) => {
    const at = ports.has(line.id) ? !ports.get(line.id) : line.kind === 'port' ? false : afloat;
    const kids = line.children || [], own = (line.state || []).includes('used') || used, may = able || (line.kind !== 'port' && Boolean(line.orders?.length));
    if (!kids.length) {
      const state = own && !(line.state || []).includes('used') ? [...(line.state || []).filter((/** @type {string} */ s) => s !== 'ready'), 'used'] : line.state;
      return line.kind !== 'coming' && answers({ ...line, state, able: may && line.kind !== 'ground' }, filter, at && line.kind !== 'air' && line.kind !== 'ground') ? line : null;
    }
    const left = kids.map((/** @type {any} */ k) => keep(k, at, own && line.kind !== 'port', may)).filter(Boolean);
    return left.length ? { ...line, children: left } : null;
  };
  return lines.map((line) => keep(line, false, false, false)).filter(Boolean);
}

/**
 * The buttons above the list, each with how many units it leaves.
 * @param {any[]} lines @param {string} chosen @param {Map<string, boolean>} ports @param {(filter: string) => void} choose
 */
export function filters(lines, chosen, ports, choose) {
  return h('div.rosterbar', { role: 'group', 'aria-label': 'Which forces are listed' }, FILTERS.map(([id, word]) => {
    const n = listed(lines, id, ports).flatMap(leaves).length;
    return h('button', { 'data-filter': id, 'aria-pressed': String(id === chosen), 'aria-disabled': n || id === chosen ? null : 'true', on: { click: () => { if (n || id === chosen) choose(id); } } }, word, h('span.num', n));
  }));
}
