// What get_symbol says belongs to a class or interface, and what stands in a method's place: compared with the language services.
import { openCorpus } from "../../../../src/project/open-corpus.ts";
import { packagePath } from "../../../../src/system/package-root.ts";
import { DEFAULT_RULES } from "../../../support/default-rules.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Cause, Checkout, Finding, Judge, Scene } from "../judge.ts";
import { runAuthority, versionsOf } from "./imports/authority.ts";

const CHECKOUTS: readonly (Checkout & { readonly language: "go" | "typescript" })[] = [
  { name: "core", source: "vuejs/core", language: "typescript" },
  { name: "rxjs", source: "ReactiveX/rxjs", language: "typescript" },
  { name: "trpc", source: "trpc/trpc", language: "typescript", heldOut: true },
  { name: "chi", source: "go-chi/chi", language: "go" },
  { name: "afero", source: "spf13/afero", language: "go" },
  { name: "raft", source: "hashicorp/raft", language: "go", heldOut: true },
];
const SITES_MAX = 200;
/** So much that no list is cut. */
const TOKENS = 100_000;

interface Site {
  readonly path: string;
  /** 1-based, of the name. */
  readonly line: number;
  readonly name: string;
  readonly kind: "type" | "method";
  readonly found: readonly (readonly [string, number])[];
  /** Null where they are not compared. */
  readonly members: readonly string[] | null;
  /** How many more the service tells that are not the project's, or no declared type. */
  readonly other: number;
  readonly unknown?: boolean;
}

/** What a relative is to a symbol, in either direction. */
const RELATED: ReadonlySet<unknown> = new Set([
  "implements",
  "implemented by",
  "extended by",
  "overridden by",
  "embedded by",
]);

interface Told {
  readonly related: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

function toldIn(related: unknown, language: "go" | "typescript"): Told {
  const rows = readTable(related);
  // What embeds a struct does not implement it.
  const relatives = rows.filter(
    ({ relation }) => RELATED.has(relation) && !(language === "go" && relation === "embedded by"),
  );
  const members = rows.filter(({ relation }) => relation === "member");
  return {
    related: new Set(relatives.map(({ path, line }) => `${path}:${line}`)),
    members: new Set(members.map(({ symbol }) => String(symbol))),
  };
}

interface Sums {
  right: number;
  readonly extra: string[];
  readonly missed: string[];
}
const sums = (): Sums => ({ right: 0, extra: [], missed: [] });

function count(of: Sums, site: string, told: ReadonlySet<string>, truth: ReadonlySet<string>): void {
  of.right += [...told].filter((one) => truth.has(one)).length;
  of.extra.push(...[...told].filter((one) => !truth.has(one)).map((one) => `${site} ← ${one}`));
  of.missed.push(...[...truth].filter((one) => !told.has(one)).map((one) => `${site} ← ${one}`));
}

const causesOf = ({ extra, missed }: Sums): Cause[] =>
  [
    {
      cause: "listed, but the judge has no such relation",
      count: extra.length,
      example: extra.slice(0, 15).join("; "),
    },
    { cause: "not listed", count: missed.length, example: missed.slice(0, 15).join("; ") },
  ].filter(({ count: times }) => times > 0);

const findingOf = (part: string, sites: number, of: Sums, leftOut: readonly string[]): Finding => ({
  tool: "get_symbol",
  part,
  sites,
  figures: [
    { name: "precision", right: of.right, of: of.right + of.extra.length, wanted: { least: 0.95 } },
    { name: "recall", right: of.right, of: of.right + of.missed.length, wanted: { least: 0.9 } },
  ],
  causes: causesOf(of),
  leftOut,
});

async function run(scene: Scene): Promise<readonly Finding[]> {
  const language = CHECKOUTS.find(({ name }) => name === scene.checkout.name)?.language ?? "typescript";
  const corpus = openCorpus({ root: scene.root, rules: DEFAULT_RULES });
  const admitted = [...(await corpus.refresh()).files.keys()].sort();
  const script = packagePath(
    `test/benchmarks/truth/judges/types/${language === "go" ? "gopls" : "typescript"}-types.mjs`,
  );
  const input = { root: scene.root, admitted, tools: scene.tools, seed: scene.seed, most: SITES_MAX };
  const { sites, nested = [] } = (await runAuthority(script, input)) as {
    sites: readonly Site[];
    nested?: readonly string[];
  };
  const isNested = (place: string): boolean => nested.some((folder) => place.startsWith(folder));
  const server = await scene.startServer(scene.root);
  const [types, methods, members] = [sums(), sums(), sums()];
  const unknown: string[] = [];
  for (const { path, line, name, kind, found, members: own, unknown: isUnknown } of sites) {
    const symbol = `${path}:${line}`;
    const answer = await server.call("get_symbol", { symbol, max_tokens: TOKENS }).catch(() => null);
    const { symbol: meant, related: rows } = (answer ?? {}) as { symbol?: unknown; related?: unknown };
    if (meant == null || isUnknown === true) {
      unknown.push(symbol);
      continue;
    }
    const all = toldIn(rows, language);
    const related = new Set([...all.related].filter((place) => !isNested(place)));
    const site = `${symbol} ${name}`;
    count(kind === "type" ? types : methods, site, related, new Set(found.map(([file, at]) => `${file}:${at}`)));
    if (own !== null) {
      count(members, site, all.members, new Set(own));
    }
  }
  await server.close();
  const other = sites.reduce((sum, one) => sum + one.other, 0);
  const leftOut = [
    ...(unknown.length === 0
      ? []
      : [`${unknown.length} symbols that are not told apart by their line: ${unknown.slice(0, 3).join(", ")}`]),
    ...(other === 0
      ? []
      : [`${other} implementations that are no class or interface of the project: objects, other modules`]),
  ];
  leftOut.push(
    ...(nested.length === 0
      ? []
      : [`modules of their own below the project, which gopls does not read: ${nested.join(", ")}`]),
  );
  const typeCount = sites.filter(({ kind }) => kind === "type").length;
  return [
    findingOf("implementers of types", typeCount, types, leftOut),
    findingOf("what takes a method's place", sites.length - typeCount, methods, []),
    findingOf("members", typeCount, members, []),
  ];
}

export const types: Judge = {
  name: "types",
  tools: ["get_symbol"],
  authority:
    "`getImplementationAtPosition` of TypeScript's language service and the clauses that its checker resolves, `implementation` of gopls",
  checkouts: CHECKOUTS,
  versions: (tools) => [...versionsOf(tools), "gopls v0.22.0"],
  run,
};
