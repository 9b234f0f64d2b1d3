/* Day or night: what the system prefers, until the player chooses. */
import { recall, remember } from "./api.js";
import { icon, logo } from "./icons.js";
import { draw, makeNodes } from "./render.js";

const root = document.documentElement;

/** @param {string} theme */
function applyTheme(theme) {
  root.dataset.theme = theme;
}

/** Use the palette this browser last chose, or the system's. */
export function useTheme() {
  const chosen = new URLSearchParams(location.search).get("theme");
  applyTheme(
    chosen ||
      recall("theme", "") ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day"),
  );
}

/** Switch between day and night. */
export function switchTheme() {
  const next = root.dataset.theme === "night" ? "day" : "night";
  applyTheme(next);
  remember("theme", next);
}

/** Set up the top of the other pages: palette, mark, and the button for day or night. */
export function dressPage() {
  useTheme();
  document.querySelector(".mark, #brand")?.prepend(makeNodes(logo()));
  const button = document.getElementById("theme");
  if (button) {
    draw(button, icon("moon"));
    button.addEventListener("click", switchTheme);
  }
}
