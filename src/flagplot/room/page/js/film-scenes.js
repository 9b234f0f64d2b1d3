/* What happened, scene by scene: the room tells what each entry of the log changed on the map; here single steps become voyages, a throw
   and what came of it one scene, and every scene knows what stands on the map while it lasts. Nothing here touches the page. */

/**
 * @typedef {import('../types').Counter} Counter
 * @typedef {{id: string, places: string[]}} Way
 * @typedef {{n: number, at?: string[], who?: string[], ways?: Way[], put?: Counter[], gone?: string[], path?: string[], board?: string}} Cut
 * @typedef {{since: number, until: number, board: string, counters: Counter[], cuts: Cut[]}} Reel
 * @typedef {{faces: number[], sides: number, side: string}} Roll
 * @typedef {import('../types').LogLine} LogLine
 * @typedef {{unit: Counter, places: string[]}} Passage a counter and the way it goes
 * @typedef {{unit: Counter, left: string}} Struck a counter that is hurt, with the factors it has left; none when it is gone
 * @typedef {{kind: 'voyage'|'dice'|'loss'|'change'|'told', n: number, text: string, clause: string, result: string, at: string[], ways: Passage[], struck: Struck[], path: string[], roll: Roll|null,
 *   board: string, counters: Counter[], ms: number}} Scene `counters` stand still while it lasts
 */

/** How long a scene lasts at single speed, in milliseconds. */
const LASTS = {
  hex: 130,
  least: 550,
  most: 2000,
  dice: 1100,
  result: 700,
  loss: 1400,
  change: 800,
  told: 900,
};

/**
 * The scenes of a film.
 * @param {Reel} reel
 * @param {LogLine[]} lines the seat's log
 * @returns {Scene[]}
 */
export function scenes(reel, lines) {
  const said = new Map(lines.map((l) => [l.n, l])),
    cuts = new Map(reel.cuts.map((c) => [c.n, c]));
  let board = reel.board;
  /** @type {Map<string, Counter>} */
  let there = new Map(reel.counters.map((c) => [c.id, c]));
  /** @type {Scene[]} */
  const out = [];
  /** The last place anything happened at: what names none happened there. @type {string[]} */
  let here = [];
  for (let n = reel.since + 1; n <= reel.until; n++) {
    const cut = cuts.get(n),
      line = said.get(n);
    if (!cut && !line) continue;
    const before = there,
      turned = cut?.board;
    if (cut) there = after(there, cut);
    if (turned) {
      board = turned;
      here = [];
    }
    if (line && line.kind !== "event" && line.kind !== "roll") continue;
    const text = line?.text || "",
      at = cut?.at?.length ? cut.at : [];
    const ways = (cut?.ways || []).flatMap((w) => {
      const unit = turned ? undefined : before.get(w.id);
      return unit ? [{ unit, places: [...w.places] }] : [];
    });
    const last = out[out.length - 1],
      still = (/** @type {Map<string, Counter>} */ m, /** @type {Passage[]} */ without) =>
        [...m.values()].filter((c) => !without.some((w) => w.unit.id === c.id));
    /** @type {Scene} */
    const scene = {
      kind: "told",
      n,
      text,
      clause: line?.clause || "",
      result: "",
      at,
      ways,
      struck: [],
      path: cut?.path || [],
      roll: null,
      board,
      counters: still(turned ? there : before, ways),
      ms: LASTS.told,
    };
    if (ways.length) {
      if (last?.kind === "voyage" && goesOn(last, ways)) {
        last.ways.forEach((w, i) => w.places.push(...ways[i].places.slice(1)));
        Object.assign(last, {
          n,
          at: at.length ? at : last.at,
          text: text || last.text,
          clause: scene.clause || last.clause,
        });
        last.ms = sailing(last.ways);
        continue;
      }
      Object.assign(scene, { kind: "voyage", ms: sailing(ways) });
    } else if (line?.roll?.faces.length) {
      if (last?.kind === "told" && last.n === n - 1 && last.board === board) out.pop(); // that somebody fires is seen when he does
      Object.assign(scene, {
        kind: "dice",
        roll: line.roll,
        at: at.length ? at : here,
        ms: LASTS.dice,
      });
    } else if (line?.loses && text) {
      const struck = turned ? [] : hurt(before, there, cut);
      Object.assign(scene, {
        kind: "loss",
        struck,
        at: struck.length ? struck.map((x) => x.unit.place) : at.length ? at : here,
        ms: LASTS.loss,
      });
    } else if (line?.sails && last?.kind === "voyage") {
      // the whole of a voyage, told once more
      if (text) Object.assign(last, { text, clause: scene.clause });
      continue;
    } else if (
      text &&
      last?.kind === "dice" &&
      last.n === n - 1 &&
      !last.result &&
      !turned &&
      !line?.opens
    ) {
      Object.assign(last, {
        n,
        result: text,
        clause: scene.clause || last.clause,
        at: last.at.length ? last.at : at,
        ms: last.ms + LASTS.result,
      });
      continue;
    } else if (!text || (!at.length && !line?.opens))
      continue; // what happens nowhere is told by the log
    else if (cut?.put?.length || cut?.gone?.length)
      Object.assign(scene, { kind: "change", counters: [...there.values()], ms: LASTS.change });
    if (scene.at.length) here = scene.at;
    out.push(scene);
  }
  return out;
}

/** @param {Map<string, Counter>} there @param {Cut} cut @returns {Map<string, Counter>} */
function after(there, cut) {
  const next = new Map(cut.board ? [] : there);
  for (const id of cut.gone || []) next.delete(id);
  for (const c of cut.put || []) next.set(c.id, { ...PLAIN, ...c });
  return next;
}

/** What the wire leaves out. */
const PLAIN = {
  silhouette: "unknown",
  factors: "",
  state: /** @type {string[]} */ ([]),
  port: false,
  count: 1,
  detail: "",
  short: "",
};

/** Whether the same units sail on from where they came to. @param {Scene} last @param {Passage[]} ways */
const goesOn = (last, ways) =>
  last.ways.length === ways.length &&
  last.ways.every(
    (w, i) => w.unit.id === ways[i].unit.id && w.places[w.places.length - 1] === ways[i].places[0],
  );

/** @param {Passage[]} ways */
const sailing = (ways) =>
  Math.min(LASTS.most, Math.max(LASTS.least, ...ways.map((w) => LASTS.hex * w.places.length)));

/** Counters that lose factors by a cut, or are gone. @param {Map<string, Counter>} before @param {Map<string, Counter>} there @param {Cut|undefined} cut @returns {Struck[]} */
function hurt(before, there, cut) {
  const about = cut?.who || [],
    gone = (cut?.gone || [])
      .filter((id) => !about.length || about.includes(id))
      .flatMap((id) => {
        const unit = before.get(id);
        return unit ? [{ unit, left: "" }] : [];
      });
  const less = (cut?.put || []).flatMap((c) => {
    const unit = before.get(c.id),
      now = there.get(c.id);
    return unit && now && unit.factors && unit.factors !== now.factors
      ? [{ unit, left: now.factors }]
      : [];
  });
  return [...gone, ...less];
}

/** Whether there is anything to see in scenes, beyond words. @param {Scene[]} list */
export const worth = (list) => list.some((s) => s.kind !== "told");

/** Whether a line of the log may be worth a scene; what only says that something begins is words. @param {LogLine} line */
export const stirs = (line) => Boolean(line.sails || line.loses || line.roll?.faces.length);

/** The newest answer of one's own, or -1: what came after it is new to somebody who comes from elsewhere. @param {LogLine[]} lines */
export const lastWord = (lines) =>
  lines.reduce((n, l) => (l.mine && l.kind === "input" ? l.n : n), -1);

/**
 * The entry after which that begins which was not looked at, when more happens: where it began, unless one gave an answer
 * meanwhile and there is something to see behind it.
 * @param {number} was @param {number} since the entry before the news @param {LogLine[]} fresh the lines of the news
 */
export const unseen = (was, since, fresh) =>
  fresh.some(stirs) && fresh.some((l) => l.mine && l.kind === "input") ? since : was;

/** How much a replay of the last turn shows at least, in lines worth a scene. */
const ENOUGH = 8;

/**
 * The entry after which the last turn began: back to an answer of one's own behind which enough has happened.
 * @param {LogLine[]} lines
 */
export function lastTurn(lines) {
  let stirred = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    if (stirs(lines[i])) stirred++;
    if (lines[i].mine && lines[i].kind === "input" && stirred >= ENOUGH) return lines[i].n;
  }
  return -1;
}

/**
 * The point at a share of a way, and how many of its points are behind.
 * @param {number[][]} points
 * @param {number} share 0..1
 * @returns {{point: number[], passed: number}}
 */
export function along(points, share) {
  const lengths = points
    .slice(1)
    .map((p, i) => Math.hypot(p[0] - points[i][0], p[1] - points[i][1]));
  let left = lengths.reduce((a, b) => a + b, 0) * Math.min(1, Math.max(0, share));
  for (let i = 0; i < lengths.length; i++) {
    if (left <= lengths[i] && lengths[i] > 0) {
      const f = left / lengths[i],
        [a, b] = [points[i], points[i + 1]];
      return { point: [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f], passed: i };
    }
    left -= lengths[i];
  }
  return { point: points[points.length - 1], passed: points.length - 1 };
}

/**
 * Where the slip of a scene lies: right or left of what it is about, or else under it, and always under the buttons of the map.
 * @param {number[]} at @param {number} wide @param {{pw: number, ph: number}} box the map on the screen @param {number} least how high it may lie
 */
export function slipPlace([x, y], wide, { pw, ph }, least) {
  const right = x + 40,
    left = x - 40 - wide,
    beside = right + wide + 6 <= pw || left >= 6;
  return [
    !beside
      ? Math.max(6, Math.min(x - wide / 2, pw - wide - 6))
      : left >= 6 && right + wide + 6 > pw
        ? left
        : Math.max(6, right),
    Math.min(Math.max(least, beside ? y - 66 : y + 34), ph - 130),
  ];
}
