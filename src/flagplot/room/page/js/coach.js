/*
 * The coach: what to do now, which orders are useful and why, which were missed. The room writes
 * its words from the view of the seat.
 */
import { Offline } from "./api.js";
import { clauseLink, clauseSentence } from "./clause-links.js";
import { errorText } from "./dialogs.js";
import { h } from "./render.js";
import { facts } from "./verdict.js";

/**
 * @typedef {import('../types').Coaching} Coaching
 * @typedef {import('../types').Reminder} Reminder
 */

/**
 * Draw the missed orders, each with the button that writes it.
 * @param {Reminder[]} list
 * @param {(text: string) => void} take
 */
const reminderList = (list, take) =>
  h(
    "ul",
    list.map((r, i) =>
      h(
        "li.refusal.caution.reminder",
        r.clause ? clauseLink(r.clause) : h("span"),
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
 * Draw the reminder before something ends. It comes once a phase and lists the missed orders.
 * @param {{text: string, list: Reminder[]}} warning
 * @param {{take: (text: string) => void, send: (text: string) => void, back: () => void}} o
 */
export const reminderPanel = (warning, o) =>
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
    reminderList(warning.list, o.take),
    h(
      "footer",
      h("button.btn.go", { id: "announce", onClick: o.back }, "Go back"),
      h("button.btn", { onClick: () => o.send(warning.text) }, "End it anyway"),
    ),
  );

/**
 * Draw the panel of the coach.
 * @param {Coaching|null} advice `null` until the room has answered
 * @param {{take: (text: string) => void, close: () => void, open: boolean}} o
 */
export function coachPanel(advice, o) {
  const foot = h(
    "footer",
    h("button.btn", { id: "announce", onClick: o.close }, "Close the coach"),
  );
  if (!advice)
    return h(
      "section.order.coach",
      { "aria-labelledby": "oh" },
      h("header", h("h2#oh", { tabindex: -1 }, "Coach"), h("p", "One moment.")),
      foot,
    );
  const good = advice.ideas.filter((i) => i.good),
    rest = advice.ideas.filter((i) => !i.good);
  const idea = (/** @type {import('../types').Idea} */ i) =>
    h(
      "li.idea",
      h("b", i.title),
      i.why ? h("p", i.why) : null,
      i.odds.map((c) => h("p.reckoned", clauseSentence(c))),
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
      h("p", advice.now || "You have nothing to decide now."),
    ),
    h(
      "div.scroll",
      advice.how.length ? [h("h3.label", "What to do now"), facts("ul.checks", advice.how)] : null,
      advice.forgotten.length
        ? [h("h3.label", "Do not forget"), reminderList(advice.forgotten, o.take)]
        : null,
      good.length
        ? [h("h3.label", o.open ? "Worth doing" : "Looks best"), h("ul.list", good.map(idea))]
        : null,
      rest.length
        ? [
            h("h3.label", "Possible, but no better than giving no order"),
            h("ul.list", rest.map(idea)),
          ]
        : null,
      !advice.ideas.length && !advice.forgotten.length
        ? h("p.soft.nothing", "No order looks better than ending the phase.")
        : null,
    ),
    foot,
  );
}

/** The coach of one game page. */
export class Coach {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    /** True while the coach is open. */
    this.on = false;
    /**
     * The advice that is known, with the entry it was given at.
     * @type {{n: number, advice: Coaching|null}}
     */
    this.known = { n: -2, advice: null };
    /**
     * The reminder that is shown before something ends.
     * @type {{text: string, list: Reminder[]}|null}
     */
    this.warning = null;
    /** Missed orders the player was reminded of in this phase. */
    this.warned = { phase: "", reminded: new Set() };
  }

  /** The advice about this moment, or `null` while it is unknown. */
  get advice() {
    return this.known.n === this.page.view.n ? this.known.advice : null;
  }

  open() {
    this.on = true;
    this.ask();
    this.page.draw();
  }

  /** Close the coach and the reminder. Return whether either was open. */
  close() {
    const { on, warning } = this;
    this.on = false;
    this.warning = null;
    if (on || warning) this.page.draw();
    return on || Boolean(warning);
  }

  /** Ask the room about this moment, once. */
  async ask() {
    const { page } = this,
      { seat } = page,
      { n } = page.view;
    if (this.known.n === n) return this.known.advice;
    let advice = null;
    try {
      advice = await seat.get("/coach");
    } catch (e) {
      if (!(e instanceof Offline)) page.line.problem(errorText(e));
    }
    if (advice && seat === page.seat && page.view.n === n) {
      this.known = { n, advice };
      if (this.on) page.drawTask();
    }
    return advice;
  }

  /** Write an order that the coach proposes, or choose the option. @param {string} text */
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

  /**
   * Return whether the player may end with this text now. Otherwise show the reminder, once a
   * phase.
   * @param {string} text
   */
  async canEnd(text) {
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
    const advice = await this.ask(),
      phase = `${prompt.kind} ${turn} ${mover}`;
    if (!advice?.ends.includes(ends)) return true;
    if (this.warned.phase !== phase) this.warned = { phase, reminded: new Set() };
    const list = advice.forgotten.filter((r) => !this.warned.reminded.has(r.text));
    if (!list.length) return true;
    for (const r of list) this.warned.reminded.add(r.text);
    page.mapTabs.show("");
    page.line.clear();
    this.warning = { text: order, list };
    return false;
  }
}
