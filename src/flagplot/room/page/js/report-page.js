/*
 * The report after a game: result, tracks of all sides on the map, the score, turning points, dice.
 */
import { Seat, call, keptSeats } from "./api.js";
import { clauseSentence, listenToClauses, useBook } from "./clause-links.js";
import { copyField, errorText } from "./dialogs.js";
import { drawDice } from "./dice-graphics.js";
import { $, debounce } from "./dom.js";
import { readGeometry } from "./geometry.js";
import { assignShapes, resultText, sideClass, sideTag } from "./icons.js";
import { openRematch } from "./join-game.js";
import { luckRows } from "./luck.js";
import { MapRenderer } from "./map-renderer.js";
import { draw, h } from "./render.js";
import { pointsInWords, pointsText, scoreChart } from "./score-chart.js";
import { drawSprite, knownClass } from "./silhouettes.js";
import { dressPage } from "./theme.js";
import { sidesDoing } from "./top-bar.js";

/**
 * @typedef {import('../types').ReportLine} Said
 * @typedef {import('../types').Track} Track
 * @typedef {import('../types').Moment} Moment
 */

/** The page of one report. */
class ReportPage {
  constructor() {
    this.id = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] || "");
    // set when the room has answered
    this.r = /** @type {import('../types').Report} */ (/** @type {unknown} */ (null));
    /** @type {MapRenderer|null} */
    this.board = null;
    this.at = 0;
    this.last = 0;
    this.picked = "";
    this.playing = 0;
    /** Which lines of the log are unfolded: none, events, or all. @type {''|'events'|'all'} */
    this.whole = "";
    this.place = debounce(() => this.drawMap(), 30);
  }

  async begin() {
    dressPage();
    drawSprite();
    listenToClauses();
    try {
      this.r = await call("GET", `/api/games/${encodeURIComponent(this.id)}/report`);
    } catch (e) {
      document.body.dataset.state = "none";
      draw(
        $("#result"),
        h("h1#title", "There is no report here"),
        h("p.soft", errorText(e)),
        h("p", "A game has a report once it is over."),
        h("p", h("a.btn.go", { href: "/" }, "To the start page")),
      );
      return;
    }
    const { r } = this;
    assignShapes(r.sides);
    useBook(r.book);
    this.last = r.log.length ? r.log[r.log.length - 1].n : 0;
    this.at = this.last;
    document.title = `${r.title}: report · flagplot`;
    $("#game").textContent = r.book_title;
    this.result();
    this.story();
    document.body.dataset.state = "report";
    await this.map();
    document.body.dataset.state = "drawn";
  }

  /* -------------------------------------------------------------- the result */

  /**
   * Draw the result.
   * @param {string} [problem]
   * @param {boolean} [busy] true while another game is set up
   */
  result(problem = "", busy = false) {
    const { r } = this,
      seat = keptSeats().find((x) => x.game === this.id && x.role === "player");
    const [head, how] = resultText(r, undefined, r.parties[r.winner]?.name);
    const again = async (/** @type {import('./api.js').Kept} */ kept) => {
      this.result("", true);
      try {
        await openRematch(new Seat(this.id, kept.token), r.title);
      } catch (e) {
        this.result(errorText(e));
      }
    };
    draw(
      $("#result"),
      h("h1#title", head),
      h("p.soft", [r.title, how].filter(Boolean).join(" · ")),
      h(
        "dl.final",
        r.scores.map(([side, n]) =>
          h("div", { class: sideClass(side) }, h("dt", sideTag(side)), h("dd.num", pointsText(n))),
        ),
      ),
      h(
        "div.acts",
        seat
          ? [
              h(
                "button.btn.go",
                { id: "rematch", disabled: busy, onClick: () => again(seat) },
                "Play again, sides changed",
              ),
              h(
                "a.btn",
                { href: `/table/${this.id}#${encodeURIComponent(seat.token)}` },
                "Back to the game",
              ),
            ]
          : null,
      ),
      h(
        "div.row.share",
        h("label", { for: "link" }, "Share"),
        copyField(
          new URL(`/report/${encodeURIComponent(this.id)}`, location.href).href,
          "Share",
          "link",
        ),
      ),
      h("p.mute", "Anybody with this link can read the report, and nothing else."),
      h("p.problem", { role: "status" }, problem),
    ); // the link names no seat
  }

  /* -------------------------------------------------------------- the map */

  async map() {
    const { r } = this;
    const geo = readGeometry(await call("GET", `/api/boards/${encodeURIComponent(r.board)}`));
    $("#chart").hidden = false;
    this.board = new MapRenderer($("#map"), geo);
    this.course();
    const far = new Set(this.r.tracks.flatMap((t) => t.steps.map((x) => x[1])));
    this.board.show(
      [...far].filter((p) => p && geo.hexes.get(p)?.kind !== "box"),
      15,
    );
    this.board.home = [...this.board.view];
    this.drawMap();
  }

  /** Draw the player of the game, and the current moment. */
  course() {
    const { r, at, playing } = this,
      line = r.log.filter((l) => l.n <= at && l.kind !== "input").pop(),
      standing = r.standings.filter((x) => x.n <= at).pop(),
      by = (/** @type {number} */ n) => {
        this.stop();
        this.step(n);
      };
    draw(
      $("#course"),
      h(
        "div.steps",
        h(
          "button.btn",
          {
            id: "play",
            "aria-pressed": Boolean(playing),
            onClick: () => (playing ? this.stop() : this.play()),
          },
          playing ? "Pause" : "Play",
        ),
        h("button.btn.small", { "aria-label": "One line back", onClick: () => by(-1) }, "‹"),
        h("input", {
          type: "range",
          id: "moment",
          min: 0,
          max: this.last,
          value: at,
          "aria-label": "Moment of the game",
          onInput: (e) => {
            const to = Number(e.currentTarget.value);
            this.stop();
            this.go(to);
          },
        }),
        h("button.btn.small", { "aria-label": "One line on", onClick: () => by(1) }, "›"),
      ),
      h(
        "output.caption",
        { for: "moment" },
        line
          ? [
              h("b", line.turn),
              " ",
              h("span", line.text),
              line.faces.length ? [" ", drawDice(line.faces, line.side, line.sides)] : null,
            ]
          : h("b", "The beginning"),
        standing
          ? h(
              "span.num.so",
              standing.points.map(([side, n]) => sideTag(side, pointsText(n))),
            )
          : null,
      ),
    );
  }

  play() {
    if (this.at >= this.last) this.go(0);
    this.playing = setInterval(
      () => {
        if (!this.step(1)) this.stop();
      },
      matchMedia("(prefers-reduced-motion: reduce)").matches ? 700 : 220,
    );
    this.course();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.course();
  }

  /** Go to the next line that moves something or has text. @param {number} by */
  step(by) {
    const list = this.r.log.filter((l) => l.kind !== "input"),
      next = by > 0 ? list.find((l) => l.n > this.at) : list.filter((l) => l.n < this.at).pop();
    if (next) this.go(next.n);
    return Boolean(next);
  }

  /**
   * Show an entry.
   * @param {number} n
   * @param {boolean} [look] true to scroll the map into sight
   */
  go(n, look = false) {
    this.at = n;
    this.course();
    this.place();
    if (look) $("#chart").scrollIntoView({ block: "start", behavior: "instant" });
  }

  drawMap() {
    if (!this.board) return;
    /** @type {Map<string, {of: Track, names: string[], steps: [number, string][]}>} */
    const groups = new Map();
    for (const t of this.r.tracks) {
      const steps = t.steps.filter(([n]) => n <= this.at),
        key = `${t.side}|${steps.map((x) => x[1]).join()}`,
        had = groups.get(key);
      if (!steps.length) continue;
      if (had) had.names.push(t.name);
      else groups.set(key, { of: t, names: [t.name], steps });
    }
    const chosen = this.picked;
    const routes = [];
    for (const g of groups.values()) {
      if (chosen && !g.names.includes(chosen)) continue;
      for (const [places, jump] of trackPieces(
        this.board,
        g.steps.map((x) => x[1]).filter(Boolean),
      ))
        routes.push({
          places,
          style: "past",
          cls: `past.${sideClass(g.of.side)}${jump ? ".jump" : ""}`,
        });
    }
    this.board.setTracks(routes, chosen ? routes.flatMap((x) => x.places) : []);
    const units = this.r.tracks
      .filter((t) => t.steps.some(([n]) => n <= this.at))
      .map((t) => {
        const here = t.steps.filter(([n]) => n <= this.at);
        return {
          id: t.id,
          name: t.name,
          short: t.name,
          cls: sideClass(t.side),
          ship: knownClass(t.silhouette),
          factors: "",
          count: 1,
          state: new Set(),
          place: here[here.length - 1][1],
          port: false,
          selected: t.name === chosen,
        };
      });
    this.board.setUnits(units.filter((u) => u.place));
  }

  /* -------------------------------------------------------------- the story */

  story() {
    draw(
      $("#story"),
      h("div.side2", this.turning(), this.dicePart()),
      h("div.side2", this.score()),
      this.losses(),
      this.thoughts(),
      this.wholeLog(),
    );
  }

  /**
   * Draw a line that leads to its moment on the map.
   * @param {number} n
   * @param {...import('./render.js').Kid} kids
   */
  line(n, ...kids) {
    return h(
      "li",
      { key: n },
      h(
        "button.n",
        { "aria-label": `Entry ${n} on the map`, onClick: () => this.go(n, true) },
        String(n),
      ),
      kids,
    );
  }

  /** Draw the words about an entry, with its dice. @param {Said} l */
  entry(l) {
    return this.line(
      l.n,
      h(
        "span",
        clauseSentence(l),
        l.faces.length ? [" ", drawDice(l.faces, l.side, l.sides)] : null,
      ),
    );
  }

  turning() {
    const { r } = this,
      m = /** @type {Moment|undefined} */ (r.moments[r.turning]);
    if (!m)
      return h(
        "section.part",
        { id: "turning" },
        h("h2", "The turning point"),
        h(
          "p.soft",
          r.standings.length > 1 ? "No single moment decided it." : "The score never moved.",
        ),
      );
    const [a, b] = m.lead,
      ahead = (/** @type {number} */ lead) => (lead > 0 ? r.sides[0] : r.sides[1]);
    const leadText = (/** @type {number} */ lead) =>
      pointsText(lead) === "0"
        ? "nobody was ahead"
        : `${sidesDoing(r, [ahead(lead)], "was", "were")} ${pointsText(Math.abs(lead))} ahead`;
    const gave = m.samples ? b - m.mean : 0;
    return h(
      "section.part",
      { id: "turning" },
      h("h2", "The turning point"),
      h("p.big", `${m.turn}: before it ${leadText(a)}, after it ${leadText(b)}.`),
      m.samples
        ? h(
            "p",
            Math.abs(gave) < 0.25
              ? "The dice had little to do with it: the same orders lead there on average."
              : `The dice gave ${r.parties[ahead(gave)].name} ${pointsText(Math.abs(gave))} of it: ` +
                  `played again with the same orders and other dice, ${leadText(m.mean)} on average.`,
          )
        : h("p", "It involved no dice."),
      h(
        "ol.reasons",
        mainLines(m).map((l) => this.entry(l)),
      ),
      h(
        "button.btn.small",
        {
          onClick: () => {
            this.go(m.first, true);
            this.play();
          },
        },
        "Show it on the map",
      ),
    );
  }

  score() {
    const { r } = this;
    return h(
      "section.part",
      { id: "score" },
      h("h2", "The score, turn by turn"),
      h("p.soft", "As if the game had ended with that turn."),
      scoreChart(r, (n) => this.go(n, true)),
      h(
        "table.scoreturns",
        h(
          "thead",
          h(
            "tr",
            h("th", { scope: "col" }, "After"),
            r.sides.map((x) => h("th.num", { scope: "col" }, sideTag(x))),
          ),
        ),
        h(
          "tbody",
          r.turns.map((t) => [
            h(
              "tr",
              h("th", { scope: "row" }, t.name || "The beginning"),
              r.sides.map((x) => h("td.num", pointsText(new Map(t.points).get(x) ?? 0))),
            ),
            t.reasons.length
              ? h(
                  "tr.why",
                  h(
                    "td",
                    { colspan: 1 + r.sides.length },
                    h(
                      "ol.reasons",
                      t.reasons.map((l) => this.entry(l)),
                    ),
                  ),
                )
              : null,
          ]),
        ),
      ),
    );
  }

  dicePart() {
    const { r } = this,
      rolled = r.moments.filter((m) => m.samples),
      most = Math.max(...rolled.map((m) => Math.abs(m.lead[1] - m.mean)), 0.5);
    const swings = rolled.filter((m) => Math.abs(m.lead[1] - m.mean) >= 0.05),
      equal = rolled.length - swings.length;
    const cost = new Map(r.cost),
      hurt = r.sides.find((x) => (cost.get(x) ?? 0) > 0.25);
    return h(
      "section.part",
      { id: "dice" },
      h("h2", "What the dice did"),
      rolled.length
        ? [
            h(
              "p.big",
              hurt
                ? `In the moments that counted the dice took ${pointsInWords(cost.get(hurt) ?? 0)} from ` +
                    `${r.parties[hurt].name}.`
                : "In the moments that counted the dice favoured no side.",
            ),
            h(
              "p.soft",
              `Each of these moments was played again ${rolled[0].samples} times, ` +
                "with the same orders and other dice.",
              equal ? ` In ${equal}${swings.length ? " more" : ""} the result was the same.` : "",
            ),
            h(
              "ol.swings",
              swings.map((m) => {
                const gave = m.lead[1] - m.mean,
                  to = gave > 0 ? r.sides[0] : r.sides[1];
                return this.line(
                  m.first,
                  h("span", m.turn, h("small", headline(m, to))),
                  h(`i.gave.${sideClass(to)}`, {
                    style: { "--w": `${(100 * Math.abs(gave)) / most}%` },
                  }),
                  h("b.num", `${pointsText(Math.abs(gave))} for ${r.parties[to].name}`),
                );
              }),
            ),
          ]
        : h("p.soft", "No dice moved the score."),
      luckRows(r.luck),
      r.rolls.length
        ? h(
            "details",
            h("summary", "The luckiest and unluckiest rolls"),
            h(
              "ol.reasons",
              r.rolls.map((l) =>
                this.line(
                  l.n,
                  h(
                    "span",
                    l.side ? sideTag(l.side) : null,
                    " ",
                    clauseSentence(l),
                    " ",
                    drawDice(l.faces, l.side, l.sides),
                    ` better than ${Math.round(100 * l.beat)} of 100`,
                  ),
                ),
              ),
            ),
          )
        : null,
    );
  }

  losses() {
    const { r, picked } = this,
      pick = (/** @type {string} */ name) => {
        this.picked = picked === name ? "" : name;
        this.story();
        this.drawMap();
      };
    const forces = (/** @type {string} */ side) => [
      ...groupTracks(
        r.tracks.filter((t) => t.side === side),
        "name",
      ).values(),
    ]; // parts of one force share a name
    const force = (/** @type {Track[]} */ of) =>
      h(
        "li",
        h(
          "button.link",
          {
            "data-name": of[0].name,
            "aria-pressed": of[0].name === picked,
            onClick: () => pick(of[0].name),
          },
          of[0].name,
          of.length > 1 ? ` in ${of.length} parts` : null,
        ),
        fateWords(of) ? h("em", fateWords(of)) : null,
      );
    return h(
      "section.part",
      { id: "ships" },
      h("h2", "The forces that sailed, and what became of them"),
      h("p.soft", "Choose one to see its track alone."),
      h(
        "div.cols",
        r.sides.map((side) =>
          h(
            "div",
            h("h3", sideTag(side)),
            forces(side).length
              ? h("ul", forces(side).map(force))
              : h("p.soft", "This map shows none."),
          ),
        ),
      ),
    );
  }

  /** Draw the reasons that thinking admirals gave for their orders, if there are any. */
  thoughts() {
    const { r } = this;
    return r.thoughts.length
      ? h(
          "section.part",
          { id: "thoughts" },
          h(
            "details",
            h(
              "summary",
              `What the admirals thought, ${r.thoughts.length} `,
              r.thoughts.length === 1 ? "order" : "orders",
            ),
            h(
              "p.soft",
              "A simulated game starts from a position that looks like the one the admiral " +
                "saw. What was hidden from the admiral is guessed.",
            ),
            h(
              "ol.reasons",
              r.thoughts.map((l) => this.line(l.n, h("span", sideTag(l.side), " ", l.text))),
            ),
          ),
        )
      : null;
  }

  wholeLog() {
    const { r, whole } = this,
      show = (/** @type {'events'|'all'} */ what) => {
        this.whole = what;
        this.story();
      };
    return h(
      "section.part",
      { id: "whole" },
      h(
        "details",
        {
          onToggle: () => {
            if (!whole) show("events");
          },
        },
        h("summary", `The whole log, ${r.log.length} lines, nothing hidden`),
        h(
          "label.check",
          h("input", {
            type: "checkbox",
            checked: whole === "all",
            onChange: (e) => show(e.currentTarget.checked ? "all" : "events"),
          }),
          " with orders and rolls",
        ),
        h(
          "ol.reasons.whole",
          whole
            ? r.log.filter((l) => whole === "all" || l.kind === "event").map((l) => this.entry(l))
            : null,
        ),
      ),
    );
  }
}

/**
 * Return the lines of a moment that say most: points, and far-reaching rolls; else the first line.
 * @param {Moment} m
 */
function mainLines(m) {
  const best = m.lines.filter(
    (l) => l.scores || (l.kind === "roll" && Math.abs(l.beat - 0.5) > 0.3 && l.beat >= 0),
  );
  return (best.length ? best : m.lines.filter((l) => l.kind === "event")).slice(0, 8);
}

/**
 * Group tracks by a property.
 * @param {Track[]} tracks
 * @param {'name'|'lost'} by
 */
function groupTracks(tracks, by) {
  /** @type {Map<string, Track[]>} */
  const found = new Map();
  for (const t of tracks) found.set(t[by], [...(found.get(t[by]) || []), t]);
  return found;
}

/** Say what became of the parts of one force. @param {Track[]} of */
const fateWords = (of) =>
  [
    ...groupTracks(
      of.filter((t) => t.lost),
      "lost",
    ),
  ]
    .map(([lost, all]) => (all.length > 1 ? `${all.length} times ${lost}` : lost))
    .join(", ");

/**
 * Return a line that sums up a moment: one with points for the side it favoured, if there is any.
 * @param {Moment} m
 * @param {string} to
 */
function headline(m, to) {
  const far = m.lines
    .filter((l) => l.kind === "roll" && l.beat >= 0)
    .sort((a, b) => Math.abs(b.beat - 0.5) - Math.abs(a.beat - 0.5))[0];
  const best =
    m.lines.find((l) => l.scores && l.side === to) ||
    m.lines.find((l) => l.scores) ||
    far ||
    m.lines.find((l) => l.kind === "event");
  return best ? best.text : "";
}

/**
 * Return a track in connected pieces, and the jumps between them.
 * @param {MapRenderer} board
 * @param {string[]} places
 * @returns {[string[], boolean][]}
 */
function trackPieces(board, places) {
  /** @type {[string[], boolean][]} */
  const out = [];
  let part = places.slice(0, 1);
  for (let i = 1; i < places.length; i++) {
    const a = board.geo.hexes.get(places[i - 1]),
      b = board.geo.hexes.get(places[i]),
      far = !a || !b || Math.hypot(a.x - b.x, a.y - b.y) > 132;
    if (far) {
      if (part.length > 1) out.push([part, false]);
      out.push([[places[i - 1], places[i]], true]);
      part = [places[i]];
    } else part.push(places[i]);
  }
  if (part.length > 1) out.push([part, false]);
  return out;
}

new ReportPage().begin();
