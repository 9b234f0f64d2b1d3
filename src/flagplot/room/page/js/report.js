/* The report after a game: result, course on the map with the fog lifted, how the score came about, when it turned, what the dice did. */
import { $, fill, h, s, settle } from './dom.js';
import { icon, mark, shape, sideClass, sideTag } from './marks.js';
import { made } from './view.js';
import { Seat, call, seats } from './api.js';
import { Board } from './board.js';
import { sentence, listen, useBook } from './clause.js';
import { dice } from './dice.js';
import { message } from './dialogs.js';
import { readGeometry } from './geometry.js';
import { shares } from './luck.js';
import { known, sprite } from './silhouettes.js';
import { rematch } from './sit.js';
import { dress, turn } from './theme.js';

/**
 * @typedef {{n: number, kind: string, text: string, clause: string, side: string, scores: boolean, turn: string, faces: number[], sides: number, beat: number}} Said
 * @typedef {{id: string, name: string, side: string, steps: [number, string][], lost: string, silhouette: string}} Track
 * @typedef {{first: number, last: number, turn: string, lead: [number, number], mean: number, samples: number, lines: Said[]}} Moment
 * @typedef {{n: number, points: [string, number][]}} Standing
 */

/** A number of points, with its sign where it is a change. @param {number} n */
const points = (n) => String(Math.round(n * 10) / 10).replace('-', '−');
/** @param {number} n */
const signed = (n) => (n > 0 ? `+${points(n)}` : points(n));

/** The page of one report. */
class ReportPage {
  constructor() {
    this.id = decodeURIComponent(location.pathname.split('/').filter(Boolean)[1] || '');
    this.r = /** @type {import('../types').Report} */ (/** @type {unknown} */ (null));      // until it has come
    /** @type {Board|null} */ this.board = null;
    this.at = 0; this.last = 0;
    this.picked = '';
    this.playing = 0;
    this.place = settle(() => this.drawMap(), 30);
  }

  async begin() {
    dress(); sprite(); listen();
    $('.mark').prepend(made(mark()));
    fill($('#theme'), icon('moon'));
    $('#theme').addEventListener('click', turn);
    try { this.r = await call('GET', `/api/games/${encodeURIComponent(this.id)}/report`); } catch (e) {
      document.body.dataset.state = 'none';
      fill($('#result'), h('h1#title', 'There is no report here'), h('p.soft', message(e)), h('p', 'A game is reported when it is over.'));
      return;
    }
    const { r } = this;
    shape(r.sides); useBook(r.book);
    this.last = r.log.length ? r.log[r.log.length - 1].n : 0;
    this.at = this.last;
    document.title = `${r.title}: report · flagplot`;
    $('#game').textContent = r.book_title;
    this.result(); this.story();
    document.body.dataset.state = 'report';
    await this.map();
    document.body.dataset.state = 'drawn';
  }

  /* -------------------------------------------------------------- the result */

  result() {
    const { r } = this, seat = seats().find((x) => x.game === this.id && x.role === 'player');
    const head = r.winner ? `${r.winner} won` : r.degree === 'closed' ? 'The game was closed' : 'A draw';
    const note = h('p.problem', { role: 'status' });
    const link = new URL(`/report/${encodeURIComponent(this.id)}`, location.href).href;      // without the seat
    const box = h('input.text', { type: 'text', readonly: true, id: 'link', value: link, on: { focus: () => box.select() } });
    const copy = h('button.btn', { on: { click: async () => { box.select(); try { await navigator.clipboard.writeText(link); } catch { document.execCommand('copy'); } copy.textContent = 'Copied'; } } }, 'Copy');
    const again = seat ? h('button.btn.go', { id: 'rematch', on: { click: () => this.rematch(seat, again, note) } }, 'Play again, sides changed') : null;
    fill($('#result'), h('h1#title', head), h('p.soft', [r.title, r.degree && r.degree !== r.winner && r.degree !== 'closed' ? r.degree : ''].filter(Boolean).join(', ')),
      h('dl.final', r.scores.map((/** @type {[string, number]} */ [side, n]) => h('div', { class: sideClass(side) }, h('dt', sideTag(side)), h('dd.num', points(n))))),
      h('div.acts', again, seat ? h('a.btn', { href: `/table/${this.id}#${encodeURIComponent(seat.token)}` }, 'Back to the table') : null),
      h('div.row.share', h('label', { for: 'link' }, 'Share'), box, copy), h('p.mute', 'Whoever has this link can read the report, and nothing else.'), note);
  }

  /** @param {import('./api.js').Kept} seat @param {HTMLButtonElement} button @param {HTMLElement} note */
  async rematch(seat, button, note) {
    button.disabled = true;
    try { await rematch(new Seat(this.id, seat.token), this.r.title); } catch (e) { note.textContent = message(e); button.disabled = false; }
  }

  /* -------------------------------------------------------------- the map */

  async map() {
    const { r } = this;
    const geo = readGeometry(await call('GET', `/api/boards/${encodeURIComponent(r.board)}`));
    $('#chart').hidden = false;
    this.board = new Board($('#map'), geo);
    this.bar();
    const far = new Set(this.tracks.flatMap((t) => t.steps.map((x) => x[1])));
    this.board.show([...far].filter((p) => p && geo.hexes.get(p)?.kind !== 'box'), 15);
    this.board.home = [...this.board.view];
    this.drawMap();
  }

  /** @returns {Track[]} */
  get tracks() { return this.r.tracks; }

  bar() {
    const input = h('input', { type: 'range', id: 'moment', min: 0, max: this.last, value: this.at, 'aria-label': 'Moment of the game', on: { input: () => { this.stop(); this.go(Number(input.value)); } } });
    this.slider = input;
    this.player = h('button.btn', { id: 'play', 'aria-pressed': 'false', on: { click: () => (this.playing ? this.stop() : this.play()) } }, 'Play');
    this.caption = h('output.caption', { for: 'moment' });
    fill($('#course'), h('div.steps', this.player, h('button.btn.small', { 'aria-label': 'One line back', on: { click: () => { this.stop(); this.step(-1); } } }, '‹'), input, h('button.btn.small', { 'aria-label': 'One line on', on: { click: () => { this.stop(); this.step(1); } } }, '›')), this.caption);
    this.say();
  }

  play() {
    if (this.at >= this.last) this.go(0);
    this.player.textContent = 'Pause'; this.player.setAttribute('aria-pressed', 'true');
    const beat = matchMedia('(prefers-reduced-motion: reduce)').matches ? 700 : 220;
    this.playing = setInterval(() => { if (!this.step(1)) this.stop(); }, beat);
  }

  stop() {
    clearInterval(this.playing); this.playing = 0;
    if (this.player) { this.player.textContent = 'Play'; this.player.setAttribute('aria-pressed', 'false'); }
  }

  /** To the next line that moves something or tells something. @param {number} by */
  step(by) {
    const list = this.r.log.filter((/** @type {Said} */ l) => l.kind !== 'input'), next = by > 0 ? list.find((/** @type {Said} */ l) => l.n > this.at) : [...list].reverse().find((/** @type {Said} */ l) => l.n < this.at);
    if (!next) return false;
    this.go(next.n);
    return true;
  }

  /** @param {number} n @param {boolean} [look] the map comes into sight */
  go(n, look = false) {
    this.at = n;
    if (this.slider) this.slider.value = String(n);
    this.say(); this.place();
    if (look) $('#chart').scrollIntoView({ block: 'start', behavior: 'instant' });
  }

  say() {
    const line = [...this.r.log].reverse().find((/** @type {Said} */ l) => l.n <= this.at && l.kind !== 'input'), standing = [...this.r.standings].reverse().find((/** @type {Standing} */ x) => x.n <= this.at);
    if (!this.caption) return;
    fill(this.caption, line ? [h('b', line.turn), ' ', h('span', line.text), line.faces.length ? [' ', dice(line.faces, line.side, line.sides)] : null] : h('b', 'The beginning'),
      standing ? h('span.num.so', standing.points.map((/** @type {[string, number]} */ [side, n]) => sideTag(side, points(n)))) : null);
  }

  drawMap() {
    if (!this.board) return;
    /** @type {Map<string, {of: Track, names: string[], steps: [number, string][]}>} */ const groups = new Map();
    for (const t of this.tracks) {
      const steps = t.steps.filter(([n]) => n <= this.at), key = `${t.side}|${steps.map((x) => x[1]).join()}`, had = groups.get(key);
      if (!steps.length) continue;
      if (had) had.names.push(t.name); else groups.set(key, { of: t, names: [t.name], steps });
    }
    const chosen = this.picked;
    const routes = [];
    for (const g of groups.values()) {
      if (chosen && !g.names.includes(chosen)) continue;
      for (const [places, jump] of pieces(this.board, g.steps.map((x) => x[1]).filter(Boolean))) routes.push({ places, style: 'past', cls: `past.${sideClass(g.of.side)}${jump ? '.jump' : ''}` });
    }
    this.board.setTracks(routes, chosen ? routes.flatMap((x) => x.places) : []);
    const units = this.tracks.filter((t) => t.steps.some(([n]) => n <= this.at)).map((t) => {
      const here = t.steps.filter(([n]) => n <= this.at);
      return { id: t.id, name: t.name, short: t.name, cls: sideClass(t.side), ship: known(t.silhouette), factors: '', count: 1, state: new Set(), place: here[here.length - 1][1], port: false, selected: t.name === chosen };
    });
    this.board.setUnits(units.filter((u) => u.place));
  }

  /* -------------------------------------------------------------- the story */

  story() {
    fill($('#story'), h('div.side2', this.turning(), this.diceDid()), h('div.side2', this.score()), this.losses(), this.thoughts(), this.wholeLog());
  }

  /** A line that leads to its moment on the map. @param {Said} l */
  line(l) {
    return h('li', h('button.n', { 'aria-label': `Entry ${l.n} on the map`, on: { click: () => this.go(l.n, true) } }, String(l.n)), h('span', sentence(l), l.faces.length ? [' ', dice(l.faces, l.side, l.sides)] : null));
  }

  turning() {
    const { r } = this, m = /** @type {Moment|undefined} */ (r.moments[r.turning]);
    if (!m) return h('section.part', { id: 'turning' }, h('h2', 'The turning point'), h('p.soft', 'The score never moved.'));
    const [a, b] = m.lead, told = (/** @type {number} */ lead) => (lead === 0 ? 'nobody was ahead' : `${lead > 0 ? r.sides[0] : r.sides[1]} was ${points(Math.abs(lead))} ahead`);
    const gave = m.samples ? b - m.mean : 0;
    return h('section.part', { id: 'turning' }, h('h2', 'The turning point'), h('p.big', `${m.turn}: before it ${told(a)}, after it ${told(b)}.`),
      m.samples ? h('p', Math.abs(gave) < 0.25 ? 'The dice had little to do with it: the same orders lead there on average.' : `The dice gave ${gave > 0 ? r.sides[0] : r.sides[1]} ${points(Math.abs(gave))} of it: played again with other dice, the same orders lead to ${signed(m.mean)} on average.`) : h('p', 'No dice were thrown for it.'),
      h('ol.reasons', telling(m).map((l) => this.line(l))),
      h('button.btn.small', { on: { click: () => { this.go(m.first, true); this.play(); } } }, 'Show it on the map'));
  }

  score() {
    const { r } = this;
    return h('section.part', { id: 'score' }, h('h2', 'The score, turn by turn'), curve(r, (n) => this.go(n, true)),
      h('table.scoreturns', h('thead', h('tr', h('th', { scope: 'col' }, 'After'), r.sides.map((/** @type {string} */ x) => h('th.num', { scope: 'col' }, sideTag(x))))),
        h('tbody', r.turns.map((t) => [h('tr', h('th', { scope: 'row' }, t.name || 'The beginning'), r.sides.map((/** @type {string} */ x) => h('td.num', points(new Map(t.points).get(x) ?? 0)))),
          t.reasons.length ? h('tr.why', h('td', { colspan: 1 + r.sides.length }, h('ol.reasons', t.reasons.map((/** @type {Said} */ l) => this.line(l))))) : null]))));
  }

  diceDid() {
    const { r } = this, rolled = r.moments.filter((/** @type {Moment} */ m) => m.samples), most = Math.max(...rolled.map((/** @type {Moment} */ m) => Math.abs(m.lead[1] - m.mean)), 0.5);
    const told = rolled.filter((/** @type {Moment} */ m) => Math.abs(m.lead[1] - m.mean) >= 0.05);
    const cost = new Map(r.cost), hurt = r.sides.find((/** @type {string} */ x) => (cost.get(x) ?? 0) > 0.25);
    return h('section.part', { id: 'dice' }, h('h2', 'What the dice did'),
      rolled.length ? [h('p.big', hurt ? `In the moments that counted they took ${points(cost.get(hurt) ?? 0)} points from ${hurt}.` : 'In the moments that counted they favoured nobody.'),
        h('p.soft', `Each of them was played again ${rolled[0].samples} times: the same orders, other dice.${rolled.length > told.length ? ` In ${told.length ? `${rolled.length - told.length} more` : rolled.length} it came to the same.` : ''}`),
        h('ol.swings', told.map((/** @type {Moment} */ m) => {
          const gave = m.lead[1] - m.mean, to = gave > 0 ? r.sides[0] : r.sides[1];
          return h('li', h('button.n', { 'aria-label': `Entry ${m.first} on the map`, on: { click: () => this.go(m.first, true) } }, String(m.first)),
            h('span', m.turn, h('small', headline(m))), h(`i.gave.${sideClass(to)}`, { style: { '--w': `${(100 * Math.abs(gave)) / most}%` } }), h('b.num', `${points(Math.abs(gave))} for ${to}`));
        }))] : h('p.soft', 'No dice moved the score.'),
      shares(r.luck),
      r.rolls.length ? h('details', h('summary', 'The rolls that went farthest'), h('ol.reasons', r.rolls.map((/** @type {Said} */ l) => h('li', h('button.n', { 'aria-label': `Entry ${l.n} on the map`, on: { click: () => this.go(l.n, true) } }, String(l.n)), h('span', l.side ? sideTag(l.side) : null, ' ', sentence(l), ' ', dice(l.faces, l.side, l.sides), ` better than ${Math.round(100 * l.beat)} of 100`))))) : null);
  }

  losses() {
    const { r } = this;
    const pick = (/** @type {Track} */ t) => { this.picked = this.picked === t.name ? '' : t.name; for (const b of document.querySelectorAll('#ships button')) b.setAttribute('aria-pressed', String(b.getAttribute('data-name') === this.picked)); this.drawMap(); };
    const forces = (/** @type {string} */ side) => [...alike(this.tracks.filter((t) => t.side === side), 'name').values()];      // parts of one force have one name
    return h('section.part', { id: 'ships' }, h('h2', 'Who sailed, and what became of them'), h('p.soft', 'Choose one to see its track alone.'),
      h('div.cols', r.sides.map((/** @type {string} */ side) => h('div', h('h3', sideTag(side)), forces(side).length ? h('ul', forces(side).map((of) => h('li', h('button.link', { 'data-name': of[0].name, 'aria-pressed': 'false', on: { click: () => pick(of[0]) } }, of[0].name, of.length > 1 ? ` in ${of.length} parts` : null), fates(of) ? h('em', fates(of)) : null))) : h('p.soft', 'None of its ships is on this map.')))));
  }

  /** Why the computer admirals who think gave their orders; nothing where none did. */
  thoughts() {
    const { r } = this;
    return r.thoughts.length ? h('section.part', { id: 'thoughts' }, h('details', h('summary', `What the admirals thought, ${r.thoughts.length} orders`),
      h('p.soft', 'A game in thought is played on from a position that looks like the one the admiral saw; what was hidden from it is guessed.'),
      h('ol.reasons', r.thoughts.map((/** @type {Said} */ l) => h('li', h('button.n', { 'aria-label': `Entry ${l.n} on the map`, on: { click: () => this.go(l.n, true) } }, String(l.n)), h('span', sideTag(l.side), ' ', l.text)))))) : null;
  }

  wholeLog() {
    const list = h('ol.reasons.whole');
    const show = (/** @type {boolean} */ all) => fill(list, this.r.log.filter((/** @type {Said} */ l) => all || l.kind === 'event').map((/** @type {Said} */ l) => this.line(l)));
    let drawn = false;
    return h('section.part', { id: 'whole' }, h('details', { on: { toggle: () => { if (!drawn) { drawn = true; show(false); } } } }, h('summary', `The whole log, ${this.r.log.length} lines, nothing hidden`),
      h('label.check', h('input', { type: 'checkbox', on: { change: (/** @type {Event} */ e) => show(/** @type {HTMLInputElement} */ (e.target).checked) } }), ' with orders and rolls'), list));
  }
}

/** The lines of a moment that say most: points, and rolls that went far; where there are none, what happened first. @param {Moment} m */
function telling(m) {
  const best = m.lines.filter((l) => l.scores || (l.kind === 'roll' && Math.abs(l.beat - 0.5) > 0.3 && l.beat >= 0));
  return (best.length ? best : m.lines.filter((l) => l.kind === 'event')).slice(0, 8);
}

/** Tracks by what is alike in them. @param {Track[]} tracks @param {'name'|'lost'} by */
function alike(tracks, by) {
  /** @type {Map<string, Track[]>} */ const found = new Map();
  for (const t of tracks) found.set(t[by], [...(found.get(t[by]) || []), t]);
  return found;
}

/** What became of the parts of one force. @param {Track[]} of */
const fates = (of) => [...alike(of.filter((t) => t.lost), 'lost')].map(([lost, all]) => (all.length > 1 ? `${all.length} times ${lost}` : lost)).join(', ');

/** What a moment was about, in one of its own lines. @param {Moment} m */
function headline(m) {
  const far = m.lines.filter((l) => l.kind === 'roll' && l.beat >= 0).sort((a, b) => Math.abs(b.beat - 0.5) - Math.abs(a.beat - 0.5))[0];
  const told = m.lines.find((l) => l.scores) || far || m.lines.find((l) => l.kind === 'event');
  return told ? told.text : '';
}

/** A track in pieces that hang together, and the jumps between them. @param {Board} board @param {string[]} places @returns {[string[], boolean][]} */
function pieces(board, places) {
  /** @type {[string[], boolean][]} */ const out = [];
  let part = places.slice(0, 1);
  for (let i = 1; i < places.length; i++) {
    const a = board.geo.hexes.get(places[i - 1]), b = board.geo.hexes.get(places[i]), far = !a || !b || Math.hypot(a.x - b.x, a.y - b.y) > 132;
    if (far) { if (part.length > 1) out.push([part, false]); out.push([[places[i - 1], places[i]], true]); part = [places[i]]; } else part.push(places[i]);
  }
  if (part.length > 1) out.push([part, false]);
  return out;
}

/** The points of each side over the game, as steps. @param {import('../types').Report} r @param {(n: number) => void} go */
function curve(r, go) {
  const W = Math.max(300, Math.min(640, document.documentElement.clientWidth - 24)), H = 150, all = r.standings.flatMap((/** @type {Standing} */ x) => x.points.map((p) => p[1])), top = Math.max(1, ...all), low = Math.min(0, ...all), last = Math.max(1, r.log.length ? r.log[r.log.length - 1].n : 1);
  const x = (/** @type {number} */ n) => 34 + (W - 44) * n / last, y = (/** @type {number} */ v) => 10 + (H - 30) * (top - v) / (top - low || 1);
  const lines = r.sides.map((/** @type {string} */ side, /** @type {number} */ i) => {
    let d = '', was = 0;
    for (const at of r.standings) { const v = new Map(at.points).get(side) ?? 0; d += d ? `H${x(at.n).toFixed(1)}V${y(v).toFixed(1)}` : `M${x(at.n).toFixed(1)} ${y(v).toFixed(1)}`; was = v; }
    return [s(`path.curve.${sideClass(side)}`, { d: `${d}H${x(last).toFixed(1)}`, class: `curve ${sideClass(side)}${i ? ' second' : ''}` }), s('text', { x: x(last) - 2, y: Math.max(12, y(was) - 5), 'text-anchor': 'end', class: `curvename ${sideClass(side)}`, text: `${side} ${points(was)}` })];
  });
  let right = 0;
  const named = (/** @type {any} */ t) => { const at = x(t.first), room = at >= right && at + 6.4 * t.name.length < W; if (room) right = at + 6.4 * t.name.length + 10; return room ? t.name : ''; };      // names that would overlap are left out
  const ticks = r.turns.map((t) => [s('path.notch', { d: `M${x(t.first).toFixed(1)} ${H - 18}v5` }), s('text.tickname', { x: x(t.first), y: H - 3, text: named(t) })]);
  const told = r.turns.map((t) => `${t.name}: ${t.points.map((/** @type {[string, number]} */ p) => p.join(' ')).join(', ')}`).join('; ');
  const svg = s('svg.curves', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': `Points over the game. ${told}` }, s('path.zero', { d: `M34 ${y(0).toFixed(1)}H${W - 10}` }), s('text.tickname', { x: 28, y: y(top) + 4, 'text-anchor': 'end', text: points(top) }), s('text.tickname', { x: 28, y: y(0) + 4, 'text-anchor': 'end', text: '0' }), ticks, lines);
  svg.addEventListener('click', (/** @type {MouseEvent} */ e) => { const b = svg.getBoundingClientRect(); go(Math.max(0, Math.min(last, Math.round(((e.clientX - b.left) / b.width * W - 34) / (W - 44) * last)))); });
  return svg;
}

new ReportPage().begin();
