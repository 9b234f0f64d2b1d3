/* An address that leads nowhere: the palette of the other pages, and a way back. */
import { $, mark } from './dom.js';
import { dress } from './theme.js';

dress();
$('.mark').prepend(mark());
