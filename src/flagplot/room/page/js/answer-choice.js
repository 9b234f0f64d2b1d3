/* The answer that is being chosen to what is asked; nothing of it is sent. */
import { $ } from "./dom.js";

/** @typedef {import('./game-page.js').Prompt} Prompt */

export class Choice {
  /** @param {import('./game-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    /** The option that is chosen. */ this.text = "";
    /** What it would bring. @type {(import('../types').Examination & {asked: string})|null} */ this.preview =
      null;
    /** How long the answer holds. @type {import('./answer-duration.js').Held} */ this.held = {
      scope: "",
      number: "",
    };
    /** The numbers that battle groups shall have, in one form. @type {string[]} */ this.numbers =
      [];
    /** Faces of real dice as they are typed. @type {number[]} */ this.faces = [];
    /** Whether the battle was closed to look at the map. */ this.folded = false;
    /** Whether the lines of a battle on a map are looked at. */ this.unfolded = false;
  }

  /** Something else is asked. @param {Prompt} [prompt] */
  clear(prompt) {
    this.text = "";
    this.preview = null;
    this.held = { scope: "", number: "" };
    this.faces = [];
    this.folded = false;
    this.numbers = (prompt?.together || []).map((_, i) => prompt?.options[i]?.text || "");
  }

  /** What the option that is chosen would bring, else what is asked about. @param {Prompt} prompt */
  foreseen(prompt) {
    return (
      (this.text && this.preview?.asked === this.text && this.preview.forecast) || prompt.forecast
    );
  }

  /** Choose an option of a question. @param {Prompt} prompt @param {string} text */
  pick(prompt, text) {
    const { page } = this;
    this.text = text;
    page.drawTask();
    this.focus();
    page.line.draw();
    page.chart.draw();
    if (prompt.open) this.tryOut(text);
  }

  /** Draw the way of an option that is an order. @param {string} text */
  async tryOut(text) {
    const { page } = this;
    try {
      const exam = await page.seat.post("/examine", { text });
      if (this.text === text) {
        this.preview = { ...exam, asked: text };
        page.drawTask();
        page.chart.draw();
      }
    } catch {
      /* the option can still be given */
    }
  }

  focus() {
    const where = /** @type {HTMLDialogElement} */ ($("#battle")).open ? $("#battle") : $("#task");
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
      where.querySelectorAll("input[type=radio]")
    ))
      if (input.value === this.text) {
        input.focus({ preventScroll: true });
        return;
      }
  }
}
