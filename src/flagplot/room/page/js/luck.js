/* Luck: a strip of percentiles beside the forces, and a slip with every face counted. */
import { errorText, showSlip } from "./dialogs.js";
import { sideClass, sideTag } from "./icons.js";
import { h } from "./render.js";

/** Return 1st, 2nd, 3rd, 32nd. @param {number} n */
export const ordinal = (n) =>
  `${n}${n % 100 >= 11 && n % 100 <= 13 ? "th" : ["th", "st", "nd", "rd"][n % 10] || "th"}`;

/** Return a percentile between 1 and 99. @param {import('../types').SideLuck} row */
const shownPercentile = (row) => Math.min(99, Math.max(1, Math.round(row.percentile)));

/**
 * Sort the rows: own side first, rolls of no side last.
 * @param {import('../types').SideLuck[]} rows
 * @param {string} mine
 */
const sortRows = (rows, mine) =>
  [...rows].sort(
    (a, b) =>
      Number(b.side === mine) - Number(a.side === mine) || Number(!a.side) - Number(!b.side),
  );

/**
 * Draw the strip in the panel: each side's luck among a hundred fair games.
 * @param {import('../types').SideLuck[]} rows
 * @param {string} mine
 * @param {() => void} more
 */
export function luckStrip(rows, mine, more) {
  const shown = sortRows(rows, mine).filter((r) => r.side);
  if (!shown.length) return [];
  const own = shown.find((r) => r.side === mine);
  return [
    h(
      "div.panel-h",
      h("h2", "Luck"),
      h(
        "button.link",
        { onClick: more, title: "Every face counted" },
        shown.map((r) => r.rolls).join(" + "),
        shown.length === 1 && shown[0].rolls === 1 ? " roll" : " rolls",
      ),
    ),
    h(
      "div.luck",
      shown.map((r) => {
        const who = r.side === mine ? "You" : r.side;
        return h(
          `div.row.${sideClass(r.side)}`,
          sideTag(r.side, who),
          h(
            "span.strip",
            {
              role: "img",
              "aria-label": `${who}: better than ${shownPercentile(r)} of 100 fair games`,
            },
            r.rolls < 5 ? null : h("i", { style: { "--at": `${shownPercentile(r)}%` } }),
          ),
          h("span.num", r.rolls < 5 ? "–" : ordinal(shownPercentile(r))),
        );
      }),
      own ? h("p", own.words) : null,
    ),
  ];
}

/**
 * Draw bars of one kind of die: how often each face came.
 * @param {import('../types').SideLuck['faces'][number]} f
 * @param {string} side
 */
function faceBars(f, side) {
  const top = Math.max(...f.counts, f.expected),
    tenths = f.counts.length !== f.sides,
    width = f.sides / f.counts.length;
  const name = (/** @type {number} */ i) => (tenths ? String((i + 1) * width) : String(i + 1));
  return h(
    `div.facecount.${sideClass(side)}`,
    h(
      "div.hist",
      {
        role: "img",
        "aria-label": f.counts
          .map((n, i) => `${tenths ? "up to " : ""}${name(i)}: ${n} times`)
          .join(", "),
        style: { "--even": (f.expected / top) * 100 },
      },
      f.counts.map((n, i) =>
        h(
          "div",
          { style: { "--p": (n / top) * 100 } },
          h("i"),
          h("span", String(n)),
          h("b", name(i)),
        ),
      ),
    ),
    h("p", f.words),
  );
}

/**
 * Draw each side's luck as a strip with its words, for a page without a seat.
 * @param {import('../types').SideLuck[]} rows
 */
export const luckRows = (rows) =>
  h(
    "div.luck",
    rows
      .filter((r) => r.side)
      .map((r) => [
        h(
          `div.row.${sideClass(r.side)}`,
          sideTag(r.side),
          h(
            "span.strip",
            {
              role: "img",
              "aria-label": `${r.side}: better than ${shownPercentile(r)} of 100 fair games`,
            },
            r.rolls < 5 ? null : h("i", { style: { "--at": `${shownPercentile(r)}%` } }),
          ),
          h("span.num", r.rolls < 5 ? "\u2013" : ordinal(shownPercentile(r))),
        ),
        h("p", r.words),
      ]),
  );

/**
 * Show the slip about luck.
 * @param {import('./api.js').Seat} seat
 * @param {string} mine
 */
export async function showLuck(seat, mine) {
  /** @type {import('../types').SideLuck[]} */
  let rows;
  try {
    rows = await seat.get("/luck");
  } catch (e) {
    showSlip("Luck", h("p", errorText(e)));
    return;
  }
  showSlip(
    "Luck",
    rows.length
      ? sortRows(rows, mine).map((r) =>
          h(
            "section.luckside",
            h(
              "h3",
              sideTag(
                r.side,
                r.side
                  ? r.side === mine
                    ? `You: ${r.side}`
                    : r.side
                  : "Rolls that belong to no side",
              ),
            ),
            r.side
              ? h(
                  "p",
                  r.words,
                  h(
                    "span.mute",
                    ` The rule tables gave ${Number(r.result.toFixed(1))}, and give ` +
                      `${r.mean.toFixed(1)} on average.`,
                  ),
                )
              : null,
            r.faces.filter((f, i) => !i || f.expected >= 1).map((f) => faceBars(f, r.side)),
          ),
        )
      : h("p", "No dice have been rolled yet."),
    h(
      "p.mute",
      "Luck compares each result with all possible results of the roll; 50 is the middle. " +
        "Evenness is the share of fair sets of as many dice that fall at least as unevenly. " +
        "Of 20 fair sets, about one has an evenness of 1 in 20 or less. " +
        "Luck does not show whether the rolls follow from the sealed seed: ",
      h("span.id", "verify"),
      " does.",
    ),
  );
}
