// The contract of a judge: something that is not this program says what the right answer is, and each answer of a tool is
// compared with it.
//
// To add a judge: write `judges/<name>.ts` that exports a `Judge`, add it to `judges.ts`, install what it needs in a folder
// below `--tools`, run `npm run bench:truth -- --judge <name> --write`. The results go to docs/records/truth/<name>.json, from which
// docs/records/truth.md and docs/records/truth-measured.md are made; `page.test.ts` holds that the pages fit the files. Say in docs/inside/truth-judges.md
// how it compares.
import type { Server } from "../figures/program.ts";

/** A checkout that a judge is run on. */
export interface Checkout {
  /** Name of its folder below `--checkouts`. */
  readonly name: string;
  /** `owner/name` on GitHub. */
  readonly source: string;
  /** Only its figures are looked at: what is missed there is never shown, so that nothing can be tuned on it. */
  readonly heldOut?: true;
}

/** What a judge works with, for one checkout. */
export interface Scene {
  readonly checkout: Checkout;
  /** Absolute path of the checkout. It is shared: whoever changes files copies it first. */
  readonly root: string;
  /** Absolute path of the folder in which judges are installed, one folder each. */
  readonly tools: string;
  /** Absolute path of a folder that is kept between runs: indexes, what an authority said. */
  readonly home: string;
  readonly seed: number;
  /** A server on a folder, indexed, without vectors, every toolset on. Closed by the caller. */
  startServer(folder: string): Promise<Server>;
  /** Progress, for a person. */
  tell(line: string): void;
}

/** `right` of `of`: 0.98 is 98 of 100. */
export interface Figure {
  /** "precision", "recall", "equal", "valid called broken" … */
  readonly name: string;
  readonly right: number;
  readonly of: number;
  /** The least share that is wanted, from 0 to 1; `most` for a share that must not be exceeded; null where none is asked for. */
  readonly wanted: { readonly least: number } | { readonly most: number } | null;
}

/** Why answers differ from the judge: one cause, how often, one example that a person can look up. */
export interface Cause {
  readonly cause: string;
  readonly count: number;
  /** `path:line what was said`; no absolute path. */
  readonly example: string;
}

/** One row of docs/records/truth-measured.md. */
export interface Finding {
  /** The tool or command: `analyze_diff`. */
  readonly tool: string;
  /** What of it was judged, where it is not all: "deleted functions, Go". */
  readonly part: string;
  /** Places, files, patterns or questions that were compared. */
  readonly sites: number;
  readonly figures: readonly Figure[];
  /** What was missed or wrong; dropped for a held-out checkout before anybody sees it. */
  readonly causes: readonly Cause[];
  /** Sites that were left out and why: "12 files over the size limit". Empty where all were compared. */
  readonly leftOut: readonly string[];
}

export interface Judge {
  /** Also the name of its results file: kebab-case. */
  readonly name: string;
  /** The tools and commands whose answers it judges. */
  readonly tools: readonly string[];
  /** What says what is right, for the page: "TypeScript's compiler, go vet, javac, pyright". */
  readonly authority: string;
  readonly checkouts: readonly Checkout[];
  /** Each checkout has too few sites to be judged alone: rows of their sums are added, and what is wanted is asked of those. */
  readonly summed?: true;
  /** Versions of what it runs, a line each. Throws a Failure that says how to install what is missing. */
  versions(tools: string): Promise<readonly string[]> | readonly string[];
  run(scene: Scene): Promise<readonly Finding[]>;
}
