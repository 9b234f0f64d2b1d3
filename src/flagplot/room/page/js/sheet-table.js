/*
 * A table of a sheet or a box: rows with state, load and clause, and a button where an order can be
 * given.
 */
import { clauseLink } from "./clause-links.js";
import { sideClass } from "./icons.js";
import { h } from "./render.js";

/** Draw a number of a maximum as a bar with its numbers. @param {[number, number]} load */
const loadBar = ([n, of]) =>
  h(
    "span.measure",
    { role: "img", "aria-label": `${n} of ${of}` },
    h("i", { style: { width: `${of ? Math.min(100, Math.max(0, (100 * n) / of)) : 0}%` } }),
  );

/**
 * @param {import('../types').Row} r
 * @param {((order: string) => void)|null} give
 */
function row(r, give) {
  const last = r.cells.length - 1,
    more = r.load ? loadBar(r.load) : null,
    tag = r.side ? `.${sideClass(r.side)}` : "";
  return h(
    "tr",
    { class: [r.state, tag.slice(1)].filter(Boolean).join(" ") || null },
    r.cells.map((c, i) =>
      i
        ? h("td", c, i === last ? more : null)
        : h("th", { scope: "row" }, tag ? h(`span.side${tag}`, c) : c, last ? null : more),
    ),
    h(
      "td.end",
      r.clause ? clauseLink(r.clause) : null,
      r.order && give
        ? h("button.btn.small", { onClick: () => give(r.order) }, r.order_title)
        : null,
    ),
  );
}

/**
 * Draw a table.
 * @param {import('../types').Part} part
 * @param {((order: string) => void)|null} give called by its buttons, if there are any
 */
export const sheetTable = (part, give) =>
  h(
    "section.part",
    h("h3", part.title, part.clause ? clauseLink(part.clause) : null),
    part.rows.length
      ? h(
          "div.tablewrap",
          { tabindex: 0, role: "group", "aria-label": part.title },
          h(
            "table",
            part.heads.length
              ? h(
                  "thead",
                  h(
                    "tr",
                    part.heads.map((x) => h("th", { scope: "col" }, x)),
                    h("th", h("span.sr", "Rule")),
                  ),
                )
              : null,
            h(
              "tbody",
              part.rows.map((r) => row(r, give)),
            ),
          ),
        )
      : h("p.mute", part.empty),
  );
