/* The page of a wrong address: the palette of the other pages, and a link to the start page. */
import { dressPage } from "./theme.js";

dressPage();
