// A hostile repository through the real program: it ends, counts what it leaves out with its reason, finds what is honest,
// and reads nothing outside. Most of the time goes into making and removing a hundred thousand files.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeHome } from "../../cli/run-cli.ts";
import {
  callTool,
  openPlayground,
  type Playground,
  type RunningServer,
  startServer,
} from "../../support/mcp-server.ts";
import { CROWD, makeHostileRepository, OUTSIDE_WORD } from "./repository.ts";

let playground: Playground;
let server: RunningServer;

interface Status {
  readonly lagging: number;
  readonly coverage: { readonly files: number; readonly files_searchable: number };
  readonly excluded: Readonly<Record<string, { readonly count: number }>>;
  readonly problems: readonly { readonly code: string }[];
}

interface Hit {
  readonly path: string;
  readonly symbol: string | null;
}

async function search(query: string): Promise<readonly Hit[]> {
  const { isError, structured } = await callTool(server, "search_codebase", { query });
  expect(isError).toBe(false);
  return structured["hits"] as Hit[];
}

beforeAll(async () => {
  playground = await openPlayground(0);
  const root = join(playground.folder, "hostile");
  const outside = join(playground.folder, "outside");
  mkdirSync(root);
  mkdirSync(outside);
  makeHostileRepository(root, outside);
  server = await startServer(playground, { cwd: root, args: ["--project", root, "--vectors", "off"] });
}, 120_000);

afterAll(async () => {
  await server.close();
  // Longer paths than a system call takes: only a remover that goes from folder to folder ends with them.
  execFileSync("rm", ["-rf", playground.folder]);
}, 120_000);

/** An index in the making answers for what it has; this is about the end of it. */
async function settledStatus(): Promise<Status> {
  for (;;) {
    const status = (await callTool(server, "index_status")).structured as unknown as Status & { working: boolean };
    if (status.lagging === 0 && !status.working) {
      return status;
    }
    await search("settleInvoice");
  }
}

describe("a hostile repository", () => {
  it("is indexed to its end, and all that is left out is counted with its reason", async () => {
    const { coverage, excluded, problems } = await settledStatus();
    expect(coverage.files_searchable).toBe(coverage.files);
    const counts = Object.fromEntries(Object.entries(excluded).map(([name, { count }]) => [name, count]));
    expect(counts).toEqual({
      binary: CROWD + 3,
      ignored: 1,
      link: 6,
      minified: 1,
      oversized: 1,
      unreadable: 3,
    });
    expect([...new Set(problems.map(({ code }) => code))].sort()).toEqual([
      "FILE_ENCODING_GUESSED",
      "FILE_NAME_NOT_UTF8",
      "FOLDER_UNREADABLE",
      "IGNORE_FILE_UNREADABLE",
      "LINK_LEAVES_PROJECT",
      "LINK_LOOP",
    ]);
  });

  it.each([
    ["settleInvoice", "src/billing.ts"],
    ["renewSessionToken", "lib/session.py"],
    ["serveHealthCheck", "cmd/serve.go"],
    ["endsWithLf", "endings/lf.ts"],
    ["endsWithCrlf", "endings/crlf.ts"],
    ["endsWithCr", "endings/cr.ts"],
    ["endsMixed", "endings/mixed.ts"],
    ["endsWithNothing", "endings/none.ts"],
    ["endsWithSeparators", "endings/separators.ts"],
    ["encodedWithMark", "encodings/bom.ts"],
    ["encodedLittle", "encodings/utf16le.ts"],
    ["encodedBig", "encodings/utf16be.ts"],
    ["encodedLatin", "encodings/latin1.ts"],
    ["namedWithBreak", "names/line\nbreak.ts"],
    ["namedWithQuotes", "names/quote\"'`$(id).ts"],
    ["namedWithTag", "names/</file>.ts"],
    ["namedBackwards", "names/\u202egnp.ts"],
  ])("%s is found where it is", async (symbol, path) => {
    expect((await search(symbol))[0]).toMatchObject({ symbol, path });
  });

  it("gives nothing away of what its links lead to, nor of what its rules leave out", async () => {
    const hits = [...(await search(OUTSIDE_WORD)), ...(await search("ignoredByRule"))];
    expect(hits.map(({ path }) => path)).not.toContainEqual(expect.stringMatching(/outside|linked|^ignored-by-rule/));
  });
});

describe("a project of nothing", () => {
  it.each([
    ["no file at all", {}],
    ["only what is not searched", { ".gitignore": "*\n", "a.ts": "export const a = 1;\n", "b.png": "x" }],
  ])("%s: is never said to be indexed", async (name, files) => {
    const home = makeHome();
    onTestFinished(() => home.remove());
    const folder = join("nothing", name.replaceAll(" ", "-"));
    const where = home.write(join(folder, "package.json"), "{}");
    for (const [path, text] of Object.entries(files)) {
      home.write(join(folder, path), text);
    }
    const { stdout, code } = await home.run([
      "index",
      "--project",
      join(where, ".."),
      "--exclude",
      "package.json",
      "--json",
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "empty", indexed_files: 0, coverage: { files: 0, chunks: 0 } });
  });
});
