/* How a panel is written: a function of data that answers with what shall stand there, and `draw`, which makes it so.

     const greeting = (name, leave) => h('p.kick#oh', { title: name, onClick: leave }, 'Hello, ', h('b', name));
     draw($('#here'), greeting(view.side, () => page.leave()));

   What is drawn already stays the node it is (focus, scrolling and a half-made click live on), so a panel is drawn whole and as often as
   one likes. What may change its place among its like has a `key`; what must not be taken for another, although it looks like it (the
   next question, another entry), has one too. An element that is drawn so is emptied by `draw(el, null)` and written by nobody else.
   All is drawn when `draw` returns; what a panel must remember stands in the page, not in the panel. */
import { Fragment, createElement, isValidElement, render } from "../vendor/preact.js";

/**
 * @typedef {import('../vendor/preact.js').VNode<object>} Part what `h` makes
 * @typedef {Part|string|number|boolean|null|undefined|Kid[]} Kid what may stand in an element: nothing, for null and truth values
 * @typedef {import('../vendor/preact.js').JSX.IntrinsicElements} Elements
 */
/** @template {string} S @typedef {S extends `${infer T}.${string}` ? TagOf<T> : S extends `${infer T}#${string}` ? T : S} TagOf the tag of `tag.class#id` */
/** @template {string} S @typedef {TagOf<S> extends keyof Elements ? Elements[TagOf<S>] : Elements['div']} PropsOf what the element of `tag.class#id` has */
/** @template P @typedef {{[K in keyof P]: P[K] | false | null} & {[name: `data-${string}`]: unknown}} Some those of them that are wanted */

/**
 * An element of `tag.class.class#id`. What is nothing leaves its property out; `class` stands instead of the classes in *spec*.
 * @template {string} S
 * @param {S} spec
 * @param {Some<PropsOf<S>>|Kid} [props] left out when there are none
 * @param {...Kid} kids
 * @returns {Part}
 */
export function h(spec, props, ...kids) {
  const [head, id] = spec.split("#"),
    [tag, ...classes] = head.split(".");
  /** @type {Record<string, unknown>} */ const own = {};
  if (classes.length) own.class = classes.join(" ");
  if (id) own.id = id;
  if (props && typeof props === "object" && !Array.isArray(props) && !isValidElement(props)) {
    for (const [name, value] of Object.entries(props))
      if (value !== null && value !== undefined) own[name] = value;
  } else kids.unshift(/** @type {Kid} */ (props));
  return createElement(tag, own, ...kids);
}

/** Let just this stand in an element. @param {ParentNode & Node} el @param {...Kid} kids */
export function draw(el, ...kids) {
  render(createElement(Fragment, null, ...kids), /** @type {Element} */ (el));
}

/** Parts that are not taken for those that stood there under another key. @param {string} key @param {...Kid} kids @returns {Part} */
export const keyed = (key, ...kids) => createElement(Fragment, { key }, ...kids);

/** Empty an element, whoever has written in it. @param {Element} el */
export function clear(el) {
  draw(el);
  el.replaceChildren();
}

/** Parts as nodes, once, for what is not drawn so: the map, and what stands in the page for good. @param {...Kid} kids */
export function made(...kids) {
  const nodes = document.createDocumentFragment();
  draw(nodes, ...kids);
  return nodes;
}

/** A part as a node. @param {Part} part @returns {HTMLElement} */
export const node = (part) => /** @type {HTMLElement} */ (made(part).firstElementChild);
