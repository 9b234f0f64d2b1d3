/* Dialogs of every page (slips): help, standing orders, links to copy, verifying, questions. */
import { RoomError } from "./api.js";
import { $ } from "./dom.js";
import { draw, h } from "./render.js";

/**
 * @typedef {import('./render.js').Kid} Kid
 * @typedef {import('../types').Prompt} Prompt
 * @typedef {import('../types').SeatView} SeatView
 */

/**
 * Show a slip. A slip with the same heading is updated.
 * @param {string} heading
 * @param {...Kid} kids
 * @returns {HTMLDialogElement}
 */
export const showSlip = (heading, ...kids) => showDialog({ heading }, ...kids);

/**
 * Show a slip with buttons before *Close*. A `held` slip has no *Close*: only its buttons end it.
 * @param {{heading: string, acts?: Kid, wide?: boolean, held?: boolean}} of
 * @param {...Kid} kids
 */
export function showDialog({ heading, acts, wide = false, held = false }, ...kids) {
  const dialog = /** @type {HTMLDialogElement} */ ($("#dialog")),
    again = isShowing(heading);
  if (!dialog.open) draw(dialog, null);
  draw(
    dialog,
    h(
      "div.slipbody",
      { key: heading },
      h("header", h("h2#dh", heading)),
      h("div.content", kids),
      h(
        "footer",
        acts,
        held ? null : h("button.btn.shut", { onClick: () => dialog.close() }, "Close"),
      ),
    ),
  );
  dialog.setAttribute("aria-labelledby", "dh");
  dialog.classList.toggle("wide", wide);
  dialog.oncancel = (e) => {
    if (held) e.preventDefault();
  };
  if (!dialog.open) dialog.showModal();
  const content = $(".content", dialog);
  if (
    content.scrollHeight > content.clientHeight &&
    !content.querySelector("a, button, input, select, summary")
  )
    content.tabIndex = 0; // without a control inside, the keys must scroll the content
  if (!again) $(held ? "footer .btn" : ".shut", dialog).focus();
  return dialog;
}

/** Return whether the slip with this heading is open. @param {string} heading */
export const isShowing = (heading) =>
  /** @type {HTMLDialogElement} */ ($("#dialog")).open && $("#dialog #dh")?.textContent === heading;

/**
 * Ask before an action that cannot be undone.
 * @param {string} question
 * @param {string} yes
 * @param {() => void} act
 */
export function askBefore(question, yes, act) {
  const dialog = showDialog(
    {
      heading: "Are you sure?",
      acts: h(
        "button.btn.go",
        {
          onClick: () => {
            dialog.close();
            act();
          },
        },
        yes,
      ),
    },
    h("p", question),
  );
}

/**
 * Return a hint that the link works on this machine only, or `null` if it works elsewhere.
 * @returns {Kid}
 */
const localHint = () =>
  ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)
    ? h(
        "p.mute",
        "This address works on this machine only. For a friend elsewhere, start the room with ",
        h("span.id", "flagplot play --address 0.0.0.0"),
        " and open it under an address that your friend can reach.",
      )
    : null;

/**
 * Draw a link to send, with a button that copies it.
 * @param {string} link
 * @param {string} name
 * @param {string} [id]
 */
export function copyField(link, name, id) {
  const copy = async (/** @type {HTMLButtonElement} */ button) => {
    const box = /** @type {HTMLInputElement} */ (button.previousElementSibling);
    box.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = "Copied";
  };
  return [
    h("input.text", {
      type: "text",
      readonly: true,
      id,
      value: link,
      "aria-label": name,
      onFocus: (e) => e.currentTarget.select(),
    }),
    h("button.btn", { onClick: (e) => copy(e.currentTarget) }, "Copy"),
  ];
}

/**
 * Draw a link to send, with a hint about where it works.
 * @param {string} link
 * @param {string} name
 * @returns {Kid}
 */
export const linkField = (link, name) => [
  h("div.row", copyField(new URL(link, location.href).href, name)),
  localHint(),
];

/** Draw the invitation link of an empty seat. @param {string} link */
export const invitationField = (link) => linkField(link, "Invitation");

const KEYS = [
  ["/", "order line"],
  ["Tab ↑ ↓", "take or choose a completion"],
  ["Enter", "give the order, confirm, add a hex"],
  ["1 … 9", "take that remedy or option"],
  ["Q E A D Z C arrows", "step the hex cursor (map)"],
  ["G", "find a place, hex, ship or force"],
  ["S", "danger sea of the chosen force: likely case, worst case, off"],
  ["F R", "units of the stack at the cursor, ruler (also Shift and drag)"],
  ["M", "the neighbourhood as a list"],
  ["T Shift+T", "next, previous force that can act"],
  ["Backspace", "drop the last hex (map)"],
  ["+ − 0", "zoom, show the whole order"],
  ["F6 Shift+F6", "next, previous region"],
  ["L U N ?", "log, undo, night, keys"],
  ["Esc", "back one step; a draft is never lost"],
];

/**
 * Show the keys and help.
 * @param {boolean} on true if single letters work
 * @param {(on: boolean) => void} turn
 */
export function showHelp(on, turn) {
  showSlip(
    "Keys and help",
    h(
      "p.soft",
      "Pick a force, then a hex: flagplot writes the order. " +
        "You see whether it is legal before you send it. " +
        "Every clause in the way is named, with a remedy where there is one.",
    ),
    h(
      "dl.keys",
      KEYS.map(([k, does]) => [
        h(
          "dt",
          k
            .split(" ")
            .map((x) =>
              x === "…" || x.endsWith(",") || x === "arrows" ? `${x} ` : [h("kbd", x), " "],
            ),
        ),
        h("dd", does),
      ]),
    ),
    h(
      "label.check",
      h("input", {
        type: "checkbox",
        defaultChecked: on,
        onChange: (e) => turn(e.currentTarget.checked),
      }),
      " Single letters act while a region of the page has the focus",
    ),
  );
}

/**
 * Withdraw a standing order.
 * @param {import('./api.js').Seat} seat
 * @param {number} number
 * @param {number} at the newest entry this seat has seen
 */
export async function withdrawStandingOrder(seat, number, at) {
  await seat.joining;
  const signed = seat.signer ? await seat.signer.sign("unstand", String(number), at) : null;
  return seat.remove(`/standing/${number}${signed ? `?at=${signed.at}&sig=${signed.sig}` : ""}`);
}

/**
 * Show the standing orders, and let the player edit them.
 * @param {import('./api.js').Seat} seat
 * @param {() => SeatView} now returns the current view
 * @param {() => Promise<unknown>} changed
 */
export function showStandingOrders(seat, now, changed) {
  let lines = now().standing,
    problem = "";
  const text = () => /** @type {HTMLInputElement} */ ($("#standingtext"));
  const write = (/** @type {string} */ wording) => {
    text().value = wording;
    text().focus();
  };
  const act = async (
    /** @type {() => Promise<import('../types').Standings>} */ request,
    done = () => {},
  ) => {
    try {
      lines = (await request()).standing;
      problem = "";
      done();
      again();
      await changed();
    } catch (e) {
      problem = errorText(e);
      again();
    }
  };
  const take = (/** @type {number} */ n) => act(() => withdrawStandingOrder(seat, n, now().n));
  const add = (/** @type {Event} */ e) => {
    e.preventDefault();
    act(
      () => seat.postSigned("/standing", { text: text().value }, "standing", text().value, now().n),
      () => {
        text().value = "";
      },
    );
  };
  const line = (/** @type {import('../types').StandingLine} */ l) =>
    h(
      "li",
      { key: l.number },
      h("span.n", l.number),
      h(
        "span",
        l.text,
        l.used ? h("small", ` Used ${l.used === 1 ? "once" : `${l.used} times`}.`) : null,
      ),
      h("button.btn.small", { onClick: () => take(l.number) }, "Withdraw"),
    );
  const tell = () =>
    showSlip(
      "Standing orders",
      h(
        "p.soft",
        "The first standing order that fits a question answers it for you. " +
          "A game by e-mail then does not stop at every window. The log shows each such answer.",
      ),
      h(
        "ol.sorder.big",
        lines.length ? lines.map(line) : h("li", h("span"), h("span.mute", "None yet.")),
      ),
      h(
        "form.row",
        { onSubmit: add },
        h("label", { for: "standingtext" }, "New order"),
        h("input.text", {
          type: "text",
          id: "standingtext",
          maxlength: 2000,
          spellcheck: false,
          autocapitalize: "off",
          autocomplete: "off",
          placeholder: "interception: pass",
        }),
        h("button.btn.go", "Add"),
      ),
      h("p.problem", { role: "status" }, problem),
      h(
        "p.mute",
        "For example ",
        h("span.id", "interception: pass"),
        " or, with a condition, ",
        h("span.id", "interception: pass if chance < 40"),
        ". ",
        h("span.id", "best"),
        " gives the answer a computer admiral would give, ",
        h("span.id", "best engage"),
        " the best answer that begins with engage; ",
        h("span.id", "{hex}"),
        " in an answer stands for the hex of the question; ",
        h("span.id", "any"),
        " stands for every kind of question.",
      ),
      now()
        .prompts.slice(0, 1)
        .map((prompt) => currentQuestion(prompt, write)),
    );
  const again = () => {
    if (isShowing("Standing orders")) tell();
  };
  tell();
  text().focus();
}

/**
 * Show the current question under the name that standing orders use.
 * @param {Prompt} prompt
 * @param {(text: string) => void} write
 */
const currentQuestion = (prompt, write) =>
  h(
    "section.askednow",
    h("h3.label", "The current question"),
    h(
      "p",
      h(
        "button.link.id",
        { title: "Begin an order for this question", onClick: () => write(`${prompt.kind}: `) },
        prompt.kind,
      ),
      " ",
      prompt.question,
    ),
    prompt.options.length && !prompt.open
      ? h(
          "p.soft",
          "Answers: ",
          prompt.options
            .slice(0, 8)
            .map((o, i) => [
              i ? ", " : "",
              h("button.link.id", { onClick: () => write(`${prompt.kind}: ${o.text}`) }, o.text),
            ]),
        )
      : null,
    prompt.facts.length
      ? h(
          "dl.facts",
          prompt.facts.map(([k, v]) => [h("dt.id", k), h("dd", v || "\u2013")]),
        )
      : null,
  );

/** @param {import('./api.js').Seat} seat */
export async function showVerification(seat) {
  let r;
  try {
    r = await seat.get("/verify");
  } catch (e) {
    showSlip("Verify", h("p", errorText(e)));
    return;
  }
  showSlip(
    "Verify",
    h(
      "div",
      { class: r.good ? "verdict yes" : "verdict no" },
      h("span"),
      h("span", r.good ? "The log is intact" : `The log is broken at line ${r.line}`),
    ),
    h("p", r.message),
    h("p.mute", "Anybody can verify the game file: ", h("span.id", "flagplot verify game.jsonl")),
  );
}

/** Return what went wrong, with the remedy. @param {unknown} e */
export const errorText = (e) =>
  e instanceof RoomError && e.remedy
    ? `${e.message} ${e.remedy}`
    : e instanceof Error
      ? e.message
      : String(e);

/**
 * Save an answer of the room as a file.
 * @param {string} path
 * @param {string} token
 * @param {string} name
 */
export async function download(path, token, name) {
  const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) {
    showSlip("Game file", h("p", (await answer.json()).message));
    return;
  }
  const url = URL.createObjectURL(await answer.blob());
  const a = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
