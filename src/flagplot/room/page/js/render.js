/*
 * How a panel is written. A panel is a function from data to parts, and `draw` puts them on the
 * page: const greeting = (name, leave) => h("p.kick#oh", { title: name, onClick: leave }, "Hello,
 * ", h("b", name)); draw($("#here"), greeting(view.side, () => page.leave())); Nodes that are drawn
 * already are kept, with their focus, scrolling and half-made clicks. Draw a panel whole, as often
 * as you like. Give a `key` to parts that change their order, and to parts that look alike but are
 * different things (the next question, another entry). Only `draw` may write into an element that
 * it manages; `draw(el, null)` empties it. Drawing is finished when `draw` returns. A panel keeps
 * no state: the page does.
 */
import { Fragment, createElement, isValidElement, render } from "../vendor/preact.js";

/**
 * @typedef {import('../vendor/preact.js').VNode<object>} Part what `h` makes
 * @typedef {Part|string|number|boolean|null|undefined|Kid[]} Kid what may stand in an element; null
 *   and truth values draw nothing
 * @typedef {import('../vendor/preact.js').JSX.IntrinsicElements} Elements
 */
/**
 * @template {string} S
 * @typedef {S extends `${infer T}.${string}` ? TagOf<T> : S extends `${infer T}#${string}` ? T : S}
 *   TagOf the tag of `tag.class#id`
 */
/**
 * @template {string} S
 * @typedef {TagOf<S> extends keyof Elements ? Elements[TagOf<S>] : Elements['div']} PropsOf the
 *   properties of the element in `tag.class#id`
 */
/**
 * @template P
 * @typedef {{[K in keyof P]: P[K] | false | null} & {[name: `data-${string}`]: unknown}} Some some
 *   of these properties
 */

/**
 * Make an element from `tag.class.class#id`. Properties that are null or false are left out; a
 * `class` replaces the classes in *spec*.
 * @template {string} S
 * @param {S} spec
 * @param {Some<PropsOf<S>>|Kid} [props] may be left out
 * @param {...Kid} kids
 * @returns {Part}
 */
export function h(spec, props, ...kids) {
  const [head, id] = spec.split("#"),
    [tag, ...classes] = head.split(".");
  /** @type {Record<string, unknown>} */
  const own = {};
  if (classes.length) own.class = classes.join(" ");
  if (id) own.id = id;
  if (props && typeof props === "object" && !Array.isArray(props) && !isValidElement(props)) {
    for (const [name, value] of Object.entries(props))
      if (value !== null && value !== undefined) own[name] = value;
  } else kids.unshift(/** @type {Kid} */ (props));
  return createElement(tag, own, ...kids);
}

/**
 * Let an element contain just these parts.
 * @param {ParentNode & Node} el
 * @param {...Kid} kids
 */
export function draw(el, ...kids) {
  render(createElement(Fragment, null, ...kids), /** @type {Element} */ (el));
}

/**
 * Make parts that are not mistaken for earlier parts with another key.
 * @param {string} key
 * @param {...Kid} kids
 * @returns {Part}
 */
export const keyed = (key, ...kids) => createElement(Fragment, { key }, ...kids);

/** Empty an element, however it was filled. @param {Element} el */
export function emptyElement(el) {
  draw(el);
  el.replaceChildren();
}

/**
 * Make nodes once, for parts of the page that `draw` does not manage: the map, and fixed tools.
 * @param {...Kid} kids
 */
export function makeNodes(...kids) {
  const nodes = document.createDocumentFragment();
  draw(nodes, ...kids);
  return nodes;
}

/**
 * Make a part as a node.
 * @param {Part} part
 * @returns {HTMLElement}
 */
export const makeNode = (part) => /** @type {HTMLElement} */ (makeNodes(part).firstElementChild);
