/* Access to the document, for every part of the page. */

/**
 * Return the element of a selector.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [where]
 * @returns {E}
 */
export const $ = (selector, where = document) => /** @type {E} */ (where.querySelector(selector));

/**
 * Return a function that waits until calls stop for *ms* milliseconds, then makes the last one.
 * @template {unknown[]} A
 * @param {(...args: A) => void} fn
 * @param {number} ms
 */
export function debounce(fn, ms) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), ms);
  };
}
