/*
 * The battle dialog of every book: both lines with the fire of each ship, the forecast, the choice.
 */
import { clauseLink, clauseSentence } from "./clause-links.js";
import { drawDice, rollSums } from "./dice-graphics.js";
import { forecastChart } from "./forecast-chart.js";
import { sideClass, sideTag } from "./icons.js";
import { logLine } from "./log-panel.js";
import { kindTitle, passes } from "./prompt.js";
import { h } from "./render.js";
import { silhouette } from "./silhouettes.js";

/**
 * @typedef {import('../types').ShipLine} Ship
 * @typedef {import('../types').Shot} Shot
 * @typedef {import('../types').BattleLines} Lines
 * @typedef {import('../types').Prompt} Prompt
 * @typedef {import('./game-page.js').View} View
 * @typedef {import('./render.js').Kid} Kid
 */

/** Answers with a digit key. With more than MANY answers, those without a key are folded. */
const KEYS = 9,
  MANY = 12;

/**
 * Return whether the dialog opens by itself: there is a choice, and the battle is not on the map.
 * @param {Prompt} prompt
 */
export const canOpenByItself = (prompt) =>
  Boolean(prompt.battle) && !prompt.battle?.on_map && (!prompt.open || prompt.options.length > 0);

/**
 * Return a number of hits, or of the other units in which a book counts fire, in words.
 * @param {number} n
 * @param {string} unit
 */
const countWords = (n, unit) => `${n || "no"} ${unit}${n === 1 ? "" : "s"}`;

/**
 * Draw size boxes: empty for sound, crossed for hit, crossed on dark for hit in this round.
 * @param {Ship} ship
 * @param {string} unit
 */
function sizeBoxes(ship, unit) {
  const { size, hits, fresh } = ship,
    damage = [
      `${size - hits} of ${size} left`,
      hits ? countWords(hits, unit) : "",
      fresh ? `${fresh} just now` : "",
    ]
      .filter(Boolean)
      .join(", ");
  if (size < 1 || size > 15) return h("span.num", `${size - hits} of ${size}`);
  return h(
    "span.boxes",
    { role: "img", "aria-label": damage },
    Array.from({ length: size }, (_, i) =>
      h(i < hits - fresh ? "i.x" : i < hits ? "i.x.new" : "i"),
    ),
  );
}

/**
 * Draw one ship in a line. The enemy's ships face left.
 * @param {Ship} ship
 * @param {string} side
 * @param {boolean} right
 * @param {string} unit
 */
function shipCard(ship, side, right, unit) {
  const gone = ship.state.includes("lost");
  const facts = [
    sizeBoxes(ship, unit),
    ship.fresh ? h("b.fell", `✶ ${gone ? "sunk" : countWords(ship.fresh, unit)}`) : null,
    h(ship.state.length ? "span.st" : "span", ship.detail),
  ];
  const text = h("div", h("b", ship.name), h("small", right ? facts.reverse() : facts)),
    picture = silhouette(ship.silhouette, 110, right);
  return h(
    `div.shipc.${sideClass(side)}${right ? ".r" : ""}${gone ? ".gone" : ""}${ship.fresh ? ".struck" : ""}`,
    { "data-unit": ship.id },
    right ? [text, picture] : [picture, text],
  );
}

/**
 * Draw one roll of fire with each of its dice; a sum that the rules use stands beside them.
 * @param {Shot} r
 * @param {boolean} right
 * @param {string} unit
 * @param {string} facing id of the ship opposite
 */
function shotRow(r, right, unit, facing) {
  const added = rollSums(r),
    text =
      !added.length || r.faces.length < 2
        ? ""
        : added.length > 1
          ? `= ${added.join(", ")}`
          : r.plus
            ? `${added[0]} ${r.plus > 0 ? "+" : "\u2212"} ${Math.abs(r.plus)} = ${added[0] + r.plus}`
            : `= ${added[0]}`;
  const done = r.result === null ? "" : countWords(r.result, unit),
    whom = r.at && r.at !== facing ? r.whom : "";
  return h(
    `div.shot.${sideClass(r.side)}`,
    { title: r.said },
    drawDice(r.faces, r.side, r.sides, r.hits),
    text ? h("span.num", text) : null,
    h("b.num", { class: r.result ? "num" : "num zero" }, right ? `← ${done}` : `${done} →`),
    whom ? h("small", `at ${whom}`) : null,
  );
}

/**
 * Draw the last fire of one ship, or of the light ships together. A salvo of several ships stands
 * with the first of them.
 * @param {Shot[]} shots
 * @param {string} side
 * @param {boolean} right
 * @param {string} id
 * @param {string} unit
 * @param {string} facing
 * @param {(id: string) => string} nameOf
 */
const lastFire = (shots, side, right, id, unit, facing, nameOf) =>
  shots
    .filter((r) => r.side === side && id && r.by.includes(id))
    .map((r) =>
      r.by[0] === id
        ? shotRow(r, right, unit, facing)
        : h(`p.mute.shot.${sideClass(side)}`, `with ${nameOf(r.by[0])}`),
    );

/**
 * Draw the two lines: pairs of heavy ships, then light ships, then the screen, then other fire.
 * @param {Lines} lines
 * @param {View} view
 * @param {string} foe
 */
function battleLines(lines, view, foe) {
  const { shots, counts, mine: ours, his: enemy } = lines,
    all = [...ours, ...enemy],
    nameOf = (/** @type {string} */ id) => all.find((s) => s.id === id)?.name || id;
  const out = [
    h(
      "div.hd",
      sideTag(view.side, "Your line"),
      h("span.mute", lines.note),
      sideTag(foe, "Enemy line: the ships found so far"),
    ),
  ];
  const row = (
    /** @type {Kid} */ left,
    /** @type {Kid} */ middle,
    /** @type {Kid} */ right,
    /** @type {boolean} */ lower,
  ) =>
    out.push(
      h(
        "div.pair",
        { class: lower ? "pair lower" : "pair" },
        left || h("span"),
        h("div.salvo", middle),
        right || h("span"),
      ),
    );
  /** @type {Set<string>} */
  const drawnShips = new Set();
  for (const [where, name] of [
    ["", ""],
    ["light", "light ships fire as one"],
    ["screened", "screened: no fire while other ships stand in front"],
  ]) {
    const own = ours.filter((s) => s.line === where),
      foes = enemy.filter((s) => s.line === where);
    for (let i = 0; i < Math.max(own.length, foes.length, where ? 0 : 1); i++) {
      const by = (/** @type {Ship|undefined} */ ship) => {
        const id = where === "light" ? (i === 0 ? "lights" : "") : ship?.id || "";
        drawnShips.add(id);
        return id;
      };
      const left = lastFire(
          shots,
          view.side,
          false,
          by(own[i]),
          counts,
          foes[i]?.id || (where && "lights"),
          nameOf,
        ),
        right = lastFire(
          shots,
          foe,
          true,
          by(foes[i]),
          counts,
          own[i]?.id || (where && "lights"),
          nameOf,
        );
      const none = where === "" && i === 0 && !enemy.length && !lines.unseen.length;
      row(
        own[i] && shipCard(own[i], view.side, false, counts),
        left.length || right.length
          ? [h("div", left), h("div", right)]
          : i === 0 && name
            ? h("p.mute", name)
            : null,
        foes[i]
          ? shipCard(foes[i], foe, true, counts)
          : none
            ? h("p.mute.nobody", "No ship found yet")
            : null,
        Boolean(where),
      );
    }
  }
  for (const known of lines.unseen) row(null, null, h("p.mute.nobody", known), true);
  for (const r of shots.filter((x) => !drawnShips.has(x.by[0]))) {
    // aircraft, and ships that are no longer visible
    const right = r.side !== view.side,
      who = h(right ? "p.mute.nobody" : "p.mute", r.who);
    row(
      right ? null : who,
      right
        ? [h("div"), h("div", shotRow(r, true, counts, ""))]
        : [h("div", shotRow(r, false, counts, "")), h("div")],
      right ? who : null,
      true,
    );
  }
  const few = Math.max(ours.length, enemy.length) < 3;
  return h(
    few ? "div.lines.few" : "div.lines",
    { tabindex: 0, role: "group", "aria-label": "The lines" },
    out,
  );
}

/**
 * Draw all battle groups in one form: each gets a number of its own.
 * @param {Prompt} prompt
 * @param {{numbers: string[], number: (at: number, text: string) => void}} o
 */
function numberForm(prompt, o) {
  const texts = prompt.options.map((p) => p.text).sort((a, b) => Number(a) - Number(b));
  return h(
    "div.choice.numbers",
    prompt.together.map((name, i) => {
      const twice = o.numbers.filter((t) => t === o.numbers[i]).length > 1;
      return h(
        "fieldset",
        h("legend", name),
        h(
          "div.holds",
          texts.map((t) =>
            h(
              "span.hold",
              h(
                "label",
                h("input", {
                  type: "radio",
                  name: `group${i}`,
                  value: t,
                  checked: o.numbers[i] === t,
                  onChange: () => o.number(i, t),
                }),
                h("span", t),
              ),
            ),
          ),
        ),
        twice ? h("p.problem", "another group has this number") : null,
      );
    }),
  );
}

/**
 * Draw the battle dialog.
 * @param {Prompt} prompt
 * @param {Lines} b
 * @param {import('../types').LogLine[]} lines log lines of this battle
 * @param {View} view
 * @param {{moment: string, chosen: string, choose: (text: string) => void,
 *   send: (text: string) => void, fold: () => void, forecast?: import('../types').Forecast|null,
 *   once?: Kid, numbers: string[], number: (at: number, text: string) => void,
 *   sendAll: (texts: string[]) => void}} o
 */
export function battleDialog(prompt, b, lines, view, o) {
  const foe = view.sides.find((s) => s !== view.side) || "";
  const rest = prompt.options.filter(passes),
    real = prompt.options.filter((p) => !passes(p));
  const list = real.length ? [...real, ...rest] : prompt.options;
  const chosen = list.find((p) => p.text === o.chosen);
  const fought = lines.filter((l) => l.text || l.roll).slice(-30),
    place = b.place || prompt.place;
  const facts = prompt.detail.filter((d) => d.clause); // the lines above name the ships
  const together = prompt.together.length > 1,
    ready =
      together &&
      o.numbers.length === prompt.together.length &&
      new Set(o.numbers).size === o.numbers.length;
  const shown = list.length > MANY ? KEYS : list.length;
  const choice = (/** @type {import('../types').OptionLine} */ p, /** @type {number} */ i) =>
    h(
      "label",
      { "data-option": p.text },
      h("input", {
        type: "radio",
        name: "battle",
        value: p.text,
        checked: chosen === p,
        "data-key": i < KEYS ? i + 1 : null,
        onChange: () => o.choose(p.text),
      }),
      h(
        "b",
        i < KEYS ? h("kbd", i + 1) : null,
        " ",
        p.label,
        p.odds ? h("span.num.odds", ` ${p.odds}`) : null,
      ),
      p.detail ? h("small", p.detail) : null,
    );
  const step = kindTitle(b.step),
    few = b.rounds > 0 && b.rounds <= 8;
  return [
    h(
      "header",
      h("p", sideTag(view.side, `You: ${view.side}`)),
      h(
        "div",
        h("h2#bh", place ? `Battle in ${place}` : kindTitle(prompt.kind)),
        h(
          "p",
          b.round ? `${step} ${b.round}${b.rounds && !few ? ` of ${b.rounds}` : ""} · ` : "",
          kindTitle(prompt.kind),
          " ",
          prompt.clause ? clauseLink(prompt.clause) : null,
        ),
      ),
      few
        ? h(
            "ol.rounds",
            { "aria-label": `${step}s` },
            Array.from({ length: b.rounds }, (_, i) =>
              h(
                i + 1 < b.round ? "li.done" : i + 1 === b.round ? "li.cur" : "li",
                { "aria-current": i + 1 === b.round ? "step" : null },
                String(i + 1),
              ),
            ),
          )
        : h("p.right", sideTag(foe)),
    ),
    battleLines(b, view, foe),
    h(
      "div.bottom",
      h(
        "section.fore",
        { tabindex: 0, "aria-label": "Forecast and fire so far" },
        o.forecast ? forecastChart(o.forecast) : null,
        h("h3", fought.length ? "Fire so far" : "The lines meet"),
        fought.length
          ? h(
              "div.log.inline",
              h(
                "ol",
                fought.map((l) => logLine(l, false)),
              ),
            )
          : h("p.soft", "Nothing has been fired yet."),
      ),
      h(
        "section.what",
        { key: o.moment },
        h(
          "h3",
          { tabindex: -1, id: "bq" },
          together ? "A number for each of your groups" : prompt.question,
        ),
        facts.length
          ? h(
              "div.soft.lede",
              facts.map((d) => h("p", clauseSentence(d))),
            )
          : null,
        together
          ? numberForm(prompt, o)
          : h(
              "div.choice",
              { role: "radiogroup", "aria-labelledby": "bq" },
              list.slice(0, shown).map(choice),
              shown < list.length
                ? h(
                    "details",
                    { open: list.indexOf(/** @type {any} */ (chosen)) >= shown },
                    h("summary", `${list.length - shown} other ways`),
                    list.slice(shown).map((p, i) => choice(p, shown + i)),
                  )
                : null,
            ),
        prompt.open
          ? h(
              "p.soft",
              list.length
                ? "Give other orders on the map, or type them."
                : "Nothing is in range of your guns. Give your orders on the map.",
            )
          : null,
        together ? null : o.once || null,
        h(
          "div.acts",
          together
            ? h(
                "button.btn.go",
                {
                  "aria-disabled": ready ? null : "true",
                  title: ready ? null : "Each group needs a number of its own",
                  onClick: () => ready && o.sendAll(o.numbers),
                },
                "Give these numbers",
                h("kbd", "Enter"),
              )
            : list.length
              ? h(
                  "button.btn.go",
                  {
                    "aria-disabled": chosen ? null : "true",
                    title: chosen ? null : "Choose one first",
                    onClick: () => chosen && o.send(chosen.text),
                  },
                  chosen ? h("span.clip", chosen.label) : "Choose first",
                  chosen ? h("kbd", "Enter") : null,
                )
              : null,
          h("button.btn", { onClick: o.fold }, "Look at the map"),
        ),
      ),
    ),
  ];
}
