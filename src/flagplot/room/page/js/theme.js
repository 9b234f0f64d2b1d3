/* Day or night: what the system prefers, until somebody says otherwise. */
import { recall, remember } from "./api.js";
import { icon, mark } from "./icons.js";
import { draw, made } from "./render.js";

const root = document.documentElement;

/** @param {string} theme */
function wear(theme) {
  root.dataset.theme = theme;
}

/** Take the palette this browser last chose, or the system's. */
export function dress() {
  const asked = new URLSearchParams(location.search).get("theme");
  wear(
    asked ||
      recall("theme", "") ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day"),
  );
}

/** Change between day and night. */
export function turn() {
  const next = root.dataset.theme === "night" ? "day" : "night";
  wear(next);
  remember("theme", next);
}

/** What the pages around the table have at their top: the palette, the mark, the button that turns day into night. */
export function dressPage() {
  dress();
  document.querySelector(".mark, #brand")?.prepend(made(mark()));
  const button = document.getElementById("theme");
  if (button) {
    draw(button, icon("moon"));
    button.addEventListener("click", turn);
  }
}
