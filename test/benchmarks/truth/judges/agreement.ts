// Four tools say what a deletion breaks: the edit itself, analyze_diff, analyze_impact and review. They are compared with each other:
// a place that one of them names, the others have to know.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../../src/system/package-root.ts";
import { type Random, seededRandom, shuffled } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import { environmentIn, type Server } from "../../figures/program.ts";
import type { Checkout, Finding, Judge, Scene } from "../judge.ts";
import { readFiles } from "./admitted.ts";
import { readDiff, readImpact } from "./breaks/answers.ts";
import { runTool } from "./run-tool.ts";
import { openTally, type Tally } from "./tally.ts";

const EDITS = 25;
/** Files whose symbols are drawn from. */
const FILES = 80;
/** Of the drawn ones, those by which instances are made, ended, called or added. */
const SPECIAL = 8;
const TOKENS_MAX = 200_000;
/** An answer shows about as many places that an edit leaves, and says how many more there are. */
const LEFT_SHOWN = 900;

interface Drawn {
  readonly address: string;
  readonly path: string;
}

const SPECIAL_NAMES =
  /(?:^|\.)(?:constructor|__\w+__|initialize|init|new|~\w+|operator\W+|main|equals|toString|String|Error|apply)$/;

const isSpecial = (symbol: string): boolean => {
  const [own, type] = symbol.split(".").reverse();
  return SPECIAL_NAMES.test(symbol) || own === type;
};

async function symbolsOf(server: Server, path: string): Promise<string[]> {
  const answer = (await server.call("list_symbols", { paths: [path], limit: 200, max_tokens: 40_000 })) as {
    readonly symbols?: unknown;
  };
  return (answer.symbols === undefined ? [] : readTable(answer.symbols)).flatMap(({ kind, symbol }) =>
    kind === "test" || kind === "module" || kind === "section" ? [] : [String(symbol)],
  );
}

async function draw(server: Server, root: string, random: Random): Promise<Drawn[]> {
  const special: Drawn[] = [];
  const others: Drawn[] = [];
  for (const path of shuffled(await readFiles(root), random).slice(0, FILES)) {
    for (const symbol of shuffled(await symbolsOf(server, path), random).slice(0, 12)) {
      (isSpecial(symbol) ? special : others).push({ address: `${path}#${symbol}`, path });
    }
  }
  const first = shuffled(special, random).slice(0, SPECIAL);
  return [...first, ...shuffled(others, random).slice(0, EDITS - first.length)];
}

interface EditAnswer {
  readonly state: string;
  readonly left?: unknown;
  readonly refusals?: unknown;
}

interface ReviewAnswer {
  readonly findings: readonly {
    readonly rule: string;
    readonly evidence: readonly { readonly path: string; readonly line: number; readonly side: string }[];
  }[];
}

/** Rules that say what a removal breaks. */
const BREAKING: ReadonlySet<string> = new Set(["removed-export", "changed-signature"]);

async function review(copy: string, home: string): Promise<ReviewAnswer> {
  const args = [packagePath("dist/main.js"), "review", "--mode", "staged", "--output", "json"];
  const env = environmentIn(home);
  const text = await runTool(process.execPath, args, { cwd: copy, codes: [0, 1], env });
  return JSON.parse(text) as ReviewAnswer;
}

type Places = ReadonlySet<string>;

interface Views {
  readonly address: string;
  /** `path:line` of what the edit says that it breaks, and of all that it lists. */
  readonly breaks: Places;
  readonly left: Places;
  readonly diff: Places;
  /** Files of which analyze_diff does not list every line. */
  readonly cut: Places;
  /** Whether analyze_diff says that it did not look at all. */
  readonly isOpen: boolean;
  readonly impact: Places;
  readonly reviewed: Places;
}

async function viewsOf({ address }: Drawn, server: Server, copy: string, home: string): Promise<Views | null> {
  const impact = readImpact(await server.call("analyze_impact", { symbol: address, depth: 1, max_tokens: TOKENS_MAX }));
  const edit = { symbol: address, apply: true, max_tokens: TOKENS_MAX };
  const first = (await server.call("delete_symbol", edit)) as EditAnswer;
  const unread = /`leave_unread` (\d+)/.exec(JSON.stringify(first.refusals ?? ""))?.[1];
  const answer =
    unread === undefined
      ? first
      : ((await server.call("delete_symbol", { ...edit, leave_unread: Number(unread) })) as EditAnswer);
  if (answer.state !== "applied") {
    return null;
  }
  const rows = readTable(answer.left) as { path: string; line: number; effect?: string }[];
  const told = (await server.call("analyze_diff", { max_tokens: TOKENS_MAX })) as { readonly users?: unknown };
  const diff = readDiff(told);
  const cut = (readTable(told.users) as { path: string; lines_found?: number }[]).filter((one) => one.lines_found);
  execFileSync("git", ["add", "-A"], { cwd: copy });
  const { findings } = await review(copy, home);
  execFileSync("git", ["reset", "-q", "--hard"], { cwd: copy });
  const shown = findings
    .filter(({ rule }) => BREAKING.has(rule))
    .flatMap(({ evidence }) => evidence.filter(({ side }) => side === "after"));
  const places = (all: readonly { readonly path: string; readonly line: number }[]): Places =>
    new Set(all.map(({ path, line }) => `${path}:${line}`));
  return {
    address,
    breaks: places(rows.filter(({ effect }) => effect === "breaks")),
    left: places(rows),
    diff: new Set([...diff.listed].flatMap(([path, lines]) => [...lines].map((line) => `${path}:${line}`))),
    cut: new Set(cut.map(({ path }) => path)),
    isOpen: diff.isOpen,
    impact,
    reviewed: places(shown),
  };
}

const fileOf = (place: string): string => place.slice(0, place.lastIndexOf(":"));

function compare({ address, breaks, left, diff, cut, impact, reviewed }: Views, tally: Tally): void {
  if (breaks.size === 0 && diff.size === 0 && reviewed.size === 0) {
    tally.right();
    return;
  }
  for (const place of new Set([...breaks, ...diff])) {
    const cause = !left.has(place)
      ? "analyze_diff names it, the edit does not list it"
      : !breaks.has(place)
        ? null
        : !diff.has(place) && !cut.has(fileOf(place))
          ? "the edit breaks it, analyze_diff does not name it"
          : !impact.has(fileOf(place)) && fileOf(place) !== address.slice(0, address.indexOf("#"))
            ? "the edit breaks it, analyze_impact has nothing of its file"
            : reviewed.size === 0
              ? "the edit breaks it, review has no finding"
              : null;
    if (cause === null) {
      tally.right();
    } else {
      tally.wrong(cause, `${address}: ${place}`);
    }
  }
  for (const place of reviewed) {
    if (!left.has(place)) {
      tally.wrong("review shows it, the edit does not list it", `${address}: ${place}`);
    }
  }
}

async function run({ root, checkout, seed, home, startServer, tell }: Scene): Promise<readonly Finding[]> {
  const copy = join(home, "agreement", checkout.name);
  if (!existsSync(copy)) {
    mkdirSync(dirname(copy), { recursive: true });
    execFileSync("git", ["clone", "-q", "--no-hardlinks", root, copy]);
  }
  execFileSync("git", ["reset", "-q", "--hard", "HEAD"], { cwd: copy });
  const tally = openTally();
  const server = await startServer(copy);
  try {
    const drawn = await draw(server, copy, seededRandom(seed));
    for (const one of drawn) {
      const views = await viewsOf(one, server, copy, join(home, "agreement-home"));
      if (views === null) {
        tally.leaveOut("deletions that are refused");
      } else if (views.left.size >= LEFT_SHOWN) {
        tally.leaveOut("deletions with more places than an answer shows");
      } else if (views.isOpen) {
        tally.leaveOut("deletions of which analyze_diff says that it did not look at all");
      } else {
        compare(views, tally);
      }
    }
    tell(`${drawn.length} deletions`);
  } finally {
    await server.close();
  }
  return [tally.finding("delete_symbol", "what a deletion breaks, said by four tools", { least: 0.99 })];
}

const CHECKOUTS: readonly Checkout[] = [
  { name: "werkzeug", source: "pallets/werkzeug" },
  { name: "raft", source: "hashicorp/raft" },
  { name: "hikaricp", source: "brettwooldridge/HikariCP" },
  { name: "flysystem", source: "thephpleague/flysystem" },
  { name: "trpc", source: "trpc/trpc" },
  { name: "tower", source: "tower-rs/tower" },
  { name: "sidekiq", source: "sidekiq/sidekiq" },
  { name: "jq", source: "jqlang/jq" },
  { name: "mocha", source: "mochajs/mocha" },
  { name: "swift-argument-parser", source: "apple/swift-argument-parser" },
  { name: "exposed", source: "JetBrains/Exposed" },
  { name: "fmtlib", source: "fmtlib/fmt" },
  { name: "messagepack-csharp", source: "MessagePack-CSharp/MessagePack-CSharp" },
];

export const agreement: Judge = {
  name: "agreement",
  tools: ["delete_symbol", "analyze_diff", "analyze_impact", "review"],
  authority: "each other: the edit, the difference, the impact and the review of one deletion",
  checkouts: CHECKOUTS,
  summed: true,
  versions: () => ["context-broker (no other program)"],
  run,
};
