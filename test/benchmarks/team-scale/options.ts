// The command line of the measurement of a team's server.
import { Failure } from "../../../src/vocabulary/failure.ts";
import { type OptionTable, pathOf, readOptions, usageLines } from "../option-table.ts";

const OPTIONS = {
  vectors: { value: "FILE", doc: "a vector store (vectors-….sqlite) with real vectors, which are varied" },
  queries: { value: "FILE", doc: "judged queries, one JSON object a line; their embeddings are the questions" },
  sizes: { value: "NUMBERS", doc: "chunks to measure at, ascending, separated by commas; default 10000,50000,100000" },
  quantizer: { value: "none|rq", doc: "how the server keeps vectors in memory: float32, or rotated and in 8 bits" },
  json: { value: "FILE", doc: "write all figures as JSON" },
  help: { doc: "print this" },
} as const satisfies OptionTable;

export const USAGE = [
  "Publishes chunks to one Weaviate node, and measures writes, questions, recall, memory and disk as they grow.",
  "",
  "usage: WEAVIATE_SERVER=FILE npm run bench:team-scale -- --vectors FILE --queries FILE [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "docs/records/scale.md says what each figure means.",
  "",
].join("\n");

export interface Options {
  readonly vectors: string;
  readonly queries: string;
  readonly sizes: readonly number[];
  readonly quantizer: "none" | "rq";
  readonly json: string | null;
}

const HINT = "npm run bench:team-scale -- --help shows the options";

const invalid = (message: string): Failure => new Failure("INVALID_INPUT", message, { hint: HINT });

/** Null where help is asked for. Relative paths start at `cwd`. INVALID_INPUT says what is wrong with the arguments. */
export function parseOptions(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, HINT);
  if (values["help"] === true) {
    return null;
  }
  const [vectors, queries] = [pathOf(values, "vectors", cwd), pathOf(values, "queries", cwd)];
  if (vectors === null || queries === null) {
    throw invalid("--vectors and --queries are missing");
  }
  const sizes = String(values["sizes"] ?? "10000,50000,100000")
    .split(",")
    .map(Number);
  if (sizes.some((size, at) => !Number.isInteger(size) || size <= (sizes[at - 1] ?? 0))) {
    throw invalid("--sizes: expected ascending whole numbers");
  }
  const quantizer = values["quantizer"] ?? "none";
  if (quantizer !== "none" && quantizer !== "rq") {
    throw invalid("--quantizer: expected none or rq");
  }
  return { vectors, queries, sizes, quantizer, json: pathOf(values, "json", cwd) };
}
