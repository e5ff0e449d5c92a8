// Records what the compilers say of edits of the fixtures, so that `small.slow.test.ts` needs none:
//   node test/benchmarks/truth/judges/breaks/record.mjs TOOLS
import { writeFileSync } from "node:fs";
import process from "node:process";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { type Broken, type CompilerCommand, commandOf, startCompiler } from "./compilers.ts";
import { drawEdits, type Edit } from "./edits.ts";

/** One edit, and where the compiler then finds errors outside of the declaration itself. */
export interface Recorded {
  readonly edit: Edit["kind"];
  readonly symbol: string;
  readonly files: Edit["files"];
  /** `path:line`, in order. */
  readonly broken: readonly string[];
}

const EDITS_MAX = 24;

async function record(name: string, commandFor: (root: string) => CompilerCommand): Promise<void> {
  const root = packagePath("fixtures/truth/breaks", name);
  const compiler = await startCompiler(commandFor(root));
  const recorded: Recorded[] = [];
  for (const edit of drawEdits(compiler.candidates, root, EDITS_MAX, 1)) {
    const { of, kind, files, lines } = edit;
    const isOwn = ({ path, line }: Broken): boolean => path === of.path && lines.first <= line && line <= lines.last;
    const broken = (await compiler.breaks(files, of)).broken.filter(
      (one) => !isOwn(one) && one.path !== files[1]?.path,
    );
    const places = [...new Set(broken.map(({ path, line }) => `${path}:${line}`))].sort();
    recorded.push({ edit: kind, symbol: `${of.path}#${of.symbol}`, files, broken: places });
  }
  compiler.close();
  writeFileSync(packagePath("fixtures/truth/breaks", `${name}.json`), `${JSON.stringify(recorded, null, 1)}\n`);
}

export async function main([tools = ""]: readonly string[]): Promise<number> {
  await record("go", (root) => commandOf("Go", tools, root, []));
  await record("typescript", (root) => commandOf("TypeScript", tools, root, ["tsconfig.json", "src"]));
  process.stdout.write("recorded\n");
  return 0;
}
