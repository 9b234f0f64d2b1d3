/* The order line: every click writes here, and its text is examined and sent. */
import { Offline, RoomError } from "./api.js";
import { clauseLink } from "./clause-links.js";
import { errorText } from "./dialogs.js";
import { $, debounce } from "./dom.js";
import { describe } from "./forces-panel.js";
import { draw, h } from "./render.js";
import { remedies } from "./verdict.js";

/** The line below the map, and its completions. */
export class OrderLine {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.input = /** @type {HTMLInputElement} */ ($("#cmd"));
    this.pick = -1;
    this.message = "";
    this.isMessageBad = false;
    this.asking = "";
    /** @type {AbortController|null} */
    this.running = null;
    /** The examination on its way. @type {Promise<import('../types').Examination|undefined>} */
    this.answer = Promise.resolve(undefined);
    /**
     * Clicks are handled one after another: each builds on the text the one before has written.
     * @type {Promise<boolean>}
     */
    this.clicks = Promise.resolve(false);
    this.clicking = 0;
    /** True if the text was typed last. After a click the completions would cover the map. */
    this.typed = true;
    /**
     * True if a key was pressed last. A player who writes with the keys of the map stays on the
     * map.
     */
    this.keyed = false;
    for (const [made, key] of /** @type {['keydown'|'pointerdown', boolean][]} */ ([
      ["keydown", true],
      ["pointerdown", false],
    ]))
      addEventListener(
        made,
        () => {
          this.keyed = key;
        },
        true,
      );
    this.soon = debounce(() => this.examine(), 70);
    this.input.addEventListener("input", () => {
      this.pick = -1;
      this.message = "";
      this.typed = true;
      this.changed();
    });
    this.input.addEventListener("keydown", (e) => this.key(e));
    for (const moved of ["keyup", "click"])
      this.input.addEventListener(moved, () => {
        if (this.page.exam && !this.isCurrent) this.changed();
      });
    this.input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.input.addEventListener("focus", () => {
      this.completions();
      this.draw();
    });
  }

  /** True while the player writes with the keys of the map, which then keeps the focus. */
  get keepsMapFocus() {
    return this.keyed && Boolean(document.activeElement?.matches("#map, #forces"));
  }

  get value() {
    return this.input.value;
  }

  /** Position of the caret; the end of the text while the line does not have the focus. */
  get caret() {
    return document.activeElement === this.input
      ? (this.input.selectionEnd ?? this.value.length)
      : this.value.length;
  }

  /** The moment, the caret and the text to ask about. */
  get inquiry() {
    return `${this.page.view?.n} ${this.caret} ${this.value}`;
  }

  /** True if the examination is about this text and caret. */
  get isCurrent() {
    return Boolean(
      this.page.exam &&
        this.page.exam.asked === this.value &&
        this.page.exam.caret === this.caret &&
        this.page.exam.at === this.page.view?.n,
    );
  }

  /** React to a changed text: examine it soon, or clear the verdict of an empty line. */
  changed() {
    const open = this.page.view?.prompts[0]?.open;
    if (!this.value.trim()) {
      this.page.exam = null;
      this.running?.abort();
      this.page.draw();
      this.completions();
      return;
    }
    if (open) this.soon();
    else this.completions();
  }

  /**
   * Put a text in the line and react to it.
   * @param {string} text
   * @param {boolean} [now] true to examine it at once
   * @param {number} [caret]
   */
  set(text, now = false, caret = text.length) {
    this.typed = true;
    this.write(text, caret);
    if (now) {
      if (this.page.view?.prompts[0]?.open) this.examine();
      else this.draw();
    } else this.changed();
  }

  /**
   * Put a text in the line.
   * @param {string} text
   * @param {number} caret
   */
  write(text, caret) {
    this.input.value = text;
    this.pick = -1;
    this.message = "";
    if (!this.keepsMapFocus && matchMedia("(min-width: 761px)").matches) {
      this.input.focus({ preventScroll: true });
      this.input.setSelectionRange(caret, caret);
    }
  }

  clear() {
    this.input.value = "";
    this.page.exam = null;
    this.pick = -1;
    this.message = "";
    this.close();
  }

  /** Clear the line and its draft: the order was taken. @param {string} text */
  clearSent(text) {
    this.clear();
    this.page.drafts.forget(text);
  }

  /**
   * Ask for the verdict on the text.
   * @param {boolean} [loud] true to say in the line what is wrong
   * @param {import('../types').Click[]} [clicks] what was clicked, in each meaning it may have
   * @returns {Promise<import('../types').Examination|undefined>} the verdict, if the line has not
   *   changed in between
   */
  async examine(loud = false, clicks = []) {
    const { page } = this,
      asks = this.inquiry;
    if ((!this.value.trim() && !clicks.length) || !page.view?.prompts[0]?.open) return undefined;
    if (!clicks.length && !loud && this.asking === asks) return this.answer;
    if (!clicks.length && (this.clicking || (!loud && this.isCurrent)))
      return page.exam || undefined;
    this.answer = this.ask(asks, loud, clicks);
    return this.answer;
  }

  /**
   * Return the verdict on a text for the current moment, even if entries are added in between.
   * Return `undefined` if the text changes.
   * @param {string} text
   */
  async verdictOn(text) {
    for (;;) {
      const { view } = this.page,
        exam = await this.examine(true);
      if (exam || this.value !== text || this.page.view === view) return exam;
    }
  }

  /**
   * @param {string} asks
   * @param {boolean} loud
   * @param {import('../types').Click[]} clicks
   * @returns {Promise<import('../types').Examination|undefined>}
   */
  async ask(asks, loud, clicks) {
    const { page } = this,
      text = this.value,
      caret = this.caret,
      at = page.view?.n;
    this.running?.abort();
    const now = (this.running = new AbortController());
    this.asking = asks;
    let exam;
    try {
      exam = await page.seat.post("/examine", { text, caret, clicks }, now.signal);
      if (this.value !== text) return undefined;
      if (exam.line !== text) this.write(exam.line, exam.line.length);
      page.exam = { ...exam, asked: exam.line, caret: exam.line === text ? caret : this.caret, at };
      if (loud && !exam.legal && !exam.said.length)
        this.problem(exam.problem || `${exam.said.length} in the way`);
    } catch (e) {
      if (/** @type {Error} */ (e).name === "AbortError") return undefined;
      if (e instanceof RoomError && e.status === 409) {
        page.connection.refresh();
        return undefined;
      }
      if (e instanceof Offline) page.connection.showConnected(false);
      this.problem(errorText(e));
    } finally {
      if (this.running === now) this.asking = "";
    }
    page.draw();
    this.completions();
    return exam;
  }

  /* -------------------------------------------------------------- writing by clicks */

  /**
   * Let the room add a click to the order: in the first meaning that fits, else where the end of
   * the text waits for it.
   * @param {...import('../types').Click} clicks
   * @returns {Promise<boolean>} whether a meaning fits
   */
  click(...clicks) {
    this.clicking += 1;
    this.typed = false;
    const next = this.clicks
      .then(() => this.examine(false, clicks))
      .then((exam) => Boolean(exam?.taken))
      .finally(() => {
        this.clicking -= 1;
        // the player typed in between
        if (!this.clicking && this.value.trim() && !this.isCurrent) this.soon();
      });
    this.clicks = next.catch(() => false);
    return next;
  }

  /**
   * Begin an order. The text in the line is kept as a draft. The room writes the names of the
   * units.
   * @param {string} start
   */
  async begin(start) {
    this.page.drafts.add(this.value);
    this.set(start);
    this.typed = false;
    await this.clicks;
    // otherwise the line was cleared or written on in between
    if (this.value === start) await this.click({ kind: "start", id: start });
  }

  /** Return the ids of the units in the order. @returns {Set<string>} */
  units() {
    const slots = this.value.trim() ? this.page.exam?.slots || [] : [];
    return new Set(
      slots
        .filter((s) => s.picks === "units" || s.picks === "groups")
        .flatMap((s) => s.filled.flatMap((f) => f.ids)),
    );
  }

  /* -------------------------------------------------------------- keys in the line */

  /** @param {KeyboardEvent} e */
  key(e) {
    const list = this.choices();
    if (e.key === "ArrowDown" || e.key === "ArrowUp") this.typed = true;
    if (e.key === "ArrowDown" && list.length) {
      e.preventDefault();
      this.pick = Math.min(list.length - 1, this.pick + 1);
      this.completions();
    } else if (e.key === "ArrowUp" && list.length) {
      e.preventDefault();
      this.pick = Math.max(-1, this.pick - 1);
      this.completions();
    } else if (
      e.key === "Tab" &&
      !e.shiftKey &&
      this.value.trim() &&
      (list.length || this.isBehind)
    ) {
      e.preventDefault();
      this.tab();
    } else if (e.key === "Escape") {
      e.stopPropagation();
      if (this.pick >= 0 || !$("#comp").hidden) {
        this.pick = -1;
        this.close();
      } else if (this.value.trim()) {
        this.keepDraft();
      } else this.page.back();
    }
  }

  /** True until the room has said what may stand here. */
  get isBehind() {
    return Boolean(this.page.view?.prompts[0]?.open) && !this.isCurrent;
  }

  /** Take the selected completion, else the first. Wait for the completions of this text. */
  async tab() {
    const picked = Math.max(0, this.pick),
      text = this.value;
    for (let tries = 4; this.isBehind && this.value === text && tries; tries -= 1)
      // the game has moved on: get the view first
      if (!(await this.examine())) await this.page.connection.refresh().catch(() => false);
    const choice = this.choices()[picked];
    if (choice && this.value === text) this.complete(choice);
  }

  /**
   * Put a completion in its place. The text around it stays.
   * @param {{text: string, start: number, end: number}} choice
   */
  complete(choice) {
    this.pick = -1;
    this.set(
      this.value.slice(0, choice.start) + choice.text + this.value.slice(choice.end),
      true,
      choice.start + choice.text.length,
    );
  }

  /**
   * Return the completions of the typed text, each with its place.
   * @returns {{text: string, meaning: string, start: number, end: number}[]}
   */
  choices() {
    const { page } = this,
      prompt = page.view?.prompts[0],
      text = this.value;
    if (!prompt || !text.trim()) return [];
    if (prompt.open) return this.isCurrent ? page.exam?.completions.slice(0, 9) || [] : [];
    const low = text.trim().toLowerCase(),
      begun = (/** @type {string} */ x) =>
        x.toLowerCase() !== low && x.toLowerCase().startsWith(low);
    return prompt.options
      .flatMap((o) =>
        [
          [o.text, o.label],
          [o.label, o.text],
        ]
          .filter(([x]) => begun(x))
          .slice(0, 1),
      )
      .map(([x, meaning]) => ({ text: x, meaning, start: 0, end: text.length }))
      .slice(0, 9);
  }

  completions() {
    const host = $("#comp"),
      list = this.typed && document.activeElement === this.input ? this.choices() : [];
    host.hidden = !list.length;
    this.input.setAttribute("aria-expanded", String(Boolean(list.length)));
    draw(
      host,
      list.map((c, i) =>
        h(
          "li",
          {
            role: "option",
            id: `comp-${i}`,
            "aria-selected": i === this.pick,
            onPointerDown: (e) => {
              e.preventDefault();
              this.complete(c);
            },
          },
          h("span.id", c.text),
          h("span.soft", this.completionMeaning(c)),
        ),
      ),
    );
    if (this.pick >= 0 && list.length)
      this.input.setAttribute("aria-activedescendant", `comp-${this.pick}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /**
   * Return what a completion means: for a force its description instead of its id. Return an empty
   * text where the completion itself says it.
   * @param {{text: string, meaning: string}} choice
   */
  completionMeaning({ text, meaning }) {
    const force = meaning && this.page.clicks.findForce([meaning]);
    return force
      ? describe(force)
      : text.toLowerCase().startsWith(meaning.toLowerCase())
        ? ""
        : meaning;
  }

  close() {
    $("#comp").hidden = true;
    this.input.setAttribute("aria-expanded", "false");
  }

  enter() {
    const { page } = this,
      list = this.choices(),
      view = page.view;
    if (!view || page.replay.on) return;
    if (this.pick >= 0 && list[this.pick]) {
      this.complete(list[this.pick]);
      return;
    }
    const text = this.value.trim();
    if (view.waiting.dice) {
      const faces = text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number);
      if (faces.length && faces.every((f) => Number.isInteger(f) && f > 0))
        page.actions.sendFaces(faces);
      else this.problem(`Type ${view.waiting.dice_count} faces, like 3 5.`);
      return;
    }
    const prompt = view.prompts[0];
    if (!prompt) {
      if (text) this.problem("It is not your turn. Keep the text as a draft with Esc.");
      return;
    }
    if (!prompt.open) {
      const option = text
        ? (prompt.every || prompt.options).find(
            (o) =>
              o.text.toLowerCase() === text.toLowerCase() ||
              o.label.toLowerCase() === text.toLowerCase(),
          )
        : prompt.options.find((o) => o.text === page.choice.text);
      if (option) {
        this.clear();
        page.actions.send(option.text);
      } else
        this.problem(
          text
            ? `Answer one of: ${prompt.options
                .slice(0, 6)
                .map((o) => o.text)
                .join(", ")}`
            : "Choose an option first.",
        );
      return;
    }
    if (text) page.actions.announce();
    else if (page.choice.text) page.actions.send(page.choice.text);
  }

  /* -------------------------------------------------------------- drawing the line */

  /** @param {string} text */
  problem(text) {
    this.message = text;
    this.isMessageBad = true;
    this.draw();
  }

  /** @param {string} text */
  note(text) {
    this.message = text;
    this.isMessageBad = false;
    this.draw();
  }

  draw() {
    const [cls, ...words] = this.lineWords(),
      host = $("#say");
    host.className = `say ${cls}`.trim();
    draw(host, words);
  }

  /**
   * Return the class and the words at the end of the line.
   * @returns {[string, ...import('./render.js').Kid[]]}
   */
  lineWords() {
    const {
        exam,
        view,
        replay,
        choice: { text: chosen },
      } = this.page,
      prompt = view?.prompts[0],
      long = (/** @type {string} */ text, title = "") =>
        h("span.long", { title: title || null }, text),
      enter = [this.keepsMapFocus ? h("kbd", "/") : null, h("kbd", "Enter")];
    if (this.message)
      return [this.isMessageBad ? "told" : "told ok", long(this.message, this.message)];
    if (!view || replay.on) return [""];
    if (view.waiting.dice) return ["hint", long("type the faces"), enter];
    if (!prompt) return ["hint", long(view.ending ? "" : "waiting")];
    if (chosen && (!prompt.open || !this.value.trim())) return ["ok", long("ready"), enter];
    if (!prompt.open) return ["hint", long("choose by number or type")];
    if (!this.value.trim()) {
      const form = view.display.forms.find((f) => f.slots.length);
      return ["hint", form ? [long("try "), h("kbd", form.example)] : null];
    }
    if (exam?.legal && exam.complete) return ["ok", long("Legal"), enter];
    if (!exam?.said.length) return ["hint", long(exam?.problem || "")];
    return [
      "",
      long(`${exam.said.length} ${exam.said.length > 1 ? "clauses" : "clause"} in the way`),
      exam.said.length === 1 ? clauseLink(exam.said[0].refusal.clause) : null,
      remedies(exam)
        .slice(0, 4)
        .map((m, i) =>
          h(
            "button.mendkey",
            {
              type: "button",
              title: `${m.sentence}: ${m.text}`,
              "aria-label": m.sentence,
              onClick: () => this.set(m.text, true),
            },
            h("kbd", i + 1),
          ),
        ),
    ];
  }

  /* -------------------------------------------------------------- drafts */

  /** Keep the text as a draft. */
  keepDraft() {
    this.page.drafts.add(this.value);
    this.clear();
    this.page.clicks.selected = "";
    this.page.draw();
  }
}
