// Types of the page's JavaScript, known in every module. Those of the API come from the server's own
// OpenAPI description, from which `make lint` writes them.

type Schemas = import("api").components["schemas"];
type Catalog = Schemas["Catalog"];
type Choice = Schemas["ChoiceShape"];
type Detail = Schemas["Detail"];
type Difference = Schemas["DifferenceShape"];
type Elo = Schemas["EloShape"];
type ExperimentComparison = Schemas["ExperimentComparison"];
type GameList = Schemas["GameList"];
type GameRow = Schemas["GameRow"];
type ExperimentHistory = Schemas["History"];
type Meeting = Schemas["MeetingShape"];
type GameLine = Schemas["GameLine"];
type Level = Schemas["Level"];
type Match = Schemas["MatchShape"];
type Pairing = Schemas["PairingShape"];
type Part = Schemas["PartShape"];
type Puzzle = Schemas["PuzzleShape"];
type PuzzleAnswer = Schemas["AnswerShape"];
type Rating = Schemas["RatingShape"];
type RecentGame = Schemas["BoardShape"];
type Solution = Schemas["SolutionShape"];
type Sprt = Schemas["SprtStanding"];
type Standing = Schemas["StandingShape"];
type StoredChoice = Schemas["PlyShape"];
type StoredGame = Schemas["GameShape"];
type Summary = Schemas["Summary"];
type Values = Schemas["Values"];
type Why = Schemas["Why"];

/** An event of /api/think before the choice. */
type Iteration = Pick<Choice, "depth" | "score" | "nodes" | "line" | "seconds">;
/** A line of the engine; those of an `others` event of /api/think. */
type EngineLine = Pick<Choice, "depth" | "score" | "line">;
/** A `ply` event of /api/review. */
type ReviewedPly = { ply: number; winner: Player | null; value: Value; mistake: boolean; best_moves: string[] };

type Player = 1 | 2;
/** The value of a heuristic; a word where it is infinite. */
type Value = number | "win" | "loss";
/** The score of a search, or null where there is none. */
type Score = Value | null;

/** What an element can contain; null, undefined, false and "" are skipped, lists are flattened. */
type Child = Node | string | null | undefined | false | Child[];
type Attributes = Record<string, unknown>;
type QueryParameters = Record<string, unknown>;

type Position = import("../../src/lastknight/web/page/position.js").Position;
type Variations = import("../../src/lastknight/web/page/variations.js").Variations;

/** What a view gets: the rest of its path, its parameters, the signal to stop, and a way to name the tab. */
type ViewContext = {
  path: string[];
  query: URLSearchParams;
  catalog: Catalog;
  signal: AbortSignal;
  entitle: Entitle;
};
/** Says what a view shows, in the title of the tab. */
type Entitle = (title: string) => void;
type View = { show(root: HTMLElement, context: ViewContext): Promise<void> };

/** A node of a tree of variations. */
type Ply = {
  move: string | null;
  position: Position;
  parent: Ply | null;
  children: Ply[];
  ply: number;
  preferred: Ply | null;
  comment: string;
  ended: Ended | null;
};

/** A game that ended before a knight could not move. */
type Ended = { loser: Player; reason: "resigned" | "time" };
type GameResult = { winner: Player; reason: "no_moves" | Ended["reason"] };

/** The number and player of the ply that visited a square. */
type Visit = { number: number; player: Player };
type LastMove = { from: string | null; to: string; player: Player };

/** What is drawn on a square besides the game; see marks.js. */
type Mark = {
  winner?: Player;
  good?: boolean;
  lines?: { text: string; best: boolean; order: number }[];
  counted?: { player: Player | null; text: string }[];
};
type Marks = Map<string, Mark>;

type BoardState = {
  position: Position;
  visits?: Map<string, Visit>;
  last?: LastMove | null;
  canMove?: boolean;
  marks?: Marks;
  label?: (square: string) => string;
  arrows?: Arrow[];
  isFlipped?: boolean;
  result?: GameResult | null;
};

/** An arrow on the board: a move that an engine likes, the first choice strongest. */
type Arrow = { from: string | null; to: string; player: Player; rank: number };

/** A game and what is shown of it, as kept in the address. */
type PlayState = {
  tree: Variations;
  players: [string, string];
  seed: number;
  shown: string[];
  winners: boolean;
  why: string | null;
  whyFor: number;
  engine: string;
  lines: number;
  clock: string;
  flipped: boolean;
  review: boolean;
};
type PlayDefaults = { players: [string, string]; engine: string };

/** A point of the game's graph. */
type GamePoint = { node: Ply; score: Score; winner: Player | null; isMistake: boolean; best: string[] };
