/* The coach: what to do now, what is worth doing and why, what would be forgotten. What it says comes from the room, out of the seat's own view. */
import { Offline } from "./api.js";
import { link, sentence } from "./clause-links.js";
import { message } from "./dialogs.js";
import { h } from "./render.js";
import { facts } from "./verdict.js";

/** @typedef {import('../types').Coaching} Coaching @typedef {import('../types').Reminder} Reminder */

/** What is still to be done, each with the button that does it. @param {Reminder[]} list @param {(text: string) => void} take */
const reminders = (list, take) =>
  h(
    "ul",
    list.map((r, i) =>
      h(
        "li.refusal.caution.reminder",
        r.clause ? link(r.clause) : h("span"),
        h("p", r.text),
        h(
          "button.remedy",
          { "data-key": i + 1, onClick: () => take(r.order) },
          h("kbd", i + 1),
          h("b", "Write the order"),
          h("small", h("span.id", r.order)),
        ),
      ),
    ),
  );

/**
 * Said once before something ends: what was forgotten.
 * @param {{text: string, list: Reminder[]}} warning
 * @param {{take: (text: string) => void, send: (text: string) => void, back: () => void}} o
 */
export const warned = (warning, o) =>
  h(
    "section.order.coach",
    { "aria-labelledby": "oh", role: "alert" },
    h(
      "header",
      h("h2#oh", "Before you end this"),
      h(
        "p",
        `Nothing was sent. ${warning.list.length === 1 ? "One thing is" : "These things are"} still undone:`,
      ),
    ),
    reminders(warning.list, o.take),
    h(
      "footer",
      h("button.btn.go", { id: "announce", onClick: o.back }, "Go back"),
      h("button.btn", { onClick: () => o.send(warning.text) }, "End all the same"),
    ),
  );

/**
 * @param {Coaching|null} said nothing: it is not here yet
 * @param {{take: (text: string) => void, close: () => void, open: boolean}} o
 */
export function panel(said, o) {
  const foot = h(
    "footer",
    h("button.btn", { id: "announce", onClick: o.close }, "Close the coach"),
  );
  if (!said)
    return h(
      "section.order.coach",
      { "aria-labelledby": "oh" },
      h("header", h("h2#oh", { tabindex: -1 }, "Coach"), h("p", "One moment.")),
      foot,
    );
  const good = said.ideas.filter((i) => i.good),
    rest = said.ideas.filter((i) => !i.good);
  const idea = (/** @type {import('../types').Idea} */ i) =>
    h(
      "li.idea",
      h("b", i.title),
      i.why ? h("p", i.why) : null,
      i.odds.map((c) => h("p.reckoned", sentence(c))),
      h(
        "button.remedy",
        { onClick: () => o.take(i.text) },
        h("b", o.open ? "Write the order" : "Choose it"),
        h("small", h("span.id", i.text)),
      ),
    );
  return h(
    "section.order.coach",
    { "aria-labelledby": "oh" },
    h(
      "header",
      h("h2#oh", { tabindex: -1 }, "Coach"),
      h("p", said.now || "Nothing is asked of you now."),
    ),
    h(
      "div.scroll",
      said.how.length ? [h("h3.label", "What to do now"), facts("ul.checks", said.how)] : null,
      said.forgotten.length
        ? [h("h3.label", "Not to be forgotten"), reminders(said.forgotten, o.take)]
        : null,
      good.length
        ? [h("h3.label", o.open ? "Worth doing" : "Looks best"), h("ul.list", good.map(idea))]
        : null,
      rest.length
        ? [h("h3.label", "Possible, but no better than to leave it"), h("ul.list", rest.map(idea))]
        : null,
      !said.ideas.length && !said.forgotten.length
        ? h("p.soft.nothing", "Nothing is worth more than to go on.")
        : null,
    ),
    foot,
  );
}

/** The coach of one table. */
export class Coach {
  /** @param {import('./game-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    /** Whether it is listened to. */ this.on = false;
    /** What it says, and of which moment. @type {{n: number, said: Coaching|null}} */ this.known =
      { n: -2, said: null };
    /** What is said before something ends. @type {{text: string, list: Reminder[]}|null} */ this.warning =
      null;
    /** What was said already in this phase. */ this.warned = { phase: "", told: new Set() };
  }

  /** What it says of this moment, as far as that is known. */
  get said() {
    return this.known.n === this.page.view.n ? this.known.said : null;
  }

  open() {
    this.on = true;
    this.ask();
    this.page.draw();
  }

  /** Listen no more, to what was forgotten neither; whether one did. */
  close() {
    const { on, warning } = this;
    this.on = false;
    this.warning = null;
    if (on || warning) this.page.draw();
    return on || Boolean(warning);
  }

  /** Ask about this moment, once. */
  async ask() {
    const { page } = this,
      { seat } = page,
      { n } = page.view;
    if (this.known.n === n) return this.known.said;
    let said = null;
    try {
      said = await seat.get("/coach");
    } catch (e) {
      if (!(e instanceof Offline)) page.line.problem(message(e));
    }
    if (said && seat === page.seat && page.view.n === n) {
      this.known = { n, said };
      if (this.on) page.drawTask();
    }
    return said;
  }

  /** Write an order it speaks of, or choose the option. @param {string} text */
  take(text) {
    const { page } = this,
      prompt = page.view.prompts[0];
    this.warning = null;
    this.on = false;
    if (prompt?.open) {
      page.line.set(text, true);
      page.draw();
    } else if (prompt) {
      page.draw();
      page.choice.pick(prompt, text);
    }
  }

  /** Whether to end with this text at once; else what was forgotten is said, once in a phase. @param {string} text */
  async mayEnd(text) {
    const { page } = this,
      prompt = page.view.prompts[0],
      { forms, turn, mover } = page.view.display,
      order = text.trim(),
      ends = order.toLowerCase();
    if (
      !prompt?.open ||
      this.warning ||
      !forms.some((f) => !f.slots.length && f.start.trim() === ends)
    )
      return true;
    const said = await this.ask(),
      phase = `${prompt.kind} ${turn} ${mover}`;
    if (!said?.ends.includes(ends)) return true;
    if (this.warned.phase !== phase) this.warned = { phase, told: new Set() };
    const list = said.forgotten.filter((r) => !this.warned.told.has(r.text));
    if (!list.length) return true;
    for (const r of list) this.warned.told.add(r.text);
    page.leaves.show("");
    page.line.clear();
    this.warning = { text: order, list };
    return false;
  }
}
