// Asks `find_references` for the symbol of each small project, and counts the lines of its uses that the answer neither gives nor doubts.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { environmentIn, runCommand, startServer } from "../figures/program.ts";
import { type OptionTable, readOptions, usageLines } from "../option-table.ts";
import { runMain } from "../run-main.ts";
import { machine, table } from "../support.ts";
import { type Form, parseForms } from "./parse-forms.ts";

const OPTIONS: OptionTable = {
  only: { value: "NAME", many: true, doc: "only these files of fixtures/forms, without .txt" },
  home: { value: "DIR", doc: "where the projects are written; default /tmp/context-broker-bench-forms" },
  help: { doc: "print this" },
};

const USAGE = [
  "In which forms of which language is a use denied?",
  "",
  "usage: npm run bench:forms -- [options]",
  "",
  ...usageLines(OPTIONS),
  "",
  "example:",
  "  npm run bench:forms -- --only rust --only python",
].join("\n");

interface Options {
  readonly only: readonly string[];
  readonly home: string;
}

function parse(args: readonly string[], cwd: string): Options | null {
  const values = readOptions(OPTIONS, args, "npm run bench:forms -- --help lists the options");
  const home = typeof values["home"] === "string" ? resolve(cwd, values["home"]) : "/tmp/context-broker-bench-forms";
  return values["help"] === true ? null : { only: [values["only"] ?? []].flat().map(String), home };
}

/** What makes the projects of one language a module of it. */
const MANIFESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  go: { "go.mod": "module ex.com/m\n\ngo 1.22\n" },
};

function writeProject(root: string, name: string, forms: readonly Form[]): void {
  rmSync(root, { recursive: true, force: true });
  const files = Object.assign({}, MANIFESTS[name], ...forms.map((form) => form.files)) as Record<string, string>;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", root, ...args], { stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
}

/** `path:line` in any table of an answer that is grouped by path. */
function linesIn(answer: unknown): Set<string> {
  const found = new Set<string>();
  for (const field of Object.values((answer ?? {}) as Record<string, unknown>)) {
    const rows = (field as { readonly rows?: unknown } | null)?.rows;
    for (const [path, tuples] of Object.entries((rows ?? {}) as Record<string, readonly unknown[]>)) {
      for (const tuple of Array.isArray(tuples) ? tuples : []) {
        found.add(`${path}:${Array.isArray(tuple) ? tuple[0] : tuple}`);
      }
    }
  }
  return found;
}

async function run({ only, home }: Options): Promise<void> {
  const build = { name: "this build", main: packagePath("dist", "main.js") };
  const folder = packagePath("fixtures/forms");
  const rows: string[][] = [];
  const denied: string[] = [];
  for (const file of readdirSync(folder).filter((one) => only.length === 0 || only.includes(basename(one, ".txt")))) {
    const name = basename(file, ".txt");
    const forms = parseForms(readFileSync(join(folder, file), "utf8"));
    const root = join(home, "projects", name);
    writeProject(root, name, forms);
    const env = environmentIn(home, { CONTEXT_BROKER_VECTORS: "off" });
    await runCommand(build, ["index", "--project", root], env);
    const server = await startServer(build, root, env, ["--toolsets", "all"]);
    let [lines, lost, whole] = [0, 0, 0];
    try {
      for (const { what, symbol, uses } of forms) {
        const input = { symbol, limit: 100, max_tokens: 6_000, format: "json" };
        const { structuredContent } = await server.client.callTool({ name: "find_references", arguments: input });
        const found = linesIn(structuredContent);
        const missing = uses.filter((use) => !found.has(use));
        lines += uses.length;
        lost += missing.length;
        whole += missing.length === 0 ? 1 : 0;
        denied.push(...(missing.length === 0 ? [] : [`- ${name}, ${what}: ${missing.join(", ")}`]));
      }
    } finally {
      await server.close();
    }
    rows.push([name, String(forms.length), String(whole), String(lines), String(lost)]);
  }
  const sum = (at: number): string => String(rows.reduce((total, row) => total + Number(row[at]), 0));
  rows.push(["all", sum(1), sum(2), sum(3), sum(4)]);
  process.stdout.write(
    `${machine()}\n\n${table(["file", "forms", "nothing denied", "lines", "denied"], rows)}\n\n${denied.join("\n")}\n`,
  );
}

/** Runs the benchmark; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parse(args, cwd), run });
