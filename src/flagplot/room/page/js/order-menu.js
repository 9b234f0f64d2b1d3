/*
 * The orders that may be begun with an empty line: the kinds of order, proposals, and what ends the
 * phase.
 */
import { clauseLink } from "./clause-links.js";
import { keepIdsTogether } from "./icons.js";
import { foldedBriefing, passes } from "./prompt.js";
import { h } from "./render.js";
import { facts } from "./verdict.js";

/**
 * @param {import('./game-page.js').View} view
 * @param {{start: (text: string) => void, send: (text: string) => void, fresh: boolean,
 *   coach: () => void, unfold?: () => void, once?: import('./render.js').Kid}} o
 */
export function orderMenu(view, o) {
  const prompt = view.prompts[0],
    { forms } = view.display;
  const ideas = (prompt?.options || []).filter((p) => !passes(p)).slice(0, 4),
    opens = forms.filter((f) => f.slots.length || f.grave),
    // an order that ends more than a turn is written like any other
    closes = forms.filter((f) => !f.slots.length && !f.grave);
  return h(
    "section.order",
    { "aria-labelledby": "oh" },
    h(
      "header",
      h("h2#oh", prompt?.question || "Your order"),
      h(
        "p",
        opens.some((f) => f.slots.some((x) => x === "units" || x === "groups"))
          ? "Pick a force on the map or in the list, or type."
          : opens.length
            ? "Begin one of these orders, or type."
            : "No order for you was found here. You may type one anyway.",
        " Nothing is sent until you confirm it. ",
        h("button.link", { onClick: o.coach }, "What is worth doing?"),
      ),
      prompt?.clause ? h("span.verbs", clauseLink(prompt.clause)) : null,
    ),
    o.unfold
      ? h("p.pad", h("button.btn.small", { onClick: o.unfold }, "The battle: both lines"))
      : null,
    o.fresh && view.briefing
      ? foldedBriefing(view, "Your briefing: what you have to achieve")
      : null,
    prompt ? facts("ul.checks", prompt.detail) : null,
    opens.length
      ? h(
          "ul.can",
          opens.map((f) =>
            h(
              "li",
              h("span.c-h", h("b", f.title), h("small.id", keepIdsTogether(f.example))),
              h(
                "span",
                f.clause ? clauseLink(f.clause) : null,
                h(
                  "button.btn.small",
                  { "aria-label": `Start: ${f.title}`, onClick: () => o.start(f.start) },
                  "Start",
                ),
              ),
            ),
          ),
        )
      : null,
    ideas.length
      ? h(
          "div.ideas",
          h("h3.label", "Ideas"),
          ideas.map((p) =>
            h(
              "button.remedy",
              { onClick: () => o.start(p.text) },
              h("b", p.label),
              h(
                "small",
                [p.odds, p.detail].filter(Boolean).join("; ") ||
                  h("span.id", keepIdsTogether(p.text)),
              ),
            ),
          ),
        )
      : null,
    o.once || null,
    closes.length
      ? h(
          "footer.closes",
          closes.map((f, i) =>
            h(
              i ? "button.btn" : "button.btn.go",
              { onClick: () => o.send(f.start.trim() || f.example) },
              f.title,
            ),
          ),
        )
      : null,
  );
}
