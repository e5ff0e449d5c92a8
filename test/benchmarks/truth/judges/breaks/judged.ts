// Edits of a checkout with what its compiler says of each, kept between runs.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packagePath } from "../../../../../src/system/package-root.ts";
import type { Scene } from "../../judge.ts";
import type { Judged as JudgedCheckout } from "./checkouts.ts";
import {
  type Breaking,
  type Broken,
  type Compiler,
  type CompilerCommand,
  commandOf,
  startCompiler,
} from "./compilers.ts";
import { drawEdits, type Edit } from "./edits.ts";

/** An edit with what the compiler says of it. */
export interface Judgement {
  readonly edit: Edit;
  readonly broken: readonly Broken[];
  /** Lines of which the compiler cannot say whether they break. */
  readonly unknown: Breaking["unknown"];
  readonly followOn: Breaking["followOn"];
}

/** What a compiler said of all edits of a checkout, and all files that it read. */
export interface Judged {
  readonly judged: readonly Judgement[];
  readonly files: readonly string[];
}

interface Kept extends Judged {
  readonly key: string;
  /** False after a run that was interrupted: the first edits alone. */
  readonly isWhole: boolean;
}

/** What the compiler said is kept as long as it, the checkout and the edits are the same: it takes most of the time. */
export async function readJudged(checkout: JudgedCheckout, versions: readonly string[], scene: Scene): Promise<Judged> {
  const command = commandOf(checkout.language, scene.tools, scene.root, checkout.more);
  const kept = join(scene.home, "judged.json");
  const key = keyOf([checkout, versions, scene.seed], command, scene.root);
  const before = existsSync(kept) ? (JSON.parse(readFileSync(kept, "utf8")) as Kept) : null;
  const known = before?.key === key ? before : null;
  if (known?.isWhole === true) {
    return known;
  }
  const compiler = await startCompiler(command);
  try {
    const edits = drawEdits(compiler.candidates, scene.root, checkout.edits, scene.seed);
    const files = [...compiler.files];
    const keep = (judged: readonly Judgement[]): void =>
      writeFileSync(kept, JSON.stringify({ key, judged, files, isWhole: judged.length === edits.length }));
    return { judged: await judgeEdits(compiler, edits, known?.judged ?? [], scene, keep), files };
  } finally {
    compiler.close();
  }
}

/** Edits, after which a run that is interrupted can go on. */
const KEPT_EVERY = 5;

/** Stands for all that decides what the compiler says. */
function keyOf(chosen: readonly unknown[], { command, args }: CompilerCommand, root: string): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([command, args, chosen]));
  hash.update(execFileSync("git", ["rev-parse", "HEAD"], { cwd: root }));
  const folder = packagePath("test/benchmarks/truth/judges/breaks");
  for (const name of readdirSync(folder).sort()) {
    hash.update(args.some((arg) => arg.endsWith(name)) || name === "edits.ts" ? readFileSync(join(folder, name)) : "");
  }
  return hash.digest("hex");
}

/** `known`: of the first edits. `keep` is handed all that is known so far, now and then. */
async function judgeEdits(
  compiler: Compiler,
  edits: readonly Edit[],
  known: readonly Judgement[],
  scene: Scene,
  keep: (judged: readonly Judgement[]) => void,
): Promise<readonly Judgement[]> {
  const judged = [...known];
  for (const edit of edits.slice(known.length)) {
    const { broken: all, unknown, followOn } = await compiler.breaks(edit.files, edit.of);
    const { path } = edit.of;
    const isOwn = (one: Broken): boolean =>
      one.path === path && edit.lines.first <= one.line && one.line <= edit.lines.last;
    const moved = edit.files[1]?.path;
    const broken = all.filter((one) => !isOwn(one) && one.path !== moved);
    judged.push({ edit, broken, unknown, followOn });
    if (judged.length % KEPT_EVERY === 0 || judged.length === edits.length) {
      keep(judged);
      scene.tell(`  compiled ${judged.length} of ${edits.length} edits`);
    }
  }
  return judged;
}
