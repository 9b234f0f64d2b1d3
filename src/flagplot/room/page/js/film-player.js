/*
 * The film plays what happened since the player last looked, scene by scene on the map. Beginning
 * an order or skipping shows the current position at once. With reduced motion the scenes are
 * stills to turn over.
 */
import { recall, remember } from "./api.js";
import { clauseLink } from "./clause-links.js";
import { errorText } from "./dialogs.js";
import { drawDice } from "./dice-graphics.js";
import { $ } from "./dom.js";
import {
  canBecomeScene,
  isWorthShowing,
  lastTurnStart,
  placeSlip,
  pointAlong,
  scenes,
  unseenSince,
} from "./film-scenes.js";
import { icon, sideClass } from "./icons.js";
import { drawMap } from "./map-content.js";
import { draw, h, keyed } from "./render.js";
import { counterBody, counterShape, knownClass } from "./silhouettes.js";

/**
 * @typedef {import('./film-scenes.js').Scene} Scene
 * @typedef {import('./film-scenes.js').Counter} Counter
 */

const SPEEDS = [1, 2, 4];
/** A film longer than this, in milliseconds, runs faster. */
const LONGEST_MS = 25_000;
/** Keys that begin no order. */
const MODIFIERS = ["Tab", "Shift", "Control", "Alt", "Meta"];
const LOOKS = new Set([
  ...MODIFIERS,
  "Home",
  "End",
  "PageUp",
  "PageDown",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "F5",
  "F6",
  "F11",
  "F12",
  ..."+-=0nNlL?",
]);
/** Parts of the page in which a click or key begins an order or answer. */
const ORDERS = "#task, #forces, #line, #battle, #parked, #paper, #leaves, #comp";

const lessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class FilmPlayer {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    /**
     * The position on the map during the film; `null` shows the game itself.
     * @type {import('../types').Display|null}
     */
    this.display = null;
    /** @type {Scene[]} */
    this.scenes = [];
    this.at = 0;
    this.gone = 0;
    this.playing = false;
    this.speed = SPEEDS.includes(recall("film.speed", 1)) ? recall("film.speed", 1) : 1;
    /** The newest entry of the film, and the one before its first. */
    this.until = -1;
    this.since = -1;
    /** True once the player has moved the map: the film then leaves it alone. */
    this.hands = false;
    this.frame = 0;
    this.clock = 0;
    this.call = 0;
    /** True if there is a film the player has not seen. */
    this.fresh = false;
    /** @type {number[]|null} */
    this.home = null;
    this.endOnOrders();
  }

  /* -------------------------------------------------------------- starting and ending */

  /**
   * Show news as a film if it can be shown now.
   * @param {import('../types').SeatView} before the view before the news
   * @param {number} since the newest entry the player had seen
   */
  showNews(before, since) {
    const { page } = this,
      fresh = page.lines.filter((l) => l.n > since && (l.kind === "event" || l.kind === "roll"));
    if (!fresh.length || page.replay.on) return;
    if (this.on) {
      this.load(this.until);
      return;
    }
    // setting up a game is no film
    if (!fresh.some(canBecomeScene) && !(before && fresh.some((l) => l.text && !l.mine))) return;
    this.since = this.fresh
      ? unseenSince(
          this.since,
          since,
          page.lines.filter((l) => l.n > since),
        )
      : since;
    if (lessMotion() || document.hidden || page.line.value.trim() || $("dialog[open]")) {
      this.fresh = this.fresh || fresh.some(canBecomeScene);
      this.markButton();
      return;
    }
    this.open();
    if (before && before.display.board === page.view.display.board) {
      this.display = {
        ...page.view.display,
        counters: before.display.counters,
        routes: [],
        overlays: [],
      };
      drawMap(page);
    }
    this.load(since);
  }

  /**
   * Show again what happened after an entry, or the last turn if no entry is given.
   * @param {number} [from]
   */
  showAgain(from) {
    if (!this.page.view) return;
    if (this.on) this.end();
    if (this.page.replay.on) this.page.replay.stop();
    const since = from ?? (this.fresh ? this.since : lastTurnStart(this.page.lines));
    this.open();
    this.load(since, true);
  }

  open() {
    this.on = true;
    this.scenes = [];
    this.at = 0;
    this.gone = 0;
    this.hands = false;
    this.until = -1;
    this.fresh = false;
    this.playing = !lessMotion();
    this.home = this.page.map.board ? [...this.page.map.board.view] : null;
    document.body.dataset.film = "on";
    this.markButton();
  }

  /**
   * Fetch the film after an entry and play it.
   * @param {number} since
   * @param {boolean} [wanted] true if the player asked for it
   */
  async load(since, wanted = false) {
    const { page } = this,
      call = ++this.call,
      seat = page.seat;
    try {
      const reel = await seat.get(`/film?since=${since}`);
      if (!this.on || call !== this.call || seat !== page.seat) return;
      // later entries come with the next news, and their log lines with them
      const until = Math.min(reel.until, page.view.n);
      const first = !this.scenes.length,
        more = scenes(
          { ...reel, until },
          page.lines.filter((l) => l.n > since),
        );
      this.until = until;
      this.scenes.push(...more);
      if (first && !isWorthShowing(more)) {
        this.end();
        if (wanted) page.line.note("Nothing has happened on the map yet.");
        return;
      }
      if (first) await this.enterScene(0);
      else this.drawBar();
    } catch (e) {
      if (call === this.call && this.on) {
        this.end();
        page.line.problem(errorText(/** @type {Error} */ (e)));
      }
    }
  }

  /** End the film and show the current position at once. */
  end() {
    if (!this.on) return;
    this.on = false;
    this.display = null;
    this.playing = false;
    this.call++;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    document.body.dataset.film = "";
    draw($("#film"), null);
    draw($("#reel"), null);
    $("#film").hidden = true;
    const { page } = this,
      view = page.view;
    if (!view) return;
    const back = page.map.geo?.id !== view.display.board;
    page.map.board?.lastStands.clear();
    if (back)
      page.map.open(view.display.board).then(() => {
        if (this.home && page.map.board) {
          page.map.board.view = this.home;
          page.map.board.fit();
        }
        page.map.draw();
      });
    else page.map.draw();
    page.drawTask();
    page.logPanel.draw();
    const place = view.prompts[0]?.place;
    if (!back && place && !this.hands && page.map.board && !page.map.board.sees(place))
      page.map.board.follow(place);
    this.markButton();
  }

  /** Remove every trace of the film: another seat looks at the page, or the map is closed. */
  clear() {
    this.end();
    this.scenes = [];
    this.fresh = false;
    this.since = this.until = -1;
    this.markButton();
  }

  /* -------------------------------------------------------------- running */

  /** @param {number} i */
  async enterScene(i) {
    const { page } = this,
      scene = this.scenes[i];
    if (!scene) {
      this.end();
      return;
    }
    this.at = i;
    this.gone = 0;
    this.display = {
      ...page.view.display,
      board: scene.board,
      counters: scene.counters,
      routes: [],
      overlays:
        scene.ways.length || scene.struck.length
          ? []
          : [
              {
                places: [...new Set(scene.at)],
                style: "ping",
                level: 0,
                label: "",
                side: "",
                layer: "",
                quiet: false,
              },
            ],
    }; // a ring at the scene, below the counters
    const call = this.call;
    if (page.map.geo?.id !== scene.board) {
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      await page.map.open(scene.board);
      if (!this.on || call !== this.call || this.at !== i) return;
      page.map.board?.show(
        this.places(scene).length ? this.places(scene) : scene.counters.map((c) => c.place),
        12,
      );
    }
    this.drawBar();
    this.moveMap(scene);
    page.map.board?.lastStands.clear(); // nothing glides by itself during a film
    drawMap(page);
    this.drawScene();
    this.run();
  }

  /** Return the speed of the film. A long film runs faster. */
  currentSpeed() {
    return (
      this.speed * Math.max(1, Math.min(6, this.scenes.reduce((n, x) => n + x.ms, 0) / LONGEST_MS))
    );
  }

  run() {
    if (this.frame || !this.playing) return;
    this.clock = performance.now();
    const turn = (/** @type {number} */ now) => {
      this.frame = 0;
      const scene = this.scenes[this.at];
      if (!this.on || !this.playing || !scene) return;
      // a busy machine drops frames, not scenes
      this.gone += Math.min(100, now - this.clock) * this.currentSpeed();
      this.clock = now;
      if (this.gone >= scene.ms) {
        if (this.at + 1 < this.scenes.length) this.enterScene(this.at + 1);
        else this.end();
        return;
      }
      this.paint();
      this.frame = requestAnimationFrame(turn);
    };
    this.frame = requestAnimationFrame(turn);
  }

  /** @param {number} by */
  step(by) {
    this.playing = false;
    const to = this.at + by;
    if (to >= this.scenes.length) this.end();
    else this.enterScene(Math.max(0, to));
  }

  toggle() {
    this.playing = !this.playing;
    this.drawBar();
    this.run();
  }

  changeSpeed() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    remember("film.speed", this.speed);
    this.drawBar();
  }

  /** The entry that is shown now; -1 while no film plays. */
  get shownEntry() {
    return this.on ? (this.scenes[this.at]?.n ?? -1) : -1;
  }

  /** The places of the current scene. @returns {string[]} */
  get shownPlaces() {
    return this.on && this.scenes[this.at] ? this.places(this.scenes[this.at]) : [];
  }

  /**
   * Return the places on the board that a scene is about.
   * @param {Scene} scene
   * @returns {string[]}
   */
  places(scene) {
    return scene.ways.length ? scene.ways.flatMap((w) => w.places) : scene.at;
  }

  /** Move the map to the scene, unless the player is moving it. @param {Scene} scene */
  moveMap(scene) {
    const { board } = this.page.map,
      places = this.places(scene),
      points = places.map((p) => board?.pixel(p)).filter((p) => p !== undefined);
    if (!board?.box || this.hands || !points.length) return;
    const { pw, ph } = board.box,
      low = ph - ($("#film").offsetHeight || 110) - 24,
      top = 70,
      side = 48; // the bar covers the lower edge
    const xs = points.map((p) => p[0]),
      ys = points.map((p) => p[1]),
      [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (x1 - x0 > pw - 2 * side || y1 - y0 > low - top) {
      board.show(places);
      return;
    }
    const dx = x0 < side ? x0 - side : Math.max(0, x1 - pw + side),
      dy = y0 < top ? y0 - top : Math.max(0, y1 - low);
    if (dx || dy) board.pan(dx, dy); // no further than necessary
  }

  /* -------------------------------------------------------------- drawing */

  /**
   * The current place of the film, for the arrow at the edge.
   * @returns {import('./edge-arrows.js').Aim[]}
   */
  arrowAims() {
    const scene = this.on ? this.scenes[this.at] : undefined;
    if (!scene) return [];
    const unit = scene.ways[0]?.unit || scene.struck[0]?.unit,
      place = scene.ways[0] ? scene.ways[0].places[scene.ways[0].places.length - 1] : scene.at[0];
    return place
      ? [{ place, label: unit?.name || "what happens", cls: sideClass(unit?.side || "") }]
      : [];
  }

  /** Draw the bar with the sentence of the scene and the buttons. */
  drawBar() {
    const scene = this.scenes[this.at],
      host = $("#film");
    if (!this.on || !scene) return;
    host.hidden = false;
    const button = (
      /** @type {string} */ does,
      /** @type {string} */ label,
      /** @type {import('./render.js').Part} */ face,
      /** @type {() => void} */ fn,
      /** @type {boolean} */ off = false,
    ) =>
      h(
        "button.ico",
        {
          key: does,
          "data-do": does,
          "aria-label": label,
          title: label,
          "aria-disabled": off ? "true" : null,
          onClick: () => {
            if (!off) fn();
          },
        },
        face,
      );
    draw(
      host,
      h(
        "p.filmtext",
        h(
          "span",
          scene.text || this.arrowAims()[0]?.label || "",
          scene.clause ? [" ", clauseLink(scene.clause)] : null,
        ),
        scene.result ? h("b", scene.result) : null,
      ),
      h(
        "div.filmrow",
        button("back", "One scene back", icon("before"), () => this.step(-1), this.at === 0),
        lessMotion()
          ? null
          : button(
              "play",
              this.playing ? "Pause" : "Play",
              icon(this.playing ? "pause" : "play"),
              () => this.toggle(),
            ),
        button("on", "One scene on", icon("after"), () => this.step(1)),
        h(
          "span.filmbar",
          { "aria-hidden": "true" },
          h("i", {
            style: { width: `${((100 * (this.at + 1)) / this.scenes.length).toFixed(1)}%` },
          }),
        ),
        h("span.num", `${this.at + 1} of ${this.scenes.length}`),
        lessMotion()
          ? null
          : h(
              "button.btn.small",
              {
                "data-do": "speed",
                "aria-label": `Speed ${this.speed}`,
                onClick: () => this.changeSpeed(),
              },
              `${this.speed}×`,
            ),
        h(
          "button.btn.small",
          { "data-do": "skip", title: "Skip (Esc)", onClick: () => this.end() },
          "Skip",
        ),
      ),
    );
    this.page.logPanel.draw();
  }

  /** Draw the scene again: it begins, or the map was moved under it. */
  drawScene() {
    const { board } = this.page.map,
      host = $("#reel"),
      scene = this.scenes[this.at];
    if (!this.on) return;
    if (!scene || !board) {
      draw(host, null);
      return;
    }
    const point = (/** @type {string} */ p) => board.pixel(p),
      px = (/** @type {number[]} */ p) => p.map((n) => n.toFixed(1)).join(" ");
    const size = Math.min(1, Math.max(0.62, 1.15 / board.k));
    /** @type {import('./render.js').Part[]} */
    const parts = [];
    /** @type {{points: number[][], wake: Element, el: Element}[]} */
    this.movers = [];
    /** @type {{el: SVGElement, unit: Counter, at: number[], size: number}[]} */
    this.slashes = [];
    /** @type {number[][][]} */
    const ways = [];
    /** @type {{unit: Counter, at: number[]}[]} */
    const cuts = [];
    for (const w of scene.ways) {
      const points = w.places.map(point).filter((p) => p !== undefined),
        cls = sideClass(w.unit.side);
      if (points.length < 2) continue;
      const leap = points.some(
        (p, i) =>
          i > 0 && Math.hypot(p[0] - points[i - 1][0], p[1] - points[i - 1][1]) > 150 / board.k,
      );
      parts.push(
        h(`circle.from.${cls}`, { cx: points[0][0], cy: points[0][1], r: 4 }),
        h(`path.wake.${cls}${leap ? ".leap" : ""}`, { d: `M${px(points[0])}` }),
        this.counter(w.unit, size),
      );
      ways.push(points);
    }
    for (const { unit, left } of scene.struck) {
      const p = point(unit.place);
      if (!p) continue;
      parts.push(
        h("path.strike", {
          d: left ? "M-30 19 30-19" : "M-34-22 34 22M34-22-34 22",
          pathLength: 2,
        }),
      );
      cuts.push({ unit, at: p });
    }
    const spots = scene.ways.length
      ? []
      : [...new Set(scene.at)].map(point).filter((p) => p !== undefined);
    if (scene.path.length > 1) {
      const way = scene.path.map(point).filter((p) => p !== undefined);
      parts.push(h("path.dotted", { d: `M${way.map(px).join("L")}` }));
    }
    if (scene.kind === "dice" && spots.length > 1)
      parts.push(h("path.fire", { d: `M${px(spots[0])}L${px(spots[1])}` }));
    const at = spots[0] || (scene.struck[0] && point(scene.struck[0].unit.place)),
      slip = at && board.box ? this.sceneSlip(scene) : null;
    draw(
      host,
      keyed(
        `${this.call} ${this.at}`,
        h("svg", { "aria-hidden": "true" }, parts),
        slip ? h("div.filmslip", slip) : null,
      ),
    ); // `paint` moves these nodes, so no scene may reuse those of another
    const wakes = host.querySelectorAll(".wake"),
      counters = host.querySelectorAll(".mover"),
      strokes = host.querySelectorAll(".strike");
    this.movers = ways.map((points, i) => ({ points, wake: wakes[i], el: counters[i] }));
    this.slashes = cuts.map((one, i) => ({
      ...one,
      el: /** @type {SVGElement} */ (strokes[i]),
      size,
    }));
    if (slip && board.box) {
      const slip = $(".filmslip", host),
        tools = $("#maptools"),
        [left, top] = placeSlip(
          at,
          slip.offsetWidth,
          board.box,
          tools.offsetTop + tools.offsetHeight + 6,
        );
      slip.style.setProperty("left", `${left}px`);
      slip.style.setProperty("top", `${top}px`);
    }
    this.paint();
  }

  /**
   * Draw dice and losses beside the counters.
   * @param {Scene} scene
   * @returns {import('./render.js').Kid}
   */
  sceneSlip(scene) {
    if (scene.roll)
      return [
        drawDice(scene.roll.faces, scene.roll.side, scene.roll.sides),
        scene.result ? h("p", scene.result) : null,
      ];
    if (scene.kind !== "loss") return null;
    return [
      scene.struck.map(({ unit, left }) =>
        h(
          "p",
          h("b", unit.name),
          " ",
          unit.factors ? h("del", unit.factors) : null,
          left ? [" ", h("ins", left)] : null,
        ),
      ),
      scene.struck.length ? null : h("p", scene.text),
    ];
  }

  /**
   * @param {Counter} c
   * @param {number} size
   */
  counter(c, size) {
    const cls = sideClass(c.side),
      state = new Set(c.state || []),
      hidden = state.has("seen") || state.has("lost") || knownClass(c.silhouette) === "unknown";
    return h(
      "g",
      {
        class: ["cnt", "mover", cls, ...state, hidden ? "unknown" : ""].join(" "),
        "data-size": size,
      },
      h("path.c-sel", { d: counterShape(cls), transform: "scale(1.12 1.18)" }),
      counterBody({
        cls,
        ship: knownClass(c.silhouette),
        id: c.short,
        factors: c.factors,
        count: Math.max(1, c.count),
        state,
      }),
    );
  }

  /** Put everything where it is at this moment of the scene. A still shows the end of its scene. */
  paint() {
    const scene = this.scenes[this.at];
    if (!scene) return;
    const share = lessMotion() || !this.playing ? 1 : Math.min(1, this.gone / scene.ms),
      sail = Math.min(1, share / 0.9);
    for (const { points, wake, el } of this.movers || []) {
      const { point, passed } = pointAlong(points, sail),
        way = [...points.slice(0, passed + 1), point];
      wake.setAttribute("d", `M${way.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L")}`);
      el.setAttribute(
        "transform",
        `translate(${point[0].toFixed(1)} ${point[1].toFixed(1)}) scale(${el.getAttribute("data-size")})`,
      );
    }
    const { board } = this.page.map;
    for (const { el, unit, at, size } of this.slashes || []) {
      const oldStand = board?.lastStands.get(unit.id),
        [x, y] =
          oldStand && board?.box
            ? [(oldStand.bx - board.box.x) / board.k, (oldStand.by - board.box.y) / board.k]
            : at; // counters of a place fan out from it
      el.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})`);
      el.style.setProperty("stroke-dashoffset", String(2 - 2 * Math.min(1, share / 0.4)));
    }
    $("#reel .filmslip")?.classList.toggle("told", share > 0.45);
  }

  /** Show on the button whether there is a film the player has not seen. */
  markButton() {
    const b = $("#maptools .again");
    if (!b) return;
    b.classList.toggle("fresh", this.fresh);
    const label = this.fresh ? "Show what happened" : "Show the last turn again";
    b.setAttribute("aria-label", label);
    b.title = label;
  }

  /** End the film when a click or key begins an order, before any other part of the page reacts. */
  endOnOrders() {
    addEventListener(
      "keydown",
      (e) => {
        if (!this.on) return;
        const target = /** @type {HTMLElement} */ (e.target),
          inBar = Boolean(target.closest?.("#film"));
        if (e.key === "Escape") {
          e.stopPropagation();
          e.preventDefault();
          this.end();
          return;
        }
        if (inBar) return;
        if (e.key === " " && !lessMotion() && (target.id === "map" || target === document.body)) {
          e.preventDefault();
          this.toggle();
          return;
        }
        if (target.closest?.("#line") || !LOOKS.has(e.key)) {
          if (!MODIFIERS.includes(e.key)) this.end();
        }
      },
      true,
    );
    addEventListener(
      "pointerdown",
      (e) => {
        if (this.on && /** @type {HTMLElement} */ (e.target).closest?.(ORDERS)) this.end();
      },
      true,
    );
    addEventListener(
      "input",
      (e) => {
        if (this.on && /** @type {HTMLElement} */ (e.target).closest?.("#line")) this.end();
      },
      true,
    );
    for (const what of ["pointerdown", "wheel"])
      addEventListener(
        what,
        (e) => {
          if (this.on && /** @type {HTMLElement} */ (e.target).closest?.("#map, #maptools .zoomer"))
            this.hands = true;
        },
        { capture: true, passive: true },
      );
  }
}
