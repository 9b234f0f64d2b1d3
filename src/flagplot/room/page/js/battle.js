/* The battle dialog: the two lines facing each other with what they fired, what the next exchange would bring, the choice. */
import { h, sideTag, sideClass } from './dom.js';
import { link, sentence } from './clause.js';
import { dice, sums } from './dice.js';
import { forecast } from './forecast.js';
import { logLine, passes } from './panels.js';
import { title } from './prompt.js';
import { sil } from './silhouettes.js';

/** Whether a question belongs to a battle whose lines are known, and is shown in the battle dialog. @param {any} prompt */
export const ofBattle = (prompt) => Boolean(prompt && !prompt.open && prompt.battle);

/**
 * Size boxes: open is sound, crossed is an effect taken.
 * @param {number} size @param {number} hits
 */
const boxes = (size, hits) => (size > 0 && size <= 14 ? h('span.boxes', { role: 'img', 'aria-label': `size ${size}, ${hits} ${hits === 1 ? 'effect' : 'effects'}` }, Array.from({ length: size }, (_, i) => h(i < hits ? 'i.x' : 'i'))) : h('span.num', `${size - hits} of ${size}`));

/**
 * One ship in a line; the enemy's faces left.
 * @param {any} ship @param {string} side @param {boolean} right
 */
function shipCard(ship, side, right) {
  const gone = (ship.state || []).includes('lost');
  const facts = [boxes(ship.size, ship.hits), h((ship.state || []).length ? 'span.st' : 'span', ship.detail)];
  const text = h('div', h('b', ship.name), h('small', right ? facts.reverse() : facts)), picture = sil(ship.silhouette, 110, right);
  return h(`div.shipc.${sideClass(side)}${right ? '.r' : ''}${gone ? '.gone' : ''}`, right ? [text, picture] : [picture, text]);
}

/**
 * What one ship, or the light ships together, fired in the round that was fought last.
 * A salvo of several ships stands with the first of them.
 * @param {any[]} rolls @param {string} side @param {boolean} right @param {string} id @param {(id: string) => string} nameOf
 */
function fired(rolls, side, right, id, nameOf) {
  const mine = rolls.filter((r) => r.side === side && id && r.by.includes(id));
  return mine.map((r) => {
    if (r.by[0] !== id) return h(`p.mute.shot.${sideClass(side)}`, `with ${nameOf(r.by[0])}`);
    const added = sums(r), text = !added.length || r.faces.length < 2 ? '' : added.length > 1 ? `= ${added.join(', ')}` : r.plus ? `${added[0]} ${r.plus > 0 ? '+' : '\u2212'} ${Math.abs(r.plus)} = ${added[0] + r.plus}` : `= ${added[0]}`;
    const done = r.result === null ? '' : r.result === 0 ? `no ${r.unit}` : `${r.result} ${r.unit}${r.result === 1 ? '' : 's'}`;
    return h(`div.shot.${sideClass(side)}`, { title: r.said }, dice(r.faces, side, r.sides, r.hits), text ? h('span.num', text) : null, h('b.num', { class: r.result ? 'num' : 'num zero' }, right ? `← ${done}` : `${done} →`));
  });
}

/**
 * The two lines facing each other: heavy ships as they pair off, then light ships, then those behind the screen.
 * @param {any} lines @param {any} view @param {string} foe @param {any[]} fought @param {string} unit what fire is counted in, one of them
 */
function linesOf(lines, view, foe, fought, unit) {
  const from = fought.map((l) => l.opens).lastIndexOf('round');
  /** @type {any[]} */ let rolls = fought.slice(from + 1).filter((l) => l.roll && l.roll.by.length).map((l) => ({ ...l.roll, said: l.text, unit }));
  if (from < 0) rolls = [...new Map(rolls.map((r) => [r.by.join(), r])).values()];     // a book that tells no rounds: what each fired last
  const nameOf = (/** @type {string} */ id) => [...lines.mine, ...lines.his].find((/** @type {any} */ s) => s.id === id)?.name || id;
  const out = [h('div.hd', sideTag(view.side, 'Your line'), h('span.mute', lines.note), sideTag(foe, 'His line, as far as it is found'))];
  for (const [where, name] of [['', ''], ['light', 'light ships fire as one'], ['screened', 'screened: no fire while others stand before them']]) {
    const mine = lines.mine.filter((/** @type {any} */ s) => s.line === where), his = lines.his.filter((/** @type {any} */ s) => s.line === where);
    for (let i = 0; i < Math.max(mine.length, his.length, where ? 0 : 1); i++) {
      const by = (/** @type {any} */ ship) => (where === 'light' ? (i === 0 ? 'lights' : '') : ship?.id || '');
      const shots = [fired(rolls, view.side, false, by(mine[i]), nameOf), fired(rolls, foe, true, by(his[i]), nameOf)];
      const none = where === '' && i === 0 && !lines.his.length;
      out.push(h('div.pair', { class: where ? 'pair lower' : 'pair' }, mine[i] ? shipCard(mine[i], view.side, false) : h('span'),
        h('div.salvo', shots.some((s) => s.length) ? shots.map((s) => h('div', s)) : i === 0 && name ? h('p.mute', name) : null),
        his[i] ? shipCard(his[i], foe, true) : none ? h('p.mute.nobody', 'Nobody found yet') : h('span')));
    }
  }
  return h('div.lines', { tabindex: 0, role: 'group', 'aria-label': 'The lines' }, out);
}

/**
 * The battle dialog.
 * @param {any} prompt
 * @param {any[]} lines log lines of this battle
 * @param {any} view
 * @param {{chosen: string, choose: (text: string) => void, send: (text: string) => void, fold: () => void, once?: any}} o
 */
export function battle(prompt, lines, view, o) {
  const foe = view.sides.find((/** @type {string} */ s) => s !== view.side) || '', b = prompt.battle;
  const rest = prompt.options.filter(passes), real = prompt.options.filter((/** @type {any} */ p) => !passes(p));
  const list = real.length ? [...real, ...rest] : prompt.options;
  const chosen = list.find((/** @type {any} */ p) => p.text === o.chosen);
  const fought = lines.filter((l) => l.text || l.roll).slice(-30), place = b?.place || prompt.place;
  const told = (prompt.detail || []).filter((/** @type {any} */ d) => d.clause || !b);   // the lines above say who is there
  return [
    h('header', h('p', sideTag(view.side, `You: ${view.side}`)), h('div', h('h2#bh', place ? `Battle in ${place}` : title(prompt.kind)), h('p', b?.round ? `Round ${b.round} · ` : '', title(prompt.kind), ' ', prompt.clause ? link(prompt.clause) : null)),
      b?.rounds ? h('ol.rounds', { 'aria-label': 'Rounds' }, Array.from({ length: b.rounds }, (_, i) => h(i + 1 < b.round ? 'li.done' : i + 1 === b.round ? 'li.cur' : 'li', { 'aria-current': i + 1 === b.round ? 'step' : null }, String(i + 1)))) : h('p.right', sideTag(foe))),
    b ? linesOf(b, view, foe, lines, b.counts) : null,
    h('div.bottom',
      h('section.fore', { tabindex: 0, 'aria-label': 'Forecast and what was fought' }, prompt.forecast ? forecast(prompt.forecast) : null,
        h('h3', fought.length ? 'What was fought' : 'The lines meet'), fought.length ? h('div.log.inline', h('ol', fought.map((l) => logLine(l, view.side)))) : h('p.soft', 'Nothing has been fired yet.')),
      h('section.what', h('h3', { tabindex: -1, id: 'bq' }, prompt.question),
        told.length ? h('div.soft.lede', told.map((/** @type {any} */ d) => h('p', sentence(d)))) : null,
        h('div.choice', { role: 'radiogroup', 'aria-labelledby': 'bq' }, list.map((/** @type {any} */ p, /** @type {number} */ i) =>
          h('label', { 'data-option': p.text }, h('input', { type: 'radio', name: 'battle', value: p.text, checked: chosen === p, 'data-key': i < 9 ? i + 1 : null, on: { change: () => o.choose(p.text) } }),
            h('b', i < 9 ? h('kbd', i + 1) : null, ' ', p.label, p.odds ? h('span.num.odds', ` ${p.odds}`) : null), p.detail ? h('small', p.detail) : null))),
        o.once || null,
        h('div.acts', h('button.btn.go', { 'aria-disabled': chosen ? null : 'true', title: chosen ? null : 'Choose one first', on: { click: () => chosen && o.send(chosen.text) } }, chosen ? h('span.clip', chosen.label) : 'Choose first', chosen ? h('kbd', 'Enter') : null),
          h('button.btn', { on: { click: o.fold } }, 'Look at the map'))))];
}
