/*
 * The verdict on an order that is being written: legal or not, every clause in the way, remedies,
 * risks.
 */
import { clauseLink, keepPercentTogether } from "./clause-links.js";
import { chanceBars } from "./dice-graphics.js";
import { $ } from "./dom.js";
import { forecastChart } from "./forecast-chart.js";
import { icon } from "./icons.js";
import { h } from "./render.js";

/**
 * @typedef {import('../types').Examination} Examination
 * @typedef {import('../types').RefusalText} Said
 */

/** @param {number} n */
const count = (n) =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][n] || String(n);

/**
 * Draw a list of facts, each with its clause.
 * @param {string} spec
 * @param {import('../types').Clause[]} facts
 */
export const facts = (spec, facts) =>
  facts.length
    ? h(
        spec,
        facts.map((c) =>
          h("li", h("span", keepPercentTogether(c.text)), c.clause ? clauseLink(c.clause) : null),
        ),
      )
    : null;

/**
 * Return the remedies of an order's refusals, in the order of their numbers.
 * @param {Examination|null} exam
 * @returns {{sentence: string, text: string}[]}
 */
export const remedies = (exam) =>
  (exam?.said || []).flatMap((x) =>
    x.remedies.filter((r) => r[1]).map(([sentence, text]) => ({ sentence, text })),
  );

/**
 * Draw the verdict.
 * @param {Examination|null} exam `null` until the room has answered
 * @param {{title: string, legalWord: string, announce: () => void, park: () => void,
 *   take: (text: string) => void, verbs: {title: string, on: boolean, take: () => void}[]}} o
 */
export function verdictPanel(exam, o) {
  const refusals = exam?.said || [],
    cautions = exam?.cautions || [],
    legal = Boolean(exam?.legal && exam.complete),
    form = exam?.form;
  const bad = new Set(
    (exam?.overlays || []).filter((x) => x.style === "culprit").flatMap((x) => x.places),
  );
  const mends = remedies(exam),
    lone = new Set(mends.map((m) => m.text)).size === 1 ? mends[0] : null;
  let key = 0;
  const refusal = (
    /** @type {Said} */ one,
    /** @type {'li.refusal'|'li.refusal.caution'} */ spec,
  ) =>
    h(
      spec,
      clauseLink(one.refusal.clause),
      h("h4", one.title),
      h("p", one.sentence),
      one.rests.length
        ? h(
            "details.rests",
            h("summary", "What this is based on"),
            one.rests.map((x) => h("p", x)),
          )
        : null,
      one.remedies.map(([sentence, text]) => {
        if (!text)
          return one.remedies.some((r) => r[1] && r[0] === sentence)
            ? null
            : h("p.remedytext", sentence);
        key += 1;
        return h(
          "button.remedy",
          { "data-key": key <= 9 ? key : null, onClick: () => o.take(text) },
          h("kbd", key <= 9 ? key : "·"),
          h("b", sentence),
          h("small", h("span.id", text)),
        );
      }),
    );
  const band = legal
    ? h(
        "div.verdict.yes",
        icon("yes"),
        h(
          "span",
          cautions.length
            ? `Legal, with ${count(cautions.length)} ${cautions.length > 1 ? "cautions" : "caution"}`
            : "Legal",
        ),
        h("kbd", "Enter"),
      )
    : refusals.length
      ? h(
          "div.verdict.no",
          icon("no"),
          h(
            "span",
            `Not legal yet: ${count(refusals.length)} ` +
              `${refusals.length > 1 ? "clauses" : "clause"} in the way`,
          ),
          lone
            ? h(
                "button.btn.small.mend",
                { title: lone.sentence, onClick: () => o.take(lone.text) },
                "Mend it",
              )
            : null,
        )
      : h(
          "div.verdict.wait",
          icon("dots"),
          h("span", exam?.problem || "Go on: this order is not complete"),
        );
  const sure = legal && exam?.forecast;
  return h(
    "section.order",
    { "aria-labelledby": "oh" },
    h(
      "header",
      h("h2#oh", o.title),
      h("p", form ? h("span.id.grammar", form.grammar) : null),
      form?.clause ? h("span.verbs", clauseLink(form.clause)) : null,
    ),
    o.verbs.length > 1
      ? h(
          "div.verbbar",
          { role: "group", "aria-label": "Kind of order" },
          o.verbs.map((v) => h("button", { "aria-pressed": v.on, onClick: v.take }, v.title)),
        )
      : null,
    band,
    refusals.length
      ? h(
          "ul",
          refusals.map((x) => refusal(x, "li.refusal")),
        )
      : null,
    cautions.length
      ? h(
          "ul",
          cautions.map((x) => refusal(x, "li.refusal.caution")),
        )
      : null,
    exam ? facts("ul.checks", exam.summary) : null,
    exam?.profile.length
      ? h(
          "div.profile",
          h(
            "h3",
            h("span", `Chance ${exam.danger}, in %`),
            exam.profile[0].exact ? h("span.mute", "exact") : h("span.mute", "about"),
          ),
          h("p", mainReason(exam)),
          chanceBars(exam.profile, bad, exam.danger),
        )
      : null,
    sure ? h("section.forecast", { "aria-label": "Forecast" }, forecastChart(sure)) : null,
    exam && !sure ? facts("ul.checks.odds", exam.odds) : null,
    h(
      "footer",
      h(
        "button.btn.go",
        {
          id: "announce",
          "aria-disabled": legal ? null : "true",
          title: legal ? null : refusals.length ? `${refusals.length} in the way` : "not complete",
          "aria-describedby": "say",
          onClick: o.announce,
        },
        o.legalWord,
        legal ? h("kbd", "Enter") : null,
      ),
      h("button.btn", { onClick: o.park }, "Keep draft"),
    ),
  );
}

/**
 * Tell the verdict to screen readers. The element stays, so that a change is read.
 * @param {Examination|null} exam
 */
export function announceVerdict(exam) {
  const host = $("#told"),
    band = $("#task .verdict > span"),
    why = band && !exam?.legal ? (exam?.said || []).map((x) => x.title) : [];
  const text = band ? [band.textContent, why.join("; ")].filter(Boolean).join(": ") : "";
  if (host.textContent !== text) host.textContent = text;
}

/** Return the reason of the highest chance on the route. @param {Examination} exam */
function mainReason(exam) {
  const top = exam.profile.reduce((a, b) => (b.percent > a.percent ? b : a));
  return top.percent > 0 ? top.why.replace(/^./, (c) => c.toUpperCase()) : exam.safe;
}
