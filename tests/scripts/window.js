/* What modules of the page look at when they are read: an empty page without styles, and letters seven pixels wide. */
const pen = { font: '', measureText: (/** @type {string} */ text) => ({ width: 7 * text.length }) };
Object.assign(globalThis, { document: { documentElement: { dataset: {}, clientWidth: 700 }, fonts: new EventTarget(), createElement: () => ({ getContext: () => pen }) }, getComputedStyle: () => ({ getPropertyValue: () => '' }) });
