// A disk that is really full, under the program as a person runs it: every command says so or answers, and goes on where it
// stopped as soon as there is room. Needs Linux and the right to mount in a namespace of one's own (`unshare`).
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleChildProgram, type ChildProgram } from "../support/child-program.ts";
import { MAIN, openPlayground, type Playground } from "../support/mcp-server.ts";
import type { DiskAnswer, DiskReport, DiskSession } from "./full-disk/session.ts";
import { comparable, type WireAnswer } from "./soak/judge-answer.ts";
import { search } from "./support.ts";

const QUERY = "sessions that expire";

let playground: Playground;
let program: ChildProgram;
let root: string;
beforeAll(async () => {
  playground = await openPlayground(0);
  program = await bundleChildProgram("test/reliability/full-disk/session.ts");
  root = await playground.largeProject("shop", 400);
});
afterAll(async () => {
  program.dispose();
  await playground.remove();
});

function onDisk(mebibytes: number): DiskReport {
  const session: DiskSession = {
    main: MAIN,
    disk: join(playground.folder, "disk"),
    project: root,
    mebibytes,
    query: QUERY,
  };
  const out = execFileSync(
    "unshare",
    ["--mount", "--map-root-user", process.execPath, program.file, JSON.stringify(session)],
    {
      encoding: "utf8",
      maxBuffer: 1 << 26,
      env: playground.env,
    },
  );
  return JSON.parse(out) as DiskReport;
}

/** An answer, or a failure that a person can act on: never a stack trace, never silence. */
function expectHonest({ code, stdout, stderr }: DiskAnswer, command: string): void {
  // 1: nothing found in what there is, of which the answer says how much that was.
  expect([0, 1, 2], `${command}: ${stderr}`).toContain(code);
  expect(stderr, command).not.toMatch(/^\s+at /m);
  if (code === 2) {
    // Log lines stand before it. `index` that did a part has its answer on stdout instead.
    const told = stdout === "" ? (/^\{.*\}$/m.exec(stderr)?.[0] ?? stderr) : stdout;
    expect(told, command).toMatch(/full|space/i);
  }
}

it.each([1, 2, 4])("of %i MiB", (mebibytes) => {
  const { full, roomy } = onDisk(mebibytes);
  for (const [command, answer] of Object.entries(full)) {
    expectHonest(answer, command);
  }
  if (full.search.code !== 2) {
    const { details, problems_count: problems } = JSON.parse(full.search.stdout) as WireAnswer & {
      problems_count?: number;
    };
    const { completeness } = details;
    const short =
      completeness.files_by_words < completeness.files || completeness.chunks_by_meaning < completeness.chunks;
    expect(!short || (problems ?? 0) > 0, full.search.stdout.slice(0, 2_000)).toBe(true);
  }
  for (const [command, { code, stderr }] of Object.entries(roomy)) {
    expect(code, `${command} with room: ${stderr}`).toBe(0);
  }
  const fresh = search(playground, join(playground.folder, `fresh-${mebibytes}`), root, QUERY);
  const wanted = comparable(fresh.json as unknown as WireAnswer) as { hits: string[] };
  const got = comparable(JSON.parse(roomy.search.stdout) as WireAnswer) as { hits: string[] };
  expect(got.hits.length).toBeGreaterThan(0);
  expect(got.hits).toEqual(wanted.hits.slice(0, got.hits.length));
});
