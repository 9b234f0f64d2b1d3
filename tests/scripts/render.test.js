/* Panels are made of data; a few of them are read here as the text they show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from '../../src/flagplot/room/page/js/render.js';
import { scoreButton } from '../../src/flagplot/room/page/js/score-bar.js';
import { tracker } from '../../src/flagplot/room/page/js/top-bar.js';
import { textOf, withClass } from './reading.js';

test('an element is made of its tag, classes and id', () => {
  const part = h('p.kick.soft#oh', { title: 'T', hidden: false, 'aria-label': null }, 'a', h('b', 3));
  assert.equal(part.type, 'p');
  assert.deepEqual({ ...part.props, children: 0 }, { class: 'kick soft', id: 'oh', title: 'T', hidden: false, children: 0 });
  assert.equal(textOf(part), 'a3');
  assert.equal(textOf(h('p', h('b', 'first'), ' then')), 'first then', 'a part where properties may stand is a kid');
  assert.equal(textOf(h('p', [null, false, 'x'])), 'x');
  assert.equal(h('input', { checked: false }).props.checked, false, 'what a person has ticked is unticked');
});

test('new reasons are marked beside the scoreButton, and counted for who hears it', () => {
  /** @type {any} */ const lines = [{ n: 3, scores: true, text: 'A convoy came in.' }, { n: 9, scores: true, text: 'A cruiser went down.' }];
  const bar = scoreButton([{ label: 'Axis', points: 7, side: 'Axis', unit: 'points', most: 0 }, { label: 'Allied', points: 4, side: 'Allied', unit: 'points', most: 0 }], lines, 5);
  assert.equal(textOf(bar), '74new');
  assert.equal(bar.props['aria-label'], 'Score: Axis 7 points, Allied 4 points, 1 new. Reasons');
});

test('the tracker shows what is near, and marks the turn of a short game', () => {
  const phases = ['one', 'two', 'three', 'four', 'five', 'six'].map((name, i) => ({ name, now: i === 4, done: i < 4 }));
  /** @type {any} */ const display = { turn: 'Fall 1940', mover: 'Axis', title: '', phases, track: null };
  assert.equal(textOf(tracker(display)), 'Fall 1940Axis player turnthreefourfivesix');
  assert.equal(textOf(tracker(display, true)), 'Fall 1940Axis player turnOver');
  assert.deepEqual(withClass(tracker({ ...display, track: [2, 4, 3] }), 'now').length, 1);
  assert.deepEqual(withClass(tracker({ ...display, track: [2, 4, 3] }), 'may').length, 2);
});
