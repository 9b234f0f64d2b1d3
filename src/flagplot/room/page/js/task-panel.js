/*
 * The task panel: the question, the order that is being written, the battle, or what stands in
 * their place.
 */
import * as once from "./answer-duration.js";
import { recall } from "./api.js";
import * as fights from "./battle-dialog.js";
import { coachPanel, reminderPanel } from "./coach.js";
import { showVerification } from "./dialogs.js";
import { $ } from "./dom.js";
import { sideClass } from "./icons.js";
import { showLuck } from "./luck.js";
import { orderMenu } from "./order-menu.js";
import * as ask from "./prompt.js";
import { draw, keyed } from "./render.js";
import { scoringLines } from "./score-bar.js";
import { sidesDo } from "./top-bar.js";
import { announceVerdict, verdictPanel } from "./verdict.js";

/**
 * @typedef {import('./game-page.js').GamePage} Page
 * @typedef {import('./game-page.js').Prompt} Prompt
 * @typedef {import('./render.js').Part} Part
 */

/** Draw the task panel, and the battle dialog over it. @param {Page} page */
export function drawTask(page) {
  const { view, exam } = page,
    task = $("#task"),
    prompt = view.prompts[0],
    lines = prompt?.battle,
    written = page.line.value.trim();
  if (!lines) page.choice.unfolded = false;
  const battling = Boolean(
    lines &&
      !page.film.on &&
      (lines.on_map
        ? page.choice.unfolded
        : !page.choice.folded && fights.canOpenByItself(prompt) && !(prompt.open && written)),
  );
  const [name, body, asked] = taskPanel(page, battling),
    hadFocus = task.contains(document.activeElement);
  task.dataset.asked = exam?.asked || ""; // the text whose verdict stands here
  draw(task, keyed(name, body));
  announceVerdict(exam);
  drawBattle(page, battling && asked ? prompt : undefined);
  if (hadFocus && !task.contains(document.activeElement))
    /** @type {HTMLElement|null} */ (
      task.querySelector("#oh[tabindex], #announce") ||
        task.querySelector("button") ||
        $("#oh", task)
    )?.focus({ preventScroll: true });
}

/**
 * Return the panel, a key that changes with its subject, and whether it shows the question.
 * @param {Page} page
 * @param {boolean} battling
 * @returns {[string, Part, boolean]}
 */
function taskPanel(page, battling) {
  const { view, line, coach } = page,
    { ending, waiting } = view,
    prompt = view.prompts[0],
    moment = page.lastPrompt,
    written = line.value.trim();
  if (page.replay.on) return ["replay", page.replay.panel(), false];
  if (view.undo.by)
    return [
      "undo",
      ask.undoRequest(view, view.undo.by, (yes) => page.actions.consentToUndo(yes)),
      false,
    ];
  const offer = view.offers.find((s) => s !== view.side);
  if (offer && view.side && !view.offers.includes(view.side))
    return [
      "draw",
      ask.drawRequest(view, offer, (yes) => page.actions.settleDraw(yes, true)),
      false,
    ];
  if (waiting.dice)
    return [
      `dice ${moment}`,
      ask.diceEntry(waiting, page.choice.faces, {
        pick: (die, face) => {
          page.choice.faces[die] = face;
          page.drawTask();
        },
        send: () => page.actions.sendFaces(page.choice.faces),
      }),
      false,
    ];
  if (view.stopped && !ending)
    return ["stopped", ask.stoppedPanel(view, () => page.actions.adopt()), false];
  if (ending)
    return [
      "ending",
      ask.endingPanel(ending, view.side, {
        winner: view.parties[ending.winner]?.name,
        reasons: scoringLines(page.lines),
        briefing: view.briefing
          ? ask.foldedBriefing(view, "Your briefing: what you had to achieve")
          : null,
        report: `/report/${encodeURIComponent(page.gameId)}`,
        again: view.side ? () => page.actions.playAgain() : null,
        kept: view.again
          ? sidesDo(
              view,
              view.sides.filter((s) => s !== view.side),
              "has",
              "have",
            )
          : "",
        verify: () => showVerification(page.seat),
        luck: () => showLuck(page.seat, view.side),
        replay: () => page.replay.start(),
      }),
      false,
    ];
  if (!prompt)
    return [
      "waiting",
      ask.waitingPanel(view, {
        close: () => page.actions.close(),
        invitation: view.open_chair ? recall(`invite.${view.game}`, "") : "",
        fresh: isFirstOrder(page),
      }),
      false,
    ];
  if (coach.warning && !written)
    return [
      `warned ${moment}`,
      reminderPanel(coach.warning, {
        take: (t) => coach.take(t),
        send: (t) => page.actions.send(t),
        back: () => {
          coach.close();
        },
      }),
      false,
    ];
  if (coach.on && !written && !battling)
    return [
      `coach ${moment}`,
      coachPanel(coach.advice, {
        open: prompt.open,
        take: (t) => coach.take(t),
        close: () => {
          coach.close();
        },
      }),
      false,
    ];
  const unfold =
    prompt.battle && !battling
      ? () => {
          page.choice.folded = false;
          page.choice.unfolded = true;
          if (prompt.open && line.value.trim()) line.keepDraft();
          page.drawTask();
        }
      : undefined;
  if (!prompt.open || (ask.isWindow(prompt) && !written))
    return [
      `question ${moment}`,
      ask.decisionPanel(prompt, {
        ...choiceHandlers(page, prompt),
        briefing:
          isFirstOrder(page) && view.briefing
            ? ask.foldedBriefing(view, "Your briefing: what you have to achieve")
            : null,
        coach: () => coach.open(),
        forecast: battling ? null : page.choice.examinationFor(prompt),
        unfold,
      }),
      true,
    ];
  const form = page.exam?.form;
  if (written)
    return [
      "verdict",
      verdictPanel(page.exam, {
        title: form ? form.title : "Your order",
        legalWord: form ? `Give the order: ${form.title.toLowerCase()}` : "Give the order",
        announce: () => page.actions.announce(),
        park: () => line.keepDraft(),
        take: (t) => line.set(t, true),
        verbs: page.clicks.otherForms(form),
      }),
      true,
    ];
  return [
    `openings ${moment}`,
    orderMenu(view, {
      start: (t) => line.set(t, true),
      send: (t) => page.actions.answer(t),
      once: passDuration(page, prompt),
      fresh: isFirstOrder(page),
      coach: () => coach.open(),
      unfold,
    }),
    true,
  ];
}

/** Return whether the player has given no order yet. @param {Page} page */
const isFirstOrder = (page) => !page.lines.some((l) => l.mine && l.kind === "input");

/**
 * Return the chosen answer, how long it holds, and how it is given.
 * @param {Page} page
 * @param {Prompt} prompt
 */
const choiceHandlers = (page, prompt) => ({
  chosen: page.choice.text,
  choose: (/** @type {string} */ text) => page.choice.pick(prompt, text),
  send: (/** @type {string} */ text) => page.actions.answer(text),
  once: once.durationRow(prompt, page.choice.duration, page.choice.text, (held) => {
    page.choice.duration = held;
    page.drawTask();
  }),
});

/**
 * Draw for how long a pass holds, where nothing is chosen before.
 * @param {Page} page
 * @param {Prompt} prompt
 */
function passDuration(page, prompt) {
  const rests = prompt.options.find(ask.passes);
  return rests
    ? once.durationRow(
        prompt,
        page.choice.duration,
        rests.text,
        (held) => {
          page.choice.duration = held;
          page.drawTask();
        },
        `“${rests.label}” holds`,
      )
    : null;
}

/**
 * Open or close the battle dialog of a question.
 * @param {Page} page
 * @param {Prompt} [prompt]
 */
function drawBattle(page, prompt) {
  const { view } = page,
    dialog = /** @type {HTMLDialogElement} */ ($("#battle")),
    moment = String(view.n),
    fold = () => {
      page.choice.folded = true;
      page.choice.unfolded = false;
      page.drawTask();
    };
  if (!prompt?.battle) {
    dialog.close();
    return;
  }
  const opening = !dialog.open,
    news = opening || dialog.dataset.moment !== moment,
    hadFocus = dialog.contains(document.activeElement);
  dialog.dataset.moment = moment;
  dialog.className = `battle ${sideClass(view.side)}`;
  if (opening) draw(dialog);
  draw(
    dialog,
    fights.battleDialog(prompt, prompt.battle, battleLines(page.lines), view, {
      ...choiceHandlers(page, prompt),
      moment: page.lastPrompt,
      forecast: page.choice.examinationFor(prompt),
      numbers: page.choice.numbers,
      number: (at, text) => {
        page.choice.numbers = page.choice.numbers.map((t, i) => (i === at ? text : t));
        page.drawTask();
      },
      sendAll: (texts) => page.actions.sendAll(prompt.kind, texts),
      fold,
    }),
  );
  if (opening) dialog.showModal();
  if (news && matchMedia("(min-width: 761px)").matches)
    dialog.querySelector(".lines .struck")?.scrollIntoView({ block: "nearest" });
  if (opening || (hadFocus && !dialog.contains(document.activeElement)))
    $("#bq", dialog)?.focus({ preventScroll: true }); // the next question gets the focus, too
  if (!opening) return;
  dialog.oncancel = (e) => {
    e.preventDefault();
    fold();
    $("#task button")?.focus({ preventScroll: true });
  };
}

/**
 * Return the lines of the current battle, back to its beginning.
 * @param {import('../types').LogLine[]} lines
 */
function battleLines(lines) {
  const out = [];
  for (let i = lines.length - 1; i >= 0 && out.length < 60; i--) {
    if (lines[i].kind !== "input") out.unshift(lines[i]);
    if (lines[i].opens === "battle") break;
  }
  return out;
}
