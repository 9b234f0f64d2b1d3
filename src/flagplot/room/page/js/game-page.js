/* The game page: one seat's view of a game, and everything drawn from it. */
import { Choice } from "./answer-choice.js";
import { Seat, keepSeat, recall, remember } from "./api.js";
import * as clause from "./clause-links.js";
import { Coach } from "./coach.js";
import { Connection } from "./connection.js";
import * as slips from "./dialogs.js";
import { $ } from "./dom.js";
import { Drafts } from "./drafts.js";
import { Arrows } from "./edge-arrows.js";
import { FilmPlayer } from "./film-player.js";
import { lastOwnAnswer } from "./film-scenes.js";
import { forcesPanel } from "./forces-panel.js";
import { gameMenu } from "./game-dialogs.js";
import { closeCurtain } from "./hot-seat.js";
import { assignShapes, sideClass } from "./icons.js";
import { listenToKeys } from "./keyboard.js";
import { Lessons } from "./lesson.js";
import { LogPanel } from "./log-panel.js";
import { MapController } from "./map-controller.js";
import { MapTabs } from "./map-tabs.js";
import { drawToolbar } from "./map-toolbar.js";
import { OrderClicks } from "./order-clicks.js";
import { OrderLine } from "./order-line.js";
import { isWindow } from "./prompt.js";
import { draw } from "./render.js";
import { Replay } from "./replay.js";
import { Ruler } from "./ruler.js";
import * as score from "./score-bar.js";
import { SeaDanger } from "./sea-danger.js";
import { SearchBox } from "./search-box.js";
import { SeatActions } from "./seat-actions.js";
import { sidePanel } from "./side-panel.js";
import { drawSprite } from "./silhouettes.js";
import { StackPopup } from "./stack-popup.js";
import { drawTask } from "./task-panel.js";
import { switchTheme, useTheme } from "./theme.js";
import { gameTitle, panelTabs, seatDuty, seatTools, tracker } from "./top-bar.js";

/**
 * @typedef {import('../types').Prompt & {every: import('../types').OptionLine[]}} Prompt a
 *   question: `every` holds all its options, `options` those that are shown
 * @typedef {Omit<import('../types').SeatView, 'prompts'> & {prompts: Prompt[]}} View what a seat
 *   may see
 * @typedef {import('../types').Examination & {asked: string, caret: number, at: number}} Exam the
 *   room's verdict on a text: the text, its caret, and the entry it was asked at
 */

/** A screen on which one panel is open at a time. */
const SMALL_SCREEN = matchMedia("(max-width: 760px)");

/** Stands for the view until the room has sent it. */
const NO_VIEW = /** @type {View} */ (/** @type {unknown} */ (null));

/** The state of the page itself. Everything about the game is in `view`. */
export class GamePage {
  constructor() {
    this.gameId = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] || "");
    /** The view that the room sent last. @type {View} */
    this.view = NO_VIEW;
    /** @type {Exam|null} */
    this.exam = null;
    /** @type {Seat} */
    this.seat = new Seat(this.gameId, "");
    /** @type {import('../types').LogLine[]} */
    this.lines = [];
    /** The newest entry the player has looked at. */
    this.lookedAt = -1;
    /** The current question, and its kind. */
    this.lastPrompt = "";
    this.lastKind = "";
    /** The filter of the forces list. */
    this.forcesFilter = "all";
    /** @type {Set<string>} */
    this.openForces = new Set();
    /** @type {import('../types').SideLuck[]} */
    this.luckRows = [];
    this.luckKey = "";
    this.lettersAct = recall("letters", true);
    this.line = new OrderLine(this);
    this.drafts = new Drafts(this);
    this.actions = new SeatActions(this);
    this.choice = new Choice(this);
    this.clicks = new OrderClicks(this);
    this.coach = new Coach(this);
    this.replay = new Replay(this);
    this.film = new FilmPlayer(this);
    this.map = new MapController(this);
    this.arrows = new Arrows(
      $("#arrows"),
      () => this.map.board,
      (place) => {
        this.film.hands = true;
        this.map.board?.follow(place);
      },
    );
    this.lessons = new Lessons(this);
    this.mapTabs = new MapTabs(this);
    this.logPanel = new LogPanel(this);
    this.searchBox = new SearchBox(this);
    this.seaDanger = new SeaDanger(this);
    this.ruler = new Ruler(this);
    this.stack = new StackPopup(this);
    this.connection = new Connection(this);
  }

  async begin() {
    useTheme();
    drawSprite();
    clause.listenToClauses();
    drawToolbar(this);
    this.drawTabs();
    listenToKeys(this);
    addEventListener("pagehide", () => {
      this.rememberSeen();
      this.drafts.keepLine();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.rememberSeen();
    });
    await this.connection.takeSeat();
  }

  /** The newest log entry on this page. */
  get newest() {
    return this.lines.length ? this.lines[this.lines.length - 1].n : -1;
  }

  /** Take a seat. Nothing of the seat before may stay. @param {Seat} seat */
  take(seat) {
    if (this.view) {
      if (this.line.value !== this.actions.giving) this.drafts.keepLine();
      this.line.clear();
    } // an order on its way is no draft
    this.seat = seat;
    this.view = NO_VIEW;
    this.lines = [];
    this.exam = null;
    this.clicks.selected = "";
    this.lastPrompt = "";
    this.luckRows = [];
    this.luckKey = "";
    this.lookedAt = -1;
    this.choice.clear();
    this.mapTabs.clear();
    this.film.clear();
  }

  /** Show a new view. @param {import('../types').SeatView} sent */
  async showView(sent) {
    const before = this.view,
      first = !before,
      { newest } = this,
      { map, film } = this;
    const view = (this.view = {
      ...sent,
      prompts: sent.prompts.map((p) => ({
        ...p,
        every: p.options,
        options: p.options.filter((o) => !o.stands_for),
      })),
    }); // options that repeat another one can be typed, but are not shown
    this.lines.push(...view.log.filter((l) => l.n > newest));
    if (first) this.noteGame(view);
    const moved = !film.on && map.geo?.id !== view.display.board;
    if (moved) await map.open(view.display.board);
    if (closeCurtain(this)) return;
    const key =
      view.prompts.map((p) => `${p.kind}|${p.question}|${p.options.length}`).join() + view.n;
    if (key !== this.lastPrompt) {
      this.lastPrompt = key;
      this.reactToQuestion(view.prompts[0], first, Boolean(before && !before.prompts.length));
    }
    if (before?.undo.state === "asked" && !before.undo.by && view.undo.state !== "asked")
      this.line.note(view.log.filter((l) => l.kind === "undo").at(-1)?.text || "");
    if (first) {
      this.drafts.restoreLine();
      this.lessons.begin().catch((e) => this.line.problem(slips.errorText(e)));
    }
    if (first || moved) map.home();
    if (before ? view.n !== before.n : view.mode !== "lesson")
      film.showNews(
        before,
        before ? before.n : this.lookedAt >= 0 ? this.lookedAt : lastOwnAnswer(this.lines),
      );
    this.draw();
    if ((first || moved) && !film.on) map.home(); // the panels beside the map have their size now
    this.fetchLuck();
    if (!first && !moved && view.n !== before.n && !this.replay.on && !film.on) {
      this.logPanel.scroll();
      map.followNews(before);
    }
    if (view.prompts[0]?.open && this.line.value) this.line.examine();
    this.actions.followUp();
    this.actions.signDraw();
  }

  /** Note which game this is, and whose seat. @param {View} view */
  noteGame(view) {
    assignShapes(view.sides);
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

  /**
   * React to another question.
   * @param {Prompt|undefined} prompt
   * @param {boolean} first true when the page has just opened
   * @param {boolean} waited true if the player had nothing to do before
   */
  reactToQuestion(prompt, first, waited) {
    const { coach, mapTabs, line } = this;
    $("#sidecol").scrollTop = 0; // the question begins at the top of the column
    if (prompt && waited && SMALL_SCREEN.matches) this.showTab("order");
    this.choice.clear(prompt);
    coach.warning = null;
    // its advice was about another kind of question, and would stand above this one
    if (prompt && prompt.kind !== this.lastKind) coach.on = false;
    if (coach.on) coach.ask();
    if (!prompt) return;
    if ((!prompt.open || prompt.kind !== this.lastKind) && line.value.trim() && !first) {
      line.keepDraft();
      line.note("Your draft is kept.");
    }
    this.lastKind = prompt.kind;
    if (prompt.open && !line.value) this.exam = null;
    if (prompt.leaf && !SMALL_SCREEN.matches) mapTabs.show(prompt.leaf);
    // the place of the question must be visible
    else if (mapTabs.open && (prompt.place || prompt.battle)) mapTabs.show("");
  }

  /**
   * Remember the newest entry the player has seen, when they leave or answer.
   * @param {number} [n] newest entry the player has looked at
   */
  rememberSeen(n) {
    if (!this.view) return;
    if (n !== undefined) this.lookedAt = n;
    remember(`seen.${this.seat.token.slice(0, 12)}`, this.view.n);
  }

  /* -------------------------------------------------------------- drawing */

  draw() {
    const { view } = this;
    if (!view || !$("#curtain").hidden) return; // behind the curtain nothing is drawn
    const { head } = seatDuty(view),
      [prompt] = view.prompts;
    document.body.dataset.state = this.state;
    document.body.dataset.legal = String(Boolean(this.exam?.legal && this.exam.complete));
    const task = prompt && !prompt.open ? `${head}: ${prompt.question}` : head;
    document.title = `${task} · ${view.title} · flagplot`;
    $("#title").textContent = `${view.title}, map and orders`;
    draw($("#game"), gameTitle(view));
    if (!this.replay.on) draw($("#tracker"), tracker(view.display, Boolean(view.ending)));
    draw(
      $("#seat"),
      seatTools(view, {
        undo: () => this.actions.undo(),
        turn: switchTheme,
        help: () => this.showHelp(),
      }),
    );
    $("#score").hidden = !view.display.scores.length;
    draw($("#score"), score.scoreButton(view.display.scores, this.lines, this.lookedAt));
    this.lessons.draw(); // first: it decides the step that panels and map point at
    this.drawForces();
    this.drawTask();
    this.logPanel.draw();
    this.map.draw();
    this.line.draw();
    // last: tests wait for this mark of the moment that is drawn
    document.body.dataset.moment = `${view.side} ${view.n}`;
  }

  /** What the game waits for, in one word. */
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
        : isWindow(prompt)
          ? "window"
          : "empty";
  }

  drawForces() {
    const { view, clicks } = this,
      display = this.replay.display || view.display;
    draw(
      $("#forces"),
      forcesPanel(display.forces, display.counters, view.side, {
        selected: clicks.units(),
        culprits: new Set((this.exam?.said || []).flatMap((x) => x.refusal.culprits)),
        pointed: this.replay.on ? new Set() : this.lessons.pointed,
        open: this.openForces,
        choose: (line) => clicks.choose(line),
        toggle: (id) => {
          if (!this.openForces.delete(id)) this.openForces.add(id);
          this.drawForces();
        },
        go: (place) => {
          this.map.reveal(place);
          this.map.point(place);
        },
        filter: this.forcesFilter,
        sift: (filter) => {
          this.forcesFilter = filter;
          this.drawForces();
        },
      }),
      sidePanel(this, display),
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
      panelTabs($("#table").dataset.tab || "", this.exam?.said.length || 0, (id) =>
        this.showTab(id),
      ),
    );
  }

  /** Fetch the statistics of the dice again when dice were rolled or undone. */
  async fetchLuck() {
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

  /* -------------------------------------------------------------- panels and sheets */

  showStandingOrders() {
    slips.showStandingOrders(
      this.seat,
      () => this.view,
      () => this.connection.refresh(),
    );
  }

  showHelp() {
    slips.showHelp(this.lettersAct, (on) => {
      this.lettersAct = on;
      remember("letters", on);
    });
  }

  /**
   * Open or close the forces panel. On a screen of middle width it lies over the map.
   * @param {boolean} [open]
   */
  toggleForces(open) {
    const t = $("#table"),
      on = open ?? t.dataset.drawer !== "forces";
    t.dataset.drawer = on ? "forces" : "";
    $(".drawer").setAttribute("aria-expanded", String(on));
    if (on) $("#forces").focus({ preventScroll: true });
  }

  /** Return to the map, or to the sheet over it. On a small screen the keyboard disappears. */
  back() {
    if (SMALL_SCREEN.matches) this.line.input.blur();
    else $($("#paper").hidden ? "#map" : "#paper").focus({ preventScroll: true });
  }

  /** @param {string} id */
  showTab(id) {
    const t = $("#table");
    if (id === "more") {
      gameMenu(this);
      return;
    }
    t.dataset.tab = id;
    t.dataset.sheet = id === "map" ? "line" : "half";
    this.drawTabs();
    this.map.board?.fit();
    if (id === "log") this.logPanel.scroll();
  }
}

new GamePage().begin();
