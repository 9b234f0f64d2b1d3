/* A view made of the one before and of what applyChanges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChanges } from '../../src/flagplot/room/page/js/view-delta.js';

const before = { n: 3, tag: 'a', log: [], standing: ['x'], display: { turn: 'one', forces: ['A', 'B', 'C'], overlays: [] } };

test('parts are put whole, lists out of runs of the old one', () => {
  const after = applyChanges(before, { of: 'a', tag: 'b', log: [], parts: { n: 4, 'display.turn': 'two' }, lists: { 'display.forces': [[0, 1], { new: ['D'] }, [2, 3]] } });
  assert.equal(after.n, 4);
  assert.equal(after.display.turn, 'two');
  assert.deepEqual(after.display.forces, ['A', 'D', 'C']);
  assert.equal(after.standing, before.standing, 'what did not change is shared');
  assert.equal(before.display.turn, 'one', 'the view before stays as it was');
});

test('places of overlays are unpacked', () => {
  const after = applyChanges(before, { of: 'a', tag: 'b', log: [], parts: { 'display.overlays': [{ places: ['18Q:0609+2', 'A7'] }] }, lists: {} });
  assert.deepEqual(after.display.overlays[0].places, ['18Q:0609', '18Q:0610', '18Q:0611', 'A7']);
});
