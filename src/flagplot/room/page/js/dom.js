/* What every part of the page asks of the document. */

/**
 * What the page holds.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [where]
 * @returns {E}
 */
export const $ = (selector, where = document) => /** @type {E} */ (where.querySelector(selector));

/**
 * Wait until calls stop for *ms*, then make the last one.
 * @template {unknown[]} A
 * @param {(...args: A) => void} fn
 * @param {number} ms
 */
export function settle(fn, ms) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let timer;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), ms);
  };
}
