/*
 * Scenes from the log. The room sends what each entry changed on the map. Here steps become
 * voyages, a roll and its result become one scene, and each scene knows the counters on the map.
 * This script does not touch the page.
 */

/**
 * @typedef {import('../types').Counter} Counter
 * @typedef {{id: string, places: string[]}} Way
 * @typedef {{n: number, at?: string[], who?: string[], ways?: Way[], put?: Counter[],
 *   gone?: string[], path?: string[], board?: string}} Cut
 * @typedef {{since: number, until: number, board: string, counters: Counter[], cuts: Cut[]}} Reel
 * @typedef {{faces: number[], sides: number, side: string}} Roll
 * @typedef {import('../types').LogLine} LogLine
 * @typedef {{unit: Counter, places: string[]}} Passage a counter and its route
 * @typedef {{unit: Counter, left: string}} Struck a damaged counter with its remaining factors;
 *   empty when it is gone
 * @typedef {{kind: 'voyage'|'dice'|'loss'|'change'|'told', n: number, text: string, clause: string,
 *   result: string, at: string[], ways: Passage[], struck: Struck[], path: string[],
 *   roll: Roll|null, board: string, counters: Counter[], ms: number}} Scene a scene; `counters`
 *   stand still during it
 */

/** Length of a scene at single speed, in milliseconds. */
const SCENE_MS = {
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
 * Return the scenes of a film.
 * @param {Reel} reel
 * @param {LogLine[]} lines log lines of the seat
 * @returns {Scene[]}
 */
export function scenes(reel, lines) {
  const lineOf = new Map(lines.map((l) => [l.n, l])),
    cuts = new Map(reel.cuts.map((c) => [c.n, c]));
  let board = reel.board;
  /** @type {Map<string, Counter>} */
  let there = new Map(reel.counters.map((c) => [c.id, c]));
  /** @type {Scene[]} */
  const out = [];
  /** The last place of an event. Entries without a place belong there. @type {string[]} */
  let here = [];
  for (let n = reel.since + 1; n <= reel.until; n++) {
    const cut = cuts.get(n),
      line = lineOf.get(n);
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
      ms: SCENE_MS.told,
    };
    if (ways.length) {
      if (last?.kind === "voyage" && continuesVoyage(last, ways)) {
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
      // the words about fire are shown together with the fire
      if (last?.kind === "told" && last.n === n - 1 && last.board === board) out.pop();
      Object.assign(scene, {
        kind: "dice",
        roll: line.roll,
        at: at.length ? at : here,
        ms: SCENE_MS.dice,
      });
    } else if (line?.loses && text) {
      const struck = turned ? [] : struckCounters(before, there, cut);
      Object.assign(scene, {
        kind: "loss",
        struck,
        at: struck.length ? struck.map((x) => x.unit.place) : at.length ? at : here,
        ms: SCENE_MS.loss,
      });
    } else if (line?.sails && last?.kind === "voyage") {
      // the line that sums up a whole voyage
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
        ms: last.ms + SCENE_MS.result,
      });
      continue;
    } else if (!text || (!at.length && !line?.opens))
      continue; // an entry without a place is in the log only
    else if (cut?.put?.length || cut?.gone?.length)
      Object.assign(scene, { kind: "change", counters: [...there.values()], ms: SCENE_MS.change });
    if (scene.at.length) here = scene.at;
    out.push(scene);
  }
  return out;
}

/**
 * @param {Map<string, Counter>} there
 * @param {Cut} cut
 * @returns {Map<string, Counter>}
 */
function after(there, cut) {
  const next = new Map(cut.board ? [] : there);
  for (const id of cut.gone || []) next.delete(id);
  for (const c of cut.put || []) next.set(c.id, { ...COUNTER_DEFAULTS, ...c });
  return next;
}

/** Fields of a counter that the room omits when they have these values. */
const COUNTER_DEFAULTS = {
  silhouette: "unknown",
  factors: "",
  state: /** @type {string[]} */ ([]),
  port: false,
  count: 1,
  detail: "",
  short: "",
};

/**
 * Return whether the same units sail on from where the last scene ended.
 * @param {Scene} last
 * @param {Passage[]} ways
 */
const continuesVoyage = (last, ways) =>
  last.ways.length === ways.length &&
  last.ways.every(
    (w, i) => w.unit.id === ways[i].unit.id && w.places[w.places.length - 1] === ways[i].places[0],
  );

/** @param {Passage[]} ways */
const sailing = (ways) =>
  Math.min(
    SCENE_MS.most,
    Math.max(SCENE_MS.least, ...ways.map((w) => SCENE_MS.hex * w.places.length)),
  );

/**
 * Return the counters that lose factors by an entry, or are gone.
 * @param {Map<string, Counter>} before
 * @param {Map<string, Counter>} there
 * @param {Cut|undefined} cut
 * @returns {Struck[]}
 */
function struckCounters(before, there, cut) {
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

/** Return whether scenes show anything beyond words. @param {Scene[]} list */
export const isWorthShowing = (list) => list.some((s) => s.kind !== "told");

/**
 * Return whether a log line may become a scene. Lines that only announce a step are words.
 * @param {LogLine} line
 */
export const canBecomeScene = (line) =>
  Boolean(line.sails || line.loses || line.roll?.faces.length);

/**
 * Return the entry of this side's newest answer, or -1. Later entries are new to a player who opens
 * the page elsewhere.
 * @param {LogLine[]} lines
 */
export const lastOwnAnswer = (lines) =>
  lines.reduce((n, l) => (l.mine && l.kind === "input" ? l.n : n), -1);

/**
 * Return the entry after which unseen entries begin. An unseen film keeps its beginning, unless the
 * player answered in between and the news is worth a film.
 * @param {number} was
 * @param {number} since the entry before the news
 * @param {LogLine[]} fresh log lines of the news
 */
export const unseenSince = (was, since, fresh) =>
  fresh.some(canBecomeScene) && fresh.some((l) => l.mine && l.kind === "input") ? since : was;

/** Lines worth a scene that a replay of the last turn shows at least. */
const ENOUGH = 8;

/**
 * Return the entry before the last turn: the newest answer of this side with enough events after
 * it.
 * @param {LogLine[]} lines
 */
export function lastTurnStart(lines) {
  let stirred = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    if (canBecomeScene(lines[i])) stirred++;
    if (lines[i].mine && lines[i].kind === "input" && stirred >= ENOUGH) return lines[i].n;
  }
  return -1;
}

/**
 * Return the point at a share of a route, and how many of its points lie behind.
 * @param {number[][]} points
 * @param {number} share 0 to 1
 * @returns {{point: number[], passed: number}}
 */
export function pointAlong(points, share) {
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
 * Return where the slip of a scene lies: to the right or left of the scene, else below it, and
 * always below the buttons of the map.
 * @param {number[]} at
 * @param {number} wide
 * @param {{pw: number, ph: number}} box the map on the screen
 * @param {number} least the highest position allowed
 */
export function placeSlip([x, y], wide, { pw, ph }, least) {
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
