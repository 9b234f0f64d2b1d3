/* An address that leads nowhere: the palette of the other pages, and a way back. */
import { $ } from './dom.js';
import { mark } from './marks.js';
import { made } from './view.js';
import { dress } from './theme.js';

dress();
$('.mark').prepend(made(mark()));
