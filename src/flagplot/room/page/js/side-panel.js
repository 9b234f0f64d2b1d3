/* The panel below the forces: score, standing orders, luck, and links to everything else. */
import { keptSeats, recall } from "./api.js";
import { clauseSentence } from "./clause-links.js";
import { download, showVerification } from "./dialogs.js";
import {
  canOfferDraw,
  drawButtonText,
  showBriefing,
  showInvitation,
  showSpectatorLink,
} from "./game-dialogs.js";
import { luckStrip, showLuck } from "./luck.js";
import { h } from "./render.js";
import { scoreWords } from "./score-bar.js";
import { signingWords } from "./signing.js";

/**
 * @param {import('./game-page.js').GamePage} page
 * @param {import('../types').Display} display
 */
export function sidePanel(page, display) {
  const { view, seat, gameId } = page,
    { scores, notes } = display,
    head = (/** @type {string} */ title, /** @type {import('./render.js').Kid} */ more = null) =>
      h("div.panel-h", h("h2", title), more);
  const link = (/** @type {string} */ text, /** @type {() => void} */ act) =>
      h("button.link", { onClick: act }, text),
    toLuck = () => showLuck(seat, view.side);
  return h(
    "div.push",
    { key: "beside" },
    scores.length ? [head("Score"), scoreStrip(scores)] : null,
    notes.length
      ? h(
          "ul.notes",
          notes.map((n) => h("li", clauseSentence(n))),
        )
      : null,
    !view.side
      ? null
      : [
          head(
            "Standing orders",
            link("edit", () => page.showStandingOrders()),
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
    luckStrip(page.luckRows, view.side, toLuck),
    head("Game"),
    h(
      "p.morelinks",
      link("luck", toLuck),
      link("last turn", () => page.film.showAgain()),
      link("replay", () => page.replay.start()),
      link("verify", () => showVerification(seat)),
      link("game file", () =>
        download(
          `/api/games/${gameId}/log`,
          (keptSeats().find((x) => x.game === gameId && x.role === "referee") || seat).token,
          `${gameId}.jsonl`,
        ),
      ),
      h("a", { href: `/rules/${view.book}`, target: "_blank", rel: "noopener" }, "rules"),
      link("briefing", () => showBriefing(view)),
      view.side && !view.ending && !view.stopped
        ? link("resign", () => page.actions.resign())
        : null,
      canOfferDraw(view) ? link(drawButtonText(view), () => page.actions.offerDraw()) : null,
      view.open_chair && recall(`invite.${view.game}`, "")
        ? link("invitation", () => showInvitation(view))
        : null,
      view.side && view.mode !== "lesson"
        ? link("spectators", () => showSpectatorLink(page))
        : null,
    ),
    h("p.mute.signs", signingWords(view, seat.signer)),
  );
}

/** Draw the score of the sides. @param {import('../types').Display['scores']} scores */
export const scoreStrip = (scores) =>
  h(
    "dl.scorestrip",
    scores.map((row) => [h("dt", row.label), h("dd.num", scoreWords(row))]),
  );
