/*
 * Dialogs about one game: the menu of a small screen, the briefing, the invitation, a game page
 * that cannot open.
 */
import { RoomError, dropSeat, recall } from "./api.js";
import { errorText, invitationField, linkField, showSlip, showVerification } from "./dialogs.js";
import { $ } from "./dom.js";
import { sentenceCase } from "./icons.js";
import { offerSeat } from "./join-game.js";
import { showLuck } from "./luck.js";
import { layersOf, openLayers } from "./map-content.js";
import { h } from "./render.js";
import * as score from "./score-bar.js";
import { switchTheme } from "./theme.js";

/** @typedef {import('./game-page.js').GamePage} Page */

/** Show the menu of a small screen: everything it has no room for. @param {Page} page */
export function gameMenu(page) {
  const { view, seat } = page,
    item = (/** @type {string} */ label, /** @type {() => void} */ act) =>
      h(
        "button.btn",
        {
          onClick: () => {
            /** @type {HTMLDialogElement} */ ($("#dialog")).close();
            act();
          },
        },
        label,
      );
  showSlip(
    "More",
    h(
      "div.stackbuttons",
      view.side
        ? [
            item("Undo", () => page.actions.undo()),
            item("Standing orders", () => page.showStandingOrders()),
          ]
        : null,
      item("Luck", () => showLuck(seat, view.side)),
      page.seaDanger.key ? item("Danger sea", () => page.seaDanger.showCases()) : null,
      layersOf(page).length ? item("Map layers", () => openLayers(page)) : null,
      item("Last turn again", () => page.film.showAgain()),
      item("Replay", () => page.replay.start()),
      item("Verify", () => showVerification(seat)),
      item("Briefing", () => showBriefing(view)),
      item("Score", () => score.showScore(view.display.scores, page.lines, page.lookedAt)),
      view.side
        ? item("Coach", () => {
            page.showTab("order");
            page.coach.open();
          })
        : null,
      view.side && !view.ending && !view.stopped
        ? item("Resign", () => page.actions.resign())
        : null,
      canOfferDraw(view)
        ? item(sentenceCase(drawButtonText(view)), () => page.actions.offerDraw())
        : null,
      view.side && view.mode !== "lesson"
        ? item("Spectators", () => showSpectatorLink(page))
        : null,
      item("Day or night", switchTheme),
      item("Keys and help", () => page.showHelp()),
      h("a.btn", { href: `/rules/${view.book}` }, "Rules"),
      h("a.btn", { href: "/" }, "Start page"),
    ),
  );
}

/**
 * Return whether the player may offer a draw: against people, until the game ends.
 * @param {import('./game-page.js').View} view
 */
export const canOfferDraw = (view) =>
  Boolean(view.side) && !view.ending && !view.stopped && !Object.keys(view.admirals).length;

/** Return the text of the button about a draw. @param {import('./game-page.js').View} view */
export const drawButtonText = (view) =>
  view.offers.includes(view.side) ? "withdraw the draw" : "offer a draw";

/** @param {string} text */
const paragraphs = (text) => text.split("\n").filter(Boolean);

/** Draw the briefing and what happened so far. @param {import('./game-page.js').View} view */
export function showBriefing(view) {
  showSlip(
    `${view.side || "Both sides"}: briefing`,
    paragraphs(view.briefing || "This scenario has no briefing.").map((p) => h("p.serif", p)),
    view.history
      ? [h("h3.label", "What happened"), paragraphs(view.history).map((p) => h("p.soft", p))]
      : null,
  );
}

/** Show the invitation link once more. @param {import('./game-page.js').View} view */
export function showInvitation(view) {
  showSlip(
    "The other seat is empty",
    h("p", "Send this link. The first person to open it takes the seat. It works once."),
    invitationField(recall(`invite.${view.game}`, "")),
  );
}

/** Show the link for spectators. @param {Page} page */
export async function showSpectatorLink(page) {
  await page.actions.attempt(async () => {
    const { link } = await page.seat.post("/spectators", {});
    showSlip(
      "Spectators",
      h(
        "p",
        "Send this link to as many people as you like. " +
          "They see the map, the log and the dice as both sides know them, no secret of either " +
          "side, and cannot act.",
      ),
      linkField(link, "Link for spectators"),
    );
  });
}

/**
 * Say why the game page did not open.
 * @param {Page} page
 * @param {Error} e
 */
export function showCannotOpen(page, e) {
  document.body.dataset.state = "closed";
  if (e instanceof RoomError && e.code === "invitation") {
    document.title = "You are invited · flagplot";
    offerSeat(page);
    return;
  }
  if (e instanceof RoomError && e.status === 401) {
    document.title = "flagplot: no seat";
    dropSeat(page.seat.token);
    showSlip(
      "No seat here",
      h("p", errorText(e)),
      h("p", h("a.btn", { href: "/" }, "To the start page")),
    ).addEventListener("close", () => {
      location.href = "/";
    });
  } else {
    document.title = "flagplot: the game cannot be opened";
    showSlip(
      "The game cannot be opened now",
      h("p", errorText(e)),
      h("p", h("button.btn", { onClick: () => location.reload() }, "Try again")),
    );
  }
}
