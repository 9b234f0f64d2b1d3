/* Two players at one screen: a curtain between their turns. */
import { keptSeats } from "./api.js";
import { $ } from "./dom.js";
import { sideTag } from "./icons.js";
import { draw, emptyElement, h } from "./render.js";

/** Elements that show a side's secrets. */
const SECRETS = [
  "task",
  "told",
  "log",
  "forces",
  "parked",
  "battle",
  "dialog",
  "say",
  "score",
  "lesson",
];

/**
 * Close the curtain before the other player sees the map. Return true while it is closed.
 * @param {import('./game-page.js').GamePage} page
 */
export function closeCurtain(page) {
  const { view } = page,
    { waiting } = view;
  if (view.ending || view.role === "spectator" || waiting.mine || waiting.dice || waiting.thinking)
    return false;
  const other = keptSeats().find(
    (s) => s.game === page.gameId && s.token !== page.seat.token && waiting.sides.includes(s.side),
  );
  if (!other || !["hotseat", "referee"].includes(view.mode)) return false;
  page.rememberSeen();
  if (view.mode === "referee") {
    location.hash = encodeURIComponent(other.token);
    return true;
  }
  const curtain = $("#curtain");
  document.title = `Hand over to ${other.side} · flagplot`;
  // dialogs would lie over the curtain
  for (const id of ["battle", "dialog"]) /** @type {HTMLDialogElement} */ ($(`#${id}`)).close();
  for (const id of SECRETS) emptyElement($(`#${id}`));
  page.mapTabs.clear();
  page.film.clear();
  $("#here").textContent = "";
  $("#lens").hidden = true;
  $("#rulesheet").hidden = true;
  page.logPanel.key = "";
  page.map.board?.clear();
  draw(
    curtain,
    h(
      "div",
      h("h2#curtainh", sideTag(other.side, `${other.side} plays next`)),
      h("p.soft", `Hand the screen over. ${view.side} should not look.`),
      h(
        "button.btn.go",
        {
          onClick: () => {
            curtain.hidden = true;
            location.hash = encodeURIComponent(other.token);
          },
        },
        `I am ${other.side}: open the map`,
      ),
    ),
  );
  curtain.hidden = false;
  $("button", curtain).focus();
  return true;
}
