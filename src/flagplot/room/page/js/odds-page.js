/* Odds without a game: a question of a rule book in the words of its grammar, and the answer. */
import { call } from "./api.js";
import { errorText, isShowing, showSlip } from "./dialogs.js";
import { percentText } from "./dice-graphics.js";
import { h } from "./render.js";

/** Outcomes rarer than this, in percent, are left out. */
const RARE = 0.01;

/** @param {import('../types').BookCard[]} books */
export function showOdds(books) {
  /** @type {import('../types').QuestionCard[]} */
  let list = [];
  let book = books[0].id,
    kind = "",
    about = "";
  /** @type {import('./render.js').Kid} */
  let out = null;
  const say = (/** @type {import('./render.js').Kid} */ content) => {
      out = content;
      if (isShowing("Odds")) tell();
    },
    wrong = (/** @type {unknown} */ e) => say(h("p.problem", errorText(e)));
  const pick = (/** @type {string} */ id) => {
    kind = id;
    about = list.find((q) => q.kind === id)?.example || "";
    say(null);
  };
  const load = async (/** @type {string} */ id) => {
    book = id;
    list = [];
    pick("");
    try {
      const came = await call("GET", `/api/odds/${encodeURIComponent(id)}`);
      if (id !== book) return; // another book was chosen in between
      list = came;
      pick(list[0]?.kind || "");
    } catch (e) {
      wrong(e);
    }
  };
  const ask = async (/** @type {Event} */ e) => {
    e.preventDefault();
    say(h("p.mute", "One moment."));
    try {
      say(
        oddsResult(
          await call("POST", `/api/odds/${encodeURIComponent(book)}`, {
            body: { question: kind, argument: about },
          }),
        ),
      );
    } catch (err) {
      wrong(err);
    }
  };
  const tell = () =>
    showSlip(
      "Odds",
      h(
        "form.oddsform",
        { onSubmit: ask },
        field(
          "oddsbook",
          "Rule book",
          h(
            "select#oddsbook",
            { value: book, onChange: (e) => load(e.currentTarget.value) },
            books.map((b) => h("option", { value: b.id }, b.title)),
          ),
        ),
        field(
          "oddskind",
          "Question",
          h(
            "select#oddskind",
            { value: kind, onChange: (e) => pick(e.currentTarget.value) },
            list.map((q) => h("option", { value: q.kind }, q.title)),
          ),
        ),
        field(
          "oddsabout",
          "About",
          h("input.text#oddsabout", {
            type: "text",
            value: about,
            maxlength: 2000,
            spellcheck: false,
            autocomplete: "off",
            onInput: (e) => {
              about = e.currentTarget.value;
              say(null);
            },
          }),
        ),
        h("p.mute", h("span.id", list.find((q) => q.kind === kind)?.grammar)),
        h("button.btn.go", { disabled: !kind }, "What are the odds?"),
      ),
      h("div.oddsout", { role: "status" }, out),
    );
  tell();
  load(book);
}

/**
 * @param {string} id
 * @param {string} label
 * @param {import('./render.js').Part} control
 */
const field = (id, label, control) => h("div.field", h("label", { for: id }, label), control);

/** @param {import('../types').OddsAnswer} r */
const oddsResult = (r) => [
  h("h3", r.text),
  h(
    "table.oddstable",
    h(
      "tbody",
      r.outcomes
        .filter((o) => 100 * o[1] >= RARE)
        .slice(0, 12)
        .map(([what, chance]) =>
          h("tr", h("th", { scope: "row" }, what), h("td.num", `${percentText(100 * chance)} %`)),
        ),
    ),
  ),
  h(
    "p.mute",
    r.exact ? "Exact." : `About: standard error ${(100 * r.error).toFixed(1)} points.`,
    r.basis.length ? ` ${r.basis.join("; ")}.` : "",
  ),
];
