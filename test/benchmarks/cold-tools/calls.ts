// The calls that are measured, and what of their answers is compared with those of a whole index.

export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What it found: files, modules, symbols, references, lines. */
  readonly found: (answer: WireAnswer) => number;
}

interface Rows {
  readonly rows: readonly unknown[];
  readonly left?: { readonly rows?: number };
}

/** The fields of the answers that are read here. */
export interface WireAnswer {
  readonly summary?: string;
  readonly outcome: string;
  readonly envelope?: { readonly found?: number; readonly lagging?: number };
  readonly totals?: { readonly files: number };
  readonly symbols?: Rows;
  readonly references?: Rows;
  readonly modules?: Rows;
  readonly lines?: Rows;
  readonly files?: unknown;
  readonly symbol?: object | null;
  readonly evidence?: readonly { readonly outcome?: string }[];
}

/** Rows found: all of them are counted where fewer are shown, and else shown. */
const counted =
  (field: "symbols" | "modules") =>
  ({ envelope, [field]: table }: WireAnswer): number =>
    envelope?.found ?? table?.rows.length ?? 0;

/** The first number of the answer's first line. */
const headline = ({ summary = "" }: WireAnswer): number =>
  Number(/[\d,]+/.exec(summary)?.[0].replaceAll(",", "") ?? Number.NaN);

/** `name`: a symbol of the project that many files use. */
export const callsOn = (name: string): readonly ToolCall[] => [
  { tool: "get_repo_overview", input: {}, found: ({ totals }) => totals?.files ?? 0 },
  { tool: "list_modules", input: {}, found: counted("modules") },
  { tool: "search_symbols", input: { query: name }, found: counted("symbols") },
  { tool: "get_symbol", input: { symbol: name }, found: ({ symbol }) => (symbol ? 1 : 0) },
  { tool: "find_references", input: { symbol: name }, found: headline },
  { tool: "search_text", input: { pattern: name }, found: headline },
  {
    tool: "ask",
    input: { question: `who calls ${name}` },
    found: ({ outcome }) => (outcome === "found" ? 1 : 0),
  },
];
