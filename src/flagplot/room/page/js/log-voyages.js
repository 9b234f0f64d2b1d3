/*
 * Voyages of the log. Steps, searches and passed questions of a voyage are folded below its last
 * row.
 */

/**
 * @typedef {import('./film-scenes.js').LogLine} Line
 * @typedef {{head: Line, lines: Line[]}} Fold log lines shown as one row; `head` is the line that
 *   says most
 */

/**
 * Return the lines that have text, those of a voyage together.
 * @param {Line[]} lines
 * @param {number} since no fold contains both this entry and a later one, so that seen and new
 *   lines stay apart
 * @returns {Fold[]}
 */
export function foldVoyages(lines, since) {
  /** @type {Fold[]} */
  const out = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const last = line.sails ? voyageEnd(lines, i, since) : i,
      all = lines.slice(i, last + 1).filter((l) => l.text || l.roll);
    i = last;
    const head = all.filter((l) => l.sails && l.text).pop();
    if (head && all.length > 1) out.push({ head, lines: all });
    else for (const one of all) out.push({ head: one, lines: [one] });
  }
  return out;
}

/**
 * Return the last step of the voyage that begins with a line.
 * @param {Line[]} lines
 * @param {number} first
 * @param {number} since
 */
function voyageEnd(lines, first, since) {
  const who = lines[first].sails;
  let last = first,
    thrown = false;
  for (let k = first + 1; k < lines.length; k++) {
    const l = lines[k];
    if (lines[first].n <= since && l.n > since) break;
    if (l.sails === who) {
      last = k;
      thrown = false;
      continue;
    }
    if (l.sails || l.loses || l.opens || l.scores) break;
    if (!l.text && !l.roll) continue;
    if (l.roll) {
      thrown = true;
      continue;
    }
    if (l.kind === "input" ? l.rests : l.kind === "event" && thrown) {
      thrown = false;
      continue;
    } // the result of a roll
    break;
  }
  return last;
}
