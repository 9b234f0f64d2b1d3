/* A question to one side: options with their odds, one strong button, no default except to pass. */
import { clauseLink, clauseSentence } from "./clause-links.js";
import { invitationField } from "./dialogs.js";
import { percentText } from "./dice-graphics.js";
import { forecastChart } from "./forecast-chart.js";
import { icon, resultText, sentenceCase, sideClass, sideTag } from "./icons.js";
import { h } from "./render.js";
import { sidesDo } from "./top-bar.js";

/**
 * @typedef {import('../types').Prompt} Prompt
 * @typedef {import('../types').OptionLine} OptionLine
 * @typedef {import('./game-page.js').View} View
 */

/** Return whether an option passes. @param {OptionLine} option */
export const passes = (option) => option.passes;

/**
 * Return whether an open question is a window: an event that the side may meet with orders.
 * @param {Prompt} prompt
 */
export const isWindow = (prompt) =>
  prompt.open &&
  !prompt.battle?.on_map &&
  Boolean(prompt.place || prompt.routes.length) &&
  prompt.options.some((p) => !passes(p));

/**
 * @param {Prompt} prompt
 * @param {{chosen: string, choose: (text: string) => void, send: (text: string) => void,
 *   kicker?: string, unfold?: () => void, forecast?: import('../types').Forecast|null,
 *   coach?: () => void, once?: import('./render.js').Kid, briefing?: import('./render.js').Kid}} o
 */
export function decisionPanel(prompt, o) {
  const rest = prompt.options.filter(passes),
    real = prompt.options.filter((p) => !passes(p));
  const list = real.length ? real : prompt.options,
    pass = real.length ? rest : [];
  const chosen = list.find((p) => p.text === o.chosen),
    together = o.unfold && prompt.together.length > 1;
  return h(
    `section.prompt.${sideClass(prompt.side)}`,
    { "aria-labelledby": "oh", role: "alert" },
    h(
      "p.kick",
      h("span", o.kicker || kindTitle(prompt.kind)),
      prompt.clause ? clauseLink(prompt.clause) : null,
    ),
    h("h2#oh", prompt.question),
    prompt.detail.length
      ? h(
          "div.lede",
          prompt.detail.map((d) => h("p", clauseSentence(d))),
        )
      : null,
    o.briefing || null,
    together ? h("p.pad.soft", "All your groups get their numbers in one form.") : null,
    o.unfold && !together
      ? h("p.pad", h("button.btn.small", { onClick: o.unfold }, "Open the battle"))
      : null,
    together ? null : optionList(list, chosen, o, "option"),
    o.forecast
      ? h("section.forecast", { "aria-label": "Forecast" }, forecastChart(o.forecast))
      : null,
    prompt.open
      ? h(
          "p.soft.openhint",
          "Or write another order: pick ships on the map, or type. ",
          o.coach ? h("button.link", { onClick: o.coach }, "What is worth doing?") : null,
        )
      : o.coach
        ? h("p.soft.openhint", h("button.link", { onClick: o.coach }, "What looks best?"))
        : null,
    together ? null : o.once || null,
    together
      ? h("footer", h("button.btn.go", { id: "announce", onClick: o.unfold }, "Give the numbers"))
      : h(
          "footer",
          h(
            "button.btn.go",
            {
              id: "announce",
              "aria-disabled": chosen ? null : "true",
              title: chosen ? null : "Choose one of the options first",
              onClick: () => chosen && o.send(chosen.text),
            },
            chosen
              ? h(
                  "span.clip",
                  prompt.open && chosen.label.length > 34
                    ? `Choice ${list.indexOf(chosen) + 1}`
                    : chosen.label,
                )
              : "Choose first",
            chosen ? h("kbd", "Enter") : null,
          ),
          pass.map((p) => h("button.btn", { onClick: () => o.send(p.text) }, p.label)),
        ),
  );
}

/**
 * @param {OptionLine[]} list
 * @param {OptionLine|undefined} chosen
 * @param {{choose: (text: string) => void}} o
 * @param {string} name
 */
function optionList(list, chosen, o, name) {
  return h(
    "div",
    { role: "radiogroup", "aria-labelledby": "oh" },
    list.map((p, i) => {
      const pct = p.chance === null ? null : percentText(p.chance);
      return h(
        "label.opt",
        { "data-option": p.text },
        h("input", {
          type: "radio",
          name,
          value: p.text,
          checked: chosen === p,
          "data-key": i < 9 ? i + 1 : null,
          onChange: () => o.choose(p.text),
        }),
        h("b", i < 9 ? h("kbd", i + 1) : null, " ", p.label),
        pct
          ? h("span.pctbig.num", pct, h("small", "%"))
          : p.odds
            ? h("span.oddstext", p.odds)
            : h("span"),
        p.detail ? h("span.why", h("span", p.detail)) : null,
      );
    }),
  );
}

/** Return a code as a heading. @param {string} kind */
export const kindTitle = (kind) => sentenceCase(kind.replace(/[-_]/g, " "));

/** Faces of dice with more sides than this are typed instead of clicked. */
const MOST_BUTTONS = 20;

/**
 * Return the typed face of a die, or 0 if the die has no such face.
 * @param {string} text
 * @param {number} sides
 */
const typedFace = (text, sides) => {
  const n = Number(text);
  return Number.isInteger(n) && n > 0 && n <= sides ? n : 0;
};

/**
 * Draw the entry of real dice.
 * @param {import('../types').Waiting} waiting
 * @param {number[]} faces the faces typed so far
 * @param {{pick: (die: number, face: number) => void, send: () => void}} o
 */
export function diceEntry(waiting, faces, o) {
  const n = waiting.dice_count,
    sides = waiting.dice_sides || 6,
    upTo = (/** @type {number} */ length) => Array.from({ length }, (_, i) => i),
    ready = upTo(n).every((i) => faces[i]);
  return h(
    "section.prompt.neutral",
    { "aria-labelledby": "oh" },
    h("p.kick", h("span", "Roll")),
    h("h2#oh", `Roll ${n} ${n === 1 ? "die" : "dice"} of ${sides} sides`),
    h("p.lede", waiting.roll || "Type the faces as they lie on the table."),
    sides > MOST_BUTTONS
      ? h(
          "div.facefields",
          upTo(n).map((i) =>
            h(
              "label",
              h("span.label", `die ${i + 1}`),
              h("input.num", {
                type: "number",
                inputmode: "numeric",
                min: 1,
                max: sides,
                step: 1,
                value: faces[i] ? String(faces[i]) : "",
                onChange: (e) => o.pick(i, typedFace(e.currentTarget.value, sides)),
              }),
            ),
          ),
        )
      : h(
          "div.facerows",
          upTo(n).map((i) =>
            h(
              "div.faces",
              { role: "radiogroup", "aria-label": `Die ${i + 1}` },
              h("span.label", `die ${i + 1}`),
              upTo(sides).map((f) =>
                h(
                  "button.face",
                  {
                    role: "radio",
                    "aria-checked": faces[i] === f + 1,
                    onClick: () => o.pick(i, f + 1),
                  },
                  f + 1,
                ),
              ),
            ),
          ),
        ),
    h(
      "footer",
      h(
        "button.btn.go",
        {
          id: "announce",
          "aria-disabled": ready ? null : "true",
          title: ready ? null : "Type every die first",
          onClick: () => ready && o.send(),
        },
        `Enter ${n} ${n === 1 ? "die" : "dice"}`,
      ),
      h(
        "p",
        "or type them in the order line: ",
        h(
          "span.id",
          upTo(Math.min(n, 3))
            .map((i) => ((i * 2 + 3) % 6) + 1)
            .join(" "),
        ),
      ),
    ),
  );
}

/** Say what a waiting player can do. @param {View} view */
function waitingAdvice(view) {
  const w = view.waiting;
  if (view.role === "spectator")
    return "You are watching. You see what both sides know, and cannot act.";
  if (w.thinking) {
    const names = new Set(w.sides.map((x) => view.admirals[x]).filter(Boolean)),
      slow = names.has("search") ? ", two seconds or more for each order" : "";
    return `The ${[...names].join(" and ") || "computer"} admiral is thinking${slow}.`;
  }
  if (view.mode === "invite" && view.open_chair)
    return "The other seat is empty: send the invitation.";
  if (view.offers.includes(view.side))
    return "You have offered a draw, which the other side has not answered.";
  if (view.undo.state === "asked")
    return "You asked for an undo. Waiting for the other side's consent.";
  return "You can look around on the map, and write standing orders.";
}

/**
 * Draw the briefing, folded.
 * @param {View} view
 * @param {string} head
 */
export const foldedBriefing = (view, head) =>
  h(
    "details.brief",
    h("summary", head),
    view.briefing
      .split("\n")
      .filter(Boolean)
      .map((p) => h("p.serif", p)),
  );

/**
 * Draw the panel of a player who waits.
 * @param {View} view
 * @param {{close: () => void, invitation: string, fresh: boolean}} o `invitation`: link to an empty
 *   seat; `fresh`: the player has given no order yet
 */
export function waitingPanel(view, { close, invitation, fresh }) {
  const others = view.waiting.sides.filter((s) => s !== view.side);
  return h(
    "section.order",
    { "aria-labelledby": "oh" },
    h(
      "header",
      h(
        "h2#oh",
        { tabindex: -1 },
        others.length
          ? `Waiting for ${others.map((s) => view.parties[s].name).join(" and ")}`
          : "Waiting",
      ),
      h(
        "p",
        fresh && view.side ? [h("b", `You play ${view.title}, `), sideTag(view.side), ". "] : null,
        waitingAdvice(view),
      ),
    ),
    fresh && view.briefing ? foldedBriefing(view, "Your briefing: what you have to achieve") : null,
    view.silent
      ? h(
          "footer",
          h(
            "p.soft",
            `${sidesDo(view, [view.silent], "has", "have")} been silent past the limit of this game.`,
          ),
          h("button.btn", { onClick: close }, "Close the game"),
        )
      : null,
    invitation ? h("div.invite", invitationField(invitation)) : null,
  );
}

/**
 * Draw a request of the other side that needs consent.
 * @param {string} by
 * @param {string} about
 * @param {string} head
 * @param {string} why
 * @param {(yes: boolean) => void} say
 */
const requestPanel = (by, about, head, why, say) =>
  h(
    `section.prompt.${sideClass(by)}`,
    { role: "alert", "aria-labelledby": "oh" },
    h("p.kick", about),
    h("h2#oh", head),
    h("p.lede", why),
    h(
      "footer",
      h("button.btn.go", { onClick: () => say(true) }, "Agree"),
      h("button.btn", { onClick: () => say(false) }, "Refuse"),
    ),
  );

/**
 * Draw the other side's request for an undo.
 * @param {View} view
 * @param {string} by
 * @param {(yes: boolean) => void} say
 */
export const undoRequest = (view, by, say) =>
  requestPanel(
    by,
    "Undo",
    `${sidesDo(view, [by], "asks", "ask")} for an undo`,
    "The undo goes back past an answer of yours, a roll or something revealed, so it needs your consent.",
    say,
  );

/**
 * Draw the other side's offer of a draw.
 * @param {View} view
 * @param {string} by
 * @param {(yes: boolean) => void} say
 */
export const drawRequest = (view, by, say) =>
  requestPanel(
    by,
    "Draw",
    `${sidesDo(view, [by], "offers", "offer")} a draw`,
    "If you agree, the game ends without a winner, and the seed of the dice is shown.",
    say,
  );

/**
 * Draw the panel of a game with other rules or rule tables: it can be looked at, and continued
 * here.
 * @param {View} view
 * @param {() => void} adopt
 */
export function stoppedPanel(view, adopt) {
  return h(
    "section.order",
    { "aria-labelledby": "oh" },
    h(
      "header",
      h("h2#oh", "This game was begun under different rules"),
      h("p", `${sentenceCase(view.stopped)}.`.replace(/\.\.$/, ".")),
    ),
    h(
      "footer",
      h("button.btn.go", { id: "announce", onClick: adopt }, "Go on under the new rules"),
    ),
  );
}

/**
 * Draw the end of the game.
 * @param {import('../types').Ending} e
 * @param {string} side the player's own side
 * @param {{winner?: string, reasons: import('../types').LogLine[],
 *   briefing: import('./render.js').Kid, report: string, again: (() => void)|null, kept: string,
 *   verify: () => void, luck: () => void, replay: () => void}} o
 */
export function endingPanel(e, side, o) {
  const [head, how] = resultText(e, side, o.winner);
  return h(
    "section.order.ending",
    { "aria-labelledby": "oh" },
    h("header", h("h2#oh", head), how ? h("p", how) : null),
    o.briefing || null,
    h(
      "table.scores",
      h(
        "tbody",
        e.scores.map(([who, points]) =>
          h("tr", h("th", { scope: "row" }, sideTag(who)), h("td.num", points)),
        ),
      ),
    ),
    o.reasons.length
      ? h(
          "details.brief",
          { open: o.reasons.length < 6 },
          h("summary", "How it was earned"),
          h(
            "ol.reasons",
            o.reasons.map((l) => h("li", h("span.n", String(l.n)), h("span", clauseSentence(l)))),
          ),
        )
      : null,
    e.seed
      ? h(
          "div.seed",
          h("h3", "The seed of the dice"),
          h("p", "Seed ", h("span.id.break", e.seed)),
          h(
            "p.mute",
            "Its SHA-256 was shown before the first order: ",
            h("span.id.break", e.commitment),
          ),
        )
      : null,
    o.kept
      ? h("p", `${o.kept} set the game up again, with sides changed. Your seat is kept.`)
      : null,
    h(
      "footer",
      h("a", { class: o.kept ? "btn" : "btn go", id: "announce", href: o.report }, "The report"),
      o.again
        ? h(
            "button",
            { class: o.kept ? "btn go" : "btn", id: "rematch", onClick: o.again },
            o.kept ? "Take the seat" : "Play again, sides changed",
          )
        : null,
      h("button.btn", { onClick: o.verify }, icon("yes"), "Verify every roll"),
      h("button.btn", { onClick: o.luck }, "Luck"),
      h("button.btn", { onClick: o.replay }, "Replay"),
    ),
  );
}
