/* Links to clauses. Hovering shows a clause in a slip, Enter opens the rules beside the map. */
import { call } from "./api.js";
import { $ } from "./dom.js";
import { draw, h, makeNodes } from "./render.js";

/** @type {Map<string, Promise<import('../types').RuleLine>>} */
const requested = new Map();
let book = "";

/** @param {string} id */
export function useBook(id) {
  book = id;
}

/**
 * Return a clause as the book prints it, without the part number that the index adds after #.
 * @param {string} id
 */
const printedClause = (id) => id.split("#")[0];

/** @param {string} id */
export const clauseLink = (id) =>
  h(
    "a.clause",
    { href: `/rules/${book}#${encodeURIComponent(id)}`, "data-clause": id },
    printedClause(id),
  );

/** Return a text in which no line breaks between a percentage and its sign. @param {string} text */
export const keepPercentTogether = (text) => text.replace(/(\d) %/g, "$1\u00a0%");

/** Return a sentence with its clause. @param {{text: string, clause?: string}} fact */
export const clauseSentence = (fact) => [
  keepPercentTogether(fact.text),
  fact.clause ? [" ", clauseLink(fact.clause)] : null,
];

/** @param {string} id */
export function fetchRule(id) {
  const key = `${book}/${id}`;
  if (!requested.has(key))
    requested.set(
      key,
      call("GET", `/api/rules/${encodeURIComponent(book)}/${encodeURIComponent(id)}`).catch((e) => {
        requested.delete(key);
        throw e;
      }),
    );
  return /** @type {Promise<import('../types').RuleLine>} */ (requested.get(key));
}

/** Let the clauses of the page react to pointer and keyboard. */
export function listenToClauses() {
  document.body.append(makeNodes(h("div.slip", { role: "tooltip", id: "slip", hidden: true })));
  const slip = /** @type {HTMLElement} */ ($("#slip"));
  let over = 0,
    wanted = "";
  let gone = new MutationObserver(() => {});
  const hide = () => {
    wanted = "";
    slip.hidden = true;
    gone.disconnect();
  };
  const show = async (/** @type {HTMLElement} */ el) => {
    const id = el.dataset.clause || "";
    wanted = id;
    let ruleText;
    try {
      ruleText = await fetchRule(id);
    } catch {
      return;
    }
    if (wanted !== id || !el.isConnected) return;
    draw(
      slip,
      h("b.clause", printedClause(id)),
      h("strong", ruleText.title),
      h("p", ruleText.requirement),
    );
    slip.hidden = false;
    gone.disconnect();
    gone = new MutationObserver(() => {
      if (!el.isConnected || el.dataset.clause !== id) hide();
    }); // a panel that is drawn again removes the link: its slip must go too
    gone.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ["data-clause"],
    });
    el.setAttribute("aria-describedby", "slip");
    const at = el.getBoundingClientRect(),
      w = slip.offsetWidth,
      tall = slip.offsetHeight;
    const x = Math.max(8, Math.min(innerWidth - w - 8, at.left - 10)),
      y = at.bottom + tall + 12 < innerHeight ? at.bottom + 6 : Math.max(8, at.top - tall - 6);
    slip.style.setProperty("left", `${x}px`);
    slip.style.setProperty("top", `${y}px`);
  };
  const find = (/** @type {Event} */ e) =>
    /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest?.("[data-clause]"));
  document.addEventListener("pointerover", (e) => {
    const el = find(e);
    clearTimeout(over);
    if (el) over = setTimeout(() => show(el), 140);
    else if (!slip.hidden && !slip.contains(/** @type {Node} */ (e.target))) hide();
  });
  document.addEventListener("focusin", (e) => {
    const el = find(e);
    if (el) show(el);
    else hide();
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && !slip.hidden) hide();
  });
  document.addEventListener("scroll", hide, true);
  document.addEventListener("click", (e) => {
    const el = find(e);
    if (
      !el ||
      !$("#rulesheet") ||
      /** @type {MouseEvent} */ (e).ctrlKey ||
      /** @type {MouseEvent} */ (e).metaKey
    )
      return;
    e.preventDefault();
    hide();
    openRules(el.dataset.clause || "", el);
  });
}

/**
 * Open the rules beside the map.
 * @param {string} id
 * @param {HTMLElement} [from] the element that gets the focus back
 */
export async function openRules(id, from) {
  const sheet = $("#rulesheet");
  if (!sheet) return;
  const close = () => {
    sheet.hidden = true;
    from?.focus();
  };
  const tell = (/** @type {import('./render.js').Kid} */ content) =>
    draw(
      sheet,
      h(
        "header",
        h("h2", "Rules"),
        h(
          "a",
          { href: `/rules/${book}#${encodeURIComponent(id)}`, target: "_blank", rel: "noopener" },
          "whole index",
        ),
        h("button.btn.small", { onClick: close }, "Close"),
      ),
      h("div.scroll", { key: id }, content),
    );
  tell(h("p.mute", "One moment."));
  sheet.hidden = false;
  sheet.onkeydown = (/** @type {KeyboardEvent} */ e) => {
    if (e.key === "Escape") {
      e.stopPropagation();
      close();
    }
  };
  try {
    const rows = await call(
      "GET",
      `/api/rules/${encodeURIComponent(book)}?within=${encodeURIComponent(clauseFamily(id))}`,
    );
    tell(rows.map((r) => ruleArticle(r, r.id === id)));
    const here = $("[aria-current]", sheet);
    if (here) {
      here.scrollIntoView({ block: "start" });
      here.focus();
    }
  } catch (e) {
    tell(h("p", /** @type {Error} */ (e).message));
  }
}

/** @param {string} id */
const clauseFamily = (id) => {
  const m = /^(\d+\.\d{1,2})/.exec(id);
  return m ? m[1] : id;
};

/**
 * Draw one rule of the index.
 * @param {import('../types').RuleLine} r
 * @param {boolean} [here]
 */
export const ruleArticle = (r, here = false) =>
  h(
    "article.rule",
    { key: r.id, id: r.id, tabindex: -1, "aria-current": here ? "true" : null },
    h("h3", h("span.clause", printedClause(r.id)), " ", r.title),
    h("p", r.requirement),
    r.enforced.length || r.cases.length
      ? h(
          "details.by",
          h(
            "summary",
            r.enforced.length ? "Where flagplot enforces it: for programmers" : "For programmers",
          ),
          r.enforced.length
            ? h("p", h("span.label", "enforced by"), " ", h("span.id", r.enforced.join(", ")))
            : null,
          r.cases.length ? h("p", h("span.label", "proved by"), " ", r.cases.join(", ")) : null,
        )
      : null,
  );
