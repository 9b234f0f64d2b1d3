/*
 * A lesson at the game page. It points at what to click, says why, offers a mistake to try, and
 * ends with a small success. Its steps are data of the rule book. Questions between the steps are
 * answered as the coach would.
 */
import { call, recall, remember } from "./api.js";
import { $ } from "./dom.js";
import { draw, h } from "./render.js";

/**
 * @typedef {import('../types').Step} Step
 * @typedef {import('../types').Lesson} Lesson
 */

export class Lessons {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Lesson|null} */
    this.lesson = null;
    this.at = 0;
    /** Number of own answers in the log when this step began. */
    this.given = 0;
    /** True once the mistake was tried. */
    this.tried = false;
    /**
     * Whether the order of the step can be given, and what the coach would do instead.
     * @type {{key: string, order: string, usual: boolean}}
     */
    this.act = { key: "", order: "", usual: false };
    this.closed = false;
  }

  /** Resume the lesson of a game where it was left. */
  async begin() {
    const { view } = this.page;
    if (view.mode !== "lesson") {
      this.lesson = null;
      return;
    }
    this.lesson = await call("GET", `/api/lessons/${encodeURIComponent(view.book)}`);
    [this.at, this.given] = recall(this.shelf, [0, 0]);
    this.page.draw();
  }

  get shelf() {
    return `lesson.${this.page.gameId}`;
  }

  get answers() {
    return this.page.lines.filter((l) => l.mine && l.kind === "input").length;
  }

  /** The step for the current question, or `undefined`. @returns {Step|undefined} */
  get step() {
    const kind = this.page.view.prompts[0]?.kind,
      steps = this.lesson?.steps || [];
    if (!kind || this.at >= steps.length) return undefined;
    if (steps[this.at].asked !== kind) {
      const later = steps.findIndex((s, i) => i > this.at && s.asked === kind);
      if (later > 0 && !steps.slice(0, this.at).some((s) => s.asked === kind)) this.go(later);
      else return undefined;
    }
    return steps[this.at];
  }

  /** @param {number} at */
  go(at) {
    this.at = at;
    this.given = this.answers;
    this.tried = false;
    remember(this.shelf, [this.at, this.given]);
  }

  get over() {
    const { lesson, page } = this;
    return Boolean(
      lesson &&
        (page.view.ending ||
          (this.at >= lesson.steps.length &&
            lesson.ends &&
            page.view.prompts[0]?.kind === lesson.ends)),
    );
  }

  /** Places and units that the lesson points at. @returns {Set<string>} */
  get pointed() {
    return new Set(this.lesson && !this.over && !this.closed ? this.step?.point || [] : []);
  }

  /**
   * Return the hexes that the lesson points at, directly or by a unit there.
   * @returns {string[]}
   */
  places() {
    const ids = this.pointed,
      { page } = this;
    if (!ids.size) return [];
    const inside = (/** @type {import('../types').ForceLine} */ l) =>
      ids.has(l.id) || (l.children || []).some(inside);
    const homes = page.view.display.forces.filter(inside).map((l) => l.id);
    return [
      ...new Set([
        ...[...ids].filter((i) => page.map.geo?.hexes.has(i)),
        ...page.view.display.counters
          .filter((c) => ids.has(c.id) || homes.includes(c.id))
          .map((c) => c.place),
      ]),
    ];
  }

  draw() {
    const { page, lesson } = this,
      host = $("#lesson");
    if (!lesson || !page.view || this.closed || page.replay.on) {
      host.hidden = true;
      return;
    }
    let step = this.step;
    if (step?.do && this.answers > this.given) {
      this.go(this.at + 1);
      step = this.step;
    }
    if (step?.try && page.exam?.said?.length && page.line.value.trim()) this.tried = true;
    host.hidden = false;
    const body = this.over ? this.end(lesson) : step ? this.stepPanel(step) : this.betweenSteps();
    draw(
      host,
      h(
        "header",
        h("h2", lesson.title),
        h(
          "span.soft",
          this.over
            ? "the end"
            : `${Math.min(this.at + 1, lesson.steps.length)} of ${lesson.steps.length}`,
        ),
        h(
          "button.link",
          {
            "aria-label": "Leave the lesson and play on",
            onClick: () => {
              this.closed = true;
              page.draw();
            },
          },
          "leave",
        ),
      ),
      body,
    );
  }

  /** @param {Step} step */
  stepPanel(step) {
    const { page } = this,
      order = step.try || step.do,
      written = page.line.value.trim();
    if (step.do) this.ask(step.do);
    const lost = Boolean(
      step.do && this.act.key === this.moment && this.act.order && this.act.order !== step.do,
    );
    const say = h(
      "p.say",
      lost ? "Your game has left the path of the lesson. The coach would do this now:" : step.say,
    );
    const why = step.why && !lost ? h("p.why", step.why) : null;
    if (!order)
      return [
        say,
        why,
        h(
          "footer",
          this.button("Go on", () => {
            this.go(this.at + 1);
            page.draw();
          }),
        ),
      ];
    if (step.try)
      return this.tried
        ? [
            h("p.say", "The order is refused before anything was sent, and you can read why."),
            why,
            h(
              "footer",
              this.button("Go on", () => {
                this.go(this.at + 1);
                page.line.clear();
                page.draw();
              }),
            ),
          ]
        : [
            say,
            why,
            h(
              "footer",
              this.button("Write it for me", () => page.line.set(order, true)),
            ),
          ];
    const text = lost ? this.act.order : order;
    return [say, why, h("footer", this.actButton(text, written))];
  }

  /**
   * Draw the button that does what the step says: it writes an order, or presses the button that
   * ends something.
   * @param {string} text
   * @param {string} written
   */
  actButton(text, written) {
    const { page } = this,
      prompt = page.view.prompts[0];
    const closes = (page.view.display.forms || []).find(
      (f) => !f.slots?.length && f.start.trim() === text,
    );
    if (page.coach.warning)
      return h("p.soft", "Something is still undone: do it, or end the phase anyway.");
    if (!prompt?.open) return this.button("Choose it for me", () => page.actions.send(text));
    if (closes) return this.button(`Press “${closes.title}” for me`, () => page.actions.send(text));
    if (written === text) return this.button("Give the order", () => page.actions.announce());
    return this.button("Write it for me", () => page.line.set(text, true));
  }

  /** Draw what stands between two steps, or while a step waits. */
  betweenSteps() {
    const { page } = this,
      prompt = page.view.prompts[0];
    if (!prompt) return [h("p.say", "The other side is moving. Look at the map or the log.")];
    this.ask("");
    const known = this.act.key === this.moment ? this.act.order : "";
    return [
      h("p.say", "A short question comes first."),
      h(
        "p.why",
        known
          ? "The button gives the answer that looks best. You can learn from the other answers, too."
          : "One moment.",
      ),
      known
        ? h("footer", this.actButton(known, page.line.value.trim()), h("span.id.soft", known))
        : null,
    ];
  }

  get moment() {
    return `${this.page.view.n} ${this.at}`;
  }

  /**
   * Find out whether an order can be given now. If not, or without an order, ask what the coach
   * would do.
   * @param {string} order
   */
  async ask(order) {
    const { page } = this,
      key = this.moment,
      prompt = page.view.prompts[0];
    if (this.act.key === key) return;
    this.act = { key, order: "", usual: false };
    try {
      let found = order;
      if (order && prompt.open) {
        const exam = await page.seat.post("/examine", { text: order });
        if (!exam.legal || !exam.complete) found = "";
      }
      if (!found) {
        const said = await page.coach.ask();
        found =
          said?.forgotten[0]?.order || said?.ideas.find((i) => i.good)?.text || said?.ends[0] || "";
      }
      if (this.act.key === key) {
        this.act = { key, order: found, usual: found !== order };
        this.draw();
      }
    } catch {
      /* the lesson waits until the room answers */
    }
  }

  /** @param {Lesson} lesson */
  end(lesson) {
    const { view } = this.page,
      ended = view.ending?.scores.find(([side]) => side === lesson.side)?.[1];
    const points =
        (view.ending
          ? ended
          : view.display.scores.find((row) => row.side === lesson.side)?.points) ?? 0,
      well = points >= lesson.success;
    return [
      h(
        "p.say",
        { "data-lesson": well ? "well" : "otherwise" },
        well
          ? lesson.praise
          : "The lesson is over, and this time its aim was missed. Try again, with what you know now?",
      ),
      h("p.why", lesson.next),
      h(
        "footer",
        h("a.btn.go", { href: "/" }, "To the start page"),
        view.ending
          ? null
          : h(
              "button.btn",
              {
                onClick: () => {
                  this.closed = true;
                  this.page.draw();
                },
              },
              "Play on",
            ),
      ),
    ];
  }

  /**
   * @param {string} label
   * @param {() => void} act
   */
  button(label, act) {
    return h("button.btn", { id: "lessonact", onClick: act }, label);
  }
}
