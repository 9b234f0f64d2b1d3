/* The danger sea: what a force can reach, tinted by the chance of being met there, in the worst case or in the likely one. */
import { Offline, recall, remember } from "./api.js";
import { link } from "./clause-links.js";
import { slip } from "./dialogs.js";
import { percent, riskStep } from "./dice-graphics.js";
import { $ } from "./dom.js";
import { h } from "./render.js";

/**
 * @typedef {'worst'|'likely'|'off'} Case
 * @typedef {import('../types').SeaChance} Chance @typedef {import('../types').DangerSea} DangerSea
 */

/** The cases in the order in which a key goes through them, each with its name. @type {[Case, string][]} */
export const CASES = [
  ["likely", "Likely case"],
  ["worst", "Worst case"],
  ["off", "Off"],
];

/**
 * Places by the step of the ramp that their chance has.
 * @param {Chance[]} places @param {'worst'|'likely'} by
 * @returns {{level: number, places: string[]}[]}
 */
export function steps(places, by) {
  /** @type {string[][]} */ const out = [[], [], [], [], [], []];
  for (const p of places) out[riskStep(p[by])].push(p.place);
  return out.map((list, level) => ({ level, places: list })).filter((s) => s.places.length);
}

/** The sea round the force that is chosen. */
export class Sea {
  /** @param {import('./game-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Case} */ this.mode = recall("sea", /** @type {Case} */ ("likely"));
    /** What is known, of what force and moment. @type {{key: string, force: string, said: DangerSea|null}} */ this.known =
      { key: "", force: "", said: null };
    this.asking = "";
  }

  /** Ids of the own force that is chosen or that the order names. @returns {string[]} */
  ids() {
    const { page } = this;
    return [...page.hand.units()]
      .filter((id) => page.hand.findForce([id])?.side === page.view.side)
      .sort()
      .slice(0, 100);
  }

  /** Of which force something may be known; in a battle that is fought on the map there is nothing to be met. */
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

  /** Of which force and moment. */
  get key() {
    const { force } = this;
    return force && `${this.page.view.n} ${force}`;
  }

  /** What is known of the force that is chosen: of the moment before, until that of now has come. @returns {DangerSea|null} */
  get said() {
    return this.known.force && this.known.force === this.force ? this.known.said : null;
  }

  /** Ask for what is not known yet, one question at a time; the map is drawn anew when it comes. */
  async look() {
    const { page, key, force } = this;
    if (this.mode === "off" || !key || this.known.key === key || this.asking) return;
    this.asking = key;
    const { seat } = page;
    let said = null;
    try {
      said = await seat.post("/sea", { ids: this.ids() });
    } catch (e) {
      if (e instanceof Offline) {
        this.asking = "";
        return;
      }
    }
    this.asking = "";
    if (seat !== page.seat) return;
    this.known = { key, force, said };
    page.chart.draw();
  }

  /** What lies over the map, and the chances by place. */
  shown() {
    if (this.mode === "off") return { overlays: [], chances: new Map() };
    this.look();
    const { mode, said } = this;
    if (!said) return { overlays: [], chances: new Map() };
    return {
      overlays: steps(said.places, mode).map((s) => ({
        places: s.places,
        style: "risk",
        level: s.level,
        label: "",
        cls: "danger-sea",
      })),
      chances: new Map(said.places.map((p) => [p.place, p[mode]])),
    };
  }

  /** What is said of a place. @param {string} id @returns {string} */
  spoken(id) {
    const { said } = this,
      here = this.mode !== "off" && said?.places.find((p) => p.place === id);
    return here && said
      ? `${said.of}: worst case ${percent(here.worst)} percent, likely case ${percent(here.likely)} percent`
      : "";
  }

  /** @param {Case} mode */
  turn(mode) {
    this.mode = mode;
    remember("sea", mode);
    this.page.chart.draw();
  }

  /** The cases in a slip of their own, where there is no room for a legend. */
  open() {
    slip(
      "Danger sea",
      this.legend(() => this.open()),
    );
  }

  /** Go on to the next case, by key; it is said aloud. */
  next() {
    const i = CASES.findIndex(([c]) => c === this.mode),
      [mode, name] = CASES[(i + 1) % CASES.length];
    this.turn(mode);
    const text = this.said && mode !== "off" ? this.said[mode].text : "";
    $("#here").textContent = `Danger sea: ${name}. ${this.key ? text : "Choose a force."}`;
  }

  /** The part of the legend that names the cases and says how the chosen one is made; nothing while no force is chosen. @param {() => void} [after] a case was chosen */
  legend(after = () => {}) {
    if (!this.key) return null;
    const { mode, said } = this,
      made = said && mode !== "off" && said.places.length ? said[mode] : null;
    return h(
      "div.sealegend",
      h(
        "b",
        said && mode !== "off" && said.of
          ? `Danger sea: chance that ${said.of}, in %`
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
                this.turn(c);
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
              ? [made.text, made.clause ? [" ", link(made.clause)] : null]
              : said
                ? said.note
                : this.asking
                  ? "One moment."
                  : "",
          ),
    );
  }
}
