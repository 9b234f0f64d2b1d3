/* An empty chair at a table: the link that invites to it, and sitting down. */
import { $, fill, h } from './dom.js';
import { call, keepSeat, salt } from './api.js';
import { message } from './dialogs.js';
import * as signing from './sign.js';

/** The link is an invitation: offer the chair. @param {import('./table.js').TablePage} page */
export async function takeChair(page) {
  const dialog = /** @type {HTMLDialogElement} */ ($('#dialog'));
  const note = h('p.problem', { role: 'status' });
  const take = h('button.btn.go', { on: { click: async () => {
    try {
      const link = await call('POST', `/api/games/${encodeURIComponent(page.gameId)}/claim`, { token: page.seat.token, body: { salt: await signing.able() ? '' : salt() } });
      keepSeat({ game: page.gameId, side: link.side, role: link.role, token: link.token, title: '' });
      dialog.close();
      history.replaceState(null, '', `#${encodeURIComponent(link.token)}`);
      await page.sit();
    } catch (e) { note.textContent = message(e); }
  } } }, 'Take the seat');
  fill(dialog, h('div.slipbody', h('header', h('h2', 'You are invited')), h('div.content', h('p', 'Somebody keeps a chair for you at this table. When you take it, this link is used up and the address of this page becomes your seat: keep it.'), note), h('footer', take)));
  dialog.addEventListener('cancel', (e) => e.preventDefault());
  if (!dialog.open) dialog.showModal();
}
