/* The board as the page measures it: cells under a point, neighbours by direction, windows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Camera } from '../../src/flagplot/room/page/js/map-camera.js';
import { PITCH, hexAt, readGeometry, neighbourTowards, openingPlaces } from '../../src/flagplot/room/page/js/geometry.js';

const LETTERS = 'ABC';

/** A board of three rows of three pointy hexes, as the room tells it. */
function board() {
  /** @type {string[]} */ const ids = [];
  /** @type {number[]} */ const xy = [];
  for (let row = 0; row < 3; row++) for (let column = 0; column < 3; column++) {
    ids.push(`${LETTERS[row]}${column + 1}`);
    xy.push(60 * column + 30 * (row % 2), 60 * Math.sqrt(3) / 2 * row);
  }
  return readGeometry({ id: 'toy', title: 'Toy', kind: 'hex', unit: 60, window: [0, 0, 180, 120], corners: [[0, -34.64], [30, -17.32]], ids: ids.join(' '), kinds: 'sssslssss',
    xy, waters: ['Sound'], water: ids.map((_, i) => (i ? -1 : 0)), land: '', near: '', far: '', lakes: '', graticule: '', lettering: [], places: [], links: [], boxes: [] });
}

test('the cell under a point is the nearest, and none lies beyond the edge', () => {
  const geo = board();
  const b2 = geo.hexes.get('B2');
  assert.ok(b2);
  assert.equal(hexAt(geo, b2.x + 0.3 * PITCH, b2.y)?.id, 'B2');
  assert.equal(hexAt(geo, b2.x + 0.7 * PITCH, b2.y)?.id, 'B3');
  assert.equal(hexAt(geo, b2.x, b2.y + 9 * PITCH), undefined);
});

test('a cell in the middle has six neighbours, found by their direction', () => {
  const geo = board();
  assert.deepEqual(new Set(geo.hexes.get('B2')?.nb), new Set(['A2', 'A3', 'B1', 'B3', 'C2', 'C3']));
  assert.equal(neighbourTowards(geo, 'B2', 0), 'B3');
  assert.equal(neighbourTowards(geo, 'B2', 180), 'B1');
  assert.equal(neighbourTowards(geo, 'B2', -60), 'A3');
  assert.equal(neighbourTowards(geo, 'B2', 120), 'C2');
  assert.equal(neighbourTowards(geo, 'A1', 180), undefined);
  assert.equal(neighbourTowards(geo, 'Z9', 0), undefined);
});

test('kinds and waters are those the room tells', () => {
  const geo = board();
  assert.equal(geo.hexes.get('B2')?.kind, 'land');
  assert.deepEqual(geo.hexes.get('A1')?.waters, ['Sound']);
  assert.deepEqual(geo.hexes.get('A2')?.waters, []);
});

test('a map opens on all who are there, and on one\'s own where the others lie far off in another shape than the screen', () => {
  const geo = board(), row = readGeometry({ id: 'row', title: 'Row', kind: 'hex', unit: 60, window: [0, 0, 1200, 60], corners: [[0, -34.64], [30, -17.32]], ids: Array.from({ length: 20 }, (_, i) => `A${i + 1}`).join(' '), kinds: 's'.repeat(20),
    xy: Array.from({ length: 20 }, (_, i) => [60 * i, 0]).flat(), waters: [], water: Array(20).fill(-1), land: '', near: '', far: '', lakes: '', graticule: '', lettering: [], places: [], links: [], boxes: [] });
  assert.deepEqual(openingPlaces(geo, ['A1'], ['C3', 'A1'], 1), ['A1', 'C3']);
  assert.deepEqual(openingPlaces(row, ['A1', 'A3'], ['A1', 'A20'], 1), ['A1', 'A3'], 'a long strip in a square leaves its own side small');
  assert.deepEqual(openingPlaces(row, ['A1', 'A3'], ['A20'], 8), ['A1', 'A3', 'A20'], 'in a long window there is room for it');
  assert.deepEqual(openingPlaces(row, [], ['A1', 'A20'], 1), ['A1', 'A20']);
});

test('a place under the buttons over the map is not in sight', () => {
  const places = new Map([['A1', { x: 200, y: 300 }], ['B1', { x: 200, y: 50 }], ['C1', { x: 50, y: 50 }]].map(([id, at]) => [id, { id, kind: 'sea', ...Object(at) }]));
  const camera = new Camera(/** @type {any} */ ({ clientWidth: 400, clientHeight: 400 }), /** @type {any} */ ({ hexes: places, places: [] }), [0, 0, 400, 400], () => [100, 10, 290, 50]);
  camera.fit();
  camera.box = { x: 0, y: 0, w: 400, h: 400, pw: 400, ph: 400 };
  assert.deepEqual(['A1', 'B1', 'C1'].map((id) => camera.sees(id)), [true, false, true]);
});
