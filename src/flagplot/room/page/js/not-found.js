/* An address that leads nowhere: the palette of the other pages, and a way back. */
import { dressPage } from "./theme.js";

dressPage();
