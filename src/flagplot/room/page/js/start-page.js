/* The start page: games in progress, scenarios on their own coasts, the opponent, one button. */
import { Seat, call, keptSeats } from "./api.js";
import { $ } from "./dom.js";
import { assignShapes, sideClass, sideTag } from "./icons.js";
import { draw, h } from "./render.js";
import { dressPage, switchTheme } from "./theme.js";

/**
 * @typedef {import('../types').BookCard} BookCard
 * @typedef {import('../types').ScenarioCard} ScenarioCard
 */

/** @type {BookCard[]} */
let books = [];
/** @type {{book: BookCard, scenario: ScenarioCard}|null} */
let pick = null;
/** @type {import('../types').NewGame['opponent']} */
let way = "computer";
/**
 * The house rules of books, once they were asked for.
 * @type {Map<string, import('./render.js').Kid>}
 */
const switches = new Map();
let problem = "",
  busy = false,
  admiral = "";
/** Where each card has its coasts. @type {Map<HTMLElement, ScenarioCard>} */
const frames = new Map();

/** @type {[import('../types').NewGame['opponent'], string, string, string][]} */
const WAYS = [
  [
    "computer",
    "A computer admiral",
    "Sees only what its side may know. You choose how strong.",
    "M5 11 14 4l9 7v12H5zM10.5 23v-7h7v7M14 4v4",
  ],
  [
    "hotseat",
    "A friend at this screen",
    "The map closes between turns, so secrets stay secret.",
    "M9 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M19 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7" +
      "M3.5 22c.5-4 2.5-6 5.5-6s5 2 5.5 6M13.5 22c.5-4 2.5-6 5.5-6s5 2 5.5 6",
  ],
  [
    "invite",
    "Someone with a link",
    "Live or by e-mail, weeks apart if you like. Standing orders answer small questions for you.",
    "M11.5 16.5 17 11M9.5 13l-3 3a4 4 0 0 0 5.5 5.5l3-3M18.5 15l3-3A4 4 0 0 0 16 6.5l-3 3",
  ],
  [
    "referee",
    "Your own cardboard",
    "Play on your table, roll your dice, type the faces. flagplot referees.",
    "M4.5 11.5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2z" +
      "M11 9.5V7a2 2 0 0 1 2-2h8.5a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-5M8 12.6v.8M13 17.6v.8",
  ],
];

function drawCards() {
  const list = books.flatMap((book) => book.scenarios.map((scenario) => ({ book, scenario })));
  if (books.length > 1) {
    const many = ["", "", "Two", "Three"][books.length] || books.length;
    $("#scline").textContent =
      `${many} rule books. Each is played on real coasts, with a grid and terms of its own.`;
  }
  draw(
    $("#cards"),
    list.map((one, i) => {
      assignShapes(one.scenario.sides);
      const { book, scenario } = one,
        id = `c${i}`;
      return h(
        "article.card",
        h("div.pic", {
          "aria-hidden": "true",
          ref: (/** @type {HTMLElement|null} */ el) => {
            if (el) frames.set(el, scenario);
          },
        }),
        h(
          "div.txt",
          h("p.book", book.title),
          h("h3", h("label", { for: id }, scenario.title)),
          h("p", scenario.pitch),
        ),
        h(
          "dl",
          h("dt", "Sides"),
          h(
            "dd",
            scenario.sides.map((x) => sideTag(x)),
          ),
          h("dt", "Length"),
          h(
            "dd",
            [scenario.span, scenario.minutes ? `about ${duration(scenario.minutes)}` : ""]
              .filter(Boolean)
              .join(", "),
          ),
          scenario.learning ? [h("dt", "Good for"), h("dd", "a first evening")] : null,
        ),
        h("input", {
          type: "radio",
          name: "sc",
          id,
          defaultChecked: i === 0,
          onChange: () => {
            pick = one;
            gameForm(true);
          },
        }),
      );
    }),
  );
  pick = list[0] || null;
}

/** @param {number} minutes */
const duration = (minutes) =>
  minutes < 100 ? `${minutes} minutes` : `${Math.round(minutes / 30) / 2} hours`.replace(".5", "½");

function drawWays() {
  draw(
    $("#ways"),
    WAYS.map(([id, name, does, d]) =>
      h(
        "label",
        h(
          "svg",
          {
            viewBox: "0 0 28 28",
            fill: "none",
            stroke: "currentColor",
            "stroke-width": 1.6,
            "aria-hidden": "true",
          },
          h("path", { d }),
        ),
        h("b", name),
        h("small", does),
        h("input", {
          type: "radio",
          name: "way",
          value: id,
          defaultChecked: id === way,
          onChange: () => {
            way = id;
            gameForm(true);
          },
        }),
      ),
    ),
  );
}

/** Names of the ways to play, for the button. */
const AGAINST = {
  computer: "against a computer admiral",
  hotseat: "two at one screen",
  invite: "against someone with a link",
  referee: "with real counters and dice",
  lesson: "a lesson",
};
const PATIENCE = [
  ["7", "the other side may close the game after a week"],
  ["14", "the other side may close the game after two weeks"],
  ["60", "the other side may close the game after two months"],
  ["0", "the game waits without a limit"],
];

/** Draw the form of the game. @param {boolean} [afresh] true to forget earlier choices */
function gameForm(afresh = false) {
  const host = /** @type {HTMLFormElement} */ ($("#bill"));
  if (afresh) {
    draw(host, null);
    problem = admiral = "";
  }
  if (!pick) {
    draw(host, h("h3", "No scenario"), h("p", "This room has no rule book to play by."));
    return;
  }
  const { book, scenario } = pick,
    needsSide = way === "computer" || way === "invite";
  // the form is far below the cards: link to it
  draw($("#onward"), h("b", scenario.title), h("a.btn.go", { href: "#wy" }, "Who sits opposite?"));
  draw(
    host,
    h("h3", scenario.title),
    h("p.soft.small", AGAINST[way]),
    scenario.sides.length === 2 && needsSide
      ? h(
          "div.pick",
          { role: "radiogroup", "aria-label": "Your side" },
          scenario.sides.map((x, i) =>
            h(
              `label.${sideClass(x)}`,
              h("input", { type: "radio", name: "side", value: x, defaultChecked: i === 0 }),
              sideTag(x),
            ),
          ),
        )
      : null,
    way === "computer" ? admiralChoice(book) : null,
    way === "invite" ? selectField("When one side is silent", "patience", PATIENCE, "14") : null,
    scenario.starts.length > 1 ? selectField("Start", "start", scenario.starts) : null,
    book.editions.length > 1
      ? selectField(
          "Edition",
          "edition",
          book.editions.map((e) => [
            e,
            e === "current" ? "Current rules" : e === "earlier" ? "Earlier rules" : e,
          ]),
        )
      : null,
    book.switches
      ? h(
          "details.house",
          {
            onToggle: (e) => {
              if (e.currentTarget.open && !switches.has(book.id)) showHouseRules(book);
            },
          },
          h(
            "summary",
            h("span", "House rules"),
            h("span.mute", `as proposed, ${book.switches} switches`),
          ),
          h("div.switches", switches.get(book.id)),
        )
      : null,
    h(
      "button.btn.go",
      { type: "submit", disabled: busy },
      way === "referee" ? "Open the table" : "Sit down",
    ),
    h(
      "p",
      way === "invite"
        ? "You get a link to send. No account: your seat is a link, keep it."
        : "No account. Your seat is a link: keep it.",
    ),
    h("p.problem", { role: "status" }, problem),
  );
  host.onsubmit = (/** @type {Event} */ e) => {
    e.preventDefault();
    startGame(host);
  };
}

/** Draw the choice of an admiral: strength, time per answer, and style. @param {BookCard} book */
function admiralChoice(book) {
  const list = book.admirals,
    a = list.find((x) => x.name === admiral) || list[0],
    measured = (/** @type {typeof a} */ x) => (x.elo === null ? "" : `, Elo ${x.elo}`);
  return [
    h(
      "label.field",
      h("span", "Admiral"),
      h(
        "select",
        {
          name: "admiral",
          value: a?.name,
          "aria-describedby": "admiral-about",
          onChange: (e) => {
            admiral = e.currentTarget.value;
            gameForm();
          },
        },
        list.map((x) =>
          h(
            "option",
            { value: x.name },
            `${x.name[0].toUpperCase()}${x.name.slice(1)}${measured(x)}: ${x.takes}`,
          ),
        ),
      ),
    ),
    h(
      "p#admiral-about",
      a
        ? `The ${a.name} admiral ${a.about}.` +
            (a.elo === null
              ? ""
              : " Elo as measured with this rule book: 1000 is greedy, 100 more win 64 % of the points.")
        : "",
    ),
  ];
}

/** Draw the house rules of a book, fetched when they are opened. @param {BookCard} book */
async function showHouseRules(book) {
  try {
    switches.set(book.id, (await call("GET", `/api/books/${book.id}/switches`)).map(houseRule));
  } catch (e) {
    problem = (await loadDialogs()).errorText(e);
  }
  gameForm();
}

/** @param {import('../types').SwitchCard} x */
const houseRule = (x) =>
  selectField(
    [x.question, " ", h("span.id", x.clause)],
    `house:${x.id}`,
    x.choices.map(([c, meaning]) => [c === x.default ? "" : c, meaning || c]),
    "",
  );

/**
 * Draw a list to choose from.
 * @param {import('./render.js').Kid} label
 * @param {string} name
 * @param {string[][]} list values with their texts
 * @param {string} [chosen] the first if none is named
 */
const selectField = (label, name, list, chosen) =>
  h(
    "label.field",
    h("span", label),
    h(
      "select",
      { name },
      list.map(([value, text]) => h("option", { value, selected: value === chosen || null }, text)),
    ),
  );

/** Scripts that are fetched once a game is set up. */
const loadJoinGame = () => import("./join-game.js");
const loadDialogs = () => import("./dialogs.js");

/** @param {HTMLFormElement} form */
async function startGame(form) {
  if (!pick) return;
  const data = new FormData(form),
    value = (/** @type {string} */ name) => String(data.get(name) || "");
  /** @type {Record<string, string>} */
  const house = {};
  for (const [k, v] of data) if (k.startsWith("house:") && v) house[k.slice(6)] = String(v);
  problem = await openGame(
    {
      book: pick.book.id,
      scenario: pick.scenario.id,
      opponent: way,
      start: value("start"),
      edition: value("edition"),
      house,
      side: value("side"),
      admiral: value("admiral") || "greedy",
      patience: Number(data.get("patience") ?? 14),
      ...(await (await loadJoinGame()).diceShare(way)),
    },
    pick.scenario.title,
  );
  gameForm();
}

/**
 * Set up a game and open it.
 * @param {import('../types').NewGame} body
 * @param {string} title
 * @returns {Promise<string>} what went wrong
 */
async function openGame(body, title) {
  busy = true;
  gameForm();
  try {
    const { own, guest } = (await loadJoinGame()).keepSeats(
      await call("POST", "/api/games", { body }),
      title,
    );
    if (guest) await showInvitation(own.link, guest.link, guest.side);
    else location.href = own.link;
    return "";
  } catch (e) {
    return (await loadDialogs()).errorText(e);
  } finally {
    busy = false;
    gameForm();
  }
}

/**
 * @param {string} own
 * @param {string} link
 * @param {string} side
 */
async function showInvitation(own, link, side) {
  const { invitationField, showDialog } = await loadDialogs();
  const dialog = showDialog(
    { heading: "Send this link", acts: h("a.btn.go", { href: own }, "To the game") },
    h("p", `The first person to open it plays the ${side} side. It works once.`),
    invitationField(link),
  );
  dialog.querySelector("input")?.select();
}

async function drawGoing() {
  const kept = keptSeats();
  if (!kept.length) return;
  /** @type {import('../types').SeatStatus[]} */
  let found;
  try {
    found = await call("POST", "/api/seats", {
      body: { seats: kept.slice(0, 30).map((x) => ({ game: x.game, token: x.token })) },
    });
  } catch {
    return;
  }
  const token = new Map(kept.map((x) => [`${x.game}/${x.side}`, x.token]));
  /** @type {Map<string, import('../types').SeatStatus>} */
  const games = new Map();
  for (const g of found) {
    const was = games.get(g.game);
    if (!was || (g.mine && !was.mine)) games.set(g.game, g);
  }
  const list = [...games.values()]
    .filter((g) => g.role !== "referee")
    .sort((a, b) => Number(a.over) - Number(b.over) || Number(b.mine) - Number(a.mine))
    .slice(0, 6);
  $("#going").hidden = !list.length;
  draw(
    $("#resume"),
    list.map((g) =>
      h(
        "a",
        {
          class: g.mine && !g.over ? "mine" : null,
          href: `/table/${g.game}#${token.get(`${g.game}/${g.side}`)}`,
        },
        h("b", g.title),
        h(
          "small",
          [g.side, AGAINST[/** @type {'computer'} */ (g.mode)], g.turn].filter(Boolean).join(", "),
        ),
        h("span", { class: g.mine ? "due" : "due mute" }, g.due),
      ),
    ),
  );
}

async function begin() {
  dressPage();
  addEventListener("keydown", (e) => {
    if (
      e.key === "n" &&
      !/INPUT|SELECT|TEXTAREA/.test(/** @type {HTMLElement} */ (e.target).tagName)
    )
      switchTheme();
  });
  offerLessons(/** @type {HTMLButtonElement} */ ($("#learn")));
  try {
    books = await call("GET", "/api/books", {
      kept: true,
    }); /* the page's head has fetched it already */
  } catch (e) {
    draw($("#cards"), h("p", (await loadDialogs()).errorText(e)));
    return;
  }
  draw(
    $("#tools"),
    toolCard(
      "/rules/" + (books[0]?.id || ""),
      "Rules index",
      "Every clause in plain words, with the code that enforces it.",
      "flagplot rules show 21.416C",
    ),
    toolCard(
      async () => (await import("./odds-page.js")).showOdds(books),
      "Odds",
      "Any interception, strike or exchange, exact from the rules that play it.",
      "flagplot odds",
    ),
    toolCard(
      chooseGameToVerify,
      "Verify",
      "Check a game: that no line was changed and no die was touched.",
      "flagplot verify game.jsonl",
    ),
  );
  drawCards();
  drawWays();
  gameForm();
  drawGoing();
  // buttons first: the pictures come after the first frame
  requestAnimationFrame(() => setTimeout(drawPictures));
}

/** Draw the pictures of the page. */
async function drawPictures() {
  const { drawChart, drawCoasts } = await import("./start-pictures.js");
  drawChart($("#hero"));
  for (const [el, scenario] of frames) drawCoasts(el, scenario);
}

/**
 * Offer the lessons of the books; without any, the first scenario for beginners.
 * @param {HTMLButtonElement} learn
 */
function offerLessons(learn) {
  // then there is a first scenario
  const lessonsFetched = call("GET", "/api/lessons", { kept: true }).catch(() => []);
  const tell = async (/** @type {import('../types').LessonCard[]} */ lessons, wrong = "") =>
    (await loadDialogs()).showSlip(
      "Learn in one turn",
      h(
        "p.soft",
        "Five minutes each, with a coach who says what to click, and why. Mistakes cost nothing: try them.",
      ),
      h(
        "ul.lessons",
        lessons.map((x) =>
          h(
            "li",
            h(
              "button.remedy",
              {
                "data-lesson": x.book,
                onClick: async () => {
                  const failure = await openGame(
                    { book: x.book, scenario: x.scenario, opponent: "lesson" },
                    x.title,
                  );
                  if (failure) tell(lessons, failure);
                },
              },
              h("b", x.title),
              h("small", `${x.book_title}, ${x.minutes} minutes. ${x.pitch}`),
            ),
          ),
        ),
      ),
      h("p.problem", { role: "status" }, wrong),
    );
  learn.disabled = false;
  learn.addEventListener("click", async () => {
    const lessons = await lessonsFetched,
      first = books
        .flatMap((book) => book.scenarios.map((scenario) => ({ book, scenario })))
        .sort((a, b) => Number(b.scenario.learning) - Number(a.scenario.learning))[0];
    if (lessons.length) tell(lessons);
    else if (first) {
      problem = await openGame(
        {
          book: first.book.id,
          scenario: first.scenario.id,
          opponent: "computer",
          admiral: "greedy",
          ...(await (await loadJoinGame()).diceShare("computer")),
        },
        first.scenario.title,
      );
      gameForm();
    }
  });
}

/**
 * Draw a tool that needs no game.
 * @param {string|(() => void)} to an address, or a function that opens the tool
 * @param {string} name
 * @param {string} does
 * @param {string} code
 */
const toolCard = (to, name, does, code) =>
  typeof to === "string"
    ? h("a", { href: to }, h("b", name), h("p", does), h("code", code))
    : h(
        "button.tool",
        { type: "button", onClick: to },
        h("b", name),
        h("p", does),
        h("code", code),
      );

/** Let the player choose one of their games to verify. */
async function chooseGameToVerify() {
  const kept = keptSeats(),
    { showSlip, showVerification } = await loadDialogs();
  showSlip(
    "Verify",
    h(
      "p",
      "Each line of a game log contains a hash of the line before, and the dice were sealed " +
        "before the first order. During the game you can verify the rolls you have seen; " +
        "afterwards everything.",
    ),
    kept.length
      ? h(
          "ul.stackbuttons",
          kept
            .slice(0, 12)
            .map((x) =>
              h(
                "li",
                h(
                  "button.btn",
                  { onClick: () => showVerification(new Seat(x.game, x.token)) },
                  [x.title || x.game, x.side].filter(Boolean).join(", "),
                ),
              ),
            ),
        )
      : h("p.soft", "This browser has no game of yours yet."),
    h("p.mute", "A game file that somebody sent you: ", h("span.id", "flagplot verify game.jsonl")),
  );
}

begin();
