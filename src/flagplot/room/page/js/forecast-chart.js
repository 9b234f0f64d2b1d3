/* A forecast as two bar charts that face each other, with every number as text. */
import { clauseSentence } from "./clause-links.js";
import { sideClass } from "./icons.js";
import { h } from "./render.js";

/** Return a percentage to stand over a bar. It is never rounded to certainty. @param {number} p */
export const forecastText = (p) =>
  p <= 0
    ? "0"
    : p < 0.1
      ? "<0.1"
      : p < 9.95
        ? p.toFixed(1)
        : p > 99.9 && p < 100
          ? ">99.9"
          : p > 99.5 && p < 100
            ? p.toFixed(1)
            : String(Math.round(p));

/**
 * Draw one distribution: percent over the value, the tallest bar at full height.
 * @param {import('../types').Distribution} spread
 */
export function histogram(spread) {
  const top = Math.max(...spread.bars.map((b) => b[1]), 1e-9),
    mean = spread.mean.toFixed(1);
  const text = spread.bars.map((b) => `${b[0]}: ${forecastText(b[1])} %`).join(", ");
  if (spread.bars.length === 1)
    return h(
      `div.spread.${sideClass(spread.side)}`,
      h("h4", spread.title, h("span", `${spread.bars[0][0]}, for certain`)),
    );
  return h(
    `div.spread.${sideClass(spread.side)}`,
    h("h4", spread.title, h("span", `mean ${mean}`)),
    h(
      "div.hist",
      { role: "img", "aria-label": `${spread.title}, mean ${mean}. ${text}` },
      spread.bars.map((b) =>
        h(
          "div",
          { style: { "--p": (b[1] / top) * 100 } },
          h("i"),
          h("span", forecastText(b[1])),
          h("b", b[0]),
        ),
      ),
    ),
  );
}

/**
 * Draw the whole forecast: heading, distributions, and the assumptions behind them.
 * @param {import('../types').Forecast} forecast
 * @param {{heading?: string}} [o]
 */
export function forecastChart(forecast, o = {}) {
  return [
    h(o.heading || "h3", forecast.title),
    h("div.two", forecast.spreads.map(histogram)),
    h(
      "div.soft.rests",
      forecast.notes.map((n) => h("p", clauseSentence(n))),
    ),
  ];
}
