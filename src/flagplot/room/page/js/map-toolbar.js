/* The tools over the map, its layers, and the grip of a small screen. */
import { $ } from "./dom.js";
import { icon, logo } from "./icons.js";
import { h, makeNodes } from "./render.js";

/** @param {import('./game-page.js').GamePage} page */
export function drawToolbar(page) {
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {string} */ key,
    /** @type {() => void} */ act,
  ) =>
    h("button.ico", { "aria-label": label, title: `${label} (${key})`, onClick: act }, icon(name));
  /**
   * Return a button that switches something on and off.
   * @param {string} label
   * @param {() => boolean|undefined} turn switches, and returns whether it is on now
   * @param {string} [what] id of the element it shows
   */
  const toggle = (label, turn, what) =>
    h(
      "button",
      {
        "aria-pressed": "true",
        "aria-controls": what,
        onClick: (e) => {
          const on = turn();
          if (on !== undefined) e.currentTarget.setAttribute("aria-pressed", String(on));
        },
      },
      label,
    );
  const layer = (/** @type {'risk'|'range'|'control'} */ name, /** @type {string} */ label) =>
    toggle(label, () => {
      const { board } = page.map;
      if (!board) return undefined;
      board.layers[name] = !board.layers[name];
      page.map.draw();
      return board.layers[name];
    });
  $(".mark").prepend(makeNodes(logo()));
  $("#maptools").append(
    page.searchBox.el,
    makeNodes(
      h(
        "div.grp.ruler",
        h(
          "button.ico",
          {
            "aria-label": "Ruler",
            title: "Ruler: drag from hex to hex (R, or Shift and drag)",
            "aria-pressed": "false",
            onClick: () => page.ruler.toggle(),
          },
          icon("ruler"),
        ),
      ),
      h(
        "div.grp.zoomer",
        button("plus", "Zoom in", "+", () => page.map.board?.zoom(0.8)),
        button("minus", "Zoom out", "−", () => page.map.board?.zoom(1.25)),
      ),
      h(
        "div.grp",
        button("whole", "Show the whole order", "0", () => page.map.showOrder()),
      ),
      h("div.grp", h("button.ico.again", { onClick: () => page.film.showAgain() }, icon("film"))),
    ),
  );
  page.film.markButton();
  $("#layers").append(
    makeNodes(
      h(
        "button.drawer",
        { "aria-expanded": "false", "aria-controls": "forces", onClick: () => page.toggleForces() },
        icon("ship"),
        "Forces",
      ),
      layer("risk", "Risk"),
      layer("range", "Range"),
      layer("control", "Control"),
      toggle(
        "Legend",
        () => {
          const t = $("#table"),
            on = t.dataset.legend === "off";
          t.dataset.legend = on ? "" : "off";
          return on;
        },
        "legend",
      ),
    ),
  );
  $("#send").append(makeNodes(icon("send")));
  $("#grip").addEventListener("click", () => {
    const t = $("#table");
    t.dataset.sheet =
      t.dataset.sheet === "line" ? "half" : t.dataset.sheet === "half" ? "full" : "line";
    page.map.board?.fit();
  });
  $("#line").addEventListener("submit", (/** @type {Event} */ e) => {
    e.preventDefault();
    page.line.enter();
  });
}
