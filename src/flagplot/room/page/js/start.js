/* The start page: games in progress, scenarios on their own coasts, who sits opposite, one button. */
import { $, fill, h, s } from './dom.js';
import { icon, mark, shape, sideClass, sideTag } from './marks.js';
import { made } from './view.js';
import { Seat, call, seats } from './api.js';
import { still } from './board.js';
import { readGeometry } from './geometry.js';
import { sprite } from './silhouettes.js';
import { dress, turn } from './theme.js';

/**
 * @typedef {import('../types').BookCard} BookCard
 * @typedef {import('../types').ScenarioCard} ScenarioCard
 */

/** @type {BookCard[]} */ let books = [];
/** @type {{book: BookCard, scenario: ScenarioCard}|null} */ let pick = null;
/** @type {import('../types').NewGame['opponent']} */ let way = 'computer';

/** A part of a board, as fine as it shows. @param {string} board @param {string[]} of places it shows @param {Record<string, any>} asked */
const part = (board, of, asked) => call('GET', `/api/pictures/${encodeURIComponent(board)}?${new URLSearchParams({ of: of.join(','), ...asked })}`, { kept: true }).then(readGeometry);

/** @type {[import('../types').NewGame['opponent'], string, string, string][]} */
const WAYS = [
  ['computer', 'A computer admiral', 'Sees only what its side may know. You choose how strong.', 'M5 11 14 4l9 7v12H5zM10.5 23v-7h7v7M14 4v4'],
  ['hotseat', 'A friend at this screen', 'The map closes between turns, so secrets stay secret.', 'M9 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M19 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M3.5 22c.5-4 2.5-6 5.5-6s5 2 5.5 6M13.5 22c.5-4 2.5-6 5.5-6s5 2 5.5 6'],
  ['invite', 'Someone with a link', 'Live or by e-mail, weeks apart if you like. Standing orders answer the small windows.', 'M11.5 16.5 17 11M9.5 13l-3 3a4 4 0 0 0 5.5 5.5l3-3M18.5 15l3-3A4 4 0 0 0 16 6.5l-3 3'],
  ['referee', 'Your own cardboard', 'Play on your table, roll your dice, type the faces. flagplot referees.', 'M4.5 11.5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2zM11 9.5V7a2 2 0 0 1 2-2h8.5a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-5M8 12.6v.8M13 17.6v.8'],
];

/** Draws the coasts of a card once it comes near the screen. @type {Map<Element, () => void>} */ const waiting = new Map();
const near = new IntersectionObserver((seen) => { for (const e of seen) if (e.isIntersecting) { waiting.get(e.target)?.(); waiting.delete(e.target); near.unobserve(e.target); } }, { rootMargin: '120px' });

function cards() {
  const list = books.flatMap((book) => book.scenarios.map((scenario) => ({ book, scenario })));
  if (books.length > 1) $('#scline').textContent = `${['', 'One rule book', 'Two rule books', 'Three rule books'][books.length] || `${books.length} rule books`} on one table. Each is played on real coasts, under its own grid and its own terms.`;
  fill($('#cards'), list.map((one, i) => {
    shape(one.scenario.sides);
    const { book, scenario } = one, id = `c${i}`, pic = h('div.pic', { 'aria-hidden': 'true' });
    if (scenario.board) {
      waiting.set(pic, () => part(scenario.board, scenario.picture, { ratio: 1.9, pixels: 240 }).then((geo) => still(pic, geo, geo.frame).g.ids.remove()).catch(() => {}));
      near.observe(pic);
    }
    return h('article.card', pic, h('div.txt', h('p.book', book.title), h('h3', h('label', { for: id }, scenario.title)), h('p', scenario.pitch)),
      h('dl', h('dt', 'Sides'), h('dd', scenario.sides.map((/** @type {string} */ x) => sideTag(x))), h('dt', 'Length'), h('dd', [scenario.span, scenario.minutes ? `about ${duration(scenario.minutes)}` : ''].filter(Boolean).join(', ')), scenario.learning ? [h('dt', 'Good for'), h('dd', 'a first evening')] : null),
      h('input', { type: 'radio', name: 'sc', id, checked: i === 0, on: { change: () => { pick = one; bill(); } } }));
  }));
  pick = list[0] || null;
}

/** @param {number} minutes */
const duration = (minutes) => (minutes < 100 ? `${minutes} minutes` : `${Math.round(minutes / 30) / 2} hours`.replace('.5', '½'));

function ways() {
  fill($('#ways'), WAYS.map(([id, name, does, d]) => h('label', s('svg', { viewBox: '0 0 28 28', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6, 'aria-hidden': 'true' }, s('path', { d })), h('b', name), h('small', does),
    h('input', { type: 'radio', name: 'way', value: id, checked: id === way, on: { change: () => { way = id; bill(); } } }))));
}

function bill() {
  const host = $('#bill');
  if (!pick) { fill(host, h('h3', 'No scenario'), h('p', 'This room has no rule book to play by.')); return; }
  const { book, scenario } = pick, needsSide = way === 'computer' || way === 'invite';
  const name = (WAYS.find((w) => w[0] === way) || WAYS[0])[1];
  const note = h('p.problem', { role: 'status' });
  fill(host, h('h3', scenario.title), h('p.soft', { class: 'soft small' }, /** @type {Record<string, string>} */ ({ computer: 'against a computer admiral', hotseat: 'two at one screen', invite: 'against someone with a link', referee: 'with real counters and dice' })[way] || name),
    scenario.sides.length === 2 && needsSide ? h('div.pick', { role: 'radiogroup', 'aria-label': 'Your side' }, scenario.sides.map((/** @type {string} */ x, /** @type {number} */ i) => h(`label.${sideClass(x)}`, h('input', { type: 'radio', name: 'side', value: x, checked: i === 0 }), sideTag(x)))) : null,
    way === 'computer' ? opponents(book) : null,
    way === 'invite' ? field('When one side is silent', h('select', { name: 'patience' }, [['7', 'the other may close the game after a week'], ['14', 'the other may close the game after two weeks'], ['60', 'the other may close the game after two months'], ['0', 'the game waits for ever']].map(([v, text]) => h('option', { value: v, selected: v === '14' }, text)))) : null,
    scenario.starts.length > 1 ? field('Start', h('select', { name: 'start' }, scenario.starts.map((/** @type {string[]} */ [id, title]) => h('option', { value: id }, title)))) : null,
    book.editions.length > 1 ? field('Edition', h('select', { name: 'edition' }, book.editions.map((/** @type {string} */ e) => h('option', { value: e }, e === 'current' ? 'Current rules' : e === 'earlier' ? 'Earlier rules' : e)))) : null,
    book.switches ? house(book) : null,
    h('button.btn.go', { type: 'submit' }, way === 'referee' ? 'Open the table' : 'Sit down'), h('p', way === 'invite' ? 'You get a link to send. No account: your seat is a link, keep it.' : 'No account. Your seat is a link: keep it.'), note);
  host.onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); sit(host, note); };
}

/** Who plays a book: how strong, how long an answer takes, and how the chosen one plays. @param {BookCard} book */
function opponents(book) {
  const about = h('p', { id: 'admiral-about' }), list = book.admirals;
  const select = h('select', { name: 'admiral', 'aria-describedby': 'admiral-about', on: { change: () => tell() } }, list.map((a) => h('option', { value: a.name }, `${a.name[0].toUpperCase()}${a.name.slice(1)}${a.elo === null ? '' : `, Elo ${a.elo}`}: ${a.takes}`)));
  const tell = () => { const a = list[select.selectedIndex]; about.textContent = a ? `The ${a.name} admiral ${a.about}.${a.elo === null ? '' : ' Elo as measured by this rule book: 1000 is greedy, and 100 more win 64 points of 100.'}` : ''; };
  tell();
  return [field('Admiral', select), about];
}

/** The house rules of a book, fetched when they are opened. @param {BookCard} book */
function house(book) {
  const list = h('div.switches');
  const box = h('details.house', h('summary', h('span', 'House rules'), h('span.mute', `as proposed, ${book.switches} switches`)), list);
  box.addEventListener('toggle', async () => {
    try { fill(list, (await call('GET', `/api/books/${book.id}/switches`)).map(houseRule)); } catch (e) { fill(list, h('p', (await dialogs()).message(e))); }
  }, { once: true });
  return box;
}

/** @param {import('../types').SwitchCard} x */
const houseRule = (x) => h('label.field', h('span', x.question, ' ', h('span.id', x.clause)), h('select', { name: `house:${x.id}` }, x.choices.map((/** @type {string[]} */ [c, meaning]) => h('option', { value: c === x.default ? '' : c, selected: c === x.default }, meaning || c))));

/** @param {string} label @param {Node} control */
const field = (label, control) => h('label.field', h('span', label), control);

/** What is only fetched once somebody sits down. */
const sitting = () => import('./sit.js');
const dialogs = () => import('./dialogs.js');

/** @param {HTMLFormElement} form @param {HTMLElement} note */
async function sit(form, note) {
  if (!pick) return;
  const data = new FormData(form), said = (/** @type {string} */ name) => String(data.get(name) || '');
  /** @type {Record<string, string>} */ const house = {};
  for (const [k, v] of data) if (k.startsWith('house:') && v) house[k.slice(6)] = String(v);
  await open({ book: pick.book.id, scenario: pick.scenario.id, opponent: way, start: said('start'), edition: said('edition'), house, side: said('side'), admiral: said('admiral') || 'greedy', patience: Number(data.get('patience') ?? 14), ...await (await sitting()).share(way) }, pick.scenario.title, note);
}

/** @param {import('../types').NewGame} body @param {string} title @param {HTMLElement} note */
async function open(body, title, note) {
  const button = /** @type {HTMLButtonElement|null} */ ($('#bill .btn.go'));
  if (button) button.disabled = true;
  try {
    const made = await call('POST', '/api/games', { body });
    const { own, guest } = (await sitting()).seated(made, title);
    if (!guest) { location.href = own.link; return; }
    invitation(own.link, new URL(guest.link, location.href).href, guest.side);
  } catch (e) { note.textContent = (await dialogs()).message(e); } finally { if (button) button.disabled = false; }
}

/** @param {string} own @param {string} link @param {string} side */
function invitation(own, link, side) {
  const dialog = /** @type {HTMLDialogElement} */ ($('#dialog'));
  const box = h('input.text', { type: 'text', readonly: true, value: link, 'aria-label': 'Invitation' });
  const copy = h('button.btn', { on: { click: async () => { box.select(); try { await navigator.clipboard.writeText(link); copy.textContent = 'Copied'; } catch { document.execCommand('copy'); copy.textContent = 'Copied'; } } } }, 'Copy');
  fill(dialog, h('div.slipbody', h('header', h('h2', 'Send this link')), h('div.content', h('p', `Whoever opens it first plays the ${side} side. It works once.`), h('div.row', box, copy)), h('footer', h('a.btn.go', { href: own }, 'To the table'))));
  dialog.showModal(); box.select();
}

async function going() {
  const kept = seats();
  if (!kept.length) return;
  let found = [];
  try { found = await call('POST', '/api/seats', { body: { seats: kept.slice(0, 30).map((x) => ({ game: x.game, token: x.token })) } }); } catch { return; }
  const token = new Map(kept.map((x) => [`${x.game}/${x.side}`, x.token]));
  const games = new Map();
  for (const g of found) { const was = games.get(g.game); if (!was || (g.mine && !was.mine)) games.set(g.game, g); }
  const list = [...games.values()].filter((g) => g.role !== 'referee').sort((a, b) => Number(a.over) - Number(b.over) || Number(b.mine) - Number(a.mine)).slice(0, 6);
  if (!list.length) return;
  $('#going').hidden = false;
  fill($('#resume'), list.map((g) => h(g.mine && !g.over ? 'a.mine' : 'a', { href: `/table/${g.game}#${token.get(`${g.game}/${g.side}`)}` }, h('b', g.title), h('small', [g.side, { computer: 'against a computer admiral', hotseat: 'at one screen', invite: 'by link', referee: 'refereed', lesson: 'a lesson' }[/** @type {'computer'} */ (g.mode)], g.turn].filter(Boolean).join(', ')), h(g.mine ? 'span.due' : 'span.due.mute', g.due))));
}

async function hero() {
  try {
    const host = $('#hero'), geo = await part('awaw-europe', ['B29', 'B32', 'K30'], { ratio: Math.min(6, Math.max(0.5, host.clientWidth / host.clientHeight)).toFixed(1), pixels: 800, names: true });
    const b = still(host, geo, geo.frame);
    const unit = (/** @type {any} */ u) => ({ count: 1, state: new Set(), port: false, id: u.short, ...u });
    b.setTracks([{ places: ['J29', 'I30', 'H30', 'G31', 'F31', 'E31', 'D31', 'C32', 'B32'], style: 'mine', cls: 'mine', risk: new Map([['H30', 18], ['G31', 35], ['F31', 52], ['E31', 68], ['D31', 80], ['C32', 92], ['B32', 97]]) }]);
    b.setUnits([unit({ short: 'TF3', cls: 'axis', ship: 'bc', factors: '12', place: 'J29', port: true }), unit({ short: '?', cls: 'allied', ship: 'unknown', factors: '25+', place: 'B29', port: true, count: 2, state: new Set(['seen']) }), unit({ short: 'U2', cls: 'axis', ship: 'ss', factors: '3', place: 'H27' }), unit({ short: 'BER', cls: 'allied', ship: 'ca', factors: '4', place: 'B33', port: true })]);
    b.g.ids.remove();
  } catch { /* the title stands without its chart */ }
}

async function begin() {
  dress(); sprite();
  $('#brand').prepend(made(mark()));
  fill($('#theme'), icon('moon'));
  $('#theme').addEventListener('click', turn);
  addEventListener('keydown', (e) => { if (e.key === 'n' && !/INPUT|SELECT|TEXTAREA/.test(/** @type {HTMLElement} */ (e.target).tagName)) turn(); });
  teach(/** @type {HTMLButtonElement} */ ($('#learn')));
  try { books = await call('GET', '/api/books', { kept: true }); /* the page has asked for it ahead */ } catch (e) { fill($('#cards'), h('p', (await dialogs()).message(e))); return; }
  fill($('#tools'), tool('/rules/' + (books[0]?.id || ''), 'Rules index', 'Every clause in plain words, with the code that enforces it.', 'flagplot rules show 21.416C'),
    tool(async () => (await import('./odds.js')).odds(books), 'Odds', 'Any interception, strike or exchange, exact from the rules that play it.', 'flagplot odds'), tool(verifying, 'Verify', 'Check a game: that no line was changed and no die was touched.', 'flagplot verify game.jsonl'));
  cards(); ways(); bill(); going();
  setTimeout(hero);      // what is pressed comes first
}

/** The lessons of the books, one to choose; without any, the first scenario that is good to learn by. @param {HTMLButtonElement} learn */
function teach(learn) {
  const asked = call('GET', '/api/lessons', { kept: true }).catch(() => []);      // then there is a first scenario
  const note = h('p.problem', { role: 'status' });
  const sitDown = async (/** @type {import('../types').NewGame} */ body, /** @type {string} */ title) => { learn.disabled = true; await open(body, title, note); learn.disabled = false; };
  learn.disabled = false;
  learn.addEventListener('click', async () => {
    const lessons = await asked, first = books.flatMap((book) => book.scenarios.map((scenario) => ({ book, scenario }))).sort((a, b) => Number(b.scenario.learning) - Number(a.scenario.learning))[0];
    if (!lessons.length) {
      $('.title-block').append(note);
      if (first) await sitDown({ book: first.book.id, scenario: first.scenario.id, opponent: 'computer', admiral: 'greedy', ...await (await sitting()).share('computer') }, first.scenario.title);
      return;
    }
    (await dialogs()).slip('Learn in one turn', h('p.soft', 'Five minutes each, with a coach at your side: what to click, and why. Try wrong things; nothing happens to you.'),
      h('ul.lessons', lessons.map((x) => h('li', h('button.remedy', { 'data-lesson': x.book, on: { click: () => sitDown({ book: x.book, scenario: x.scenario, opponent: 'lesson' }, x.title) } }, h('b', x.title), h('small', `${x.book_title}, ${x.minutes} minutes. ${x.pitch}`))))), note);
  });
}

/** @param {string|(() => void)} to a page, or what opens @param {string} name @param {string} does @param {string} code */
const tool = (to, name, does, code) => h(typeof to === 'string' ? 'a' : 'button.tool', typeof to === 'string' ? { href: to } : { type: 'button', on: { click: to } }, h('b', name), h('p', does), h('code', code));

/** Which of one's games to check. */
async function verifying() {
  const kept = seats(), { slip, verify } = await dialogs();
  slip('Verify', h('p', 'Every line of a game holds on to the one before it, and its dice were sealed before the first order. While it goes on you can check the rolls you have seen; when it is over, everything.'),
    kept.length ? h('ul.stackbuttons', kept.slice(0, 12).map((x) => h('li', h('button.btn', { on: { click: () => verify(new Seat(x.game, x.token)) } }, [x.title || x.game, x.side].filter(Boolean).join(', '))))) : h('p.soft', 'There is no game of yours in this browser yet.'),
    h('p.mute', 'A game file that somebody sent you: ', h('span.id', 'flagplot verify game.jsonl')));
}

begin();
