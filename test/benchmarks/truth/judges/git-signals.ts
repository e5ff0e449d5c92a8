// What the program says of files by git's history, against a recount by a script of its own that reads what `git log` prints.
import { realpathSync } from "node:fs";
import { History, type HistoryStatus } from "../../../../src/history/history.ts";
import { type FileSignals, isBookkeeping } from "../../../../src/history/signals.ts";
import { openCorpus } from "../../../../src/project/open-corpus.ts";
import { packagePath } from "../../../../src/system/package-root.ts";
import { Failure } from "../../../../src/vocabulary/failure.ts";
import { DEFAULT_RULES } from "../../../support/default-rules.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { runTool } from "./run-tool.ts";
import { openTally, type Tally } from "./tally.ts";

const SCRIPT = packagePath("test/benchmarks/truth/judges/git/recount.py");
/** A busy machine may need several counts. */
const ATTEMPTS_MAX = 10;
const WAIT_MS = 30_000;

/** What the script prints of one file; the shares and the sum are those of floating-point numbers. */
interface Recounted {
  readonly commits: number;
  readonly last_ms: number;
  readonly frecency: number;
  readonly authors: readonly (readonly [name: string, share: number])[];
  readonly author_count: number;
  readonly co_changed: readonly (readonly [path: string, together: number])[];
  readonly rank: number | null;
}

export interface Recount {
  readonly commits: number;
  readonly files: Readonly<Record<string, Recounted>>;
  readonly hotspots: readonly (readonly [path: string, commits: number])[];
}

/** The last digits depend on the order in which numbers are added. */
const rounded = (value: number): string => value.toPrecision(9);

/** Each signal as text, by its name: of the two sides the same, where they agree. */
function toldOf(signals: Omit<FileSignals, "commitsTogether"> | null): Readonly<Record<string, string>> {
  return signals === null
    ? {}
    : {
        "number of commits": String(signals.commits),
        "last commit": String(signals.lastCommitMs),
        frecency: rounded(signals.frecency),
        authors: `${signals.authorCount}: ${signals.authors.map(({ name, share }) => `${name} ${rounded(share)}`).join(", ")}`,
        "what changes together": signals.coChanged.map(({ path, together }) => `${path} ${together}`).join(", "),
        "place among the hotspots": String(signals.hotspotRank),
      };
}

/** `rank`: among the files that can be hotspots, which the script does not know. */
const wantedOf = (recounted: Recounted | undefined, rank: number | null): Readonly<Record<string, string>> =>
  recounted === undefined
    ? {}
    : toldOf({
        commits: recounted.commits,
        lastCommitMs: recounted.last_ms,
        frecency: recounted.frecency,
        authors: recounted.authors.map(([name, share]) => ({ name, share })),
        authorCount: recounted.author_count,
        coChanged: recounted.co_changed.map(([path, together]) => ({ path, together })),
        hotspotRank: rank,
      });

const SIGNALS = [
  "number of commits",
  "last commit",
  "frecency",
  "authors",
  "what changes together",
  "place among the hotspots",
];

/** Compares each signal of each file, and the list of hotspots. */
export function compareSignals(
  tally: Tally,
  standing: HistoryStatus,
  recount: Recount,
  files: readonly string[],
): void {
  const hotspots = recount.hotspots.filter(([path]) => !isBookkeeping(path));
  const rankOf = (path: string, commits: number | undefined): number | null => {
    const at = isBookkeeping(path) ? -1 : hotspots.findIndex(([, of]) => of === commits);
    return at < 0 ? null : at + 1;
  };
  for (const path of files) {
    const told = toldOf(standing.signals?.of(path) ?? null);
    const wanted = wantedOf(recount.files[path], rankOf(path, recount.files[path]?.commits));
    for (const name of SIGNALS) {
      if (told[name] === wanted[name]) {
        tally.right();
      } else {
        tally.wrong(name, `${path}: ${told[name] ?? "none"} for ${wanted[name] ?? "none"}`);
      }
    }
  }
  const told = standing.signals?.hotspots(Number.POSITIVE_INFINITY).map(({ path, commits }) => `${path} ${commits}`);
  const wanted = hotspots.map((one) => one.join(" "));
  if (told?.join("\n") === wanted.join("\n")) {
    tally.right();
  } else {
    tally.wrong("the list of hotspots", `${told?.length ?? 0} for ${wanted.length}`);
  }
}

async function run({ root, tell }: Scene): Promise<readonly Finding[]> {
  const corpus = openCorpus({ root: realpathSync(root), rules: DEFAULT_RULES });
  const history = new History({ corpus, enabled: true, stays: true });
  try {
    const files = [...(await corpus.refresh()).files.keys()];
    let standing = await history.ask(WAIT_MS);
    for (let tries = 1; standing.state !== "applied" && tries < ATTEMPTS_MAX; tries++) {
      standing = await history.ask(WAIT_MS);
    }
    if (standing.state !== "applied") {
      throw new Failure("TIMED_OUT", `git's history is ${standing.state}: ${standing.reason}`, {
        hint: "judge a clone that is not shallow, on a machine with less to do",
      });
    }
    const printed = await runTool("python3", [SCRIPT, root], { input: files.join("\n") });
    const recount = JSON.parse(printed) as Recount;
    const tally = openTally();
    compareSignals(tally, standing, recount, files);
    tell(`${recount.commits} commits, ${files.length} files`);
    return [tally.finding("get_symbol", `signals of ${files.length} files`, { least: 1 })];
  } finally {
    history.close();
    corpus.close();
  }
}

export const gitSignals: Judge = {
  name: "git-signals",
  tools: ["get_symbol", "get_repo_overview", "analyze_diff"],
  authority: "a recount of `git log --name-only` in Python",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "cobra", source: "spf13/cobra" },
    { name: "express", source: "expressjs/express" },
    { name: "flask", source: "pallets/flask" },
    { name: "celery", source: "celery/celery", heldOut: true },
  ],
  versions: async () => [
    (await runTool("git", ["--version"])).trim(),
    (await runTool("python3", ["--version"])).trim(),
  ],
  run,
};
