/*
 * Dialogs about one game: the menu of a small screen, the briefing, the invitation, a game page
 * that cannot open.
 */
import { RoomError, dropSeat, recall } from "./api.js";
import { invited, linked, message, slip, verify } from "./dialogs.js";
import { $ } from "./dom.js";
import { sentenceCase } from "./icons.js";
import { takeChair } from "./join-game.js";
import { luck } from "./luck.js";
import { layers, openLayers } from "./map-content.js";
import { h } from "./render.js";
import * as score from "./score-bar.js";
import { turn } from "./theme.js";

/** @typedef {import('./game-page.js').TablePage} Page */

/** Show the menu of a small screen: everything it has no room for. @param {Page} page */
export function more(page) {
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
  slip(
    "More",
    h(
      "div.stackbuttons",
      view.side
        ? [item("Undo", () => page.deeds.undo()), item("Standing orders", () => page.standing())]
        : null,
      item("Luck", () => luck(seat, view.side)),
      page.sea.key ? item("Danger sea", () => page.sea.open()) : null,
      layers(page).length ? item("Map layers", () => openLayers(page)) : null,
      item("Last turn again", () => page.film.again()),
      item("Replay", () => page.replay.start()),
      item("Verify", () => verify(seat)),
      item("Briefing", () => briefing(view)),
      item("Score", () => score.open(view.display.scores, page.lines, page.lookedAt)),
      view.side
        ? item("Coach", () => {
            page.tab("order");
            page.coach.open();
          })
        : null,
      view.side && !view.ending && !view.stopped ? item("Resign", () => page.deeds.resign()) : null,
      maySettle(view) ? item(sentenceCase(settling(view)), () => page.deeds.draw()) : null,
      view.side && view.mode !== "lesson" ? item("Spectators", () => onlookers(page)) : null,
      item("Day or night", turn),
      item("Keys and help", () => page.help()),
      h("a.btn", { href: `/rules/${view.book}` }, "Rules"),
      h("a.btn", { href: "/" }, "Start page"),
    ),
  );
}

/**
 * Return whether the player may offer a draw: against people, until the game ends.
 * @param {import('./game-page.js').View} view
 */
export const maySettle = (view) =>
  Boolean(view.side) && !view.ending && !view.stopped && !Object.keys(view.admirals).length;

/** Return the text of the button about a draw. @param {import('./game-page.js').View} view */
export const settling = (view) =>
  view.offers.includes(view.side) ? "withdraw the draw" : "offer a draw";

/** @param {string} text */
const lines = (text) => text.split("\n").filter(Boolean);

/** Draw the briefing and what happened so far. @param {import('./game-page.js').View} view */
export function briefing(view) {
  slip(
    `${view.side || "Both sides"}: briefing`,
    lines(view.briefing || "This scenario has no briefing.").map((p) => h("p.serif", p)),
    view.history
      ? [h("h3.label", "What happened"), lines(view.history).map((p) => h("p.soft", p))]
      : null,
  );
}

/** Show the invitation link once more. @param {import('./game-page.js').View} view */
export function invitation(view) {
  slip(
    "The other seat is empty",
    h("p", "Send this link. The first person to open it takes the seat. It works once."),
    invited(recall(`invite.${view.game}`, "")),
  );
}

/** Show the link for spectators. @param {Page} page */
export async function onlookers(page) {
  await page.deeds.try(async () => {
    const { link } = await page.seat.post("/spectators", {});
    slip(
      "Spectators",
      h(
        "p",
        "Send this link to as many people as you like. " +
          "They see the map, the log and the dice as both sides know them, no secret of either " +
          "side, and cannot act.",
      ),
      linked(link, "Link for spectators"),
    );
  });
}

/**
 * Say why the game page did not open.
 * @param {Page} page
 * @param {Error} e
 */
export function closedDoor(page, e) {
  document.body.dataset.state = "closed";
  if (e instanceof RoomError && e.code === "invitation") {
    document.title = "You are invited · flagplot";
    takeChair(page);
    return;
  }
  if (e instanceof RoomError && e.status === 401) {
    document.title = "flagplot: no seat";
    dropSeat(page.seat.token);
    slip(
      "No seat here",
      h("p", message(e)),
      h("p", h("a.btn", { href: "/" }, "To the start page")),
    ).addEventListener("close", () => {
      location.href = "/";
    });
  } else {
    document.title = "flagplot: the game cannot be opened";
    slip(
      "The game cannot be opened now",
      h("p", message(e)),
      h("p", h("button.btn", { onClick: () => location.reload() }, "Try again")),
    );
  }
}
