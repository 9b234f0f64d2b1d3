/*
 * Orders side by side: the written order and the drafts, each with verdict, risk, cost and expected
 * score.
 */
import { clauseSentence } from "./clause-links.js";
import { errorText, isShowing, showDialog } from "./dialogs.js";
import { percentText, riskStep } from "./dice-graphics.js";
import { h } from "./render.js";

/** @typedef {import('./render.js').Kid} Kid */

/** Orders compared at most. */
const MOST = 3;
const HEADING = "Orders side by side";

/**
 * Return the orders to compare, the one in the order line first.
 * @param {import('./game-page.js').GamePage} page
 * @returns {string[]}
 */
export const ordersToCompare = (page) =>
  [...new Set([page.line.value.trim(), ...page.drafts.list])].filter(Boolean).slice(0, MOST);

/** @param {import('./game-page.js').GamePage} page */
export async function showComparison(page) {
  const { seat } = page,
    texts = ordersToCompare(page);
  /** @type {import('../types').Examination[]} */
  let looks;
  try {
    looks = await Promise.all(texts.map((text) => seat.post("/examine", { text })));
  } catch (e) {
    page.line.problem(errorText(e));
    return;
  }
  const tell = (/** @type {Kid[]} */ scores) =>
    showDialog(
      { heading: HEADING, wide: true },
      h(
        "div.plans",
        { style: { "--n": texts.length } },
        texts.map((text, i) =>
          orderColumn(text, looks[i], scores[i], () => {
            dialog.close();
            page.line.set(text, true);
            page.showTab("order");
          }),
        ),
      ),
    );
  const dialog = tell(texts.map(() => h("p.mute", "Simulating \u2026")));
  /** @type {Kid[]} */
  let scores;
  try {
    scores = scoreCells(await seat.post("/weigh", { orders: texts }));
  } catch (e) {
    scores = texts.map(() => h("p.mute", errorText(e)));
  }
  if (isShowing(HEADING)) tell(scores);
}

/** Show the expected score after each order. @param {import('../types').Weighed[]} weighed */
function scoreCells(weighed) {
  const best = Math.max(...weighed.filter((w) => w.games).map((w) => w.mean));
  return weighed.map((w) =>
    h(
      "p.mute",
      w.games
        ? [
            h(
              "b",
              { class: w.mean === best && weighed.length > 1 ? "num best" : "num" },
              points(w.mean),
            ),
            h("small", ` ${points(w.low)} to ${points(w.high)}, in ${w.games} simulated games`),
          ]
        : "This order cannot be simulated from here.",
    ),
  );
}

/** @param {number} n */
const points = (n) => `${n > 0 ? "+" : n < 0 ? "\u2212" : ""}${Math.abs(Math.round(n * 10) / 10)}`;

/**
 * Draw one column.
 * @param {string} text
 * @param {import('../types').Examination} exam
 * @param {Kid} score
 * @param {() => void} take
 */
function orderColumn(text, exam, score, take) {
  const legal = exam.legal && exam.complete,
    worst = [...exam.profile].sort((a, b) => b.percent - a.percent)[0];
  const rows = (/** @type {import('../types').Clause[]} */ list) =>
    list.map((c) => h("p", clauseSentence(c)));
  return h(
    "section.plan",
    { "data-plan": text },
    h("h3", exam.form?.title || "Order"),
    h("p", h("span.id", text)),
    h(
      "p",
      { class: legal ? "verdict yes" : "verdict no" },
      h(
        "span",
        legal
          ? "Legal"
          : exam.said.length
            ? exam.said.map((x) => x.title).join("; ")
            : exam.problem || "Not complete",
      ),
    ),
    columnPart(
      "Risk",
      worst
        ? [
            h(
              "p",
              h("i.swatch", { style: { background: `var(--risk-${riskStep(worst.percent)})` } }),
              h("b.num", `${percentText(worst.percent)} %`),
              ` at ${worst.place}, that ${exam.danger}`,
            ),
          ]
        : null,
      rows(exam.odds),
    ),
    columnPart(
      "Cost",
      rows([
        ...exam.summary,
        ...exam.cautions.map((x) => ({ text: x.sentence, clause: x.refusal.clause })),
      ]),
    ),
    exam.forecast
      ? columnPart(
          "Fight",
          exam.forecast.spreads.map((s) =>
            h("p", `${s.title}: `, h("b.num", s.mean.toFixed(1)), " on average"),
          ),
          rows(exam.forecast.notes),
        )
      : null,
    h("div.score", h("h4", "Score"), score),
    h("footer", h("button.btn.go", { onClick: take }, "Open this order")),
  );
}

/**
 * @param {string} name
 * @param {...Kid} what
 */
const columnPart = (name, ...what) =>
  what.flat().some(Boolean) ? h("div", h("h4", name), what) : null;
