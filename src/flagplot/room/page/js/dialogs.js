/* Slips laid over the table: help, standing orders, luck, verify, undo, more. */
import { $, fill, h } from './dom.js';
import { call } from './api.js';

/**
 * Show a slip. @param {string} heading @param {...any} kids
 */
export function slip(heading, ...kids) {
  const dialog = /** @type {HTMLDialogElement} */ ($('#dialog'));
  const close = h('button.btn', { on: { click: () => dialog.close() } }, 'Close');
  const content = h('div.content', ...kids);
  fill(dialog, h('div.slipbody', h('header', h('h2#dh', heading)), content, h('footer', close)));
  dialog.setAttribute('aria-labelledby', 'dh');
  if (!dialog.open) dialog.showModal();
  if (content.scrollHeight > content.clientHeight && !content.querySelector('a, button, input, select, summary')) content.tabIndex = 0;      // the keys must scroll it
  close.focus();
  return dialog;
}

/** Ask before something that cannot be taken back. @param {string} question @param {string} yes @param {() => void} act */
export function sure(question, yes, act) {
  const dialog = slip('Are you sure?', h('p', question));
  $('footer', dialog).prepend(h('button.btn.go', { on: { click: () => { dialog.close(); act(); } } }, yes));
}

const KEYS = [
  ['/', 'order line'], ['Tab ↑ ↓', 'take, choose a completion'], ['Enter', 'announce, confirm, add hex'], ['1 … 9', 'take that remedy or option'],
  ['Q E A D Z C arrows', 'step the hex cursor (map)'], ['G', 'find a place, hex, ship or force'], ['S', 'danger sea of the chosen force: likely case, worst case, off'], ['F R', 'fan the stack at the cursor, ruler (also Shift and drag)'], ['M', 'the neighbourhood as a list'], ['T Shift+T', 'next, previous force that can act'],
  ['Backspace', 'drop the last hex (map)'], ['+ − 0', 'zoom, show the whole order'], ['F6 Shift+F6', 'next, previous region'], ['L U N ?', 'log, undo, night, keys'], ['Esc', 'back one step; a draft is never lost'],
];

/** @param {boolean} on whether single letters work @param {(on: boolean) => void} turn */
export function help(on, turn) {
  slip('Keys and help',
    h('p.soft', 'Pick a force, then a hex: the order is written for you. The table says whether it is legal before anything is sent, and names every clause in the way with a button that mends it.'),
    h('dl.keys', KEYS.map(([k, does]) => [h('dt', k.split(' ').map((x) => (x === '…' || x.endsWith(',') || x === 'arrows' ? `${x} ` : [h('kbd', x), ' ']))), h('dd', does)])),
    h('label.check', h('input', { type: 'checkbox', checked: on, on: { change: (/** @type {Event} */ e) => turn(/** @type {HTMLInputElement} */ (e.target).checked) } }), ' Single letters act while a region of the table has the focus'));
}

/** Take a standing order back. @param {import('./api.js').Seat} seat @param {number} number @param {number} at the newest entry one has seen */
export async function takeBack(seat, number, at) {
  await seat.joining;
  const signed = seat.signer ? await seat.signer.sign('unstand', String(number), at) : null;
  return seat.remove(`/standing/${number}${signed ? `?at=${signed.at}&sig=${signed.sig}` : ''}`);
}

/**
 * @param {import('./api.js').Seat} seat
 * @param {() => any} now the view as it is now
 * @param {() => Promise<any>} changed
 */
export function standing(seat, now, changed) {
  const note = h('p.problem', { role: 'status' });
  const list = h('ol.sorder.big');
  const take = (/** @type {number} */ n) => takeBack(seat, n, now().n);
  const draw = (/** @type {any[]} */ lines) => fill(list, lines.length ? lines.map((l) => h('li', h('span.n', l.number), h('span', l.text, l.used ? h('small', ` Used ${l.used === 1 ? 'once' : `${l.used} times`}.`) : null), h('button.btn.small', { on: { click: async () => { try { draw((await take(l.number)).standing); await changed(); } catch (e) { note.textContent = message(e); } } } }, 'Take back'))) : h('li', h('span'), h('span.mute', 'None yet.')));
  draw(now().standing);
  const input = h('input.text', { type: 'text', id: 'standingtext', maxlength: 2000, spellcheck: 'false', placeholder: 'interception: pass' });
  slip('Standing orders', h('p.soft', 'They answer for you, in this order, when a question fits, so that a game by e-mail does not stop at every window. The log says when one did.'), list,
    h('form.row', { on: { submit: async (/** @type {Event} */ e) => {
      e.preventDefault(); note.textContent = '';
      try { draw((await seat.deed('/standing', { text: input.value }, 'standing', input.value, now().n)).standing); input.value = ''; await changed(); } catch (err) { note.textContent = message(err); }
    } } }, h('label', { for: 'standingtext' }, 'New order'), input, h('button.btn.go', 'Add')), note,
    h('p.mute', 'For example ', h('span.id', 'interception: pass'), ' or, with a condition on what is asked, ', h('span.id', 'interception: pass if chance < 40'), '. ', h('span.id', 'best'), ' is what a computer admiral would answer, ', h('span.id', 'best engage'), ' the best that begins so; ', h('span.id', '{hex}'), ' in an answer is that fact of the question; ', h('span.id', 'any'), ' stands for every kind of question.'),
    asked(now().prompts[0], input));
  input.focus();
}

/** What is asked now, as standing orders name it. @param {any} prompt @param {HTMLInputElement} input */
function asked(prompt, input) {
  if (!prompt) return null;
  const write = (/** @type {string} */ text) => { input.value = text; input.focus(); };
  return h('section.askednow', h('h3.label', 'What is asked now'),
    h('p', h('button.link.id', { title: 'Begin an order for this question', on: { click: () => write(`${prompt.kind}: `) } }, prompt.kind), ' ', prompt.question),
    prompt.options.length && !prompt.open ? h('p.soft', 'Answers: ', prompt.options.slice(0, 8).map((/** @type {any} */ o, /** @type {number} */ i) => [i ? ', ' : '', h('button.link.id', { on: { click: () => write(`${prompt.kind}: ${o.text}`) } }, o.text)])) : null,
    prompt.facts.length ? h('dl.facts', prompt.facts.map((/** @type {string[]} */ [k, v]) => [h('dt.id', k), h('dd', v || '\u2013')])) : null);
}

/** @param {import('./api.js').Seat} seat */
export async function verify(seat) {
  let r;
  try { r = await seat.get('/verify'); } catch (e) { slip('Verify', h('p', message(e))); return; }
  slip('Verify', h(r.good ? 'div.verdict.yes' : 'div.verdict.no', h('span'), h('span', r.good ? 'The log holds' : `It does not hold at line ${r.line}`)), h('p', r.message), h('p.mute', 'Anybody can do the same with the game file: ', h('span.id', 'flagplot verify game.jsonl')));
}

/** What went wrong, with what would mend it. @param {any} e */
export const message = (e) => [e?.message || String(e), e?.remedy].filter(Boolean).join(' ');

/**
 * Save a text as a file.
 * @param {string} path @param {string} token @param {string} name
 */
export async function download(path, token, name) {
  const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) { slip('Game file', h('p', (await answer.json()).message)); return; }
  const url = URL.createObjectURL(await answer.blob());
  const a = h('a', { href: url, download: name });
  document.body.append(a); a.click(); a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}

export { call };
