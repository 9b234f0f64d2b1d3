/* The order line, without a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './window.js';
import { OrderLine } from '../../src/flagplot/room/page/js/order-line.js';

/** An order line at a table that goes on: each look at the text is called off by the next news, but the last. @param {number} news @returns {any} */
function lineAt(news) {
  const line = /** @type {any} */ ({ value: 'patrol A to 1', page: { view: { n: 0 } }, looks: 0 });
  line.examine = async () => {
    line.looks += 1;
    if (line.looks <= news) { line.page.view = { n: line.looks }; return undefined; }
    return { legal: true };
  };
  return line;
}

test('an order is judged however much happens meanwhile', async () => {
  const line = lineAt(3);
  assert.deepEqual(await OrderLine.prototype.verdictOn.call(line, line.value), { legal: true });
  assert.equal(line.looks, 4);
});

test('a text that was changed meanwhile is not judged', async () => {
  const line = lineAt(3), asked = line.value;
  const judged = OrderLine.prototype.verdictOn.call(line, asked);
  line.value = 'another';
  assert.equal(await judged, undefined);
  assert.equal(line.looks, 1);
});

/** An order line whose earlier clicks are still being taken, and what was clicked since. @returns {any} */
function lineBusy() {
  const line = /** @type {any} */ ({ value: '', taken: [], page: { drafts: { add() {} } }, set(/** @type {string} */ text) { this.value = text; } });
  line.clicks = new Promise((done) => { line.done = done; });
  line.click = async (/** @type {any} */ click) => { line.taken.push(click.id); };
  return line;
}

test('an order that was begun is written by the table', async () => {
  const line = lineBusy(), begun = OrderLine.prototype.begin.call(line, 'move A to ');
  line.done();
  await begun;
  assert.deepEqual(line.taken, ['move A to ']);
});

test('an order that was begun and put away does not come back', async () => {
  const line = lineBusy(), begun = OrderLine.prototype.begin.call(line, 'move A to ');
  line.value = '';
  line.done();
  await begun;
  assert.deepEqual(line.taken, []);
});
