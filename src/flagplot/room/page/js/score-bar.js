/* The score in the top bar, with its reasons in the order they were earned. */
import { clauseSentence } from "./clause-links.js";
import { showSlip } from "./dialogs.js";
import { sideTag } from "./icons.js";
import { h } from "./render.js";

/**
 * @typedef {import('../types').Display['scores']} Scores
 * @typedef {import('../types').LogLine} LogLine
 */

/**
 * Draw the score. A mark says that there are reasons the player has not seen.
 * @param {Scores} rows
 * @param {LogLine[]} lines
 * @param {number} since newest entry the player has looked at
 */
export function scoreButton(rows, lines, since) {
  const fresh = since < 0 ? [] : scoringLines(lines).filter((l) => l.n > since),
    words = rows.map((row) => `${row.label} ${scoreWords(row)}`).join(", ");
  return h(
    "button.scorebar",
    {
      "aria-label": `Score: ${words}${fresh.length ? `, ${fresh.length} new` : ""}. Reasons`,
      title: fresh.length ? fresh.map((l) => l.text).join("\n") : "Score, with its reasons",
      onClick: () => showScore(rows, lines, since),
    },
    rows.map((row) => h("span", sideTag(row.side, pointsNumber(row.points)))),
    fresh.length ? h("em", "new") : null,
  );
}

/** Return a number of points, without trailing zeros. @param {number} points */
const pointsNumber = (points) => String(Math.round(points * 100) / 100);

/** Return a score in words. @param {import('../types').Score} row */
export const scoreWords = ({ points, unit, most }) =>
  [pointsNumber(points), unit, most ? `of ${pointsNumber(most)}` : ""].filter(Boolean).join(" ");

/** Return the log lines that gave points. @param {LogLine[]} lines */
export const scoringLines = (lines) => lines.filter((l) => l.scores && l.text);

/**
 * @param {Scores} rows
 * @param {LogLine[]} lines
 * @param {number} since
 */
export function showScore(rows, lines, since) {
  const list = scoringLines(lines);
  showSlip(
    "Score",
    h(
      "dl.scorestrip",
      rows.map((row) => [h("dt", sideTag(row.side, row.label)), h("dd.num", scoreWords(row))]),
    ),
    h("h3.label", "How it was earned"),
    list.length
      ? h(
          "ol.reasons",
          list.map((l) =>
            h(
              "li",
              { class: l.n > since && since >= 0 ? "fresh" : null },
              h("span.n", l.n),
              h("span", clauseSentence(l)),
            ),
          ),
        )
      : h("p.soft", "Nobody has scored yet."),
  );
}
