/* The rules index: every clause of a book in plain words, and how it is enforced. */
import { call } from "./api.js";
import { ruleArticle, useBook } from "./clause-links.js";
import { $, debounce } from "./dom.js";
import { draw, h } from "./render.js";
import { dressPage } from "./theme.js";

dressPage();
const book = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] || "");
useBook(book);

/** @type {import('../types').RuleLine[]} */
let rows = [];

/** @param {import('../types').RuleLine[]} list */
function show(list) {
  /** @type {Map<string, import('../types').RuleLine[]>} */
  const areas = new Map();
  for (const r of list) {
    const of = areas.get(r.area);
    if (of) of.push(r);
    else areas.set(r.area, [r]);
  }
  $("#count").textContent = `${list.length} of ${rows.length} clauses`;
  draw(
    $("#areas"),
    [...areas].map(([area, of]) =>
      h("a", { href: `#area-${area}` }, area.replace(/-/g, " "), h("span.num", ` ${of.length}`)),
    ),
  );
  draw(
    $("#rules"),
    [...areas].map(([area, of]) =>
      h(
        "section",
        { key: area, id: `area-${area}` },
        h("h2", area.replace(/-/g, " ")),
        of.map((r) => ruleArticle(r)),
      ),
    ),
  );
}

function here() {
  const id = decodeURIComponent(location.hash.slice(1)),
    el = id && document.getElementById(id);
  if (el) {
    document.querySelector("[aria-current]")?.removeAttribute("aria-current");
    el.setAttribute("aria-current", "true");
    el.scrollIntoView({ block: "start" });
  }
}

async function begin() {
  try {
    const books = await call("GET", "/api/books");
    const found = books.find((b) => b.id === book);
    document.title = `${found ? found.title : book}: rules · flagplot`;
    $("#title").textContent = found ? found.title : book;
    rows = await call("GET", `/api/rules/${encodeURIComponent(book)}`);
    show(rows);
    here();
  } catch (e) {
    $("#count").textContent = /** @type {Error} */ (e).message;
  }
}

const find = /** @type {HTMLInputElement} */ ($("#find"));
find.addEventListener(
  "input",
  debounce(() => {
    const words = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    show(
      words.length
        ? rows.filter((r) =>
            words.every((w) =>
              `${r.id} ${r.area} ${r.title} ${r.requirement}`.toLowerCase().includes(w),
            ),
          )
        : rows,
    );
  }, 120),
);
addEventListener("hashchange", here);
begin();
