/* The table: one seat's view of a game, and everything that is drawn of it. */
import { Choice } from "./answer-choice.js";
import { Seat, keepSeat, recall, remember } from "./api.js";
import * as clause from "./clause-links.js";
import { Coach } from "./coach.js";
import { Wire } from "./connection.js";
import * as slips from "./dialogs.js";
import { $ } from "./dom.js";
import { Drafts } from "./drafts.js";
import { Arrows } from "./edge-arrows.js";
import { Film } from "./film-player.js";
import { lastWord } from "./film-scenes.js";
import { forces } from "./forces-panel.js";
import { more } from "./game-dialogs.js";
import { handOver } from "./hot-seat.js";
import { shape, sideClass } from "./icons.js";
import { keys } from "./keyboard.js";
import { Lessons } from "./lesson.js";
import { Logbook } from "./log-panel.js";
import { Chart } from "./map-controller.js";
import { Leaves } from "./map-tabs.js";
import { furnish } from "./map-toolbar.js";
import { Hand } from "./order-clicks.js";
import { Line } from "./order-line.js";
import { suggests } from "./prompt.js";
import { draw } from "./render.js";
import { Replay } from "./replay.js";
import { Ruler } from "./ruler.js";
import * as score from "./score-bar.js";
import { Sea } from "./sea-danger.js";
import { Finder } from "./search-box.js";
import { Deeds } from "./seat-actions.js";
import { beside } from "./side-panel.js";
import { sprite } from "./silhouettes.js";
import { Fan } from "./stack-popup.js";
import { drawTask } from "./task-panel.js";
import { dress, turn } from "./theme.js";
import { game, owes, seat, tabs, tracker } from "./top-bar.js";

/**
 * @typedef {import('../types').Prompt & {every: import('../types').OptionLine[]}} Prompt a question; `every` are all its options, `options` those that are shown
 * @typedef {Omit<import('../types').SeatView, 'prompts'> & {prompts: Prompt[]}} View what a seat may see
 * @typedef {import('../types').Examination & {asked: string, caret: number, at: number}} Exam what the table says of a text: the text, its caret and the moment it was asked about
 */

/** A screen on which one panel lies open at a time. */
const SMALL = matchMedia("(max-width: 760px)");

/** There is nothing to see before the room has told it: who looks so early asks for it. */
const UNTOLD = /** @type {View} */ (/** @type {unknown} */ (null));

/** The page's own state; everything about the game is in `view`. */
export class TablePage {
  constructor() {
    this.gameId = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] || "");
    /** What the room told last. @type {View} */ this.view = UNTOLD;
    /** @type {Exam|null} */ this.exam = null;
    /** @type {Seat} */ this.seat = new Seat(this.gameId, "");
    /** @type {import('../types').LogLine[]} */ this.lines = [];
    /** The newest entry one has looked at. */ this.lookedAt = -1;
    /** What is asked, and of which kind it is. */ this.lastPrompt = "";
    this.lastKind = "";
    /** Which forces are listed. */ this.roster = "all";
    /** @type {Set<string>} */ this.openForces = new Set();
    /** @type {import('../types').SideLuck[]} */ this.luckRows = [];
    this.luckKey = "";
    this.letters = recall("letters", true);
    this.line = new Line(this);
    this.drafts = new Drafts(this);
    this.deeds = new Deeds(this);
    this.choice = new Choice(this);
    this.hand = new Hand(this);
    this.coach = new Coach(this);
    this.replay = new Replay(this);
    this.film = new Film(this);
    this.chart = new Chart(this);
    this.arrows = new Arrows(
      $("#arrows"),
      () => this.chart.board,
      (place) => {
        this.film.hands = true;
        this.chart.board?.follow(place);
      },
    );
    this.lessons = new Lessons(this);
    this.leaves = new Leaves(this);
    this.logbook = new Logbook(this);
    this.finder = new Finder(this);
    this.sea = new Sea(this);
    this.ruler = new Ruler(this);
    this.fan = new Fan(this);
    this.wire = new Wire(this);
  }

  async begin() {
    dress();
    sprite();
    clause.listen();
    furnish(this);
    this.drawTabs();
    keys(this);
    addEventListener("pagehide", () => {
      this.looked();
      this.drafts.keepLine();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.looked();
    });
    await this.wire.sit();
  }

  /** The newest entry of the log that is here. */
  get newest() {
    return this.lines.length ? this.lines[this.lines.length - 1].n : -1;
  }

  /** Sit down in a seat: nothing of the one before may stay. @param {Seat} seat */
  take(seat) {
    if (this.view) {
      if (this.line.value !== this.deeds.giving) this.drafts.keepLine();
      this.line.clear();
    } // an order on its way is no draft
    this.seat = seat;
    this.view = UNTOLD;
    this.lines = [];
    this.exam = null;
    this.hand.selected = "";
    this.lastPrompt = "";
    this.luckRows = [];
    this.luckKey = "";
    this.lookedAt = -1;
    this.choice.clear();
    this.leaves.clear();
    this.film.clear();
  }

  /** See what the room tells. @param {import('../types').SeatView} told */
  async see(told) {
    const before = this.view,
      first = !before,
      { newest } = this,
      { chart, film } = this;
    const view = (this.view = {
      ...told,
      prompts: told.prompts.map((p) => ({
        ...p,
        every: p.options,
        options: p.options.filter((o) => !o.stands_for),
      })),
    }); // what only stands for another option can be typed, but is not shown beside it
    this.lines.push(...view.log.filter((l) => l.n > newest));
    if (first) this.recognise(view);
    const moved = !film.on && chart.geo?.id !== view.display.board;
    if (moved) await chart.open(view.display.board);
    if (handOver(this)) return;
    const key =
      view.prompts.map((p) => `${p.kind}|${p.question}|${p.options.length}`).join() + view.n;
    if (key !== this.lastPrompt) {
      this.lastPrompt = key;
      this.asked(view.prompts[0], first, Boolean(before && !before.prompts.length));
    }
    if (before?.undo.state === "asked" && !before.undo.by && view.undo.state !== "asked")
      this.line.note(view.log.filter((l) => l.kind === "undo").at(-1)?.text || "");
    if (first) {
      this.drafts.restoreLine();
      this.lessons.begin().catch((e) => this.line.problem(slips.message(e)));
    }
    if (first || moved) chart.home();
    if (before ? view.n !== before.n : view.mode !== "lesson")
      film.news(
        before,
        before ? before.n : this.lookedAt >= 0 ? this.lookedAt : lastWord(this.lines),
      );
    this.draw();
    if ((first || moved) && !film.on) chart.home(); // now that the panels beside it have their size
    this.countLuck();
    if (!first && !moved && view.n !== before.n && !this.replay.on && !film.on) {
      this.logbook.scroll();
      chart.followNews(before);
    }
    if (view.prompts[0]?.open && this.line.value) this.line.examine();
    this.deeds.followUp();
    this.deeds.confirm();
  }

  /** Which game this is, and whose seat. @param {View} view */
  recognise(view) {
    shape(view.sides);
    clause.useBook(view.book);
    if (view.role !== "spectator")
      keepSeat({
        game: view.game,
        side: view.side,
        role: view.role,
        token: this.seat.token,
        title: view.title,
      });
    this.lookedAt = recall(`seen.${this.seat.token.slice(0, 12)}`, -1);
    document.body.dataset.side = sideClass(view.side);
    $("#table").className = `table ${sideClass(view.side)}`;
  }

  /** Something else is asked. @param {Prompt|undefined} prompt @param {boolean} first whether one has just come to the table @param {boolean} waited whether one had nothing to do */
  asked(prompt, first, waited) {
    const { coach, leaves, line } = this;
    $("#sidecol").scrollTop = 0; // what is asked stands at its top
    if (prompt && waited && SMALL.matches) this.tab("order");
    this.choice.clear(prompt);
    coach.warning = null;
    if (prompt && prompt.kind !== this.lastKind) coach.on = false; // it spoke of something else, and would stand before the question
    if (coach.on) coach.ask();
    if (!prompt) return;
    if ((!prompt.open || prompt.kind !== this.lastKind) && line.value.trim() && !first) {
      line.park();
      line.note("Your draft is kept.");
    }
    this.lastKind = prompt.kind;
    if (prompt.open && !line.value) this.exam = null;
    if (prompt.leaf && !SMALL.matches) leaves.show(prompt.leaf);
    else if (leaves.open && (prompt.place || prompt.battle)) leaves.show(""); // what it is about must be seen
  }

  /** What one has seen is remembered when one leaves or answers. @param {number} [n] newest entry one has looked at */
  looked(n) {
    if (!this.view) return;
    if (n !== undefined) this.lookedAt = n;
    remember(`seen.${this.seat.token.slice(0, 12)}`, this.view.n);
  }

  /* -------------------------------------------------------------- drawing */

  draw() {
    const { view } = this;
    if (!view || !$("#curtain").hidden) return; // behind the curtain there is nothing
    const { head } = owes(view),
      [prompt] = view.prompts;
    document.body.dataset.state = this.state;
    document.body.dataset.legal = String(Boolean(this.exam?.legal && this.exam.complete));
    document.title = `${head}${prompt && !prompt.open ? `: ${prompt.question}` : ""} · ${view.title} · flagplot`;
    $("#title").textContent = `${view.title}, map and orders`;
    draw($("#game"), game(view));
    if (!this.replay.on) draw($("#tracker"), tracker(view.display, Boolean(view.ending)));
    draw($("#seat"), seat(view, { undo: () => this.deeds.undo(), turn, help: () => this.help() }));
    $("#score").hidden = !view.display.scores.length;
    draw($("#score"), score.score(view.display.scores, this.lines, this.lookedAt));
    this.lessons.draw(); // it goes on to the step that the panels and the map point at
    this.drawForces();
    this.drawTask();
    this.logbook.draw();
    this.chart.draw();
    this.line.draw();
    document.body.dataset.moment = `${view.side} ${view.n}`; // of which moment all of this is: told last, once it stands
  }

  /** What the table waits for, in a word. */
  get state() {
    const {
      waiting,
      ending,
      stopped,
      prompts: [prompt],
    } = this.view;
    if (this.replay.on || ending || stopped)
      return this.replay.on ? "replay" : ending ? "over" : "stopped";
    if (waiting.dice || !waiting.mine) return waiting.dice ? "dice" : "waiting";
    return !prompt?.open
      ? "window"
      : this.line.value
        ? "order"
        : suggests(prompt)
          ? "window"
          : "empty";
  }

  drawForces() {
    const { view, hand } = this,
      display = this.replay.display || view.display;
    draw(
      $("#forces"),
      forces(display.forces, display.counters, view.side, {
        selected: hand.units(),
        culprits: new Set((this.exam?.said || []).flatMap((x) => x.refusal.culprits)),
        pointed: this.replay.on ? new Set() : this.lessons.pointed,
        open: this.openForces,
        choose: (line) => hand.choose(line),
        toggle: (id) => {
          if (!this.openForces.delete(id)) this.openForces.add(id);
          this.drawForces();
        },
        go: (place) => {
          this.chart.reveal(place);
          this.chart.point(place);
        },
        filter: this.roster,
        sift: (filter) => {
          this.roster = filter;
          this.drawForces();
        },
      }),
      beside(this, display),
    );
  }

  drawTask() {
    drawTask(this);
    this.drafts.draw();
    this.drawTabs();
  }

  drawTabs() {
    draw(
      $("#tabs"),
      tabs($("#table").dataset.tab || "", this.exam?.said.length || 0, (id) => this.tab(id)),
    );
  }

  /** Count the dice again when some were rolled or taken back. */
  async countLuck() {
    const rolls = this.lines.filter((l) => l.roll?.faces.length || l.kind === "undo"),
      key = `${this.seat.token} ${rolls.length}`;
    if (key === this.luckKey) return;
    this.luckKey = key;
    const seat = this.seat;
    try {
      const rows = rolls.length ? await seat.get("/luck") : [];
      if (seat === this.seat && key === this.luckKey) {
        this.luckRows = rows;
        this.drawForces();
      }
    } catch {
      this.luckKey = "";
    }
  }

  /* -------------------------------------------------------------- what lies open */

  standing() {
    slips.standing(
      this.seat,
      () => this.view,
      () => this.wire.refresh(),
    );
  }

  help() {
    slips.help(this.letters, (on) => {
      this.letters = on;
      remember("letters", on);
    });
  }

  /** On a screen of middle width the forces lie over the map when they are wanted. @param {boolean} [open] */
  drawer(open) {
    const t = $("#table"),
      on = open ?? t.dataset.drawer !== "forces";
    t.dataset.drawer = on ? "forces" : "";
    $(".drawer").setAttribute("aria-expanded", String(on));
    if (on) $("#forces").focus({ preventScroll: true });
  }

  /** Back to the map, or the sheet that lies over it. A small screen's keyboard goes away. */
  back() {
    if (SMALL.matches) this.line.input.blur();
    else $($("#paper").hidden ? "#map" : "#paper").focus({ preventScroll: true });
  }

  /** @param {string} id */
  tab(id) {
    const t = $("#table");
    if (id === "more") {
      more(this);
      return;
    }
    t.dataset.tab = id;
    t.dataset.sheet = id === "map" ? "line" : "half";
    this.drawTabs();
    this.chart.board?.fit();
    if (id === "log") this.logbook.scroll();
  }
}

new TablePage().begin();
