/* Nodes of the map, made by hand: it is drawn sixty times a second, panels are drawn by view.js. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node|string|number|boolean|null|undefined|Kid[]} Kid a node, a text, a list of them, or nothing */

/** A plain box. @param {string} name its class */
export const div = (name) => Object.assign(document.createElement('div'), { className: name });

/** @param {Element} el @param {Kid[]} kids */
function put(el, kids) {
  for (const kid of kids) if (Array.isArray(kid)) put(el, kid); else if (kid instanceof Node) el.append(kid); else if (kid || kid === 0) el.append(String(kid));
}

/**
 * An SVG element from `tag.class`. Of its properties `style` {name: value} goes through the CSSOM (the policy forbids inline styles) and
 * `text` is what it says; everything else is an attribute; false and nothing leave it out, true sets it empty.
 * @template {string} S
 * @param {S} spec
 * @param {Record<string, unknown>|null} [props]
 * @param {...Kid} kids
 * @returns {SVGElementTagNameMap[import('./view.js').TagOf<S> & keyof SVGElementTagNameMap]}
 */
export function s(spec, props, ...kids) {
  const [tag, ...cls] = spec.split('.'), el = document.createElementNS(SVG, tag);
  if (cls.length) el.setAttribute('class', cls.join(' '));
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'style') for (const [p, v] of Object.entries(value)) /** @type {SVGElement} */ (el).style.setProperty(p, String(v));
    else if (name === 'text') el.textContent = String(value);
    else el.setAttribute(name, value === true ? '' : String(value));
  }
  put(el, kids);
  return /** @type {SVGElementTagNameMap[import('./view.js').TagOf<S> & keyof SVGElementTagNameMap]} */ (el);
}

/** Replace what stands in an element. @param {Element} el @param {...Kid} kids */
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
 * @template {unknown[]} A
 * @param {(...args: A) => void} fn
 * @param {number} ms
 */
export function settle(fn, ms) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let timer;
  return (/** @type {A} */ ...args) => { clearTimeout(timer); timer = setTimeout(() => fn(...args), ms); };
}
