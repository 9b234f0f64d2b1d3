/* How long an answer holds. An answer that holds longer than once becomes a standing order. */
import { h } from "./render.js";

/**
 * @typedef {import('../types').AnswerDuration} Lasting
 * @typedef {{scope: string, number: string}} Duration the choice: a scope (empty: only now) and the
 *   number of a chance
 */

/**
 * Return the text of the standing order that gives this answer.
 * @param {import('../types').Prompt} prompt
 * @param {string} answer
 * @param {Duration} duration
 */
export function standingText(prompt, answer, duration) {
  const lasts = prompt.lasts.find((l) => l.scope === duration.scope);
  if (!lasts || !answer) return "";
  const option = prompt.options.find((o) => o.text === answer),
    number = Number(duration.number || lasts.about);
  const when =
    duration.scope === "chance"
      ? `${lasts.condition} ${option?.passes ? "<=" : ">="} ${Number.isFinite(number) ? number : 0}`
      : lasts.condition;
  return `${prompt.kind}: ${answer}${when ? ` if ${when}` : ""}`;
}

/**
 * Return the row under the options: only now, here, on this voyage, by chance, always.
 * @param {import('../types').Prompt} prompt
 * @param {Duration} duration
 * @param {string} answer the chosen answer, empty for none
 * @param {(held: Duration) => void} hold
 * @param {string} [legend]
 */
export function durationRow(prompt, duration, answer, hold, legend = "This answer holds") {
  if (!prompt.lasts.length) return null;
  const option = prompt.options.find((o) => o.text === answer);
  const name = (/** @type {Lasting} */ l) =>
    l.scope === "place"
      ? [`At ${l.about}`]
      : l.scope === "voyage"
        ? ["This voyage", h("small", l.about)]
        : l.scope === "chance"
          ? [option && !option.passes ? "From" : "Up to"]
          : ["Always"];
  const chip = (
    /** @type {string} */ scope,
    /** @type {import('./render.js').Kid} */ label,
    /** @type {import('./render.js').Kid} */ more = null,
  ) =>
    h(
      "span.hold",
      h(
        "label",
        h("input", {
          type: "radio",
          name: "once",
          value: scope,
          checked: duration.scope === scope,
          onChange: () => hold({ ...duration, scope }),
        }),
        h("span", label),
      ),
      more,
    );
  const number = (/** @type {Lasting} */ l) =>
    h("input.num", {
      type: "number",
      min: 0,
      max: 100,
      step: 1,
      value: duration.number || String(Math.round(Number(l.about))),
      "aria-label": "Percent",
      onChange: (e) => hold({ scope: "chance", number: e.currentTarget.value }),
    });
  const text = standingText(prompt, answer, duration),
    of = prompt.lasts.find((l) => l.scope === duration.scope)?.of;
  return h(
    "fieldset.once",
    h("legend", legend),
    h(
      "div.holds",
      chip("", "Now only"),
      prompt.lasts.map((l) =>
        chip(l.scope, name(l), l.scope === "chance" ? [number(l), " %"] : null),
      ),
    ),
    of ? h("p.mute", `How likely it is that ${of}.`) : null,
    duration.scope
      ? h(
          "p.mute",
          text
            ? ["Standing order: ", h("span.id", text)]
            : "Choose the answer; it becomes a standing order.",
        )
      : null,
  );
}
