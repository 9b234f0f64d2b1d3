/* What the room's API takes and answers, made by python -m tools types. */
export interface ActionResult {
  text: string;
  n: number;
}

export interface AdmiralCard {
  name: string;
  about: string;
  takes: string;
  elo: number | null;
}

export interface Answer {
  text: string;
  at: number;
  sig?: string;
}

export interface AnswerDuration {
  scope: "place" | "voyage" | "chance" | "always";
  condition: string;
  about: string;
  of: string;
}

export interface AnswerResult {
  legal: boolean;
  n: number;
  refusals: RefusalLine[];
}

export interface BattleLines {
  place: string;
  mine: ShipLine[];
  his: ShipLine[];
  round: number;
  rounds: number;
  note: string;
  counts: string;
  step: string;
  on_map: boolean;
  shots: Shot[];
  unseen: string[];
}

export interface BoardBox {
  id: string;
  title: string;
  kind: string;
  x: number;
  y: number;
  range: number;
  next: string[];
  shape: [number, number][];
}

export interface BoardGeometry {
  id: string;
  title: string;
  kind: string;
  digest: string;
  unit: number;
  window: [number, number, number, number];
  corners: [number, number][];
  ids: string;
  kinds: string;
  xy: number[];
  waters: string[];
  water: number[];
  land: string;
  near: string;
  far: string;
  lakes: string;
  graticule: string;
  lettering: [string, number, number, number, number, string][];
  places: BoardPlace[];
  links: BoardLink[];
  boxes: BoardBox[];
}

export interface BoardLink {
  id: string;
  title: string;
  kind: string;
  hexes: string[];
  clause: string;
  controls: [string, string][];
}

export interface BoardPlace {
  name: string;
  label: string;
  hex: string;
  x: number;
  y: number;
  kind: string;
  ports: number;
  base: boolean;
  country: string;
  rank: number;
  fronts: Record<string, string>;
  source: string;
  aliases: string[];
  group: string;
}

export interface BookCard {
  id: string;
  title: string;
  version: string;
  editions: string[];
  scenarios: ScenarioCard[];
  switches: number;
  admirals: AdmiralCard[];
}

export interface Box {
  id: string;
  title: string;
  lead: Clause[];
  meetings: BoxEncounter[];
  piles: CounterStack[];
  parts: Part[];
}

export interface BoxEncounter {
  left: CounterStack;
  right: CounterStack;
  told: Clause[];
  dice: number[];
  roller: string;
  joined: boolean;
}

export interface ChainView {
  links: [string, string][];
  chain: string;
}

export interface Changes {
  of: string;
  tag: string;
  log: LogLine[];
  parts: Record<string, unknown>;
  lists: Record<string, unknown[]>;
}

export interface Choice {
  text: string;
  label: string;
  group: string;
  note: string;
  part: string;
  most: number;
}

export interface Claim {
  salt?: string;
}

export interface Clause {
  text: string;
  clause: string;
}

export interface Click {
  kind: "unit" | "place" | "way" | "back" | "start";
  id?: string;
  instead?: string;
}

export interface Coaching {
  now: string;
  how: Clause[];
  ideas: Idea[];
  forgotten: Reminder[];
  ends: string[];
}

export interface Completion {
  text: string;
  meaning: string;
  start: number;
  end: number;
}

export interface Consent {
  at?: number;
  sig?: string;
  yes: boolean;
}

export interface Counter {
  id: string;
  name: string;
  side: string;
  place: string;
  silhouette: string;
  factors: string;
  state: string[];
  port: boolean;
  count: number;
  detail: string;
  short: string;
}

export interface CounterStack {
  title: string;
  side: string;
  counters: Counter[];
  note: string;
  number: number;
}

export interface Created {
  game: string;
  seats: SeatLink[];
}

export interface DangerSea {
  who: string;
  of: string;
  worst: Clause;
  likely: Clause;
  places: SeaChance[];
  note: string;
}

export interface Display {
  board: string;
  title: string;
  turn: string;
  mover: string;
  phases: Phase[];
  counters: Counter[];
  forces: ForceLine[];
  routes: Route[];
  overlays: Overlay[];
  scores: Score[];
  notes: Clause[];
  forms: OrderForm[];
  control: [string, string][];
  track: [number, number, number] | null;
  boxes: Box[];
  sheets: Sheet[];
}

export interface Distribution {
  title: string;
  side: string;
  bars: [string, number][];
  mean: number;
}

export interface Draw {
  at?: number;
  sig?: string;
  yes: boolean;
  agrees?: boolean;
}

export interface Ending {
  winner: string;
  degree: string;
  scores: [string, number][];
  seed: string;
  commitment: string;
  short: string;
}

export interface Examination {
  text: string;
  legal: boolean;
  complete: boolean;
  problem: string;
  problem_at: number;
  said: RefusalText[];
  cautions: RefusalText[];
  routes: Route[];
  overlays: Overlay[];
  profile: Risk[];
  summary: Clause[];
  odds: Clause[];
  completions: Completion[];
  forecast: Forecast | null;
  danger: string;
  safe: string;
  line: string;
  taken: boolean;
  form: OrderForm | null;
  slots: OrderSlot[];
}

export interface ExamineOrder {
  text: string;
  caret?: number;
  clicks?: Click[];
}

export interface ExamineSheet {
  sheet: string;
  lines?: Written[];
}

export interface Faces {
  sides: number;
  counts: number[];
  expected: number;
  p: number;
  words: string;
}

export interface Field {
  slot: string;
  label: string;
  choices: Choice[];
  several: boolean;
  optional: boolean;
  number: boolean;
  free: boolean;
}

export interface FilledSlot {
  start: number;
  end: number;
  ids: string[];
}

export interface Film {
  since: number;
  until: number;
  board: string;
  counters: Counter[];
  cuts: FilmStep[];
}

export interface FilmStep {
  n: number;
  at?: string[];
  who?: string[];
  ways?: film_Way[];
  put?: Counter[];
  gone?: string[];
  path?: string[];
  board?: string;
}

export interface Force {
  ids: string[];
}

export interface ForceLine {
  id: string;
  name: string;
  side: string;
  kind: string;
  place: string;
  factors: string;
  silhouette: string;
  state: string[];
  note: string;
  orders: string[];
  children: ForceLine[];
  load: [number, number] | null;
  strength: [number, number] | null;
}

export interface Forecast {
  title: string;
  spreads: Distribution[];
  notes: Clause[];
  exact: boolean;
  ahead: number | null;
}

export interface Health {
  name: string;
  version: string;
}

export interface Idea {
  text: string;
  title: string;
  why: string;
  odds: Clause[];
  good: boolean;
}

export interface Lesson {
  title: string;
  pitch: string;
  scenario: string;
  side: string;
  minutes: number;
  success: number;
  praise: string;
  next: string;
  steps: Step[];
  start: string;
  ends: string;
}

export interface LessonCard {
  book: string;
  book_title: string;
  scenario: string;
  title: string;
  pitch: string;
  minutes: number;
}

export interface LogLine {
  n: number;
  kind: string;
  text: string;
  clause: string;
  side: string;
  roll: RollLine | null;
  mine: boolean;
  code: string;
  opens: "" | "battle" | "round";
  scores: boolean;
  sails: string;
  loses: boolean;
  rests: boolean;
}

export interface Moment {
  first: number;
  last: number;
  turn: string;
  lead: [number, number];
  mean: number;
  samples: number;
  lines: ReportLine[];
}

export interface NewGame {
  book: string;
  scenario: string;
  opponent: "computer" | "hotseat" | "invite" | "referee" | "lesson";
  start?: string;
  edition?: string;
  house?: Record<string, string>;
  side?: string;
  admiral?: string;
  dice?: "sealed" | "typed";
  salt?: string;
  patience?: number;
  keyed?: boolean;
}

export interface NewKey {
  key: string;
  at: number;
  sig: string;
  salt?: string;
}

export interface NewStanding {
  at?: number;
  sig?: string;
  text: string;
}

export interface OddsAnswer {
  text: string;
  exact: boolean;
  error: number;
  outcomes: [string, number][];
  basis: string[];
}

export interface OddsQuestion {
  question: string;
  argument?: string;
}

export interface OptionLine {
  text: string;
  label: string;
  odds: string;
  detail: string;
  stands_for: string;
  chance: number | null;
  idea: boolean;
  passes: boolean;
  place: string;
}

export interface OrderForm {
  kind: string;
  title: string;
  grammar: string;
  example: string;
  start: string;
  clause: string;
  slots: string[];
  grave: boolean;
}

export interface OrderSlot {
  name: string;
  noun: string;
  picks: string;
  several: boolean;
  optional: boolean;
  filled: FilledSlot[];
}

export interface Overlay {
  places: string[];
  style: string;
  level: number;
  label: string;
  side: string;
  layer: string;
  quiet: boolean;
}

export interface Part {
  title: string;
  heads: string[];
  rows: Row[];
  empty: string;
  clause: string;
}

export interface Phase {
  name: string;
  now: boolean;
  done: boolean;
}

export interface Plans {
  orders: string[];
}

export interface Problem {
  code: string;
  message: string;
  place: string;
  remedy: string;
}

export interface Prompt {
  side: string;
  kind: string;
  clause: string;
  question: string;
  detail: Clause[];
  options: OptionLine[];
  open: boolean;
  place: string;
  routes: Route[];
  battle: BattleLines | null;
  forecast: Forecast | null;
  together: string[];
  leaf: string;
  facts: [string, string][];
  lasts: AnswerDuration[];
}

export interface QuestionCard {
  kind: string;
  title: string;
  grammar: string;
  example: string;
  scenario: string;
}

export interface Refusal {
  clause: string;
  code: string;
  culprits: string[];
  detail: ([string, string | number | boolean])[];
  remedies: Remedy[];
  rests_on: string[];
  also: string[];
}

export interface RefusalLine {
  clause: string;
  code: string;
  title: string;
  sentence: string;
}

export interface RefusalText {
  refusal: Refusal;
  title: string;
  sentence: string;
  remedies: [string, string][];
  rests: string[];
}

export interface Remark {
  text: string;
  clause: string;
}

export interface Rematch {
  salt?: string;
  keyed?: boolean;
}

export interface Remedy {
  code: string;
  order: string;
  detail: ([string, string | number | boolean])[];
}

export interface Reminder {
  text: string;
  clause: string;
  order: string;
}

export interface Report {
  book: string;
  book_title: string;
  edition: string;
  scenario: string;
  start: string;
  title: string;
  board: string;
  sides: string[];
  winner: string;
  degree: string;
  scores: [string, number][];
  turns: Turn[];
  standings: ScoreAfter[];
  tracks: Track[];
  moments: Moment[];
  turning: number;
  luck: SideLuck[];
  cost: [string, number][];
  rolls: ReportLine[];
  log: ReportLine[];
  counters: Counter[];
  thoughts: ReportLine[];
  short: string;
  parties: Record<string, SideName>;
}

export interface ReportLine {
  n: number;
  kind: string;
  text: string;
  clause: string;
  side: string;
  scores: boolean;
  turn: string;
  faces: number[];
  sides: number;
  beat: number;
}

export interface Risk {
  place: string;
  percent: number;
  why: string;
  exact: boolean;
}

export interface RollLine {
  faces: number[];
  sides: number;
  index: number;
  why: string;
  side: string;
  table: string;
  provenance: string;
  proof: string;
  by: string[];
  at: string;
  plus: number;
  adds: number[];
  hits: boolean[];
  result: number | null;
}

export interface Route {
  places: string[];
  side: string;
  style: string;
  label: string;
}

export interface Row {
  cells: string[];
  clause: string;
  side: string;
  state: string;
  load: [number, number] | null;
  order: string;
  order_title: string;
}

export interface RuleLine {
  id: string;
  kind: string;
  area: string;
  title: string;
  requirement: string;
  enforced: string[];
  cases: string[];
}

export interface ScenarioCard {
  id: string;
  title: string;
  sides: string[];
  span: string;
  pitch: string;
  board: string;
  minutes: number;
  learning: boolean;
  starts: [string, string][];
  picture: string[];
}

export interface Score {
  label: string;
  points: number;
  side: string;
  unit: string;
  most: number;
}

export interface ScoreAfter {
  n: number;
  points: [string, number][];
}

export interface SeaChance {
  place: string;
  worst: number;
  likely: number;
}

export interface SeatLink {
  side: string;
  role: string;
  token: string;
  link: string;
}

export interface SeatList {
  seats: SeatRef[];
}

export interface SeatRef {
  game: string;
  token: string;
}

export interface SeatStatus {
  game: string;
  side: string;
  role: string;
  title: string;
  book: string;
  mode: string;
  turn: string;
  due: string;
  mine: boolean;
  over: boolean;
}

export interface SeatView {
  game: string;
  book: string;
  book_title: string;
  edition: string;
  scenario: string;
  title: string;
  mode: string;
  side: string;
  role: string;
  sides: string[];
  parties: Record<string, SideName>;
  admirals: Record<string, string>;
  n: number;
  display: Display;
  prompts: Prompt[];
  waiting: Waiting;
  log: LogLine[];
  standing: StandingLine[];
  undo: UndoState;
  briefing: string;
  history: string;
  ending: Ending | null;
  commitment: string;
  open_chair: boolean;
  stopped: string;
  silent: string;
  offers: string[];
  again: boolean;
  keys: Record<string, string>;
  takes_keys: boolean;
  confirms: boolean;
}

export interface Sheet {
  id: string;
  title: string;
  lead: Remark[];
  parts: Part[];
  blanks: SheetForm[];
  whole: boolean;
}

export interface SheetForecast {
  lines: Clause[];
  forecasts: Forecast[];
}

export interface SheetForm {
  title: string;
  form: string;
  fields: Field[];
  clause: string;
}

export interface SheetLook {
  lines: Examination[];
  known: number;
  outlook: SheetForecast;
  blanks: SheetForm[];
}

export interface ShipLine {
  name: string;
  silhouette: string;
  size: number;
  hits: number;
  detail: string;
  state: string[];
  id: string;
  line: string;
  fresh: number;
}

export interface Shot {
  side: string;
  by: string[];
  at: string;
  faces: number[];
  sides: number;
  hits: boolean[];
  adds: number[];
  plus: number;
  result: number | null;
  said: string;
  who: string;
  whom: string;
}

export interface SideLuck {
  side: string;
  rolls: number;
  dice: number;
  result: number;
  mean: number;
  beat: number;
  z: number;
  percentile: number;
  faces: Faces[];
  words: string;
}

export interface SideName {
  name: string;
  several: boolean;
}

export interface SignedAction {
  at?: number;
  sig?: string;
}

export interface StandingLine {
  number: number;
  text: string;
  used: number;
  past: boolean;
}

export interface Standings {
  standing: StandingLine[];
}

export interface Step {
  asked: string;
  say: string;
  why: string;
  point: string[];
  try: string;
  do: string;
}

export interface SwitchCard {
  id: string;
  clause: string;
  question: string;
  choices: [string, string][];
  default: string;
}

export interface Track {
  id: string;
  name: string;
  side: string;
  steps: [number, string][];
  lost: string;
  silhouette: string;
}

export interface Turn {
  name: string;
  first: number;
  last: number;
  points: [string, number][];
  reasons: ReportLine[];
}

export interface TypedDice {
  faces: number[];
}

export interface Undo {
  at?: number;
  sig?: string;
  to?: number | null;
}

export interface UndoState {
  state: "silent" | "ask" | "asked" | "none";
  by: string;
}

export interface VerifyReport {
  good: boolean;
  message: string;
  line: number;
  rolls: number;
  proven: boolean;
}

export interface Waiting {
  sides: string[];
  mine: boolean;
  dice: boolean;
  thinking: boolean;
  roll: string;
  dice_count: number;
  dice_sides: number;
}

export interface Weighed {
  text: string;
  mean: number;
  low: number;
  high: number;
  games: number;
}

export interface Written {
  text?: string;
  form?: string;
  said?: Record<string, string>;
}

export interface film_Way {
  id: string;
  places: string[];
}

export interface schemas_Way {
  distance: number;
  hexes: string[];
}

/** What the room answers. */
export type Answered<M extends string, P extends string> =
  M extends 'DELETE' ? (
    P extends `/api/games/${string}/standing/${string}` ? Standings :
    unknown) :
  M extends 'GET' ? (
    P extends `/api/boards/${string}/way${string}` ? schemas_Way :
    P extends `/api/books/${string}/switches${string}` ? SwitchCard[] :
    P extends `/api/games/${string}/chain${string}` ? ChainView :
    P extends `/api/games/${string}/changes${string}` ? Changes :
    P extends `/api/games/${string}/coach${string}` ? Coaching :
    P extends `/api/games/${string}/film${string}` ? Film :
    P extends `/api/games/${string}/luck${string}` ? SideLuck[] :
    P extends `/api/games/${string}/replay${string}` ? Display :
    P extends `/api/games/${string}/report${string}` ? Report :
    P extends `/api/games/${string}/verify${string}` ? VerifyReport :
    P extends `/api/games/${string}/view${string}` ? SeatView :
    P extends `/api/rules/${string}/${string}` ? RuleLine :
    P extends `/api/boards/${string}` ? BoardGeometry :
    P extends `/api/lessons/${string}` ? Lesson :
    P extends `/api/odds/${string}` ? QuestionCard[] :
    P extends `/api/pictures/${string}` ? Record<string, unknown> :
    P extends `/api/rules/${string}` ? RuleLine[] :
    P extends `/api/books${string}` ? BookCard[] :
    P extends `/api/health${string}` ? Health :
    P extends `/api/lessons${string}` ? LessonCard[] :
    unknown) :
  M extends 'POST' ? (
    P extends `/api/games/${string}/adopt${string}` ? ActionResult :
    P extends `/api/games/${string}/answer${string}` ? AnswerResult :
    P extends `/api/games/${string}/claim${string}` ? SeatLink :
    P extends `/api/games/${string}/close${string}` ? ActionResult :
    P extends `/api/games/${string}/consent${string}` ? ActionResult :
    P extends `/api/games/${string}/dice${string}` ? ActionResult :
    P extends `/api/games/${string}/draw${string}` ? ActionResult :
    P extends `/api/games/${string}/examine${string}` ? Examination :
    P extends `/api/games/${string}/key${string}` ? ActionResult :
    P extends `/api/games/${string}/rematch${string}` ? Created :
    P extends `/api/games/${string}/resign${string}` ? ActionResult :
    P extends `/api/games/${string}/sea${string}` ? DangerSea :
    P extends `/api/games/${string}/sheet${string}` ? SheetLook :
    P extends `/api/games/${string}/spectators${string}` ? SeatLink :
    P extends `/api/games/${string}/standing${string}` ? Standings :
    P extends `/api/games/${string}/undo${string}` ? ActionResult :
    P extends `/api/games/${string}/weigh${string}` ? Weighed[] :
    P extends `/api/odds/${string}` ? OddsAnswer :
    P extends `/api/games${string}` ? Created :
    P extends `/api/seats${string}` ? SeatStatus[] :
    unknown) :
  unknown;
