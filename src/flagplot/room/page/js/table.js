/* The table: one seat's view of a game, kept fresh, and every gesture turned into the text of an order. */
import { $ } from './dom.js';
import { icon, shape, sideClass } from './marks.js';
import { clear, draw, h } from './view.js';
import { Offline, RoomError, Seat, call, keepSeat, recall, remember, seats, dropSeat } from './api.js';
import { Board } from './board.js';
import { readGeometry, theatre } from './geometry.js';
import { sprite } from './silhouettes.js';
import * as clause from './clause.js';
import { Coach } from './coach.js';
import { handOver } from './curtain.js';
import { Deeds } from './deeds.js';
import { closedDoor, more } from './more.js';
import { game, owes, seat, tabs } from './bar.js';
import { beside } from './beside.js';
import { forces } from './forces.js';
import { furnish } from './furniture.js';
import { log, logFilters } from './log.js';
import { suggests } from './prompt.js';
import { drawTask } from './task.js';
import { tracker } from './tracker.js';
import * as slips from './dialogs.js';
import { Told } from './changes.js';
import * as luck from './luck.js';
import * as once from './once.js';
import * as signing from './sign.js';
import { dress, turn } from './theme.js';
import { keys } from './keys.js';
import { Lessons } from './lesson.js';
import { Line } from './line.js';
import { drawMap, layers, lens, optionPlaces, speakHex } from './mapview.js';
import { Replay } from './replay.js';
import { Film } from './film.js';
import { lastWord } from './reel.js';
import { Arrows } from './arrow.js';
import { Finder } from './find.js';
import { Sea } from './sea.js';
import { Ruler } from './ruler.js';
import { Fan } from './fan.js';
import * as score from './score.js';
import { Leaves } from './leaves.js';
import { compare, plans } from './compare.js';

/**
 * @typedef {import('../types').Prompt & {every: import('../types').OptionLine[]}} Prompt a question; `every` are all its options, `options` those that are shown
 * @typedef {Omit<import('../types').SeatView, 'prompts'> & {prompts: Prompt[]}} View what a seat may see
 * @typedef {import('../types').Examination & {asked: string, caret: number, at: number}} Exam what the table says of a text: the text, its caret and the moment it was asked about
 * @typedef {import('../types').ForceLine} ForceLine
 */

/** There is nothing to see before the room has told it: who looks so early asks for it. */
const UNTOLD = /** @type {View} */ (/** @type {unknown} */ (null));
/** So many goals are shown when a map opens; a whole coast of them is not. */
const FEW = 20;

/** The page's own state; everything about the game is in `view`. */
export class TablePage {
  constructor() {
    this.gameId = decodeURIComponent(location.pathname.split('/').filter(Boolean)[1] || '');
    /** What the room told last. @type {View} */ this.view = UNTOLD;
    /** @type {Exam|null} */ this.exam = null;
    /** @type {Seat} */ this.seat = new Seat(this.gameId, '');
    /** @type {Board|null} */ this.board = null;
    /** @type {import('./geometry.js').Geometry|null} */ this.geo = null;
    /** @type {import('../types').LogLine[]} */ this.lines = [];
    this.told = new Told();
    this.selected = '';
    this.chosen = '';
    /** How long the answer holds. @type {import('./once.js').Held} */ this.held = { scope: '', number: '' };
    this.folded = false;
    /** The numbers that battle groups shall have, in one form. @type {string[]} */ this.numbers = [];
    /** Whether the lines of a battle on a map are looked at. */ this.unfolded = false;
    this.filter = 'all';
    /** Voyages of the log that are unfolded, by their first entry. @type {Set<number>} */ this.voyages = new Set();
    /** Faces of real dice as they are typed. @type {number[]} */ this.faces = [];
    /** Which forces are listed. */ this.roster = 'all';
    /** @type {Set<string>} */ this.openForces = new Set();
    this.lastPrompt = ''; this.lastKind = '';
    this.logKey = '';
    this.wholeLog = false;
    /** @type {import('../types').SideLuck[]} */ this.luckRows = [];
    this.luckKey = '';
    /** What the option that is chosen would bring. @type {(import('../types').Examination & {asked: string})|null} */ this.preview = null;
    this.line = new Line(this);
    this.deeds = new Deeds(this);
    this.coach = new Coach(this);
    this.replay = new Replay(this);
    this.film = new Film(this);
    this.arrows = new Arrows($('#arrows'), () => this.board, (place) => { this.film.hands = true; this.board?.follow(place); });
    this.lessons = new Lessons(this);
    this.leaves = new Leaves(this);
    this.finder = new Finder(this);
    this.sea = new Sea(this);
    this.ruler = new Ruler(this);
    this.fan = new Fan(this);
    this.lookedAt = -1;
    this.stop = () => {};
    /** @type {Promise<boolean>|null} */ this.refreshing = null;
    this.again = false;
    /** @type {ReturnType<typeof setInterval>|undefined} */ this.knocking = undefined;
    this.letters = recall('letters', true);
  }

  async begin() {
    dress(); sprite(); clause.listen();
    furnish(this); this.drawTabs();
    keys(this);
    addEventListener('hashchange', () => this.sit());
    addEventListener('pagehide', () => { this.looked(); this.keepLine(); });
    addEventListener('offline', () => { if (this.view) { this.connected(false); this.refresh().catch(() => {}); } });   // what is under way says nothing of now: ask once more
    addEventListener('online', () => { this.refresh().catch(() => {}); });
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.looked(); });
    await this.sit();
  }

  /** Take the seat the address names, or one this browser keeps for the game. */
  async sit() {
    let [token, linked = ''] = decodeURIComponent(location.hash.slice(1)).split('.');
    const kept = seats().filter((s) => s.game === this.gameId);
    if (!token && kept.length) { token = kept[0].token; history.replaceState(null, '', `#${encodeURIComponent(token)}`); }
    if (token === this.seat.token && this.view) return;
    if (this.view) { if (this.line.value !== this.deeds.giving) this.keepLine(); this.line.clear(); }     // an order on its way is no draft
    this.stop();
    this.seat = new Seat(this.gameId, token);
    this.view = UNTOLD; this.lines = []; this.told = new Told(); this.exam = null; this.selected = ''; this.chosen = ''; this.lastPrompt = ''; this.preview = null; this.luckRows = []; this.luckKey = '';
    this.lookedAt = -1;
    this.leaves.clear(); this.film.clear();
    try {
      const found = await this.refresh();
      if (!found) return;
      this.seat.joining = this.bringKey(linked);
      await this.seat.joining;
    } catch (e) {
      const other = e instanceof RoomError && e.status === 401 ? kept.find((s) => s.token !== token) : undefined;     // a used-up invitation, and the seat it became
      if (other) { dropSeat(token); history.replaceState(null, '', `#${encodeURIComponent(other.token)}`); await this.sit(); return; }
      closedDoor(this, /** @type {Error} */ (e));
      return;
    }
    this.stop = this.seat.listen(() => this.refresh().catch((e) => this.line.problem(slips.message(e))), () => this.connected(false));
  }

  /** Let this seat sign what it does, where it can. @param {string} linked the secret half of its key that came with the link */
  async bringKey(linked) {
    const { seat } = this;
    try {
      const signer = await signing.signerOf(seat, this.view, linked);
      if (seat !== this.seat) return;
      seat.signer = signer;
      if (signer) {
        if (signer.d !== linked) history.replaceState(null, '', `#${encodeURIComponent(seat.token)}.${signer.d}`);
        if (!this.view.keys[this.view.side]) await this.refresh();
      }
    } catch (e) { this.line.problem(`This seat cannot sign now. ${slips.message(e)}`); }
    this.draw();
  }

  /** What stands in the order line outlives a reload of the page. */
  keepLine() {
    if (!this.view) return;
    try { if (this.line.value.trim()) sessionStorage.setItem(this.lineKey, this.line.value); else sessionStorage.removeItem(this.lineKey); } catch { /* then it is lost, as on any page */ }
  }

  get lineKey() { return `flagplot.line.${this.seat.token.slice(0, 12)}`; }

  restoreLine() {
    let text = '';
    try { text = sessionStorage.getItem(this.lineKey) || ''; sessionStorage.removeItem(this.lineKey); } catch { /* nothing was kept */ }
    if (text && !this.line.value) { this.line.input.value = text; if (this.view.prompts[0]?.open) this.line.examine(); }
  }

  /** @param {boolean} on */
  connected(on) {
    const lost = $('#lost');
    if (on === lost.hidden) return;
    lost.hidden = on;
    lost.textContent = on ? '' : 'Not connected. Your draft is kept.';
    clearInterval(this.knocking);
    if (on && this.line.value.trim()) this.line.examine();
    if (!on) this.knocking = setInterval(() => this.refresh().catch(() => {}), 1500);
  }

  /** Fetch what is new for this seat and draw it. One at a time; a call that comes in between makes one more round and waits for it. */
  refresh() {
    this.again = true;
    if (!this.refreshing) this.refreshing = this.rounds().finally(() => { this.refreshing = null; });
    return this.refreshing;
  }

  /** @returns {Promise<boolean>} */
  async rounds() {
    try {
      while (this.again) {
        this.again = false;
        const seat = this.seat, since = this.lines.length ? this.lines[this.lines.length - 1].n : -1;
        const view = await this.told.ask(seat, since);
        if (seat !== this.seat) { this.again = true; continue; }
        if (view.n < since) { this.lines = []; this.again = true; continue; }
        await this.take(view);
      }
      this.connected(true);
    } catch (e) {
      if (!(e instanceof Offline)) throw e;
      this.connected(false);
      if (!this.view) throw e;
      return false;
    }
    return true;
  }

  /** @param {import('../types').SeatView} told */
  async take(told) {
    const before = this.view, first = !before;
    const view = this.view = { ...told, prompts: told.prompts.map((p) => ({ ...p, every: p.options, options: p.options.filter((o) => !o.stands_for) })) };     // what only stands for another option can be typed, but is not shown beside it
    const have = this.lines.length ? this.lines[this.lines.length - 1].n : -1;
    this.lines.push(...view.log.filter((l) => l.n > have));
    if (first) {
      shape(view.sides);
      clause.useBook(view.book);
      keepSeat({ game: view.game, side: view.side, role: view.role, token: this.seat.token, title: view.title });
      this.lookedAt = recall(`seen.${this.seat.token.slice(0, 12)}`, -1);
      document.body.dataset.side = sideClass(view.side);
      $('#table').className = `table ${sideClass(view.side)}`;
    }
    const moved = !this.film.on && (!this.geo || this.geo.id !== view.display.board);
    if (moved) await this.openBoard(view.display.board);
    if (handOver(this)) return;
    const key = view.prompts.map((p) => `${p.kind}|${p.question}|${p.options.length}`).join() + view.n;
    if (key !== this.lastPrompt) {
      this.lastPrompt = key; this.chosen = ''; this.held = { scope: '', number: '' }; this.folded = false; this.preview = null; this.coach.warning = null; this.faces = []; this.numbers = (view.prompts[0]?.together || []).map((_, i) => view.prompts[0].options[i]?.text || '');
      if (this.coach.on) this.coach.ask();
      const prompt = view.prompts[0];
      if (prompt && (!prompt.open || prompt.kind !== this.lastKind) && this.line.value.trim() && before) { this.line.park(); this.line.note('Your draft is kept.'); }
      if (prompt) this.lastKind = prompt.kind;
      if (prompt?.open && !this.line.value) this.exam = null;
      if (prompt?.leaf && matchMedia('(min-width: 761px)').matches) this.leaves.show(prompt.leaf); else if (this.leaves.open && prompt && (prompt.place || prompt.battle)) this.leaves.show('');      // what it is about must be seen
    }
    if (first) { this.restoreLine(); this.lessons.begin().catch((e) => this.line.problem(slips.message(e))); }
    if (first || moved) this.home();
    if (before ? view.n !== before.n : view.mode !== 'lesson') this.film.news(before, before ? before.n : this.lookedAt >= 0 ? this.lookedAt : lastWord(this.lines));
    this.draw();
    if ((first || moved) && !this.film.on) this.home();       // now that the panels beside it have their size
    this.countLuck();
    if (!first && !moved && view.n !== before.n && !this.replay.on && !this.film.on) this.followNews(before);
    if (view.prompts[0]?.open && this.line.value) this.line.examine();
    this.deeds.followUp();
  }

  /** @param {string} id */
  async openBoard(id) {
    const raw = await call('GET', `/api/boards/${encodeURIComponent(id)}`, { kept: true });
    this.geo = readGeometry(raw);
    $('#map').replaceChildren();
    $('#lens').hidden = true;
    this.board = new Board($('#map'), this.geo, {
      onHex: (hex, ev) => { this.film.end(); this.fan.close(); this.clickHex(hex, ev.shiftKey); }, onUnit: (ids) => { this.film.end(); this.clickUnits(ids); }, onRule: (from, to) => this.ruler.measure(from, to), onBend: (from, to) => { this.line.click({ kind: 'way', id: to, instead: from }); },
      onHover: (hex, ev, units) => lens(this, hex, ev, units), onMove: () => { $('#lens').hidden = true; this.film.stage(); this.arrows.draw(); },
      tools: () => { const t = $('#maptools').getBoundingClientRect(), m = $('#map').getBoundingClientRect(); return [t.x - m.x, t.y - m.y, t.width, t.height]; },
    });
    this.board.shown = recall('layers', {});
    $('#map').setAttribute('aria-label', `${this.geo.title}. Arrow keys move the hex cursor, Enter adds the hex to the order, M lists the neighbourhood.`);
  }

  /** The map follows what one has moved out of sight, no farther than it must. @param {View} before the view before */
  followNews(before) {
    this.scrollLog();
    const stood = new Map(before.display.counters.map((c) => [c.id, c.place]));
    const own = this.view.display.counters.filter((c) => c.side === this.view.side), moved = own.filter((c) => stood.has(c.id) && stood.get(c.id) !== c.place);
    const out = (/** @type {typeof own} */ list) => list.length > 0 && !list.some((c) => this.board?.sees(c.place));
    const followed = out(moved) ? moved : out(own) ? own.filter((c) => !stood.has(c.id)) : [];      // who came home is another counter there
    if (followed.length) this.board?.follow(followed[followed.length - 1].place);
  }

  home() {
    const d = this.view.display;
    const small = matchMedia('(max-width: 760px)').matches;
    const ids = d.counters.filter((c) => c.side === this.view.side).map((c) => c.place);
    const others = d.counters.map((c) => c.place);
    const goals = d.overlays.filter((o) => o.style === 'target' && !o.layer).flatMap((o) => o.places), beyond = goals.length <= FEW ? goals : [];
    const deploys = small && !ids.length ? d.overlays.filter((o) => o.style === 'zone' && !o.layer).flatMap((o) => o.places) : [];
    const sea = (/** @type {string[]} */ places) => places.filter((p) => this.geo?.hexes.get(p)?.kind !== 'box'), own = sea([...ids, ...beyond, ...deploys]), map = $('#map');
    if (this.geo) this.board?.show(small && ids.length ? [...new Set(own)] : ids.length ? theatre(this.geo, own, sea(others), map.clientWidth / (map.clientHeight || 1)) : [...new Set([...sea(others), ...own])], 9);
    if (this.board) this.board.home = [...this.board.view];
  }

  /* -------------------------------------------------------------- drawing */

  draw() {
    const { view } = this;
    if (!view || !$('#curtain').hidden) return;      // behind the curtain there is nothing
    const { head } = owes(view);
    document.body.dataset.state = this.replay.on ? 'replay' : view.ending ? 'over' : view.stopped ? 'stopped' : view.waiting.dice ? 'dice' : view.waiting.mine ? (view.prompts[0]?.open ? (this.line.value ? 'order' : suggests(view.prompts[0]) ? 'window' : 'empty') : 'window') : 'waiting';
    document.body.dataset.legal = String(Boolean(this.exam?.legal && this.exam.complete));
    document.title = `${head}${view.prompts[0] && !view.prompts[0].open ? `: ${view.prompts[0].question}` : ''} · ${view.title} · flagplot`;
    $('#title').textContent = `${view.title}, map and orders`;
    draw($('#game'), game(view));
    if (!this.replay.on) draw($('#tracker'), tracker(view.display));
    draw($('#seat'), seat(view, { undo: () => this.deeds.undo(), turn, help: () => this.help() }));
    $('#score').hidden = !view.display.scores.length;
    draw($('#score'), score.score(view.display.scores, this.lines, this.lookedAt));
    this.lessons.draw();      // it goes on to the step that the panels and the map point at
    this.drawForces(); this.drawTask(); this.drawLog(); this.drawMap();
    this.line.draw();
    document.body.dataset.moment = `${view.side} ${view.n}`;      // of which moment all of this is: told last, once it stands
  }

  /** Count the dice again when some were rolled or taken back. */
  async countLuck() {
    const rolls = this.lines.filter((l) => l.roll?.faces.length || l.kind === 'undo'), key = `${this.seat.token} ${rolls.length}`;
    if (key === this.luckKey) return;
    this.luckKey = key;
    const seat = this.seat;
    try { const rows = rolls.length ? await seat.get('/luck') : []; if (seat === this.seat && key === this.luckKey) { this.luckRows = rows; this.drawForces(); } } catch { this.luckKey = ''; }
  }

  drawForces() {
    const { view } = this, display = this.replay.display || view.display;
    draw($('#forces'), forces(display.forces, display.counters, view.side, {
      selected: this.chosenUnits(), culprits: new Set((this.exam?.said || []).flatMap((x) => x.refusal.culprits)), pointed: this.replay.on ? new Set() : this.lessons.pointed, open: this.openForces, choose: (line) => this.choose(line),
      toggle: (id) => { if (this.openForces.has(id)) this.openForces.delete(id); else this.openForces.add(id); this.drawForces(); },
      go: (place) => { if (this.board && !this.board.sees(place)) this.board.show([place]); this.setCursor(place); },
      filter: this.roster, sift: (filter) => { this.roster = filter; this.drawForces(); },
    }), beside(this, display));
  }

  drawTask() { drawTask(this); this.drawDrafts(); this.drawTabs(); }

  drawTabs() { draw($('#tabs'), tabs($('#table').dataset.tab || '', this.exam?.said.length || 0, (id) => this.tab(id))); }

  /** What the option that is chosen would bring, else what is asked about. @param {Prompt} prompt */
  foreseen(prompt) { return (this.chosen && this.preview?.asked === this.chosen && this.preview.forecast) || prompt.forecast; }

  /** Choose an option of a question; nothing is sent. @param {Prompt} prompt @param {string} text */
  pickOption(prompt, text) { this.chosen = text; this.drawTask(); this.focusOption(text); this.line.draw(); this.drawMap(); this.tryOut(prompt, text); }

  /** Draw the way of an option that is an order. @param {Prompt} prompt @param {string} text */
  async tryOut(prompt, text) {
    if (!prompt.open) return;
    try { const exam = await this.seat.post('/examine', { text }); if (this.chosen === text) { this.preview = { ...exam, asked: text }; this.drawTask(); this.drawMap(); } } catch { /* the option can still be given */ }
  }

  /** @param {string} text */
  focusOption(text) {
    const where = /** @type {HTMLDialogElement} */ ($('#battle')).open ? $('#battle') : $('#task');
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (where.querySelectorAll('input[type=radio]'))) if (input.value === text) { input.focus({ preventScroll: true }); return; }
  }

  drawDrafts() {
    const drafts = this.line.drafts(), host = $('#parked');
    host.hidden = !drafts.length || this.replay.on;
    draw(host, icon('draft'), h('span.drafts', drafts.map((d) => h('span', { key: d }, h('button.link.id', { title: 'Open this draft', onClick: () => this.line.set(d, true) }, d), h('button.link', { 'aria-label': `Forget the draft ${d}`, onClick: () => { this.line.forget(d); this.drawDrafts(); } }, '×')))),
      this.view.prompts[0]?.open && plans(this).length > 1 ? h('button.btn.small', { id: 'compare', onClick: () => compare(this) }, 'Compare') : null);
  }

  drawLog() {
    const { lines, lookedAt, voyages } = this, key = [lines.length, lines[lines.length - 1]?.n, lookedAt, this.filter, this.wholeLog, this.seat.token].join();
    draw($('#log'), log(lines, { since: lookedAt, here: this.replay.on ? this.replay.at : this.film.shows, mySide: this.view.side, filter: this.filter, most: this.wholeLog ? Infinity : 250, unfolded: voyages, more: () => { this.wholeLog = true; this.drawLog(); }, show: () => this.film.again(lookedAt),
      turn: (voyage) => { if (!voyages.delete(voyage)) voyages.add(voyage); this.drawLog(); } }));
    draw($('#logtools'), logFilters(this.filter, (filter) => { this.filter = filter; this.drawLog(); }));
    if (key !== this.logKey) this.scrollLog();
    this.logKey = key;
  }

  scrollLog() {
    const host = $('#logscroll'), mark = $('.since.fresh', host);
    if (document.activeElement === host) return;
    host.scrollTop = mark && mark.nextElementSibling && this.lookedAt >= 0 ? Math.max(0, Math.min(mark.offsetTop - host.offsetTop - 4, host.scrollHeight - host.clientHeight)) : host.scrollHeight;
  }

  /** The map and what lies over it. */
  drawMap() { if ($('#curtain').hidden) { drawMap(this); if (this.view) { this.leaves.draw(); this.fan.draw(); this.arrows.point(this.aims()); } } }

  /** What an arrow at the map's edge points to when it is off the screen. @returns {import('./arrow.js').Aim[]} */
  aims() {
    const { view } = this, prompt = this.replay.on ? null : view.prompts[0], force = this.selected ? this.findForce([this.selected]) : undefined;
    const place = view.display.counters.find((c) => c.id === this.selected)?.place || force?.place;
    return [...this.film.aims(), ...(this.film.on || !prompt?.place ? [] : [{ place: prompt.place, label: prompt.question, cls: '' }]), ...(place && force ? [{ place, label: force.name, cls: sideClass(force.side) }] : [])];
  }

  /** What one has seen is remembered when one leaves or answers. @param {number} [n] newest entry one has looked at */
  looked(n) {
    if (!this.view) return;
    if (n !== undefined) this.lookedAt = n;
    remember(`seen.${this.seat.token.slice(0, 12)}`, this.view.n);
  }

  /* -------------------------------------------------------------- orders */

  /** The form of an order to start from: the longest beginning that it has. @param {string} start */
  formOf(start) {
    const fits = (this.view?.display.forms || []).filter((f) => start.startsWith(f.start));
    return fits.sort((a, b) => b.start.length - a.start.length)[0];
  }

  /** Units named in the order, and the line chosen in the list. */
  chosenUnits() {
    const units = this.line.units();
    if (this.selected) units.add(this.selected);
    return units;
  }

  /** Other kinds of order for the same force. @param {import('../types').OrderForm|null|undefined} form */
  verbs(form) {
    const line = this.selected ? this.findForce([this.selected]) : undefined;
    if (!form || !line?.orders?.length) return [];
    const kinds = line.orders.map((start) => ({ start, form: this.formOf(start) })).filter((k) => k.form);
    return kinds.map((k) => ({ title: k.form.title, on: k.form.start === form.start, take: () => { this.line.click({ kind: 'start', id: k.start }); } }));
  }

  /** A line of the forces list: into the order that is written, when it has a place for it, else the beginning of one. @param {ForceLine} line @param {string} [place] where its counter stands */
  async choose(line, place) {
    const prompt = this.view.prompts[0];
    if (prompt?.open && this.line.value.trim() && (place || (line.kind !== 'port' && line.kind !== 'force'))) {
      const unit = { kind: /** @type {'unit'} */ ('unit'), id: line.id }, there = place ? [{ kind: /** @type {'place'} */ ('place'), id: place }] : [];
      if (await this.line.click(...(line.side === this.view.side ? [unit, ...there] : [...there, unit]))) { if (!place) this.selected = this.selected || line.id; return; }
    }
    this.selected = this.selected === line.id && !this.line.value ? '' : line.id;
    if (this.selected && prompt?.open && line.orders?.length) this.line.begin(line.orders[0]); else { this.drawForces(); this.drawMap(); }
    if (line.place && this.board && !this.board.sees(line.place)) this.board.show([line.place, ...this.draftPlaces()]);
  }

  draftPlaces() { return (this.exam?.routes || []).filter((r) => r.style === 'draft').flatMap((r) => r.places); }

  /** @param {string[]} ids */
  clickUnits(ids) {
    if (this.fan.clicked(ids)) return;
    const line = this.findForce(ids);
    const unit = this.view.display.counters.find((c) => c.id === ids[0]);
    if (line && this.view.prompts[0]?.open) {
      this.openForces.add(line.id);
      this.choose(line, unit?.place);
      const row = [...document.querySelectorAll('[data-force]')].find((e) => e.getAttribute('data-force') === line.id);
      row?.scrollIntoView({ block: 'nearest' });
    } else if (unit) this.clickHex(unit.place, false);
  }

  /** @param {string[]} ids @param {ForceLine[]} [list] @returns {ForceLine|undefined} */
  findForce(ids, list = this.view.display.forces) {
    for (const l of list) { if (ids.includes(l.id)) return l; const deep = this.findForce(ids, l.children || []); if (deep) return deep; }
    return undefined;
  }

  /** @param {string} hex @param {boolean} add */
  clickHex(hex, add) {
    this.setCursor(hex);
    const prompt = this.view?.prompts[0];
    if (prompt && !prompt.open) {
      const option = [...optionPlaces(this, prompt)].find(([, place]) => place === hex);
      if (option) { this.pickOption(prompt, option[0]); return; }
    }
    if (prompt?.open && (this.line.value.trim() || this.line.clicking)) { this.line.click({ kind: add ? 'way' : 'place', id: hex }).then((taken) => { if (!taken && this.line.value.trim()) this.line.note('This order has no place for that.'); }); return; }
    const here = this.view?.display.counters.filter((c) => c.place === hex && c.side === this.view.side) || [];
    if (here.length && prompt?.open) this.clickUnits(here.map((c) => c.id));
  }

  /** @param {string|undefined} hex */
  setCursor(hex) {
    this.board?.setCursor(hex);
    if (hex) $('#here').textContent = speakHex(this, hex);
    if (hex) this.ruler.moved(hex);
  }

  async announce() {
    const text = this.line.value;
    if (this.exam?.asked !== text) await this.line.judged(text);
    if (this.exam?.legal && this.exam?.complete && this.exam.asked === text && this.line.value === text) await this.deeds.send(text);
    else if (this.exam?.asked === text && !this.exam.complete) this.line.problem(this.exam.problem || 'This order is not complete.');
  }

  /** Look at a line of a sheet on the map, with all that is said of it. @param {string} text */
  openLine(text) { this.leaves.show(''); if (this.line.value.trim()) this.line.park(); this.tab('order'); this.line.set(text, true); }

  /** Give an answer. @param {string} text */
  send(text) { return this.deeds.send(text); }

  standing() { slips.standing(this.seat, () => this.view, () => this.refresh()); }

  /** On a screen of middle width the forces lie over the map when they are wanted. @param {boolean} [open] */
  drawer(open) {
    const t = $('#table'), on = open ?? t.dataset.drawer !== 'forces';
    t.dataset.drawer = on ? 'forces' : '';
    $('.drawer').setAttribute('aria-expanded', String(on));
    if (on) $('#forces').focus({ preventScroll: true });
  }

  /** @param {string} id */
  tab(id) {
    const t = $('#table');
    if (id === 'more') { more(this); return; }
    t.dataset.tab = id; t.dataset.sheet = id === 'map' ? 'line' : 'half';
    this.drawTabs();
    this.board?.fit();
    if (id === 'log') this.scrollLog();
  }

  help() { slips.help(this.letters, (on) => { this.letters = on; remember('letters', on); }); }

  showOrder() {
    const prompt = this.view?.prompts[0], asked = prompt && !this.line.value ? [prompt.place, ...prompt.routes.flatMap((r) => r.places)].filter(Boolean) : [];
    const places = this.draftPlaces().length ? this.draftPlaces() : asked;
    if (places.length) this.board?.show(places); else this.home();
  }
}

new TablePage().begin();
