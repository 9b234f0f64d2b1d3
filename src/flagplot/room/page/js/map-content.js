/* From a view to what the map shows, and to the words about a hex. */
import { remember } from "./api.js";
import { showSlip } from "./dialogs.js";
import { percentText } from "./dice-graphics.js";
import { $ } from "./dom.js";
import { placesOf } from "./geometry.js";
import { sentenceCase, sideClass } from "./icons.js";
import { isField } from "./map-tints.js";
import { draw, h } from "./render.js";
import { knownClass } from "./silhouettes.js";

/**
 * @typedef {import('./game-page.js').GamePage} Page
 * @typedef {import('./map-tints.js').Tint} Tint
 * @typedef {import('../types').ForceLine} ForceLine
 */

/** @param {Page} page */
export function drawMap(page) {
  const {
      view,
      map: { board, geo },
    } = page,
    exam = page.line.value.trim() ? page.exam : page.choice.preview;
  if (!board || !view) return;
  const past = page.replay.on || page.film.on,
    display = page.film.display || page.replay.display || view.display,
    prompt = past ? null : view.prompts[0];
  const chosen = page.clicks.units(),
    inside = new Set(chosen);
  for (const port of view.display.forces)
    if (ids(port.children || []).some((i) => chosen.has(i))) inside.add(port.id);
  board.setUnits(
    display.counters.map((c) => ({
      id: c.id,
      name: c.name,
      short: c.short,
      cls: sideClass(c.side),
      ship: knownClass(c.silhouette),
      factors: c.factors,
      count: Math.max(1, c.count),
      state: new Set(c.state || []),
      place: c.place,
      port: c.port,
      selected: inside.has(c.id),
    })),
  );
  const ports = new Map();
  const full = new Map(display.forces.map((f) => [f.place, f.load]));
  const control = new Map(board.layers.control ? display.control : []);
  for (const p of geo?.places || []) {
    const side = control.get(p.name) ?? control.get(p.hex),
      load = full.get(p.name) || full.get(p.hex);
    if (side || load)
      ports.set(p.name, {
        cls: side ? sideClass(String(side)) : sideClass(view.side),
        full: load ? load[0] : 0,
        room: load ? load[1] : 50,
        own: side === view.side,
      });
  }
  board.setPorts(ports);
  const building = exam && !past;
  const routes = [
    ...page.ruler.tracks(),
    ...(display.routes || []),
    ...(prompt?.routes || []),
    ...(building ? exam.routes : page.mapTabs.routes()),
  ];
  const risk = new Map(building ? exam.profile.map((r) => [r.place, r.percent]) : []);
  /** @type {(Tint & {side?: string})[]} */
  const overlays = [...(display.overlays || []), ...(building ? exam.overlays : [])];
  const choicePlaces = prompt && !building ? optionPlaces(page, prompt) : new Map(),
    picked = choicePlaces.get(page.choice.text);
  if (choicePlaces.size > 1)
    overlays.push({
      places: [...choicePlaces.values()].filter((p) => p !== picked),
      style: "target",
      level: 0,
      label: "",
    });
  if (picked) overlays.push({ places: [picked], style: "window", level: 0, label: "" });
  if (prompt?.place)
    overlays.push({ places: [prompt.place], style: "window", level: 0, label: "" });
  const danger = past ? { overlays: [], chances: new Map() } : page.seaDanger.shown();
  overlays.unshift(...danger.overlays);
  board.setChances(danger.chances);
  const pointed = past ? [] : page.lessons.places();
  if (pointed.length) overlays.push({ places: pointed, style: "window", level: 0, label: "" });
  const long = overlays.filter(isInLegend);
  const bad = new Set(overlays.filter((o) => o.style === "culprit").flatMap((o) => o.places));
  board.setTracks(
    routes.map((r) => {
      const stop =
        r.style === "draft" || r.style === "refused" ? r.places.findIndex((p) => bad.has(p)) : -1;
      return {
        places: r.places,
        style: r.style,
        cls:
          r.style === "remedy"
            ? "alt"
            : r.side && r.side !== view.side
              ? `foe.${sideClass(r.side)}`
              : r.style,
        label: r.label,
        risk:
          r.style === "draft" || r.style === "refused"
            ? /** @type {Map<string, number>} */ (risk)
            : undefined,
        stop: stop > 0 ? stop : undefined,
      };
    }),
    [
      ...routes.flatMap((r) => r.places),
      ...overlays.filter((o) => o.style === "target" && !o.layer).flatMap((o) => o.places),
      ...(prompt?.place ? [prompt.place] : []),
      ...page.film.shownPlaces,
    ],
  );
  board.setTints(
    overlays.map((o) => ({
      ...o,
      label: long.includes(o) ? "" : o.label,
      cls: o.side ? sideClass(o.side) : o.cls || "",
    })),
  );
  legend(
    page,
    long,
    exam && risk.size ? exam.danger : "",
    display.counters.some((c) => (c.state || []).includes("seen") || c.silhouette === "unknown"),
  );
}

/**
 * Return the options that are about one place each: text of the option to hex. A click on the hex
 * chooses the option.
 * @param {Page} page
 * @param {import('./game-page.js').Prompt} prompt
 * @returns {Map<string, string>} text of the option to hex
 */
export function optionPlaces(page, prompt) {
  const { geo } = page.map,
    found = new Map();
  if (!geo || prompt.open) return found;
  for (const option of prompt.options)
    if (geo.hexes.has(option.place)) found.set(option.text, option.place);
  return found;
}

/**
 * @param {ForceLine[]} list
 * @returns {string[]}
 */
const ids = (list) => list.flatMap((l) => [l.id, ...ids(l.children || [])]);

/**
 * Return whether an overlay has a line in the legend because the map has no room for its label.
 * @param {Tint} o
 */
const isInLegend = (o) => !o.layer && Boolean(o.label && o.label.length > 26);

/**
 * @param {Page} page
 * @param {Tint[]} marks overlays with labels too long for the map
 * @param {string} risk what the chances are of
 * @param {boolean} unknown
 */
function legend(page, marks, risk, unknown) {
  const k = page.map.board?.k || 1,
    host = $("#legend");
  draw(
    host,
    page.replay.on || page.film.on ? null : page.seaDanger.legend(),
    risk && !page.seaDanger.shown().overlays.length
      ? h(
          "div",
          h("b", `Chance ${risk}, in %`),
          h(
            "div.ramp",
            { "aria-hidden": "true" },
            [0, 1, 2, 3, 4, 5].map((i) => h("i", { style: { background: `var(--risk-${i})` } })),
            [0, 1, 25, 50, 75, 90].map((n) => h("span", String(n))),
          ),
        )
      : null,
    layersOf(page).length || markKeys(overlaysOf(page)).length
      ? h(
          "div.keys",
          { role: "group", "aria-label": "Legend: what lies over the map" },
          markKeys(overlaysOf(page)),
          layerKeys(page),
        )
      : null,
    marks.length
      ? h(
          "div.marks",
          marks
            .slice(0, 3)
            .map((o) => h("p", h(`i.swatch.${o.style}.l${o.level}`), sentenceCase(o.label || ""))),
        )
      : null,
    unknown && !marks.length && !layersOf(page).length
      ? h("div", h("b", "Outline: seen, not identified"), "Solid: identified")
      : null,
    page.map.geo && page.map.geo.hexes.size < 40
      ? null
      : h(
          "div.scale",
          h("b", page.map.geo?.shape === "square" ? "1 square" : "1 hex"),
          h("div.scalebar", {
            style: { width: `${Math.min(120, Math.max(12, 60 / k)).toFixed(0)}px` },
          }),
        ),
  );
  host.hidden = !host.childElementCount;
}

/** Return the overlays of the view or of the replay. @param {Page} page */
const overlaysOf = (page) => (page.replay.display || page.view?.display)?.overlays || [];

/**
 * Return the meaning of each mark for goals and zones, each once. Marks with a line of their own
 * are left out.
 * @param {Tint[]} overlays
 */
export function markKeys(overlays) {
  const named = overlays.filter(
    (o) => ["target", "zone"].includes(o.style) && !o.layer && o.label && !isInLegend(o),
  );
  return [...new Map(named.map((o) => [o.label, o])).values()].map((o) =>
    h(
      "p.key",
      { key: ` ${o.label}` },
      h(`i.swatch.${o.style}.l${o.level}${isField(o) ? ".field" : ""}`),
      sentenceCase(o.label),
    ),
  );
}

/** Return the layers over the map now, each once. @param {Page} page */
export function layersOf(page) {
  return [
    ...new Map(
      overlaysOf(page)
        .filter((o) => o.layer)
        .map((o) => [o.layer, o]),
    ).values(),
  ];
}

/**
 * Draw a switch for each layer. This browser keeps the choice.
 * @param {Page} page
 * @param {() => void} [after] called after a switch
 */
const layerKeys = (page, after = () => {}) =>
  layersOf(page).map((o) => {
    const on = page.map.board?.shown[o.layer] ?? !o.quiet;
    return h(
      "button.key",
      {
        key: o.layer,
        "aria-pressed": on,
        onClick: () => {
          if (!page.map.board) return;
          page.map.board.shown[o.layer] = !on;
          remember("layers", page.map.board.shown);
          drawMap(page);
          after();
        },
      },
      h(`i.swatch.${o.style}.l${o.level}${o.side ? `.${sideClass(o.side)}` : ""}`),
      o.layer,
    );
  });

/** Show the layers in a slip, where there is no room for a legend. @param {Page} page */
export function openLayers(page) {
  showSlip(
    "Map layers",
    h(
      "div.keys",
      markKeys(overlaysOf(page)),
      layerKeys(page, () => openLayers(page)),
    ),
  );
}

/**
 * Return what there is to say about a hex, most important first.
 * @param {Page} page
 * @param {string} id
 * @returns {string[]}
 */
export function hexWords(page, id) {
  const {
      view,
      exam,
      map: { geo },
    } = page,
    hex = geo?.hexes.get(id);
  if (!hex || !geo || !view) return [id];
  const places = placesOf(geo, id),
    control = new Map(view.display.control),
    out = [id];
  const ways = geo.ways.filter((w) => w.hexes.includes(id)).map((w) => w.title);
  if (places.length)
    out.push(
      places
        .map(
          (p) =>
            `${p.label}${p.kind === "base" ? ", naval base" : p.kind === "port" ? ", port" : ""}`,
        )
        .join("; "),
    );
  out.push(`${hex.kind}${hex.waters.length ? `, ${hex.waters.join(" and ")}` : ""}`);
  const sides = new Set(
    [control.get(id), ...places.map((p) => control.get(p.name))].filter(Boolean),
  );
  if (sides.size)
    out.push([...sides].map((s) => (s === view.side ? "yours" : String(s))).join(", "));
  if (ways.length) out.push(ways.join(", "));
  const over = view.display.overlays.filter(
    (o) => ["danger", "mines"].includes(o.style) && o.places.includes(id),
  );
  if (over.length)
    out.push(over.map((o) => (o.style === "mines" ? `${o.side} ${o.label}` : o.layer)).join(", "));
  const here = view.display.counters.filter((c) => c.place === id);
  if (here.length)
    out.push(
      here
        .slice(0, 8)
        .map(
          (c) =>
            `${c.side === view.side ? "" : `${c.side}: `}${c.name}${c.factors ? ` ${c.factors}` : ""}`,
        )
        .join("; ") + (here.length > 8 ? ` and ${here.length - 8} more` : ""),
    );
  const danger = page.seaDanger.placeWords(id);
  if (danger) out.push(danger);
  const risk = exam?.profile?.find((r) => r.place === id);
  if (exam && risk && page.line.value)
    out.push(`${percentText(risk.percent)} percent that ${exam.danger}`);
  return out;
}

/** Lines of the slip for a stack. */
const MOST_LINES = 16;
/** Units of a counter listed one by one, at most. */
const MOST_UNITS = 12;

/**
 * Return what there is to say about a counter: its units with their factors, and the place.
 * @param {Page} page
 * @param {string[]} units
 * @returns {string[]}
 */
export function counterWords(page, units) {
  const { view } = page,
    found = view.display.counters.filter((c) => units.includes(c.id)),
    out = [];
  if (!found.length) return [];
  const [first] = found,
    place =
      page.map.geo &&
      placesOf(page.map.geo, first.place)
        .map((p) => p.label)
        .join(", ");
  for (const c of found) {
    const line = page.clicks.findForce([c.id]),
      parts = leaves(line?.children || []);
    const state = (c.state || []).filter((x) => STATES[x]).map((x) => STATES[x]);
    out.push(
      [
        c.side === view.side || !view.side ? "" : `${c.side}: `,
        c.name,
        c.factors && c.factors !== "?" ? `, ${c.factors}` : "",
        state.length ? ` (${state.join(", ")})` : "",
      ].join(""),
    );
    if (parts.length > 1 || (parts.length && parts[0].name !== c.name))
      out.push(
        ...parts.slice(0, MOST_UNITS).map((p) => [p.name, p.factors].filter(Boolean).join(" ")),
        ...(parts.length > MOST_UNITS ? [`and ${parts.length - MOST_UNITS} more`] : []),
      );
    else if (c.detail || line?.note) out.push(c.detail || line?.note || "");
  }
  if (out.length > MOST_LINES)
    out.splice(MOST_LINES, out.length, `and ${out.length - MOST_LINES} more`);
  if (place !== first.name) out.push(`at ${[place, first.place].filter(Boolean).join(" ")}`);
  return out;
}

/** Words for states of a counter. @type {Record<string, string>} */
const STATES = {
  used: "used",
  damaged: "damaged",
  draft: "ordered",
  seen: "seen, not known",
  lost: "contact lost",
};

/**
 * @param {ForceLine[]} list
 * @returns {ForceLine[]}
 */
const leaves = (list) =>
  list.flatMap((l) => ((l.children || []).length ? leaves(l.children) : [l]));

/**
 * Return one sentence about a hex, for a screen reader.
 * @param {Page} page
 * @param {string} id
 */
export const speakHex = (page, id) => {
  const words = hexWords(page, id);
  if (
    !words.some((x) => /[;:]/.test(x)) &&
    page.view &&
    !page.view.display.counters.some((c) => c.place === id)
  )
    words.push("nobody here");
  return `${words.join(". ")}.`;
};

/**
 * Draw the slip at the pointer: about the counter under it, else about the hex.
 * @param {Page} page
 * @param {string|undefined} hex
 * @param {PointerEvent} ev
 * @param {string[]} units
 */
export function drawLens(page, hex, ev, units) {
  const slip = $("#lens"),
    words = units.length
      ? counterWords(page, units)
      : hex && page.map.geo
        ? hexWords(page, hex)
        : [];
  if (!words.length) {
    slip.hidden = true;
    return;
  }
  draw(
    slip,
    words.map((t, i) => h(i ? "span" : "b", { class: units.length ? "name" : null }, t)),
  );
  slip.hidden = false;
  const b = $("#stage").getBoundingClientRect();
  const x = Math.min(ev.clientX - b.left + 16, b.width - slip.offsetWidth - 8),
    y = Math.min(ev.clientY - b.top + 18, b.height - slip.offsetHeight - 8);
  slip.style.setProperty("left", `${x}px`);
  slip.style.setProperty("top", `${y}px`);
  if (ev.pointerType === "touch")
    setTimeout(() => {
      slip.hidden = true;
    }, 2500);
}
