/* The answer that is chosen for a question and not yet sent. */
import { $ } from "./dom.js";

/** @typedef {import('./game-page.js').Prompt} Prompt */

export class Choice {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    /** Text of the chosen option; empty for none. */
    this.text = "";
    /**
     * Examination of the chosen option: its route and its forecast.
     * @type {(import('../types').Examination & {asked: string})|null}
     */
    this.preview = null;
    /** How long the answer holds. @type {import('./answer-duration.js').Duration} */
    this.duration = {
      scope: "",
      number: "",
    };
    /** Numbers chosen for the battle groups of one form. @type {string[]} */
    this.numbers = [];
    /** Faces of real dice, as they are typed. @type {number[]} */
    this.faces = [];
    /** True after the battle dialog was closed to look at the map. */
    this.folded = false;
    /** True while the dialog of a battle on a map is open. */
    this.unfolded = false;
  }

  /** Forget the choice: another question is asked. @param {Prompt} [prompt] */
  clear(prompt) {
    this.text = "";
    this.preview = null;
    this.duration = { scope: "", number: "" };
    this.faces = [];
    this.folded = false;
    this.numbers = (prompt?.together || []).map((_, i) => prompt?.options[i]?.text || "");
  }

  /**
   * Return the examination of the chosen option, else of the question itself.
   * @param {Prompt} prompt
   */
  examinationFor(prompt) {
    return (
      (this.text && this.preview?.asked === this.text && this.preview.forecast) || prompt.forecast
    );
  }

  /**
   * Choose an option of a question.
   * @param {Prompt} prompt
   * @param {string} text
   */
  pick(prompt, text) {
    const { page } = this;
    this.text = text;
    page.drawTask();
    this.focus();
    page.line.draw();
    page.map.draw();
    if (prompt.open) this.previewOrder(text);
  }

  /** Draw the route of an option that is an order. @param {string} text */
  async previewOrder(text) {
    const { page } = this;
    try {
      const exam = await page.seat.post("/examine", { text });
      if (this.text === text) {
        this.preview = { ...exam, asked: text };
        page.drawTask();
        page.map.draw();
      }
    } catch {
      /* no preview: the option can still be given */
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
