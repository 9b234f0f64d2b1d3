/* Builders of nodes, for the map and for what is not yet drawn by view.js: every text reaches the page through textContent, never as markup. */
import { isPart, made } from './view.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {any} Kid a node, a text, a list of them, or nothing
 * @typedef {Record<string, any>} Props
 */

/**
 * Set properties: `on` {event: handler}, `style` {name: value} through the CSSOM (the policy forbids inline styles),
 * `text`; everything else is an attribute; false and null leave it out, true sets it empty.
 * @param {Element} el
 * @param {Props} props
 */
export function set(el, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') for (const [type, fn] of Object.entries(value)) el.addEventListener(type, /** @type {any} */ (fn));
    else if (name === 'style') for (const [p, v] of Object.entries(value)) /** @type {any} */ (el).style.setProperty(p, String(v));
    else if (name === 'text') el.textContent = String(value);
    else if (name === 'value' && 'value' in el) /** @type {any} */ (el).value = value;
    else if (name === 'checked' && value === true) { el.setAttribute('checked', ''); /** @type {any} */ (el).checked = true; }
    else el.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {Element} el
 * @param {(Kid|Kid[])[]} kids
 */
export function put(el, kids) {
  for (const kid of kids.flat(4)) {
    if (kid === null || kid === undefined || kid === false || kid === '') continue;
    el.append(kid instanceof Node ? kid : isPart(kid) ? made(kid) : String(kid));
  }
}

/**
 * An HTML element from `tag.class.class#id`.
 * @param {string} spec
 * @param {Props|Kid|Kid[]} [props]
 * @param {...(Kid|Kid[])} kids
 * @returns {any}
 */
export function h(spec, props, ...kids) {
  const [head, id] = spec.split('#');
  const [tag, ...cls] = head.split('.');
  const el = document.createElement(tag || 'div');
  if (cls.length) el.className = cls.join(' ');
  if (id) el.id = id;
  if (props && typeof props === 'object' && !(props instanceof Node) && !isPart(props) && !Array.isArray(props)) set(el, props);
  else if (props !== undefined) kids.unshift(/** @type {any} */ (props));
  put(el, kids);
  return el;
}

/**
 * An SVG element from `tag.class`.
 * @param {string} spec
 * @param {Props} [props]
 * @param {...(Kid|Kid[])} kids
 * @returns {any}
 */
export function s(spec, props, ...kids) {
  const [tag, ...cls] = spec.split('.');
  const el = document.createElementNS(SVG, tag);
  if (cls.length) el.setAttribute('class', cls.join(' '));
  if (props) set(el, props);
  put(el, kids);
  return el;
}

/**
 * Replace what stands in an element.
 * @param {Element} el
 * @param {...(Kid|Kid[])} kids
 */
export function fill(el, ...kids) {
  el.replaceChildren();
  put(el, kids);
}

/**
 * Make the children of an element equal to *next*; those that are drawn already stay the nodes they are, so that nothing vanishes
 * under a pointer or a test because something else has changed.
 * @param {Element} el
 * @param {Element[]} next
 */
export function patch(el, next) {
  /** @type {Map<string, Element[]>} */
  const old = new Map(), pen = new XMLSerializer(), text = (/** @type {Element} */ node) => pen.serializeToString(node);
  for (const child of el.children) { const key = text(child), same = old.get(key); if (same) same.push(child); else old.set(key, [child]); }
  const wanted = next.map((node) => old.get(text(node))?.shift() || node);
  for (const rest of old.values()) for (const child of rest) child.remove();
  wanted.forEach((node, i) => { if (el.children[i] !== node) el.insertBefore(node, el.children[i] || null); });
}

/**
 * @param {string} selector
 * @param {ParentNode} [where]
 * @returns {any}
 */
export const $ = (selector, where = document) => where.querySelector(selector);

/**
 * Wait until calls stop for *ms*, then make the last one.
 * @template {any[]} A
 * @param {(...args: A) => void} fn
 * @param {number} ms
 */
export function settle(fn, ms) {
  /** @type {any} */
  let timer = 0;
  return (/** @type {A} */ ...args) => { clearTimeout(timer); timer = setTimeout(() => fn(...args), ms); };
}
