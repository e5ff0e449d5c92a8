// Which file imports which, and which module uses which: compared with the languages' own resolution of imports.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCorpus } from "../../../../src/project/open-corpus.ts";
import { packagePath } from "../../../../src/system/package-root.ts";
import { DEFAULT_RULES } from "../../../support/default-rules.ts";
import { seededRandom, shuffled } from "../../../support/random.ts";
import type { Server } from "../../figures/program.ts";
import type { Cause, Checkout, Figure, Finding, Judge, Scene } from "../judge.ts";
import { runAuthority, versionsOf } from "./imports/authority.ts";
import { listed } from "./imports/rows.ts";

type Language = "typescript" | "python" | "java" | "go" | "rust";

const CHECKOUTS: readonly (Checkout & { readonly language: Language })[] = [
  { name: "trpc", source: "trpc/trpc", language: "typescript" },
  { name: "undici", source: "nodejs/undici", language: "typescript" },
  { name: "rxjs", source: "ReactiveX/rxjs", language: "typescript", heldOut: true },
  { name: "flask", source: "pallets/flask", language: "python" },
  { name: "celery", source: "celery/celery", language: "python" },
  { name: "requests", source: "psf/requests", language: "python", heldOut: true },
  { name: "commons-lang", source: "apache/commons-lang", language: "java" },
  { name: "gson", source: "google/gson", language: "java" },
  { name: "commons-io", source: "apache/commons-io", language: "java", heldOut: true },
  { name: "chi", source: "go-chi/chi", language: "go" },
  { name: "gin", source: "gin-gonic/gin", language: "go" },
  { name: "raft", source: "hashicorp/raft", language: "go", heldOut: true },
  { name: "clap", source: "clap-rs/clap", language: "rust" },
  { name: "tokio", source: "tokio-rs/tokio", language: "rust" },
  { name: "ripgrep", source: "BurntSushi/ripgrep", language: "rust", heldOut: true },
];

const SCRIPTS: Readonly<Record<Language, string>> = {
  typescript: "typescript-imports.mjs",
  python: "python-imports.py",
  java: "java-imports.mjs",
  go: "go-imports.mjs",
  rust: "cargo-imports.mjs",
};

/** Files or packages of one repository that are asked about. */
const SITES_MAX = 200;
/** So much that no list is cut. */
const TOKENS = 100_000;
const WANTED = { least: 0.98 } as const;

/** What an authority says of files. */
interface FileReading {
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly unresolved: Readonly<Record<string, readonly string[]>>;
  /** What is imported on the way: packages around a module of Python's. */
  readonly neutral?: Readonly<Record<string, readonly string[]>>;
}
/** The same of packages, by folder. */
interface PackageReading {
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly unresolved?: Readonly<Record<string, readonly string[]>>;
  /** Dependencies that a manifest declares and no code names: neither right nor wrong. */
  readonly unnamed?: Readonly<Record<string, readonly string[]>>;
  /** Folders or files where programs, and libraries of Rust, begin. */
  readonly mains: readonly string[];
}

class Tally {
  right = 0;
  extra: string[] = [];
  missed: string[] = [];
  neutral = 0;

  /** Of one site: what was told, what is so, and of what is told beyond that the part that cannot be judged. */
  add(site: string, told: ReadonlySet<string>, truth: ReadonlySet<string>, isNeutral: (one: string) => boolean): void {
    for (const one of told) {
      if (truth.has(one)) {
        this.right += 1;
      } else if (isNeutral(one)) {
        this.neutral += 1;
      } else {
        this.extra.push(`${site} → ${one}`);
      }
    }
    this.missed.push(...[...truth].filter((one) => !told.has(one)).map((one) => `${site} → ${one}`));
  }

  figures(): Figure[] {
    return [
      { name: "precision", right: this.right, of: this.right + this.extra.length, wanted: WANTED },
      { name: "recall", right: this.right, of: this.right + this.missed.length, wanted: WANTED },
    ];
  }

  causes(): Cause[] {
    const of = (cause: string, all: readonly string[]): Cause[] =>
      all.length === 0 ? [] : [{ cause, count: all.length, example: all.slice(0, 12).join("; ") }];
    return [...of("listed, but the judge has no such edge", this.extra), ...of("not listed", this.missed)];
  }
}

const finding = (tool: string, part: string, sites: number, tally: Tally, leftOut: readonly string[]): Finding => ({
  tool,
  part,
  sites,
  figures: tally.figures(),
  causes: tally.causes(),
  leftOut: [
    ...leftOut,
    ...(tally.neutral === 0 ? [] : [`${tally.neutral} edges of ${part}: the judge does not resolve the import`]),
  ],
});

const drawn = <Item>(items: readonly Item[], seed: number): Item[] =>
  shuffled(items, seededRandom(seed)).slice(0, SITES_MAX);

const ATTEMPTS_MAX = 20;

/** The answer once nothing is left to be looked at: a first question is answered from what is known by then. */
async function asked(
  server: Server,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt++) {
    const answer = (await server.call(tool, input)) as Record<string, unknown>;
    const { files_left = 0, lagging = 0 } = (answer["envelope"] ?? {}) as { files_left?: number; lagging?: number };
    if (files_left + lagging === 0 || attempt === ATTEMPTS_MAX) {
      return answer;
    }
  }
}

async function judgeFiles(
  scene: Scene,
  { files, unresolved, neutral = {} }: FileReading,
  admitted: ReadonlySet<string>,
): Promise<Finding[]> {
  const truth = new Map(
    Object.entries(files).map(([path, all]) => [path, new Set(all.filter((one) => admitted.has(one)))]),
  );
  const backward = new Map<string, Set<string>>();
  for (const [path, targets] of truth) {
    for (const target of targets) {
      backward.set(target, (backward.get(target) ?? new Set()).add(path));
    }
  }
  const isOpen = openImports(scene.root, admitted, unresolved);
  const open = (from: string, to: string): boolean => neutral[from]?.includes(to) === true || isOpen(from, to);
  const [uses, usedBy] = [new Tally(), new Tally()];
  const server = await scene.startServer(scene.root);
  const sites = drawn([...truth.keys()].sort(), scene.seed);
  const unknown: string[] = [];
  for (const path of sites) {
    const answer = await asked(server, "analyze_file", { path, max_tokens: TOKENS }).catch(() => null);
    if (answer === null) {
      unknown.push(path);
      continue;
    }
    const isCode = (one: string): boolean => truth.has(one);
    uses.add(path, listed(answer["uses"]), truth.get(path) ?? new Set(), (one) => open(path, one));
    usedBy.add(
      path,
      listed(answer["used_by"]),
      backward.get(path) ?? new Set(),
      (one) => !isCode(one) || open(one, path),
    );
  }
  await server.close();
  const skipped = Object.values(files)
    .flat()
    .filter((one) => !admitted.has(one)).length;
  const leftOut =
    skipped === 0 ? [] : [`${skipped} imports of files that are not searched (generated, ignored, built)`];
  const count = sites.length - unknown.length;
  if (unknown.length > 0) {
    leftOut.push(`${unknown.length} files that are not indexed: ${unknown.slice(0, 3).join(", ")}`);
  }
  return [
    finding("analyze_file", "what a file imports", count, uses, leftOut),
    finding("analyze_file", "what imports a file", count, usedBy, []),
  ];
}

/** Whether an edge may come from an import that the authority cannot resolve: of a package of the project that is not installed, or `a.b.*`. */
function openImports(root: string, admitted: ReadonlySet<string>, unresolved: FileReading["unresolved"]) {
  const folders = new Map<string, string>();
  for (const manifest of [...admitted].filter((path) => /(^|\/)package\.json$/.test(path))) {
    try {
      const { name } = JSON.parse(readFileSync(join(root, manifest), "utf8")) as { name?: unknown };
      if (typeof name === "string") {
        folders.set(name, dirname(manifest));
      }
    } catch {
      // A manifest among fixtures that is broken on purpose names nothing.
    }
  }
  return (from: string, to: string): boolean =>
    (unresolved[from] ?? []).some((specifier) => {
      if (specifier.endsWith(".*")) {
        return dirname(to).endsWith(specifier.slice(0, -2).replaceAll(".", "/"));
      }
      // Style sheets and the like, which the bundler resolves.
      if (specifier.startsWith(".")) {
        return join(dirname(from), specifier) === to;
      }
      const parts = specifier.split("/");
      const folder = folders.get(specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? ""));
      return folder !== undefined && (folder === "." || to.startsWith(`${folder}/`));
    });
}

async function judgePackages(
  scene: Scene,
  { packages, unresolved = {}, unnamed = {}, mains }: PackageReading,
  admitted: ReadonlySet<string>,
  language: Language,
): Promise<Finding[]> {
  const holds = (folder: string): boolean =>
    [...admitted].some((path) => folder === "." || path.startsWith(`${folder}/`));
  const known = new Set(Object.keys(packages).filter((one) => holds(one) && !(language === "rust" && one === ".")));
  const backward = new Map<string, Set<string>>();
  for (const [folder, targets] of Object.entries(packages)) {
    for (const target of targets) {
      backward.set(target, (backward.get(target) ?? new Set()).add(folder));
    }
  }
  const [uses, usedBy, begins] = [new Tally(), new Tally(), new Tally()];
  const server = await scene.startServer(scene.root);
  const sites = drawn([...known].sort(), scene.seed);
  const unknown: string[] = [];
  const isOutside = (one: string): boolean => !known.has(one);
  const inside = (all: Iterable<string>): Set<string> => new Set([...all].filter((one) => known.has(one)));
  for (const folder of sites) {
    const answer = await asked(server, "get_module", { module: folder, max_tokens: TOKENS }).catch(() => null);
    if (answer === null || answer["outcome"] !== "found") {
      unknown.push(folder);
      continue;
    }
    // Of a module that is required but not there, as one of an older version is.
    const isIgnored = (from: string, to: string): boolean =>
      unresolved[from]?.some((specifier) => specifier.endsWith(`/${to}`)) === true ||
      unnamed[from]?.includes(to) === true;
    uses.add(
      folder,
      listed(answer["uses"]),
      inside(packages[folder] ?? []),
      (one) => isOutside(one) || isIgnored(folder, one),
    );
    usedBy.add(
      folder,
      listed(answer["used_by"]),
      inside(backward.get(folder) ?? []),
      (one) => isOutside(one) || isIgnored(one, folder),
    );
    const told = [...listed(answer["entry_points"])];
    if (language === "go") {
      begins.add(
        folder,
        new Set(told.length > 0 ? [folder] : []),
        new Set(mains.includes(folder) ? [folder] : []),
        () => false,
      );
    } else {
      // A package inside of another one has its own entry points.
      const inner = [...known].filter((one) => one.startsWith(`${folder}/`));
      const isInner = (path: string): boolean => inner.some((one) => path.startsWith(`${one}/`));
      const own = mains.filter((path) => path.startsWith(`${folder}/`) && admitted.has(path) && !isInner(path));
      begins.add(folder, new Set(told), new Set(own), () => false);
    }
  }
  await server.close();
  const count = sites.length - unknown.length;
  const declared = Object.entries(unnamed).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`));
  const leftOut = [
    ...(unknown.length === 0
      ? []
      : [`${unknown.length} packages that are no module here: ${unknown.slice(0, 3).join(", ")}`]),
    ...(declared.length === 0
      ? []
      : [`${declared.length} declared dependencies that no code names: ${declared.join(", ")}`]),
  ];
  return [
    finding("get_module", "what a package uses", count, uses, leftOut),
    finding("get_module", "what uses a package", count, usedBy, []),
    finding("get_module", "entry points", count, begins, []),
  ];
}

async function run(scene: Scene): Promise<readonly Finding[]> {
  const language = CHECKOUTS.find(({ name }) => name === scene.checkout.name)?.language ?? "typescript";
  const corpus = openCorpus({ root: scene.root, rules: DEFAULT_RULES });
  const admitted = [...(await corpus.refresh()).files.keys()].sort();
  const script = packagePath(`test/benchmarks/truth/judges/imports/${SCRIPTS[language]}`);
  const said = await runAuthority(script, { root: scene.root, admitted, tools: scene.tools });
  return language === "go" || language === "rust"
    ? judgePackages(scene, said as PackageReading, new Set(admitted), language)
    : judgeFiles(scene, said as FileReading, new Set(admitted));
}

export const imports: Judge = {
  name: "imports",
  tools: ["analyze_file", "get_module"],
  authority:
    "TypeScript's `resolveModuleName`, Python's `importlib` and `ast`, `go list -json`, `cargo metadata`, and for Java the folders that Maven and Gradle ask for",
  checkouts: CHECKOUTS,
  versions: versionsOf,
  run,
};
