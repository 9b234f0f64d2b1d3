/*
 * The keyboard: everything works without a mouse. Single letters act only while a region of the
 * page has the focus.
 */
import { showSlip } from "./dialogs.js";
import { $ } from "./dom.js";
import { neighbourTowards } from "./geometry.js";
import { hexWords } from "./map-content.js";
import { h } from "./render.js";
import { switchTheme } from "./theme.js";

const STEPS = /** @type {Record<string, number>} */ ({
  q: 240,
  e: 300,
  a: 180,
  d: 0,
  z: 120,
  c: 60,
  ArrowLeft: 180,
  ArrowRight: 0,
  ArrowUp: 270,
  ArrowDown: 90,
});
/** Regions that F6 visits in turn. It skips those that are hidden. */
const REGIONS = [
  "#forces",
  "#map",
  "#paper",
  "#film",
  "#lesson",
  "#task",
  "#cmd",
  "#logscroll",
  "#rulesheet",
];

/** @param {EventTarget|null} el */
const isWriting = (el) =>
  el instanceof HTMLElement &&
  (/^(TEXTAREA|SELECT)$/.test(el.tagName) ||
    (el.tagName === "INPUT" &&
      !/radio|checkbox|range/.test(/** @type {HTMLInputElement} */ (el).type)));

/** @param {import('./game-page.js').GamePage} page */
export function listenToKeys(page) {
  let row = false;
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const target = /** @type {HTMLElement} */ (e.target);
    if (e.key === "F6") {
      e.preventDefault();
      region(e.shiftKey ? -1 : 1);
      return;
    }
    const dialog = /** @type {HTMLDialogElement} */ ($("#dialog"));
    if (dialog.open || !$("#curtain").hidden) return;
    if (isWriting(target)) return;
    if (/^[1-9]$/.test(e.key)) {
      const host = /** @type {HTMLDialogElement} */ ($("#battle")).open ? $("#battle") : $("#task");
      const hit = /** @type {HTMLElement|null} */ (host.querySelector(`[data-key="${e.key}"]`));
      if (hit) {
        e.preventDefault();
        hit.click();
      }
      return;
    }
    const fight = /** @type {HTMLDialogElement} */ ($("#battle")).open;
    const radio = target instanceof HTMLInputElement && target.type === "radio";
    const sends = radio || (fight && !/^(BUTTON|A)$/.test(target.tagName));
    if (e.key === "Enter" && page.choice.text && sends) {
      e.preventDefault();
      page.actions.send(page.choice.text);
      return;
    }
    if (fight) return;
    if (e.key === "/" || e.key === ":") {
      e.preventDefault();
      page.line.input.focus();
      page.line.input.select();
      return;
    }
    if (target.id === "map" && map(e)) {
      e.preventDefault();
      return;
    }
    if (e.key === "Escape") {
      if (page.stack.open) {
        page.stack.close();
        return;
      }
      if (page.ruler.on) {
        page.ruler.toggle();
        return;
      }
      if (!$("#rulesheet").hidden) {
        $("#rulesheet").hidden = true;
        return;
      }
      if (page.replay.on) {
        page.replay.stop();
        return;
      }
      if ($("#table").dataset.drawer) {
        page.toggleForces(false);
        page.back();
        return;
      }
      if (page.line.value.trim()) page.line.keepDraft();
      else if (!page.coach.close()) {
        page.clicks.selected = "";
        page.draw();
      }
      return;
    }
    if (!page.lettersAct || !target.closest?.("#table") || target === document.body) {
      if (e.key === "?") page.showHelp();
      return;
    }
    const low = e.key.toLowerCase();
    if (e.key === "?") page.showHelp();
    else if (low === "g") {
      e.preventDefault();
      page.searchBox.focus();
    } else if (low === "s") page.seaDanger.nextCase();
    else if (low === "r") page.ruler.toggle();
    else if (low === "f") page.stack.atCursor();
    else if (low === "l") $("#logscroll").focus();
    else if (low === "u") page.actions.undo();
    else if (low === "n") switchTheme();
    else if (low === "t" && !target.closest("#line")) {
      e.preventDefault();
      next(e.shiftKey ? -1 : 1);
    } else if (e.key === "+" || e.key === "=") page.map.board?.zoom(0.8);
    else if (e.key === "-" || e.key === "−") page.map.board?.zoom(1.25);
    else if (e.key === "0") page.map.showOrder();
  });

  /** @param {number} by */
  function region(by) {
    const now = REGIONS.findIndex((r) => {
      const el = $(r);
      return el && (el === document.activeElement || el.contains(document.activeElement));
    });
    for (let i = 1; i <= REGIONS.length; i++) {
      const el = $(REGIONS[(now + by * i + REGIONS.length * 4) % REGIONS.length]),
        lies = el?.id === "map" && !$("#paper").hidden; // a sheet covers the map
      if (!el || lies || !(el.id === "task" ? el.firstElementChild : el)?.getClientRects().length)
        continue; // the task has no box of its own
      /** @type {HTMLElement|null} */
      const to =
        el.hasAttribute("tabindex") || el.id === "cmd" ? el : el.querySelector("button, input, a");
      if (to) {
        to.focus();
        return;
      }
    }
  }

  /** Go to the next force that can act. @param {number} by */
  function next(by) {
    const able = flat(page.view?.display.forces || []).filter((l) => l.orders?.length);
    if (!able.length) return;
    const i = able.findIndex((l) => l.id === page.clicks.selected);
    const here = /** @type {HTMLElement|null} */ (document.activeElement?.closest("#map, #forces"));
    page.line.clear();
    page.clicks.selected = "";
    page.clicks.choose(able[(i + by + able.length) % able.length]);
    here?.focus(); // T and the letters of the cursor work from here
  }

  /** @param {KeyboardEvent} e */
  function map(e) {
    const { board, geo } = page.map;
    if (!board || !geo) return false;
    const low = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (low in STEPS && (e.key.length > 1 || page.lettersAct)) {
      let angle = STEPS[low];
      if (low === "ArrowUp" || low === "ArrowDown") {
        angle += (row ? 30 : -30) * (low === "ArrowUp" ? 1 : -1);
        row = !row;
      }
      const from = board.cursor || nearestToMiddle(),
        to = board.cursor ? neighbourTowards(geo, from, angle) : from;
      if (to) {
        page.map.point(to);
        if (!board.sees(to)) board.follow(to, 70);
      }
      return true;
    }
    if (e.key === "Enter" && board.cursor) {
      page.clicks.clickHex(board.cursor, e.shiftKey);
      $("#map").focus();
      return true;
    }
    if (e.key === "Backspace") {
      if (page.line.value.trim()) page.line.click({ kind: "back" });
      $("#map").focus();
      return true;
    }
    if (low === "m" && page.lettersAct) {
      around();
      return true;
    }
    return false;
  }

  function nearestToMiddle() {
    const { board, geo } = page.map;
    if (!board?.box || !geo) return "";
    const mx = board.box.x + board.box.w / 2,
      my = board.box.y + board.box.h / 2;
    let best = "",
      least = Infinity;
    for (const hex of geo.hexes.values()) {
      const d = Math.hypot(hex.x - mx, hex.y - my);
      if (d < least) {
        least = d;
        best = hex.id;
      }
    }
    return best;
  }

  function around() {
    const { board, geo } = page.map,
      id = board?.cursor || nearestToMiddle();
    if (!id || !geo) return;
    if (!board?.cursor) page.map.point(id);
    const hex = geo.hexes.get(id);
    showSlip(
      `Around ${id}`,
      h(
        "ul.around",
        [id, ...(hex?.nb || [])].map((n) =>
          h("li", h("span.id", n), " ", hexWords(page, n).slice(1).join(". ")),
        ),
      ),
    );
  }
}

/**
 * @param {import('../types').ForceLine[]} list
 * @returns {import('../types').ForceLine[]}
 */
const flat = (list) => list.flatMap((l) => [l, ...flat(l.children || [])]);
