// The judge of list_symbols, search_symbols and the outline of analyze_file: the document symbols of language servers, and
// Universal Ctags. Names with the line on which they stand, both ways.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { openAnalyzer } from "../../../../src/languages/analyze.ts";
import { prepareWasm } from "../../../../src/syntax/grammars.ts";
import { Failure } from "../../../../src/vocabulary/failure.ts";
import { shortened } from "../../../../src/vocabulary/shown-text.ts";
import { seededRandom, shuffled } from "../../../support/random.ts";
import type { Checkout, Finding, Judge, Scene } from "../judge.ts";
import { AUTHORITIES, askAuthority, type SymbolAuthority } from "./symbols/authorities.ts";
import { type Compared, causesOf, compareFile, type Difference, differencesOf } from "./symbols/compare.ts";

const FILES_MAX = 150;
const SERVER_FILES = 25;
const BYTES_MAX = 256 * 1024;

interface Subject extends Checkout {
  readonly language: string;
}

const CHECKOUTS: readonly Subject[] = [
  { name: "core", source: "vuejs/core", language: "typescript" },
  { name: "trpc", source: "trpc/trpc", language: "typescript" },
  { name: "rxjs", source: "ReactiveX/rxjs", language: "typescript", heldOut: true },
  { name: "chi", source: "go-chi/chi", language: "go" },
  { name: "etcd", source: "etcd-io/etcd", language: "go" },
  { name: "prometheus", source: "prometheus/prometheus", language: "go", heldOut: true },
  { name: "celery", source: "celery/celery", language: "python" },
  { name: "sphinx", source: "sphinx-doc/sphinx", language: "python" },
  { name: "ansible", source: "ansible/ansible", language: "python", heldOut: true },
  { name: "netty", source: "netty/netty", language: "java" },
  { name: "spring-framework", source: "spring-projects/spring-framework", language: "java" },
  { name: "commons-lang", source: "apache/commons-lang", language: "java", heldOut: true },
  { name: "sinatra", source: "sinatra/sinatra", language: "ruby" },
  { name: "rails", source: "rails/rails", language: "ruby" },
  { name: "rubocop", source: "rubocop/rubocop", language: "ruby", heldOut: true },
  { name: "composer", source: "composer/composer", language: "php" },
  { name: "symfony", source: "symfony/symfony", language: "php" },
  { name: "framework", source: "laravel/framework", language: "php", heldOut: true },
  { name: "clap", source: "clap-rs/clap", language: "rust" },
  { name: "rust-analyzer", source: "rust-lang/rust-analyzer", language: "rust" },
  { name: "tokio", source: "tokio-rs/tokio", language: "rust", heldOut: true },
  { name: "git", source: "git/git", language: "c" },
  { name: "redis", source: "redis/redis", language: "c" },
  { name: "curl", source: "curl/curl", language: "c", heldOut: true },
];

function drawFiles(root: string, { extensions }: SymbolAuthority, seed: number): string[] {
  const listed = spawnSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 1 << 28 });
  const files = listed.stdout.split("\0").filter((path) => {
    const found = extensions.includes(extname(path)) && statSync(join(root, path), { throwIfNoEntry: false });
    return found instanceof Object && found.isFile() && found.size <= BYTES_MAX;
  });
  return shuffled(files, seededRandom(seed)).slice(0, FILES_MAX);
}

interface Comparison {
  readonly compared: readonly Compared[];
  readonly leftOut: readonly string[];
}

async function compareFiles(scene: Scene, authority: SymbolAuthority, paths: readonly string[]): Promise<Comparison> {
  const outside = askAuthority(
    authority,
    scene,
    paths.map((path) => join(scene.root, path)),
  );
  const analyzer = await openAnalyzer();
  const compared: Compared[] = [];
  for (const path of paths) {
    const told = outside.get(join(scene.root, path));
    if (told === undefined) {
      continue;
    }
    const { symbols } = await analyzer.analyze({ path, text: readFileSync(join(scene.root, path), "utf8") });
    compared.push(compareFile(authority, path, told, symbols));
  }
  const unread = paths.length - compared.length;
  const calls = compared.reduce((sum, { macros }) => sum + macros, 0);
  const leftOut = [
    ...(unread === 0 ? [] : [`${unread} files that ${authority.name} cannot read`]),
    ...(calls === 0 ? [] : [`${calls} lines on which a macro in capitals stands before a body`]),
  ];
  return { compared, leftOut };
}

function findingOf(scene: Scene, authority: SymbolAuthority, { compared, leftOut }: Comparison): Finding {
  const { own, wanted, wrong, missed } = differencesOf(compared);
  if (scene.checkout.heldOut !== true) {
    const lines = [
      ...missed.map(([, place]) => `missed ${place}`),
      ...wrong.map(([, place]) => `not known outside ${place}`),
    ];
    writeFileSync(join(scene.home, `differing-${authority.language}.txt`), `${lines.join("\n")}\n`);
  }
  return {
    tool: "list_symbols",
    part: `${authority.language}, by ${authority.name}`,
    sites: own + wanted,
    figures: [
      { name: "precision", right: own - wrong.length, of: own, wanted: { least: 0.99 } },
      { name: "recall", right: wanted - missed.length, of: wanted, wanted: { least: 0.99 } },
    ],
    causes: [...causesOf("missed", missed), ...causesOf("not known outside", wrong)],
    leftOut: ["what functions define inside; kinds that only one of the two lists", ...leftOut],
  };
}

/** As it stands in JSON: names of tests have quotes. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The rows of list_symbols, search_symbols and analyze_file, against what the analysis found in the same files. */
async function askServer(scene: Scene, compared: readonly Compared[]): Promise<Finding> {
  const folder = join(scene.home, "served");
  rmSync(folder, { recursive: true, force: true });
  for (const { path } of compared.slice(0, SERVER_FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(scene.root, path), join(folder, path));
  }
  const server = await scene.startServer(folder);
  let [right, of] = [0, 0];
  const differing: Difference[] = [];
  const count = (isEqual: boolean, tool: string, example: string): void => {
    of += 1;
    right += isEqual ? 1 : 0;
    if (!isEqual) {
      differing.push([tool, example]);
    }
  };
  try {
    for (const { path, own } of compared.slice(0, SERVER_FILES)) {
      const [first] = own;
      if (first === undefined || own.length > 150) {
        continue;
      }
      const listed = (await server.call("list_symbols", { paths: [path], limit: 200, max_tokens: 20_000 })) as {
        symbols: unknown;
      };
      const text = JSON.stringify(listed.symbols);
      const searched = JSON.stringify(await server.call("search_symbols", { query: first.name, paths: [path] }));
      const outline = JSON.stringify(await server.call("analyze_file", { path, max_tokens: 20_000 }));
      for (const symbol of own) {
        // A long path, as those of tests with titles are, is cut with a mark.
        const isListed = text.includes(quoted(shortened(symbol.path)));
        const tool = isListed ? "analyze_file" : "list_symbols";
        count(
          isListed && [symbol.name, symbol.path].some((name) => outline.includes(quoted(shortened(name)))),
          tool,
          `${path}:${symbol.line} ${symbol.kind} ${symbol.path}`,
        );
      }
      count(searched.includes(quoted(first.name)), "search_symbols", `${path}:${first.line} ${first.name}`);
    }
  } finally {
    await server.close();
  }
  return {
    tool: "list_symbols",
    part: "with search_symbols and analyze_file, the server's rows against the analysis",
    sites: of,
    figures: [{ name: "equal", right, of, wanted: { least: 1 } }],
    causes: causesOf("not in the answer", differing),
    leftOut: [],
  };
}

const NEEDED = [
  "typescript/node_modules/typescript",
  "gopls/gopls",
  "libclang/jedi",
  "prism/node_modules/@ruby/prism",
  "syn/release/syn-parser",
];

export const symbolsJudge: Judge = {
  name: "symbols",
  tools: ["list_symbols", "search_symbols", "analyze_file"],
  authority: AUTHORITIES.map(({ language, name }) => `${language}: ${name}`).join(", "),
  checkouts: CHECKOUTS,
  versions: (tools) => {
    const missing = NEEDED.filter((path) => !existsSync(join(tools, path)));
    if (missing.length > 0) {
      throw new Failure("NOT_FOUND", `not installed below --tools: ${missing.join(", ")}`, {
        hint: "docs/inside/truth-judges.md says how to install the judges",
      });
    }
    const ctags = spawnSync("ctags", ["--version"], { encoding: "utf8" }).stdout.split("\n")[0] ?? "";
    const javac = spawnSync("javac", ["-version"], { encoding: "utf8" }).stdout.trim();
    return ["typescript 6.0.3", "gopls v0.22.0", "jedi 0.20.1", javac, "@ruby/prism 1.9.0", "syn 2", ctags];
  },
  run: async (scene) => {
    await prepareWasm();
    const language = CHECKOUTS.find(({ name }) => name === scene.checkout.name)?.language;
    const authority = AUTHORITIES.find((one) => one.language === language);
    if (authority === undefined) {
      return [];
    }
    const comparison = await compareFiles(scene, authority, drawFiles(scene.root, authority, scene.seed));
    return [
      findingOf(scene, authority, comparison),
      ...(scene.checkout.heldOut ? [] : [await askServer(scene, comparison.compared)]),
    ];
  },
};
