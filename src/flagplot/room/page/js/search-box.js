/* Find a place, a ship or a force by a part of its name. Enter shows and chooses it. */
import { $ } from "./dom.js";
import { icon } from "./icons.js";
import { draw, h } from "./render.js";

/** Letters that are not a letter with a mark on it. @type {Record<string, string>} */
const SPELT = { ß: "ss", ø: "o", æ: "a", œ: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Results offered at most. */
const MOST = 8;

/**
 * Return a name for comparison: without case, marks, spaces and signs, and with `ae`, `oe`, `ue` as
 * the letters they stand for.
 * @param {string} text
 */
export function foldName(text) {
  let key = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^\x00-\x7f]/g, (c) => SPELT[c] ?? c);
  for (const vowel of "aou") key = key.replaceAll(`${vowel}e`, vowel);
  return key.replace(/[\s'’.,()-]+/g, "");
}

/** @typedef {import('../types').ForceLine} ForceLine */

/**
 * @typedef {{kind: string, title: string, detail: string, place: string, id: string,
 *   names: string[]}} Findable something with a name: `id` is its line of the forces list, or
 *   empty; `place` is where it is, or empty
 */

/**
 * Return all that can be found: places, boxes, forces with their parts, counters that no list has.
 * @param {import('./geometry.js').Geometry} geo
 * @param {import('../types').Display} display
 * @returns {Findable[]}
 */
export function findables(geo, display) {
  /** @type {Findable[]} */
  const out = [];
  const where = (/** @type {string} */ place) =>
    geo.places.find((p) => p.hex === place && p.kind !== "mark")?.label || place;
  /**
   * @param {ForceLine} line
   * @param {string} above
   * @param {string} from
   */
  const force = (line, above, from) => {
    const place = line.place || from;
    if (line.kind !== "port")
      out.push({
        kind: "force",
        title: line.name,
        detail: [above || line.note, place && where(place)].filter(Boolean).join(", "),
        place,
        id: line.id,
        names: [line.name, line.id],
      });
    for (const child of line.children || [])
      force(child, line.kind === "port" ? "" : line.name, place);
  };
  for (const line of display.forces) force(line, "", "");
  const listed = new Set(),
    tell = (/** @type {ForceLine[]} */ lines) => {
      for (const line of lines) {
        listed.add(line.id);
        tell(line.children || []);
      }
    };
  tell(display.forces);
  for (const p of geo.places)
    out.push({
      kind: "place",
      title: p.label,
      detail: p.hex,
      place: p.hex,
      id: "",
      names: [p.name, p.label, ...p.aliases],
    });
  for (const c of display.counters)
    if (!listed.has(c.id))
      out.push({
        kind: "counter",
        title: c.name,
        detail: [c.side, where(c.place)].join(", "),
        place: c.place,
        id: c.id,
        names: [c.name, c.id],
      });
  for (const hex of geo.hexes.values())
    if (hex.kind === "box")
      out.push({
        kind: "place",
        title: hex.waters[0] || hex.id,
        detail: hex.id,
        place: hex.id,
        id: "",
        names: [hex.id, ...hex.waters],
      });
  return out;
}

/**
 * Return how well names fit a folded text: 0 the whole name, 1 its beginning, 2 the beginning of a
 * word, 3 somewhere; `undefined` if none fits.
 * @param {string[]} names
 * @param {string} text folded
 */
export function matchRank(names, text) {
  let best = 4;
  for (const name of names) {
    const whole = foldName(name),
      at = whole.indexOf(text);
    if (at < 0) continue;
    best = Math.min(
      best,
      whole === text
        ? 0
        : at === 0
          ? 1
          : name.split(/[\s,()/:-]+/).some((word) => word && foldName(word).startsWith(text))
            ? 2
            : 3,
    );
  }
  return best < 4 ? best : undefined;
}

/**
 * Return what a text may mean, best first; hexes also by id, with or without the sheet.
 * @param {Findable[]} all
 * @param {import('./geometry.js').Geometry} geo
 * @param {string} text
 * @returns {Findable[]}
 */
export function findMatches(all, geo, text) {
  const key = foldName(text),
    id = text.trim().toUpperCase();
  if (!key) return [];
  const hits = all
    .map((f, i) => ({
      f,
      i,
      fit:
        matchRank(f.names, key) ??
        (f.kind === "place" && foldName(f.place) === key ? 0 : undefined),
    }))
    .filter((x) => x.fit !== undefined);
  hits.sort((a, b) => Number(a.fit) - Number(b.fit) || a.i - b.i);
  const out = hits.map((x) => x.f),
    named = new Set(out.filter((f) => f.kind === "place").map((f) => f.place));
  const hexes = [...geo.hexes.keys()].filter(
    (hex) =>
      !named.has(hex) &&
      (hex.toUpperCase() === id || (geo.sheets.size > 1 && hex.split(":")[1] === id)),
  );
  return [
    ...hexes.map((hex) => ({
      kind: "hex",
      title: hex,
      detail: geo.hexes.get(hex)?.waters[0] || "",
      place: hex,
      id: "",
      names: [],
    })),
    ...out,
  ].slice(0, MOST);
}

/** The box and its list. */
export class SearchBox {
  /** @param {import('./game-page.js').GamePage} page */
  constructor(page) {
    this.page = page;
    this.text = "";
    this.pick = 0;
    this.shut = true;
    /** @type {Findable[]} */
    this.hits = [];
    this.el = Object.assign(document.createElement("div"), {
      className: "grp find",
      role: "search",
    });
    this.draw();
  }

  focus() {
    $("#find").focus();
  }

  /** @param {string} text */
  look(text) {
    const {
      view,
      map: { geo },
    } = this.page;
    this.text = text;
    this.pick = 0;
    this.shut = !text.trim();
    this.hits =
      geo && view && !this.shut ? findMatches(findables(geo, view.display), geo, text) : [];
    this.draw();
  }

  draw() {
    const { text, hits, pick, shut } = this;
    draw(
      this.el,
      icon("find"),
      h("input#find", {
        type: "text",
        role: "combobox",
        value: text,
        maxlength: 60,
        autocomplete: "off",
        spellcheck: false,
        placeholder: "Find",
        title: "Find a place, ship or force (G)",
        "aria-label": "Find a place, ship or force",
        "aria-autocomplete": "list",
        "aria-expanded": !shut,
        "aria-controls": "found",
        "aria-activedescendant": hits.length ? `found-${pick}` : null,
        onInput: (e) => this.look(e.currentTarget.value),
        onFocus: (e) => e.currentTarget.select(),
        onBlur: () => setTimeout(() => this.close(), 150),
        onKeyDown: (e) => this.key(e),
      }),
      h(
        "ol.found#found",
        { role: "listbox", "aria-label": "Found", hidden: shut },
        hits.length
          ? hits.map((f, i) =>
              h(
                "li",
                {
                  role: "option",
                  id: `found-${i}`,
                  "aria-selected": i === pick,
                  onPointerDown: (e) => {
                    e.preventDefault();
                    this.go(f);
                  },
                },
                h("b", f.title),
                h("span.soft", f.detail),
              ),
            )
          : h(
              "li.none",
              { role: "option", "aria-disabled": "true", "aria-selected": false },
              "Nothing of that name",
            ),
      ),
    );
  }

  close() {
    this.shut = true;
    this.draw();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const by = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0,
      { hits } = this;
    if (by && hits.length) {
      e.preventDefault();
      this.pick = (this.pick + by + hits.length) % hits.length;
      this.draw();
    } else if (e.key === "Enter") {
      e.preventDefault();
      if (hits.length) this.go(hits[this.pick]);
    } else if (e.key === "Escape") {
      e.stopPropagation();
      this.look("");
      $("#map").focus();
    }
  }

  /** Show a result in the middle of the map, and choose it. @param {Findable} hit */
  go(hit) {
    const { page } = this;
    this.look("");
    page.mapTabs.show("");
    page.film.end();
    if (
      page.map.geo?.hexes.has(hit.place) ||
      page.map.geo?.places.some((p) => p.name === hit.place)
    ) {
      page.map.point(hit.place);
      page.map.board?.centre(hit.place);
    }
    if (hit.id) this.point(hit.id);
    $("#map").focus();
  }

  /**
   * Choose a line of the forces list and bring it into sight, without changing the order line.
   * @param {string} id
   */
  point(id) {
    const { page } = this,
      line = page.clicks.findForce([id]);
    if (!line) return;
    for (const top of page.view.display.forces)
      if (page.clicks.findForce([id], [top]))
        for (const l of [top, ...(top.children || [])])
          if (page.clicks.findForce([id], [l])) page.openForces.add(l.id);
    page.forcesFilter = "all";
    if (
      page.view.prompts[0]?.open &&
      !page.line.value.trim() &&
      line.orders?.length &&
      page.clicks.selected !== id
    )
      page.clicks.choose(line);
    else {
      page.clicks.selected = id;
      page.drawForces();
      page.map.draw();
    }
    [...document.querySelectorAll("[data-force]")]
      .find((e) => e.getAttribute("data-force") === id)
      ?.scrollIntoView({ block: "nearest" });
  }
}
