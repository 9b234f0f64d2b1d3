/* What happened as scenes, and the log one line a voyage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastOwnAnswer, scenes, placeSlip, canBecomeScene, isWorthShowing } from '../../src/flagplot/room/page/js/film-scenes.js';
import { foldVoyages } from '../../src/flagplot/room/page/js/log-voyages.js';

/** A line of the log. @param {number} n @param {Record<string, unknown>} [more] @returns {any} */
const line = (n, more = {}) => ({ n, kind: 'event', text: `line ${n}`, clause: '', side: 'Red', mine: false, roll: null, opens: '', scores: false, sails: '', loses: false, rests: false, ...more });
/** A counter. @param {string} id @param {string} place @param {string} [factors] */
const counter = (id, place, factors = '4') => ({ id, name: id, side: 'Red', place, silhouette: 'ca', factors, state: [], port: false, count: 1, detail: '', short: id });

test('steps of the same units become one voyage', () => {
  const reel = { since: 0, until: 2, board: 'toy', counters: [counter('TF1', 'A1')], cuts: [
    { n: 1, ways: [{ id: 'TF1', places: ['A1', 'A2'] }], put: [counter('TF1', 'A2')] },
    { n: 2, ways: [{ id: 'TF1', places: ['A2', 'A3'] }], put: [counter('TF1', 'A3')] }] };
  const [voyage, ...rest] = scenes(reel, [line(1, { sails: 'TF1' }), line(2, { sails: 'TF1' })]);
  assert.equal(rest.length, 0);
  assert.equal(voyage.kind, 'voyage');
  assert.deepEqual(voyage.ways[0].places, ['A1', 'A2', 'A3']);
  assert.deepEqual(voyage.counters, [], 'who sails does not stand there as well');
});

test('a throw and what came of it are one scene; a loss tells what is left', () => {
  const reel = { since: 0, until: 3, board: 'toy', counters: [counter('TF1', 'A1'), counter('TF2', 'A1', '6')], cuts: [
    { n: 1, at: ['A1'] }, { n: 3, at: ['A1'], who: ['TF1', 'TF2'], gone: ['TF1'], put: [counter('TF2', 'A1', '2')] }] };
  const found = scenes(reel, [line(1, { kind: 'roll', text: '', roll: { faces: [6], sides: 6, side: 'Red' } }), line(2), line(3, { loses: true })]);
  assert.deepEqual(found.map((s) => s.kind), ['dice', 'loss']);
  assert.equal(found[0].result, 'line 2');
  assert.deepEqual(found[1].struck.map((s) => [s.unit.id, s.left]), [['TF1', ''], ['TF2', '2']]);
  assert.ok(isWorthShowing(found));
});

test('words alone are nothing to see', () => {
  const found = scenes({ since: 0, until: 1, board: 'toy', counters: [], cuts: [{ n: 1, at: ['A1'] }] }, [line(1)]);
  assert.equal(found.length, 1);
  assert.ok(!isWorthShowing(found));
});

test('that a phase begins is nothing to look at: the button for the film does not call for it', () => {
  const [turn, throws] = [line(1, { opens: 'turn' }), line(2, { kind: 'roll', roll: { faces: [3], sides: 6, side: 'Red' } })];
  const found = scenes({ since: 0, until: 1, board: 'toy', counters: [counter('TF1', 'A1')], cuts: [] }, [turn]);
  assert.equal(found.length, 1, 'it is told');
  assert.ok(!isWorthShowing(found));
  assert.deepEqual([turn, throws].map(canBecomeScene), [false, true]);
});

test('the newest word of one\'s own', () => {
  assert.equal(lastOwnAnswer([line(1, { kind: 'input', mine: true }), line(2), line(3, { kind: 'input' })]), 1);
  assert.equal(lastOwnAnswer([line(1)]), -1);
});

test('the log folds a voyage under where it came to, but never over what one has seen', () => {
  const lines = [line(1, { sails: 'TF1' }), line(2, { sails: 'TF1' }), line(3, { loses: true })];
  assert.deepEqual(foldVoyages(lines, 0).map((f) => [f.head.n, f.lines.length]), [[2, 2], [3, 1]]);
  assert.deepEqual(foldVoyages(lines, 1).map((f) => f.lines.length), [1, 1, 1]);
});

test('the slip of a scene lies beside what it is about, on a narrow map under it, and never under the buttons', () => {
  const wide = { pw: 800, ph: 600 }, narrow = { pw: 390, ph: 420 };
  assert.deepEqual(placeSlip([100, 300], 250, wide, 60), [140, 234]);
  assert.deepEqual(placeSlip([700, 300], 250, wide, 60), [410, 234]);
  assert.deepEqual(placeSlip([120, 160], 250, narrow, 60), [6, 194], 'it would lie on the counter');
  assert.deepEqual(placeSlip([100, 70], 250, wide, 60), [140, 60]);
});
