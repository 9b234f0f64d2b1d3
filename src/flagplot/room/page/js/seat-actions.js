/*
 * What a seat does: answer, roll, undo, leave. One answer at a time; the task panel is busy
 * meanwhile.
 */
import { standingText } from "./answer-duration.js";
import { Offline, RoomError } from "./api.js";
import { askBefore, errorText, withdrawStandingOrder } from "./dialogs.js";
import { $ } from "./dom.js";
import { openRematch } from "./join-game.js";
import { sidesDo } from "./top-bar.js";

export class SeatActions {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.busy = false;
    /** True while this seat signs that the game is a draw. */
    this.confirming = false;
    /** The order on its way to the room. */
    this.giving = "";
    /** Answers to the questions of one kind that follow at once. */
    this.following = {
      kind: "",
      texts: /** @type {string[]} */ ([]),
    };
  }

  /** @param {boolean} busy */
  work(busy) {
    this.busy = busy;
    $("#task").setAttribute("aria-busy", String(busy));
  }

  /**
   * Do something, and say in the order line what went wrong.
   * @param {() => Promise<unknown>} act
   * @returns {Promise<boolean>} whether it was done
   */
  async attempt(act) {
    try {
      await act();
      return true;
    } catch (e) {
      this.page.line.problem(errorText(e));
      return false;
    }
  }

  /** Do something that changes the view. @param {() => Promise<unknown>} act */
  change(act) {
    return this.attempt(async () => {
      await act();
      await this.page.connection.refresh();
    });
  }

  /** Answer a question, for the time chosen beside it. @param {string} text */
  async answer(text) {
    const { page } = this,
      { seat } = page,
      prompt = page.view?.prompts[0],
      order = prompt ? standingText(prompt, text, page.choice.duration) : "";
    if (!order || this.busy) return this.send(text);
    const about = JSON.stringify([prompt.kind, prompt.facts, prompt.question]);
    this.work(true);
    const accepted = await this.change(async () => {
      await seat.joining;
      for (const s of page.view.standing.filter((s) => s.past)) {
        await withdrawStandingOrder(seat, s.number, page.view.n);
        await page.connection.refresh(); // the next signature covers this entry, too
      }
      await seat.postSigned("/standing", { text: order }, "standing", order, page.view.n);
      page.choice.duration = { scope: "", number: "" };
    });
    page.draw();
    this.work(false);
    if (!accepted) return false;
    const now = page.view.prompts[0];
    page.rememberSeen(page.view.n);
    // if the question is still open, the standing order did not answer it: send the answer itself
    return now && JSON.stringify([now.kind, now.facts, now.question]) === about
      ? this.send(text)
      : true;
  }

  /** Give the order in the line, if it is legal and complete. */
  async announce() {
    const { page } = this,
      { line } = page,
      text = line.value;
    if (page.exam?.asked !== text) await line.verdictOn(text);
    if (page.exam?.asked !== text) return;
    if (page.exam.legal && page.exam.complete && line.value === text) await this.send(text);
    else if (!page.exam.complete) line.problem(page.exam.problem || "This order is not complete.");
  }

  /**
   * Give an answer. Before it ends something, remind once of missed orders.
   * @param {string} text
   * @returns {Promise<boolean>} whether it was taken
   */
  async send(text) {
    const { page } = this;
    if (this.busy || !page.view) return false;
    this.work(true);
    let go = false;
    try {
      go = await page.coach.canEnd(text);
    } finally {
      if (!go) page.draw();
      this.work(false);
    }
    if (!go) $("#task .reminder .remedy")?.focus({ preventScroll: true });
    return go && this.give(text);
  }

  /**
   * Give an answer at once.
   * @param {string} text
   * @returns {Promise<boolean>}
   */
  async give(text) {
    const { page } = this,
      { seat, line } = page;
    let done = false;
    page.coach.warning = null;
    this.giving = text;
    this.work(true);
    try {
      const seen = page.view.n;
      await seat.joining;
      if (page.view.n !== seen && page.view.prompts[0]?.open) {
        // the game has moved on while the seat got its key: examine the order again
        const again =
          line.value === text ? await line.verdictOn(text) : await seat.post("/examine", { text });
        if (!again?.legal) return false;
      }
      const taken = await seat.postSigned(
        "/answer",
        { text, at: page.view.n },
        "answer",
        text,
        page.view.n,
      );
      done = taken.legal;
      if (seat !== page.seat) return done; // the news came first, and the other side has the screen
      if (done) {
        page.rememberSeen(taken.n);
        line.clearSent(text);
        page.exam = null;
        page.clicks.selected = "";
        page.map.board?.setCursor(undefined);
      } else line.problem(taken.refusals.map((r) => `${r.title} (${r.clause})`).join("; "));
      await page.connection.refresh();
    } catch (e) {
      const late = e instanceof RoomError && e.status === 409;
      if (late) await page.connection.refresh().catch(() => {});
      else page.connection.showConnected(!(e instanceof Offline));
      if (late && e.code === "doubled") line.clearSent(text);
      else line.problem(errorText(e));
    } finally {
      this.giving = "";
      page.draw();
      this.work(false);
      this.followUp();
    }
    return done;
  }

  /**
   * Answer this question and those of its kind that follow at once.
   * @param {string} kind
   * @param {string[]} texts
   */
  sendAll(kind, texts) {
    this.following = { kind, texts: texts.slice(1) };
    return this.send(texts[0]);
  }

  /** Give the next answer of a form. Questions of another kind are left to the player. */
  followUp() {
    const { kind, texts } = this.following,
      prompt = this.page.view?.prompts[0];
    if (!texts.length || this.busy || !prompt) return;
    const asked =
      prompt.kind === kind &&
      (prompt.together.length || 1) === texts.length &&
      prompt.options.some((p) => p.text === texts[0]);
    this.following = { kind, texts: asked ? texts.slice(1) : [] };
    if (asked) this.give(texts[0]);
  }

  /** Send the faces of real dice. @param {number[]} faces of real dice */
  sendFaces(faces) {
    return this.change(async () => {
      await this.page.seat.post("/dice", { faces });
      this.page.line.clear();
    });
  }

  /** Undo the last move of this seat. */
  async undo() {
    const { page } = this,
      { view } = page;
    if (view && view.undo.state !== "none")
      await this.change(async () => {
        const done = await page.seat.postSigned("/undo", {}, "undo", "last", view.n);
        page.line.note(done.text);
        page.rememberSeen(done.n);
      });
  }

  /** Agree to the other side's undo, or not. @param {boolean} yes */
  consentToUndo(yes) {
    const { page } = this;
    return this.change(async () => {
      const done = await page.seat.postSigned(
        "/consent",
        { yes },
        "consent",
        yes ? "yes" : "no",
        page.view.n,
      );
      page.rememberSeen(done.n);
    });
  }

  /** Continue under the rules of this room. */
  adopt() {
    return this.change(() => this.page.seat.post("/adopt", {}));
  }

  /** Set up the same game again, with sides changed. */
  playAgain() {
    const { seat, view } = this.page;
    return this.attempt(() => openRematch(seat, view.title, view.mode));
  }

  /** Resign, after a question. */
  resign() {
    const { view, seat } = this.page;
    askBefore(
      `Give the game up? ${sidesDo(
        view,
        view.sides.filter((s) => s !== view.side),
        "wins",
        "win",
      )} then.`,
      "Resign",
      () => {
        this.change(() => seat.postSigned("/resign", {}, "resign", "", this.page.view.n));
      },
    );
  }

  /**
   * Offer a draw, or withdraw the offer.
   * @param {boolean} yes
   * @param {boolean} [agrees] true to accept an offer
   */
  settleDraw(yes, agrees = false) {
    const { page } = this;
    return this.change(async () => {
      const done = await page.seat.postSigned(
        "/draw",
        { yes, agrees },
        "draw",
        yes ? "yes" : "no",
        page.view.n,
      );
      page.line.note(done.text);
      page.rememberSeen(done.n);
    });
  }

  /**
   * Sign that this seat has seen its offer accepted. Without this signature a log cut after the
   * offer would look complete.
   */
  async signDraw() {
    const { page } = this,
      { seat, view } = page;
    if (!view?.confirms || !seat.signer || this.confirming) return;
    this.confirming = true;
    await this.change(() => seat.postSigned("/draw", { yes: true }, "draw", "yes", view.n));
    this.confirming = false;
  }

  /** Offer a draw, after a question, or withdraw the offer. */
  offerDraw() {
    if (this.page.view.offers.includes(this.page.view.side)) this.settleDraw(false);
    else
      askBefore(
        "Offer a draw? If the other side agrees, the game ends without a winner. Until then it goes on.",
        "Offer a draw",
        () => {
          this.settleDraw(true);
        },
      );
  }

  /** Close the game of a player who has been silent too long, after a question. */
  close() {
    const { view, seat } = this.page;
    askBefore(
      `Close the game because ${view.silent} has been silent too long? ` +
        "Nobody wins, and the seed of the dice is shown.",
      "Close the game",
      () => {
        this.change(() =>
          seat.postSigned("/close", {}, "closed", this.page.view.silent, this.page.view.n),
        );
      },
    );
  }
}
