/* The panels of the table, read as the text they show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './window.js';
import { clearOfPanels } from '../../src/flagplot/room/page/js/edge-arrows.js';
import { seatDuty, seatTools, panelTabs } from '../../src/flagplot/room/page/js/top-bar.js';
import { scoreChart, pointsInWords, spaceOut } from '../../src/flagplot/room/page/js/score-chart.js';
import { forcesPanel } from '../../src/flagplot/room/page/js/forces-panel.js';
import { markKeys } from '../../src/flagplot/room/page/js/map-content.js';
import { logRows } from '../../src/flagplot/room/page/js/log-panel.js';
import { foldedBriefing, decisionPanel, diceEntry } from '../../src/flagplot/room/page/js/prompt.js';
import { durationRow } from '../../src/flagplot/room/page/js/answer-duration.js';
import { orderMenu } from '../../src/flagplot/room/page/js/order-menu.js';
import { resultText } from '../../src/flagplot/room/page/js/icons.js';
import { scoreWords, scoreButton } from '../../src/flagplot/room/page/js/score-bar.js';
import { remedies, verdictPanel } from '../../src/flagplot/room/page/js/verdict.js';
import { parts, textOf, withClass } from './reading.js';

const nothing = () => {};
/** A force. @param {string} id @param {Record<string, unknown>} [more] @returns {any} */
const force = (id, more = {}) => ({ id, name: id, side: 'Axis', kind: 'ship', place: 'A1', factors: '4', silhouette: 'ca', state: [], note: '', orders: [], children: [], load: null, strength: null, ...more });
/** What the table says of an order. @param {Record<string, unknown>} more @returns {any} */
const exam = (more) => ({ legal: false, complete: false, problem: '', said: [], cautions: [], overlays: [], summary: [], odds: [], profile: [], forecast: null, form: null, ...more });
/** A refusal. @param {string} clause @param {[string, string][]} remedies */
const refused = (clause, remedies) => ({ refusal: { clause, rests_on: [], culprits: [] }, title: `Against ${clause}`, sentence: 'It is too far.', remedies, rests: [] });
/** A waiting seatTools. @param {Record<string, unknown>} waiting @param {Record<string, unknown>} [more] @returns {any} */
const view = (waiting, more = {}) => ({ side: 'Axis', sides: ['Axis', 'Allied'], parties: { Axis: { name: 'the Axis', several: false }, Allied: { name: 'the Allies', several: true } }, admirals: {}, prompts: [], undo: { state: 'none', by: '' }, waiting: { sides: [], mine: false, dice: false, thinking: false, roll: '', ...waiting }, ...more });

test('the forces: what acts, what it is made of, what is seen of the others', () => {
  const group = force('TF1', { kind: 'group', children: [force('Hipper', { state: ['damaged'], factors: 'nine', strength: [9, 10] }), force('Emden', { state: ['used'] })] });
  const port = force('Kiel', { kind: 'port', place: 'Kiel', children: [group, force('Köln')], orders: ['sail'] });
  const o = { selected: new Set(['Köln']), culprits: new Set(), pointed: new Set(), open: new Set(), choose: nothing, toggle: nothing, go: nothing, filter: 'all', sift: nothing };
  const shut = forcesPanel([port, force('Hood', { side: 'Allied' })], [], 'Axis', o), rows = parts(shut).filter((p) => p.props['data-force']).map((p) => p.props['data-force']);
  assert.deepEqual(rows, ['Kiel', 'TF1', 'Köln', 'Hood'], 'a group is folded until it is opened');
  assert.deepEqual(parts(shut).filter((p) => p.props['aria-pressed'] === true).map((p) => textOf(p)).slice(1), ['Kölnship4'], 'one filter and one ship are chosen');
  const told = forcesPanel([port], [], 'Axis', { ...o, pointed: new Set(['Kiel', 'TF1']) });
  assert.deepEqual(withClass(told, 'pointed').map((p) => p.props['data-force']), ['Kiel', 'TF1'], 'a lesson points at them');
  const open = forcesPanel([port], [], 'Axis', { ...o, open: new Set(['TF1']) });
  assert.equal(withClass(open, 'hurt').length, 1);
  assert.equal(withClass(open, 'idle').length, 1);
  assert.equal(withClass(open, 'on').length, 9, 'nine of ten strength points');
  const keys = parts(open).filter((p) => p.props['data-force']).map((p) => p.key);
  assert.deepEqual(keys, ['Kiel', 'TF1', 'Hipper', 'Emden', 'Köln'], 'each durationRow is known by its force');
});

test('to pass may hold up to a chance where one gives orders, too; what is so likely is said', () => {
  const options = [{ text: 'intercept AL0 at 3,4 with U1', label: 'Intercept', odds: '', detail: '', passes: false }, { text: 'done', label: 'Nobody else goes', odds: '', detail: '', passes: true }];
  const prompt = /** @type {any} */ ({ kind: 'operations', question: 'Intercept?', clause: '', detail: [], options, lasts: [{ scope: 'chance', condition: 'chance', about: '62', of: 'the best takes more' }] });
  const held = durationRow(prompt, { scope: 'chance', number: '' }, 'done', nothing);
  assert.match(textOf(held), /Up to.*How likely it is that the best takes more\..*operations: done if chance <= 62/);
  const shown = (/** @type {any} */ once) => orderMenu(/** @type {any} */ ({ prompts: [prompt], display: { forms: [] }, briefing: '' }), { start: nothing, send: nothing, fresh: false, coach: nothing, once });
  assert.equal(withClass(shown(held), 'once').length, 1);
  assert.equal(withClass(shown(null), 'once').length, 0);
});

test('the first question of a game has the briefing with it', () => {
  const prompt = /** @type {any} */ ({ kind: 'carrier-call', question: 'Call on her?', clause: '', detail: [], options: [], together: [], open: false, lasts: [] });
  const asked = (/** @type {any} */ briefing) => decisionPanel(prompt, { chosen: '', choose: nothing, send: nothing, briefing });
  assert.deepEqual([withClass(asked(foldedBriefing(/** @type {any} */ ({ briefing: 'Hold Sicily.' }), 'Your briefing')), 'brief').map(textOf), withClass(asked(null), 'brief').length], [['Your briefingHold Sicily.'], 0]);
});

test('the logRows has one line a voyage, its steps when they are asked for, and a mark', () => {
  const line = (/** @type {number} */ n, more = {}) => /** @type {any} */ ({ n, kind: 'event', text: `line ${n}`, clause: '', side: 'Axis', mine: false, roll: null, opens: '', scores: false, sails: '', loses: false, rests: false, ...more });
  const lines = [line(1), line(2, { sails: 'TF1' }), line(3, { sails: 'TF1' }), line(4)];
  const o = { since: 1, here: -1, mySide: 'Axis', filter: 'all', most: 250, unfolded: new Set(), more: nothing, show: nothing, turn: nothing };
  const told = logRows(lines, o);
  assert.equal(textOf(withClass(told, 'fresh')), 'Since you last looked: 2 linesshow');
  assert.equal(textOf(withClass(told, 'unfold')), '1 more');
  assert.equal(parts(told).find((p) => p.type === 'ol')?.props.hidden, true);
  assert.equal(parts(logRows(lines, { ...o, unfolded: new Set([2]) })).find((p) => p.type === 'ol')?.props.hidden, false);
  assert.equal(textOf(logRows(lines, { ...o, most: 1, since: 9 })), '2 earlier lines4line 4');
  const shown = (/** @type {number} */ here, unfolded = new Set()) => parts(logRows(lines, { ...o, here, unfolded })).filter((p) => p.props['data-here']).map((p) => p.props['data-n']);
  assert.deepEqual([shown(-1), shown(4), shown(2), shown(2, new Set([2]))], [[], [4], [3], [2]], 'the entry that the map shows, or the voyage it is folded into');
  assert.equal(textOf(logRows([], o)), 'The game begins');
});

test('a scoreButton tells its number, what it counts and the most it may be', () => {
  const durationRow = (/** @type {Record<string, unknown>} */ more) => /** @type {any} */ ({ label: 'Allies', points: 7, side: 'Allied', unit: '', most: 0, ...more });
  assert.deepEqual([scoreWords(durationRow({})), scoreWords(durationRow({ points: 3.5, unit: 'VP' })), scoreWords(durationRow({ most: 20 }))], ['7', '3.5 VP', '7 of 20']);
  const bar = scoreButton([durationRow({ unit: 'VP' }), durationRow({ label: 'Mission points', side: '', points: 12, most: 20 })], [], -1);
  assert.equal(parts(bar)[0].props['aria-label'], 'Score: Allies 7 VP, Mission points 12 of 20. Reasons');
  assert.equal(textOf(bar), '712', 'the bar has the numbers alone');
});

test('a resultText tells its degree where that says more than who won', () => {
  assert.deepEqual(resultText({ winner: 'Axis', degree: 'decisive' }, 'Axis'), ['You won', 'Result: decisive']);
  assert.deepEqual(resultText({ winner: '', degree: 'draw', short: 'The Axis is 3 ahead, a win takes 4' }, 'Axis'), ['A draw', 'The Axis is 3 ahead, a win takes 4']);
  assert.deepEqual(resultText({ winner: 'Vichy', degree: 'French', short: 'The Allies have 3, a win takes 16' }, 'Allied'), ['Vichy won', 'Result: French. The Allies have 3, a win takes 16']);
  assert.deepEqual(resultText({ winner: 'Axis', degree: 'resigned' }, 'Axis'), ['You won', 'The other side resigned']);
  assert.deepEqual(resultText({ winner: 'Axis', degree: 'resigned' }, 'Allied'), ['Axis won', 'You resigned']);
  assert.equal(resultText({ winner: 'Allied', degree: 'resigned' }, 'Axis', 'the Allies')[0], 'The Allies won');
  assert.deepEqual(resultText({ winner: '', degree: 'agreed' }, 'Axis'), ['A draw', 'By agreement']);
  assert.deepEqual(resultText({ winner: 'Axis', degree: 'resigned' }), ['Axis won', 'By resignation'], 'who reads a report is of neither side');
  for (const [winner, degree] of [['Axis', 'won'], ['Axis', 'Axis'], ['', 'draw'], ['', 'drawn'], ['', 'closed']]) assert.equal(resultText({ winner, degree }, 'Allied')[1], '', degree);
});

test('the legend tells what is marked, each mark once, where no line of its own does', () => {
  const mark = (/** @type {string[]} */ places, label = 'goal', style = 'target', layer = '') => ({ style, level: 0, places, label, layer });
  const pointsInWords = Array.from({ length: 21 }, (_, i) => `A${i}`), scoreWords = (/** @type {any} */ keys) => parts(keys).filter((p) => p.type === 'p').map(textOf);
  assert.deepEqual(scoreWords(markKeys([mark(['A1']), mark(['A2']), mark(['A3'], 'goal of the Allies'), mark(['A4'], 'deployment', 'zone')])), ['Goal', 'Goal of the Allies', 'Deployment']);
  assert.equal(withClass(markKeys([mark(pointsInWords)]), 'field').length, 1, 'many are hatched, and so is their key');
  assert.deepEqual(markKeys([mark(['A1'], 'a patrol of two or more factors scores'), mark(['A2'], 'x', 'zone', 'Searches'), mark(['A3'], 'x', 'way'), mark(['A4'], '')]), []);
});

test('a verdictPanel names what is in the way, numbers what mends it, and gives only what is legal', () => {
  const o = { title: 'Sail', legalWord: 'Give the order', announce: nothing, park: nothing, take: nothing, verbs: [] };
  const bad = exam({ said: [refused('1.1', [['Go by A2', 'sail a2'], ['Stay', '']]), refused('1.2', [['Go by A3', 'sail a3']])] });
  assert.equal(textOf(withClass(verdictPanel(bad, o), 'verdict')), 'Not legal yet: two clauses in the way');
  assert.deepEqual(withClass(verdictPanel(bad, o), 'remedy').map((p) => p.props['data-key']), [1, 2]);
  assert.deepEqual(remedies(bad).map((m) => m.text), ['sail a2', 'sail a3']);
  assert.equal(withClass(verdictPanel(bad, o), 'mend').length, 0, 'two ways: neither is taken for the only one');
  assert.equal(withClass(verdictPanel(exam({ said: [refused('1.1', [['Go by A2', 'sail a2']])] }), o), 'mend').length, 1);
  const go = (/** @type {any} */ e) => withClass(verdictPanel(e, o), 'go')[0].props['aria-disabled'];
  assert.equal(go(bad), 'true');
  assert.equal(go(exam({ legal: true, complete: true })), undefined);
  assert.equal(go(null), 'true');
});

test('a refusal tells in words what it rests on', () => {
  const o = { title: 'Sail', legalWord: 'Give the order', announce: nothing, park: nothing, take: nothing, verbs: [] };
  const why = withClass(verdictPanel(exam({ said: [{ ...refused('1.1', []), rests: ['How pointsInWords points has a group?'] }] }), o), 'rests');
  assert.deepEqual(why.map(textOf), ['What this is based onHow pointsInWords points has a group?']);
});

test('real dice are entered when each has a face', () => {
  /** @type {number[][]} */ const given = [];
  const waiting = /** @type {any} */ ({ dice_count: 2, dice_sides: 6, roll: 'Search' }), entry = (/** @type {number[]} */ faces) => withClass(diceEntry(waiting, faces, { pick: nothing, send: () => given.push(faces) }), 'go')[0];
  entry([3]).props.onClick();
  entry([3, 5]).props.onClick();
  assert.deepEqual(given, [[3, 5]]);
  assert.equal(entry([3]).props['aria-disabled'], 'true');
});

test('a face of a die of a hundred sides is typed, not looked for among a hundred buttons', () => {
  /** @type {number[][]} */ const picked = [];
  const waiting = /** @type {any} */ ({ dice_count: 2, dice_sides: 100, roll: 'Fire' }), shown = diceEntry(waiting, [46], { pick: (die, face) => picked.push([die, face]), send: nothing });
  const fields = parts(shown).filter((p) => p.type === 'input');
  assert.deepEqual(fields.map((p) => p.props.value), ['46', '']);
  for (const value of ['100', '101', '0', 'x']) fields[1].props.onChange({ currentTarget: { value } });
  assert.deepEqual(picked, [[1, 100], [1, 0], [1, 0], [1, 0]]);
  assert.equal(withClass(shown, 'face').length, 0);
});

test('an arrow keeps off what lies over the map', () => {
  const legend = { left: 10, right: 400, top: 500, bottom: 590 }, tools = { left: 500, right: 800, top: 10, bottom: 60 };
  assert.deepEqual(clearOfPanels({ x: 200, y: 566 }, [legend, tools], 600), { x: 200, y: 476 });
  assert.deepEqual(clearOfPanels({ x: 600, y: 64 }, [legend, tools], 600), { x: 600, y: 84 });
  assert.deepEqual(clearOfPanels({ x: 770, y: 300 }, [legend, tools], 600), { x: 770, y: 300 });
});

test('words at the ends of two curves keep apart, and one point is one point', () => {
  assert.deepEqual(spaceOut([20, 20], 13), [20, 33]);
  assert.deepEqual(spaceOut([40, 30, 80], 13), [43, 30, 80]);
  assert.deepEqual([pointsInWords(1), pointsInWords(-1), pointsInWords(1.26), pointsInWords(0)], ['1 point', '−1 points', '1.3 points', '0 points']);
});

test('the bar says what is owed, and whether a move can be taken back', () => {
  assert.deepEqual(seatDuty(view({ dice: true, roll: 'Search' })), { head: 'Roll the dice', other: 'Search' });
  assert.deepEqual(seatDuty(view({ sides: ['Allied'], thinking: true })), { head: 'Waiting', other: 'The Allies think' });
  assert.deepEqual(seatDuty(view({ mine: true, sides: ['Axis'] })), { head: 'Your answer', other: 'The Allies wait' });
  const undo = (/** @type {string} */ state) => parts(seatTools(view({}, { undo: { state, by: '' } }), { undo: nothing, turn: nothing, help: nothing })).filter((p) => p.type === 'button')[0].props;
  assert.deepEqual([undo('none')['aria-label'], undo('none')['aria-disabled']], ['Nothing to undo', true]);
  assert.deepEqual([undo('ask')['aria-label'], undo('ask')['aria-disabled']], ['Ask the other side to undo', undefined]);
  assert.equal(textOf(panelTabs('map', 2, nothing)), 'MapForcesOrder2LogMore');
  assert.deepEqual(panelTabs('log', 0, nothing).filter((p) => p.props['aria-current'] === 'page').map((p) => p.props['data-tab']), ['log']);
});

test('the sides are named beside the ends of their curves, not on them', () => {
  const at = (/** @type {number} */ n, /** @type {number} */ axis) => ({ n, points: [['Axis', axis], ['Allied', 3]] });
  /** @type {any} */ const report = { sides: ['Axis', 'Allied'], standings: [at(0, 0), at(10, 16.5)], turns: [], log: [{ n: 10 }] };
  const drawn = scoreChart(report, nothing), wide = Number(String(drawn.props.viewBox).split(' ')[2]);
  const ends = withClass(drawn, 'curve').map((path) => Number(/H([\d.]+)$/.exec(String(path.props.d))?.[1]));
  for (const name of withClass(drawn, 'curvename')) {
    assert.ok(Number(name.props.x) > Math.max(...ends));
    assert.ok(Number(name.props.x) + 7 * textOf(name).length <= wide);
  }
  assert.deepEqual(withClass(drawn, 'curvename').map(textOf), ['Axis 16.5', 'Allied 3']);
});
