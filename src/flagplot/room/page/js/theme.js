/* Day or night: what the system prefers, until the player chooses. */
import { recall, remember } from "./api.js";
import { icon, mark } from "./icons.js";
import { draw, made } from "./render.js";

const root = document.documentElement;

/** @param {string} theme */
function wear(theme) {
  root.dataset.theme = theme;
}

/** Use the palette this browser last chose, or the system's. */
export function dress() {
  const asked = new URLSearchParams(location.search).get("theme");
  wear(
    asked ||
      recall("theme", "") ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day"),
  );
}

/** Switch between day and night. */
export function turn() {
  const next = root.dataset.theme === "night" ? "day" : "night";
  wear(next);
  remember("theme", next);
}

/** Set up the top of the other pages: palette, mark, and the button for day or night. */
export function dressPage() {
  dress();
  document.querySelector(".mark, #brand")?.prepend(made(mark()));
  const button = document.getElementById("theme");
  if (button) {
    draw(button, icon("moon"));
    button.addEventListener("click", turn);
  }
}
