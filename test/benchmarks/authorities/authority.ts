// The authorities: how each is installed and started, and what it said of a project, kept in the folder of tools by the
// project's content, since an authority takes minutes.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { parseReading, type Reading } from "./reading.ts";

interface Authority {
  readonly language: string;
  /** Files that it is asked about. */
  readonly files: RegExp;
  /** Programs of this folder that it is asked by, the started one first. */
  readonly scripts: readonly string[];
  command(tools: string, script: string): readonly [string, ...string[]];
  version(tools: string): string;
}

const node = (_tools: string, script: string): readonly [string, ...string[]] => [
  process.execPath,
  "--max-old-space-size=8192",
  script,
];
const output = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, [...args], { encoding: "utf8" }).trim();

const clang = (language: string, files: RegExp): Authority => ({
  language,
  files,
  scripts: ["clang-sites.py"],
  command: (_tools, script) => ["python3", script],
  version: (tools) =>
    (/libclang-([\d.]+)\.dist-info/.exec(readdirSync(join(tools, "libclang")).join(" ")) ?? [])[1] ?? "?",
});

export const AUTHORITIES = {
  typescript: {
    language: "TypeScript",
    files: /\.[cm]?tsx?$/,
    scripts: ["typescript-sites.mjs"],
    command: node,
    version: (tools) =>
      (JSON.parse(readFileSync(join(tools, "node_modules/typescript/package.json"), "utf8")) as { version: string })
        .version,
  },
  jedi: {
    language: "Python",
    files: /\.pyi?$/,
    scripts: ["jedi-sites.py"],
    command: (tools, script) => [join(tools, "jedi/bin/python"), script],
    version: (tools) =>
      output(join(tools, "jedi/bin/python"), "-c", "import jedi, parso; print(jedi.__version__, parso.__version__)"),
  },
  gopls: {
    language: "Go",
    files: /\.go$/,
    scripts: ["gopls-sites.mjs", "lsp-client.mjs"],
    command: node,
    version: (tools) =>
      `${/v\d[\w.-]*/.exec(output(join(tools, "bin/gopls"), "version"))?.[0] ?? "?"}, ${output("go", "env", "GOVERSION")}`,
  },
  clang: clang("C", /\.[ch]$/),
  "clang++": clang("C++", /\.(?:cc|cpp|cxx|c|h|hh|hpp|hxx|inl|ipp)$/),
  javac: {
    language: "Java",
    files: /\.java$/,
    scripts: ["javac-sites.mjs", "JavacSites.java"],
    command: node,
    version: () => output("javac", "-version"),
  },
} as const satisfies Record<string, Authority>;

export type AuthorityName = keyof typeof AUTHORITIES;

/** NOT_FOUND where it is not installed in the folder of tools. */
export function versionOf(name: AuthorityName, tools: string): string {
  try {
    return AUTHORITIES[name].version(tools);
  } catch (cause) {
    throw new Failure("NOT_FOUND", `${name} is not installed in ${tools}`, {
      hint: "docs/records/references-measured.md says how to install it there",
      cause,
    });
  }
}

export interface Repository {
  readonly name: string;
  readonly root: string;
  /** Sites are taken from files below this folder only; "": from all. */
  readonly part: string;
}

/** What the authority says of the files of the repository, from the folder of tools where it said it before. */
export async function readAuthority(
  name: AuthorityName,
  { name: repository, root, part }: Repository,
  tools: string,
  tell: (line: string) => void,
): Promise<Reading> {
  const authority = AUTHORITIES[name];
  const scripts = authority.scripts.map((one) => packagePath(`test/benchmarks/authorities/${one}`));
  const corpus = openCorpus({ root, rules: DEFAULT_RULES });
  const admitted = [...(await corpus.refresh()).files.keys()].sort();
  const files = admitted.filter((path) => authority.files.test(path) && path.startsWith(part));
  if (files.length === 0) {
    return { targets: new Map(), files: new Map() };
  }
  const hash = createHash("sha256").update(JSON.stringify([versionOf(name, tools), files]));
  for (const path of scripts) {
    hash.update(readFileSync(path));
  }
  for (const path of admitted.filter((one) => authority.files.test(one) || /\.(json|mod|toml|cfg)$/.test(one))) {
    const read = await corpus.read(path);
    hash.update(`${path}\0${"text" in read ? read.contentHash : ""}\n`);
  }
  const kept = join(tools, "readings", `${name}-${repository}-${hash.digest("hex").slice(0, 16)}.jsonl`);
  if (!existsSync(kept)) {
    tell(`${name} reads ${files.length} files of ${repository}`);
    const sources = admitted.some((path) => path.startsWith("src/")) ? ["src"] : [];
    const input = { authority: name, root, files, admitted, sources, tools };
    const said = await run(authority.command(tools, scripts[0] ?? ""), input);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(`${kept}.new`, said);
    renameSync(`${kept}.new`, kept);
  }
  return parseReading(readFileSync(kept, "utf8"));
}

/** What the program writes for this input. */
function run([command, ...args]: readonly [string, ...string[]], input: unknown): Promise<string> {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stdin.end(JSON.stringify(input));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(Buffer.concat(parts).toString("utf8")) : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}
