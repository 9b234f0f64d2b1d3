/* The log, one line a voyage: its steps, the searches on its way and the questions that were let rest are folded beneath where it came to. */

/**
 * @typedef {import('./film-scenes.js').LogLine} Line
 * @typedef {{head: Line, lines: Line[]}} Fold lines that are shown as one, the one that says most first; of a single line, itself alone
 */

/**
 * The lines of a log that have anything to say, those of a voyage together.
 * @param {Line[]} lines
 * @param {number} since no fold reaches over this entry: what one has seen, and what is new
 * @returns {Fold[]}
 */
export function folded(lines, since) {
  /** @type {Fold[]} */
  const out = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const last = line.sails ? end(lines, i, since) : i,
      all = lines.slice(i, last + 1).filter((l) => l.text || l.roll);
    i = last;
    const head = all.filter((l) => l.sails && l.text).pop();
    if (head && all.length > 1) out.push({ head, lines: all });
    else for (const one of all) out.push({ head: one, lines: [one] });
  }
  return out;
}

/** The last step of the voyage that begins with a line. @param {Line[]} lines @param {number} first @param {number} since */
function end(lines, first, since) {
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
    } // what a throw came to
    break;
  }
  return last;
}
