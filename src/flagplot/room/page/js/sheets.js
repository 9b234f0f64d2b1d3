/*
 * Sheets: records beside the map that are filled in like forms. Each line is the text of an order
 * that the room writes and checks.
 */
import { clauseLink, clauseSentence } from "./clause-links.js";
import { errorText } from "./dialogs.js";
import { debounce } from "./dom.js";
import { forecastChart } from "./forecast-chart.js";
import { formField } from "./form-fields.js";
import { icon } from "./icons.js";
import { h } from "./render.js";
import { sheetTable } from "./sheet-table.js";

/**
 * @typedef {import('./form-fields.js').Draft} Draft
 * @typedef {import('../types').SheetForm} Blank
 * @typedef {import('../types').Examination} Examination
 * @typedef {import('../types').Clause} Clause
 */

/** One open sheet, with its draft lines. */
export class SheetPanel {
  /**
   * @param {import('./game-page.js').GamePage} page
   * @param {import('../types').Sheet} sheet
   */
  constructor(page, sheet) {
    this.page = page;
    this.sheet = sheet;
    /** @type {Draft[]} */
    this.drafts = this.kept();
    /** @type {(import('../types').SheetLook & {of: Draft[]})|null} */
    this.look = null;
    this.requests = 0;
    this.at = -1;
    this.problem = "";
    /** @type {Set<Draft>} */
    this.unfolded = new Set();
    this.soon = debounce(() => this.ask(), 120);
  }

  /* -------------------------------------------------------------- draft lines */

  get shelf() {
    return `flagplot.sheet.${this.page.seat.token.slice(0, 12)}.${this.sheet.id}`;
  }

  /** @returns {Draft[]} */
  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.shelf) || "[]").map(
        (/** @type {Draft} */ d, /** @type {number} */ i) => ({ ...d, key: i }),
      );
    } catch {
      return [];
    }
  }

  keep() {
    try {
      sessionStorage.setItem(this.shelf, JSON.stringify(this.drafts));
    } catch {
      /* the lines are then lost with the page */
    }
  }

  /**
   * The forms of the sheet, with the results of the lines above: a line may name what an earlier
   * line orders.
   * @returns {Blank[]}
   */
  get forms() {
    const now = this.sheet.blanks,
      then = now.length ? this.look?.blanks || [] : [];
    const wider = (
      /** @type {import('../types').Field} */ f,
      /** @type {Blank|undefined} */ more,
    ) => ({
      ...f,
      choices: [
        ...f.choices,
        ...(more?.fields.find((g) => g.slot === f.slot)?.choices || []).filter(
          (c) => !f.choices.some((o) => o.text === c.text),
        ),
      ],
    });
    return [
      ...now.map((b) => ({
        ...b,
        fields: b.fields.map((f) =>
          wider(
            f,
            then.find((x) => x.form === b.form),
          ),
        ),
      })),
      ...then.filter((x) => !now.some((b) => b.form === x.form)),
    ];
  }

  /** The lines that may be given now. @returns {Draft[]} */
  get live() {
    const forms = new Set(this.forms.map((b) => b.form));
    return this.drafts.filter((d) => !d.form || forms.has(d.form));
  }

  /** @param {Blank} blank */
  add(blank) {
    this.set([
      ...this.drafts,
      {
        key: 1 + Math.max(0, ...this.drafts.map((d) => d.key)),
        form: blank.form,
        title: blank.title,
        said: {},
        picked: {},
        text: "",
      },
    ]);
    /** @type {HTMLElement|null|undefined} */ (
      [...document.querySelectorAll("#paper .sheetline")]
        .pop()
        ?.querySelector(".fields :is(select, input, summary)")
    )?.focus();
  }

  /** Replace the draft lines. @param {Draft[]} drafts */
  set(drafts) {
    this.drafts = drafts;
    this.keep();
    this.draw();
    this.ask();
  }

  changed() {
    this.keep();
    this.draw();
    this.soon();
  }

  /* -------------------------------------------------------------- verdicts */

  /** Let the room check every line, each after those above it. @returns {Promise<void>} */
  async ask() {
    const mine = ++this.requests,
      of = this.live,
      words = (/** @type {Draft} */ d) =>
        Object.fromEntries(
          Object.entries(d.said)
            .map(([slot, said]) => [slot, said.trim()])
            .filter(([, said]) => said),
        );
    if (!this.sheet.blanks.length || (!of.length && !this.sheet.whole)) {
      this.look = null;
      this.draw();
      return;
    }
    try {
      const look = await this.page.seat.post("/sheet", {
        sheet: this.sheet.id,
        lines: of.map((d) => ({ form: d.form, text: d.text, said: words(d) })),
      });
      if (mine !== this.requests) return;
      this.look = { ...look, of };
      this.problem = "";
    } catch (e) {
      if (mine !== this.requests) return;
      this.problem = errorText(e);
    }
    this.draw();
    if (this.live.length > of.length)
      await this.ask(); // a line that depends on those above it may be written now
    else this.page.map.draw();
  }

  /**
   * @param {Draft} d
   * @returns {Examination|null}
   */
  examOf(d) {
    return this.look?.lines[this.look.of.indexOf(d)] || null;
  }

  /** @param {Draft} d */
  legal(d) {
    const exam = this.examOf(d);
    return Boolean(exam?.legal && exam.complete);
  }

  /** Return the routes of the draft lines. @returns {import('../types').Route[]} */
  routes() {
    return (this.look?.lines || []).flatMap((exam) =>
      exam.routes.filter((r) => r.style === "draft"),
    );
  }

  /** Give one line, or all legal ones from the top. @param {Draft[]} lines */
  async give(lines) {
    const { page } = this;
    if (page.line.value.trim()) page.line.keepDraft();
    for (const d of lines) {
      await this.ask();
      if (
        !this.legal(d) ||
        !page.view?.prompts[0]?.open ||
        !(await page.actions.send(/** @type {Examination} */ (this.examOf(d)).line))
      )
        break;
      this.drafts = this.drafts.filter((x) => x !== d);
      this.keep();
    }
    this.draw();
    this.ask();
  }

  /** Show a line on the map with its whole verdict. @param {string} text */
  lookAt(text) {
    const { mapTabs, line } = this.page;
    mapTabs.show("");
    if (line.value.trim()) line.keepDraft();
    this.page.showTab("order");
    line.set(text, true);
  }

  /* -------------------------------------------------------------- drawing */

  /** @param {import('../types').Sheet} sheet the sheet in the current view */
  take(sheet) {
    const same =
      this.at === this.page.view?.n && JSON.stringify(sheet) === JSON.stringify(this.sheet);
    this.sheet = sheet;
    this.at = this.page.view?.n;
    if (!same) this.ask();
  }

  draw() {
    this.page.mapTabs.paper();
  }

  /** Draw everything on the sheet. */
  parts() {
    const { sheet, live, forms } = this,
      idle = this.drafts.length - live.length;
    return [
      h(
        "header.sheethead",
        h("h2", sheet.title),
        sheet.lead.length
          ? h(
              "ul",
              sheet.lead.map((c) => h("li", clauseSentence(c))),
            )
          : null,
      ),
      sheet.parts.map((p) =>
        sheetTable(p, sheet.blanks.length ? (text) => this.page.actions.send(text) : null),
      ),
      sheet.blanks.length
        ? h(
            "section.writing",
            { "aria-label": "Lines to write" },
            h(
              "h3",
              sheet.whole ? "The plan" : "Write a line",
              sheet.whole && live.length > 1
                ? h("span.mute", "checked line by line, and as a whole")
                : null,
            ),
            h(
              "ol.sheetlines",
              live.map((d, i) =>
                this.line(
                  d,
                  i,
                  forms.find((b) => b.form === d.form),
                ),
              ),
            ),
            h(
              "div.blanks",
              forms.map((b) =>
                h(
                  "button.btn.small",
                  { "data-blank": b.title, onClick: () => this.add(b) },
                  "+ ",
                  b.title,
                ),
              ),
            ),
            h(
              "section.whole",
              { "aria-label": "All lines together", role: "status" },
              this.wholePlan(),
            ),
            h("footer.acts", live.length > 1 ? this.all(live) : null),
          )
        : null,
      idle
        ? h(
            "p.mute.idle",
            `${idle} ${idle === 1 ? "line waits" : "lines wait"} for another phase. `,
            h("button.link", { onClick: () => this.set(live) }, "forget"),
          )
        : null,
    ];
  }

  /** Draw the button that gives all lines. @param {Draft[]} live */
  all(live) {
    const good = live.every((d) => this.legal(d));
    return h(
      "button.btn.go",
      {
        "data-act": "all",
        "aria-disabled": good ? null : "true",
        title: good
          ? ""
          : "Not every line is legal yet: only the lines above the first illegal one are given",
        onClick: () => this.give([...live]),
      },
      `Give all ${live.length} lines`,
    );
  }

  /** Draw what comes of all lines together. */
  wholePlan() {
    const out = this.look?.outlook;
    return [
      this.problem ? h("p.problem", this.problem) : null,
      out && (out.lines.length || out.forecasts.length)
        ? [
            h("h3", "As a whole"),
            checkList(out.lines),
            out.forecasts.map((f) =>
              h(
                "section.forecast",
                { "aria-label": "Forecast" },
                forecastChart(f, { heading: "h4" }),
              ),
            ),
          ]
        : null,
    ];
  }

  /**
   * Draw a draft line, with its verdict beside it.
   * @param {Draft} d
   * @param {number} i
   * @param {Blank|undefined} blank
   */
  line(d, i, blank) {
    return h(
      "li.sheetline",
      { key: d.key, "data-line": i },
      h(
        "div.linehead",
        h("b", d.title),
        blank?.clause ? clauseLink(blank.clause) : null,
        h(
          "button.ico",
          {
            "aria-label": `Remove line ${i + 1}`,
            title: "Remove this line",
            onClick: () => this.set(this.drafts.filter((x) => x !== d)),
          },
          icon("close"),
        ),
      ),
      h(
        "div.fields",
        blank
          ? blank.fields.map((f) => formField(d, f, this.sheet.id, () => this.changed()))
          : h(
              "label.field.wide",
              h("span", d.title),
              h("input.text", {
                type: "text",
                value: d.text,
                maxlength: 2000,
                spellcheck: false,
                onInput: (e) => {
                  d.text = e.currentTarget.value;
                  this.changed();
                },
              }),
            ),
      ),
      h("div.lineverdict", { role: "status" }, this.judged(d, i)),
    );
  }

  /**
   * Draw what a legal line costs and risks, folded if the plan as a whole says it.
   * @param {Draft} d
   * @param {Clause[]} lines
   */
  lineCosts(d, lines) {
    const toggle = (/** @type {boolean} */ open) => {
      if (open) this.unfolded.add(d);
      else this.unfolded.delete(d);
    };
    return this.sheet.whole
      ? h(
          "details.bill",
          { open: this.unfolded.has(d), onToggle: (e) => toggle(e.currentTarget.open) },
          h("summary", "What it takes and risks"),
          checkList(lines),
        )
      : checkList(lines);
  }

  /**
   * @param {Draft} d
   * @param {number} i
   */
  judged(d, i) {
    const exam = this.examOf(d);
    if (!exam) return null;
    const legal = this.legal(d),
      n = exam.said.length,
      mend = (/** @type {string} */ text) =>
        this.set(
          this.drafts.map((x) => (x === d ? { ...d, form: "", said: {}, picked: {}, text } : x)),
        );
    const refusal = (/** @type {import('../types').RefusalText} */ one) =>
      h(
        "li",
        clauseLink(one.refusal.clause),
        " ",
        h("b", one.title),
        " ",
        h("span", one.sentence),
        one.remedies
          .filter(([, text]) => text)
          .map(([said, text]) =>
            h("button.remedy", { onClick: () => mend(text) }, h("b", said), h("small.id", text)),
          ),
      );
    return [
      h(
        "div.verdict",
        { class: `verdict ${legal ? "yes" : n ? "no" : "wait"}` },
        icon(legal ? "yes" : n ? "no" : "dots"),
        h(
          "span",
          legal
            ? "Legal"
            : n
              ? `${n} ${n === 1 ? "clause" : "clauses"} in the way`
              : exam.problem || "Go on",
        ),
        h(
          "span.lineacts",
          exam.complete
            ? h(
                "button.btn.small.quiet",
                {
                  title: "Open this line in the order line, with its track on the map",
                  onClick: () => this.lookAt(exam.line),
                },
                "On the map",
              )
            : null,
          legal ? h("button.btn.small.go", { onClick: () => this.give([d]) }, "Give") : null,
        ),
      ),
      exam.line ? h("p.id.linetext", exam.line) : null,
      n || exam.cautions.length
        ? h("ul.linesaid", exam.said.map(refusal), exam.cautions.map(refusal))
        : null,
      legal && (exam.summary.length || exam.odds.length)
        ? this.lineCosts(d, [...exam.summary, ...exam.odds])
        : null,
      this.look?.known === i
        ? h(
            "p.mute",
            "The result of this line shows once it is given. The lines below are checked without it.",
          )
        : null,
    ];
  }
}

/** @param {Clause[]} lines */
const checkList = (lines) =>
  h(
    "ul.checks",
    lines.map((c) => h("li", h("span", c.text), c.clause ? clauseLink(c.clause) : null)),
  );
