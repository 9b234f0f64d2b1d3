/* Chances as they are read and tinted. */

/** Six steps, sequential, monotone in lightness; the number is always printed too. @param {number} p */
export const riskStep = (p) => (p <= 0 ? 0 : p < 25 ? 1 : p < 50 ? 2 : p < 75 ? 3 : p < 90 ? 4 : 5);

/** A chance as people read it: never a rounded 0 or 100 for what may fail or happen. @param {number} p */
export const percent = (p) =>
  p <= 0
    ? "0"
    : p >= 100
      ? "100"
      : p < 0.1
        ? "<0.1"
        : p > 99.9
          ? ">99.9"
          : p < 10 || p > 99
            ? String(Math.round(p * 10) / 10)
            : String(Math.round(p));
