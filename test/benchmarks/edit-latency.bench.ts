// What an edit of one symbol costs a warm server, its re-index and impact included: text put after functions, methods and classes all
// over a project through an MCP client, and undone again.
//   BENCH_REPOSITORIES=DIR[:DIR …] npm run bench:part -- edit-latency
// Each project is copied first. Without the variable it edits a copy of this repository's src/.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { describe, expect, it } from "vitest";
import { environmentIn, type Server, startServer } from "./figures/program.ts";
import { settle } from "./figures/queries.ts";
import { drawnFrom } from "./figures/tools.ts";
import { machine, quantile, table, timed } from "./support.ts";

const own = fileURLToPath(new URL("../../", import.meta.url));
const main = join(own, "dist/main.js");
/** Edits that are made first, uncounted: by then the engine has compiled what is hot. */
const WARM_UP = 10;
const COUNTED = 60;
const KINDS = ["function", "method", "class"];

const folders = (process.env["BENCH_REPOSITORIES"] ?? "").split(":").filter((folder) => folder !== "");

/** A function, method or class of each of so many files, evenly spread over the project, by its first line. */
async function drawSymbols(server: Server, root: string, take: number): Promise<string[]> {
  const files = (await glob("**/*.{ts,tsx,js,py,go,rs,java,kt,cs,rb,php}", { cwd: root })).sort();
  const drawn: string[] = [];
  for (let at = 0; at < files.length && drawn.length < take; at += Math.max(1, Math.floor(files.length / take / 2))) {
    const paths = [files[at] ?? ""];
    const rows = drawnFrom(await server.call("list_symbols", { paths, kinds: KINDS, max_tokens: 20_000 }));
    drawn.push(
      ...rows.slice(Math.floor(rows.length / 2), Math.floor(rows.length / 2) + 1).map(({ address }) => address),
    );
  }
  return drawn;
}

interface Measured {
  readonly files: number;
  readonly apply: readonly number[];
  readonly undo: readonly number[];
}

async function measure(folder: string, home: string): Promise<Measured> {
  const project = join(home, "project", basename(folder));
  mkdirSync(join(home, "project"), { recursive: true });
  cpSync(folder, project, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const args = ["--vectors", "off", "--toolsets", "all,edit"];
  const server = await startServer({ main }, project, environmentIn(join(home, "home")), args);
  try {
    const status = (await server.call("index_status", {})) as { readonly coverage?: { readonly files: number } };
    const symbols = await drawSymbols(server, project, WARM_UP + COUNTED);
    await settle(server);
    const [apply, undo]: number[][] = [[], []];
    for (const symbol of symbols) {
      const input = { symbol, text: "function putByTheBenchmark() {}", apply: true };
      const edited = await timed(() => server.call("insert_after_symbol", input));
      const { state, session } = edited.value as { readonly state: string; readonly session?: string };
      if (state !== "applied") {
        continue;
      }
      apply?.push(edited.ms);
      const undone = await timed(() => server.call("undo_edits", { session, apply: true }));
      expect(undone.value).toMatchObject({ state: "undone" });
      undo?.push(undone.ms);
    }
    expect(apply?.length).toBeGreaterThan(COUNTED / 2);
    return { files: status.coverage?.files ?? 0, apply: apply?.slice(WARM_UP) ?? [], undo: undo?.slice(WARM_UP) ?? [] };
  } finally {
    await server.close();
  }
}

const row = (name: string, what: string, times: readonly number[]): string[] => [
  name,
  what,
  String(times.length),
  ...[0.5, 0.95].map((at) => quantile(times, at).toFixed(0)),
];

describe("an edit of one symbol", () => {
  it("on a warm server", async () => {
    const rows: string[][] = [];
    for (const folder of folders.length > 0 ? folders : [join(own, "src")]) {
      const home = mkdtempSync(join(tmpdir(), "edit-latency-"));
      try {
        const { files, apply, undo } = await measure(folder, home);
        const name = `${basename(folder)} (${files} files)`;
        rows.push(row(name, "apply", apply), row(name, "undo", undo));
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    }
    const header = ["project", "edit", "times", "p50 ms", "p95 ms"];
    process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, ${machine()}\n\n${table(header, rows)}\n`);
  });
});
