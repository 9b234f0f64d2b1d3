/*
 * The map of the game page: which board it shows, where it opens, what it follows, and its cursor.
 */
import { call, recall } from "./api.js";
import { $ } from "./dom.js";
import { openingPlaces, readGeometry } from "./geometry.js";
import { sideClass } from "./icons.js";
import { drawLens, drawMap, speakHex } from "./map-content.js";
import { MapRenderer } from "./map-renderer.js";

/** Goals shown when a map opens, at most: a whole coast of them is too many. */
const MOST_GOALS = 20;

export class MapController {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {MapRenderer|null} */
    this.board = null;
    /** @type {import('./geometry.js').Geometry|null} */
    this.geo = null;
  }

  /** Open a board. @param {string} id */
  async open(id) {
    const { page } = this,
      { film, clicks } = page;
    this.geo = readGeometry(
      await call("GET", `/api/boards/${encodeURIComponent(id)}`, { kept: true }),
    );
    $("#map").replaceChildren();
    $("#lens").hidden = true;
    this.board = new MapRenderer($("#map"), this.geo, {
      onHex: (hex, ev) => {
        film.end();
        page.stack.close();
        clicks.clickHex(hex, ev.shiftKey);
      },
      onUnit: (ids) => {
        film.end();
        clicks.clickUnits(ids);
      },
      onRule: (from, to) => page.ruler.measure(from, to),
      onBend: (from, to) => {
        page.line.click({ kind: "way", id: to, instead: from });
      },
      onHover: (hex, ev, units) => drawLens(page, hex, ev, units),
      onMove: () => {
        $("#lens").hidden = true;
        film.drawScene();
        page.arrows.draw();
      },
      tools: () => {
        const t = $("#maptools").getBoundingClientRect(),
          m = $("#map").getBoundingClientRect();
        return [t.x - m.x, t.y - m.y, t.width, t.height];
      },
    });
    this.board.shown = recall("layers", {});
    $("#map").setAttribute(
      "aria-label",
      `${this.geo.title}. Arrow keys move the hex cursor, Enter adds the hex to the order, M ` +
        "lists the neighbourhood.",
    );
  }

  /** Show the area of this seat's game. */
  home() {
    const { board, geo } = this,
      { display, side } = this.page.view,
      map = $("#map");
    if (!board || !geo) return;
    const small = matchMedia("(max-width: 760px)").matches,
      marked = (/** @type {string} */ style) =>
        display.overlays.filter((o) => o.style === style && !o.layer).flatMap((o) => o.places);
    const ids = display.counters.filter((c) => c.side === side).map((c) => c.place),
      goals = marked("target"),
      beyond = goals.length <= MOST_GOALS ? goals : [],
      deploys = small && !ids.length ? marked("zone") : [];
    const sea = (/** @type {string[]} */ places) =>
        places.filter((p) => geo.hexes.get(p)?.kind !== "box"),
      own = sea([...ids, ...beyond, ...deploys]),
      others = sea(display.counters.map((c) => c.place));
    board.show(
      small && ids.length
        ? [...new Set(own)]
        : ids.length
          ? openingPlaces(geo, own, others, map.clientWidth / (map.clientHeight || 1))
          : [...new Set([...others, ...own])],
      9,
    );
    board.home = [...board.view];
  }

  /**
   * Follow own forces that have moved out of sight, no further than necessary.
   * @param {import('./game-page.js').View} before the view before
   */
  followNews(before) {
    const { view } = this.page,
      oldPlaces = new Map(before.display.counters.map((c) => [c.id, c.place]));
    const own = view.display.counters.filter((c) => c.side === view.side),
      moved = own.filter((c) => oldPlaces.has(c.id) && oldPlaces.get(c.id) !== c.place);
    const out = (/** @type {typeof own} */ list) =>
      list.length > 0 && !list.some((c) => this.board?.sees(c.place));
    // a force that has come home is part of another counter
    const followed = out(moved) ? moved : out(own) ? own.filter((c) => !oldPlaces.has(c.id)) : [];
    if (followed.length) this.board?.follow(followed[followed.length - 1].place);
  }

  /** Draw the map and what lies over it. */
  draw() {
    const { page } = this;
    if (!$("#curtain").hidden) return;
    drawMap(page);
    if (page.view) {
      page.mapTabs.draw();
      page.stack.draw();
      page.arrows.pointTo(this.arrowAims());
    }
  }

  /**
   * Return what the arrows at the map's edge point to.
   * @returns {import('./edge-arrows.js').Aim[]}
   */
  arrowAims() {
    const { film, clicks, replay, view } = this.page,
      prompt = replay.on ? null : view.prompts[0],
      force = clicks.selected ? clicks.findForce([clicks.selected]) : undefined;
    const place =
      view.display.counters.find((c) => c.id === clicks.selected)?.place || force?.place;
    return [
      ...film.arrowAims(),
      ...(film.on || !prompt?.place
        ? []
        : [{ place: prompt.place, label: prompt.question, cls: "" }]),
      ...(place && force ? [{ place, label: force.name, cls: sideClass(force.side) }] : []),
    ];
  }

  /** @param {string|undefined} hex */
  point(hex) {
    this.board?.setCursor(hex);
    if (!hex) return;
    $("#here").textContent = speakHex(this.page, hex);
    this.page.ruler.followCursor(hex);
  }

  /**
   * Bring places into sight.
   * @param {string} place must be in sight
   * @param {string[]} [with_] should be in sight as well
   */
  reveal(place, with_ = []) {
    if (this.board && !this.board.sees(place)) this.board.show([place, ...with_]);
  }

  /** The route of the order that is being written. */
  get draft() {
    return (this.page.exam?.routes || [])
      .filter((r) => r.style === "draft")
      .flatMap((r) => r.places);
  }

  /** Show the whole order, else the place of the question. */
  showOrder() {
    const { page, draft } = this,
      prompt = page.view?.prompts[0],
      asked =
        prompt && !page.line.value
          ? [prompt.place, ...prompt.routes.flatMap((r) => r.places)].filter(Boolean)
          : [];
    const places = draft.length ? draft : asked;
    if (places.length) this.board?.show(places);
    else this.home();
  }
}
