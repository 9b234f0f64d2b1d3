/* Reading what a panel is made of. */

/** @typedef {import('../../src/flagplot/room/page/js/render.js').Kid} Kid */

/** All parts of it, outermost first. @param {Kid} kid @returns {import('../../src/flagplot/room/page/js/render.js').Part[]} */
export const parts = (kid) => (Array.isArray(kid) ? kid.flatMap(parts) : kid && typeof kid === 'object' ? [kid, ...parts(kid.props.children)] : []);

/** The text it shows. @param {Kid} kid @returns {string} */
export const textOf = (kid) => (Array.isArray(kid) ? kid.map(textOf).join('') : kid && typeof kid === 'object' ? textOf(kid.props.children) : typeof kid === 'boolean' || kid === null || kid === undefined ? '' : String(kid));

/** Its parts of a class. @param {Kid} kid @param {string} name */
export const withClass = (kid, name) => parts(kid).filter((part) => String(part.props.class || '').split(' ').includes(name));
