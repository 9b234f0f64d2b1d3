/*
 * The danger sea: the reach of a force, tinted by its chance of interception, in the worst or the
 * likely case.
 */
import { Offline, recall, remember } from "./api.js";
import { clauseLink } from "./clause-links.js";
import { showSlip } from "./dialogs.js";
import { percentText, riskStep } from "./dice-graphics.js";
import { $ } from "./dom.js";
import { h } from "./render.js";

/**
 * @typedef {'worst'|'likely'|'off'} Case
 * @typedef {import('../types').SeaChance} Chance
 * @typedef {import('../types').DangerSea} DangerSea
 */

/**
 * The cases in the order of the key that switches them, each with its name.
 * @type {[Case, string][]}
 */
export const CASES = [
  ["likely", "Likely case"],
  ["worst", "Worst case"],
  ["off", "Off"],
];

/**
 * Return the places by the step of the risk colours.
 * @param {Chance[]} places
 * @param {'worst'|'likely'} by
 * @returns {{level: number, places: string[]}[]}
 */
export function placesByStep(places, by) {
  /** @type {string[][]} */
  const out = [[], [], [], [], [], []];
  for (const p of places) out[riskStep(p[by])].push(p.place);
  return out.map((list, level) => ({ level, places: list })).filter((s) => s.places.length);
}

/** The danger sea of the chosen force. */
export class SeaDanger {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Case} */
    this.mode = recall("sea", /** @type {Case} */ ("likely"));
    /**
     * What is known, for which force and moment.
     * @type {{key: string, force: string, answer: DangerSea|null}}
     */
    this.known = { key: "", force: "", answer: null };
    this.asking = "";
  }

  /**
   * Return the ids of the own force that is chosen, or that the order names.
   * @returns {string[]}
   */
  ids() {
    const { page } = this;
    return [...page.clicks.units()]
      .filter((id) => page.clicks.findForce([id])?.side === page.view.side)
      .sort()
      .slice(0, 100);
  }

  /** The force to ask about; empty in a battle on the map, where no interception is possible. */
  get force() {
    const ids =
      this.page.view?.side &&
      this.page.view.waiting &&
      !this.page.view.ending &&
      !this.page.view.display.track
        ? this.ids()
        : [];
    return ids.length ? `${this.page.seat.token.slice(0, 8)} ${ids.join(" ")}` : "";
  }

  /** Key of the force and the moment. */
  get key() {
    const { force } = this;
    return force && `${this.page.view.n} ${force}`;
  }

  /**
   * What is known about the chosen force. Until the answer for this moment arrives, the one before
   * is used.
   * @returns {DangerSea|null}
   */
  get answer() {
    return this.known.force && this.known.force === this.force ? this.known.answer : null;
  }

  /** Ask for what is unknown, one request at a time. The map is drawn again on the answer. */
  async fetchDanger() {
    const { page, key, force } = this;
    if (this.mode === "off" || !key || this.known.key === key || this.asking) return;
    this.asking = key;
    const { seat } = page;
    let answer = null;
    try {
      answer = await seat.post("/sea", { ids: this.ids() });
    } catch (e) {
      if (e instanceof Offline) {
        this.asking = "";
        return;
      }
    }
    this.asking = "";
    if (seat !== page.seat) return;
    this.known = { key, force, answer };
    page.map.draw();
  }

  /** Return the tints over the map, and the chances by place. */
  shown() {
    if (this.mode === "off") return { overlays: [], chances: new Map() };
    this.fetchDanger();
    const { mode, answer } = this;
    if (!answer) return { overlays: [], chances: new Map() };
    return {
      overlays: placesByStep(answer.places, mode).map((s) => ({
        places: s.places,
        style: "risk",
        level: s.level,
        label: "",
        cls: "danger-sea",
      })),
      chances: new Map(answer.places.map((p) => [p.place, p[mode]])),
    };
  }

  /**
   * Return what there is to say about a place.
   * @param {string} id
   * @returns {string}
   */
  placeWords(id) {
    const { answer } = this,
      here = this.mode !== "off" && answer?.places.find((p) => p.place === id);
    return here && answer
      ? `${answer.of}: worst case ${percentText(here.worst)} percent, ` +
          `likely case ${percentText(here.likely)} percent`
      : "";
  }

  /** @param {Case} mode */
  chooseCase(mode) {
    this.mode = mode;
    remember("sea", mode);
    this.page.map.draw();
  }

  /** Show the cases in a slip, where there is no room for a legend. */
  showCases() {
    showSlip(
      "Danger sea",
      this.legend(() => this.showCases()),
    );
  }

  /** Switch to the next case, by key, and say it aloud. */
  nextCase() {
    const i = CASES.findIndex(([c]) => c === this.mode),
      [mode, name] = CASES[(i + 1) % CASES.length];
    this.chooseCase(mode);
    const text = this.answer && mode !== "off" ? this.answer[mode].text : "";
    $("#here").textContent = `Danger sea: ${name}. ${this.key ? text : "Choose a force."}`;
  }

  /**
   * Draw the part of the legend with the cases and how the current one is made; empty without a
   * chosen force.
   * @param {() => void} [after] called after a choice
   */
  legend(after = () => {}) {
    if (!this.key) return null;
    const { mode, answer } = this,
      made = answer && mode !== "off" && answer.places.length ? answer[mode] : null;
    return h(
      "div.sealegend",
      h(
        "b",
        answer && mode !== "off" && answer.of
          ? `Danger sea: chance that ${answer.of}, in %`
          : "Danger sea",
      ),
      h(
        "div.cases",
        { role: "group", "aria-label": "Danger sea" },
        CASES.map(([c, name]) =>
          h(
            "button",
            {
              "data-case": c,
              "aria-pressed": c === mode,
              onClick: () => {
                this.chooseCase(c);
                after();
              },
            },
            name,
          ),
        ),
      ),
      made
        ? h(
            "div.ramp",
            { "aria-hidden": "true" },
            [0, 1, 2, 3, 4, 5].map((i) => h("i", { style: { background: `var(--risk-${i})` } })),
            [0, 1, 25, 50, 75, 90].map((n) => h("span", String(n))),
          )
        : null,
      mode === "off"
        ? null
        : h(
            "p",
            made
              ? [made.text, made.clause ? [" ", clauseLink(made.clause)] : null]
              : answer
                ? answer.note
                : this.asking
                  ? "One moment."
                  : "",
          ),
    );
  }
}
