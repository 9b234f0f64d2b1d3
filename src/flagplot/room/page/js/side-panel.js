/* The panel below the forces: score, standing orders, luck, and links to everything else. */
import { recall, seats } from "./api.js";
import { sentence } from "./clause-links.js";
import { download, verify } from "./dialogs.js";
import { briefing, invitation, maySettle, onlookers, settling } from "./game-dialogs.js";
import { luck, strip } from "./luck.js";
import { h } from "./render.js";
import { said } from "./score-bar.js";
import { told } from "./signing.js";

/**
 * @param {import('./game-page.js').TablePage} page
 * @param {import('../types').Display} display
 */
export function beside(page, display) {
  const { view, seat, gameId } = page,
    { scores, notes } = display,
    head = (/** @type {string} */ title, /** @type {import('./render.js').Kid} */ more = null) =>
      h("div.panel-h", h("h2", title), more);
  const link = (/** @type {string} */ text, /** @type {() => void} */ act) =>
      h("button.link", { onClick: act }, text),
    toLuck = () => luck(seat, view.side);
  return h(
    "div.push",
    { key: "beside" },
    scores.length ? [head("Score"), scoreStrip(scores)] : null,
    notes.length
      ? h(
          "ul.notes",
          notes.map((n) => h("li", sentence(n))),
        )
      : null,
    !view.side
      ? null
      : [
          head(
            "Standing orders",
            link("edit", () => page.standing()),
          ),
          h(
            "ol.sorder",
            view.standing.length
              ? view.standing.map((s) =>
                  h(
                    "li",
                    { key: s.number },
                    h("span.n", s.number),
                    h(
                      "span",
                      s.text,
                      s.used
                        ? h("small", ` Used ${s.used === 1 ? "once" : `${s.used} times`}.`)
                        : null,
                    ),
                  ),
                )
              : h("li", h("span"), h("span.mute", "None.")),
          ),
        ],
    strip(page.luckRows, view.side, toLuck),
    head("Table"),
    h(
      "p.morelinks",
      link("luck", toLuck),
      link("last turn", () => page.film.again()),
      link("replay", () => page.replay.start()),
      link("verify", () => verify(seat)),
      link("game file", () =>
        download(
          `/api/games/${gameId}/log`,
          (seats().find((x) => x.game === gameId && x.role === "referee") || seat).token,
          `${gameId}.jsonl`,
        ),
      ),
      h("a", { href: `/rules/${view.book}`, target: "_blank", rel: "noopener" }, "rules"),
      link("briefing", () => briefing(view)),
      view.side && !view.ending && !view.stopped ? link("resign", () => page.deeds.resign()) : null,
      maySettle(view) ? link(settling(view), () => page.deeds.draw()) : null,
      view.open_chair && recall(`invite.${view.game}`, "")
        ? link("invitation", () => invitation(view))
        : null,
      view.side && view.mode !== "lesson" ? link("spectators", () => onlookers(page)) : null,
    ),
    h("p.mute.signs", told(view, seat.signer)),
  );
}

/** Draw the score of the sides. @param {import('../types').Display['scores']} scores */
export const scoreStrip = (scores) =>
  h(
    "dl.scorestrip",
    scores.map((row) => [h("dt", row.label), h("dd.num", said(row))]),
  );
