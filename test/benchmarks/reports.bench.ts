// What a report costs on a large project that was never indexed: the memory of `write`, with a scripted language model; and the time that
// `verify` takes for a thousand citations.
//   BENCH_PROJECT=DIR npm run bench:part -- reports
//   BENCH_PROJECT=DIR BENCH_HOME=DIR npm run bench:part -- reports       # with the index that is in this home
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { KEY } from "../language-model/settings.ts";
import { openScriptedServer, stream, WIRES } from "../support/language-model-server.ts";
import { environmentIn, runCommand, startServer } from "./figures/program.ts";
import { machine, quantile, table, timed } from "./support.ts";

const main = packagePath("dist", "main.js");
const CITATIONS = 1000;
const SECTIONS = 10;
const READ_FILES = 70;

it("costs", async () => {
  const project = process.env["BENCH_PROJECT"] ?? process.cwd();
  const own = mkdtempSync(join(tmpdir(), "context-broker-reports-"));
  // A home that has an index already.
  const home = process.env["BENCH_HOME"] ?? own;
  const paths = execFileSync("git", ["ls-files", "-z"], { cwd: project, maxBuffer: 2 ** 28 })
    .toString()
    .split("\0")
    .filter((path) => /\.(?:ts|js|py|go|rs|java|rb|c|cpp)$/.test(path));
  const drawn = (count: number, from: number): string[] =>
    Array.from({ length: count }, (_, at) => paths[Math.floor(((at + from) * paths.length) / (count + 1))] ?? "");
  const linesIn = (path: string): number => readFileSync(join(project, path), "utf8").split("\n").length - 1;

  const { begin, text, end, reasons } = WIRES.anthropic;
  const says = (answer: object | string) =>
    stream(...begin, text(typeof answer === "string" ? answer : JSON.stringify(answer)), ...end(reasons.stop, 10, 10));
  const read = drawn(READ_FILES, 0);
  const steps = Array.from({ length: Math.ceil(READ_FILES / 7) }, (_, at) => [
    ...read.slice(at * 7, at * 7 + 7).map((path) => ({ tool: "read_file", path, end_line: 100 })),
    { tool: "search_code", query: "where are settings read" },
  ]);
  const sections = Array.from({ length: SECTIONS }, (_, at) => ({
    title: `Part ${at + 1}`,
    focus: "",
    files: read.slice(at * 7, at * 7 + 7),
  }));
  const server = await openScriptedServer();
  server.script(
    ...steps.map((calls) => says({ calls })),
    says({ finish: "It is large." }),
    says({ title: "All of it", sections }),
    ...sections.map(({ files }) => says(files.map((path) => `It begins so [${path}:1].`).join(" "))),
  );
  const env = environmentIn(home, {
    CONTEXT_BROKER_VECTORS: "off",
    CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "anthropic",
    CONTEXT_BROKER_LANGUAGE_MODEL_URL: `${server.address}/v1`,
    CONTEXT_BROKER_LANGUAGE_MODEL: "some-model",
    CONTEXT_BROKER_LANGUAGE_MODEL_KEY: KEY,
  });
  const out = join(own, "REPORT.html");
  const wrote = await runCommand(
    { main },
    [
      "write",
      "all of it",
      "--yes",
      "--again",
      "--max-calls",
      "60",
      "--max-exploration",
      "20",
      "--project",
      project,
      "--out",
      out,
    ],
    env,
  );
  const asked = server.received.length;
  await server.close();

  const client = await startServer({ main }, project, { ...env, CONTEXT_BROKER_TOOLSETS: "code-more" });
  const verify = (text: string, more: object = {}) => timed(() => client.call("verify_citations", { text, ...more }));
  const drawnCitations = drawn(CITATIONS * 2, 1).map((path, at) => `${path}:${1 + (at % Math.max(1, linesIn(path)))}`);
  const tried = await verify(drawnCitations.join("\n"), { all: true });
  // Git has files that the project leaves out.
  const found = (tried.value as { citations: { citation: string; verdict: string }[] }).citations;
  const held = found.filter(({ verdict }) => verdict === "holds").slice(0, CITATIONS);
  const cited = held.map(({ citation }) => `- It is so [${citation}].`).join("\n");
  const times: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const { ms, value } = await verify(cited);
    expect(value).toMatchObject({ counts: { all: CITATIONS, holds: CITATIONS } });
    times.push(ms);
  }
  await client.close();
  const report = join(own, "CITES.md");
  writeFileSync(report, cited);
  const command = await runCommand({ main }, ["verify", report, "--project", project], env);
  process.stdout.write(
    [
      `${machine()}; ${paths.length} files of code`,
      table(
        ["", "measured"],
        [
          ["`write`: questions, sections", `${asked}, ${SECTIONS}`],
          ["`write`: elapsed", `${(wrote.elapsedMs / 1000).toFixed(1)} s`],
          ["`write`: peak memory of all processes", `${Math.round(wrote.peak.proportionalBytes / 1e6)} MB`],
          [`\`verify\` of ${CITATIONS}, a command`, `${Math.round(command.elapsedMs)} ms`],
          ["the same, first call of a server, of twice as many", `${Math.round(tried.ms)} ms`],
          ["the same, later calls, median", `${Math.round(quantile(times, 0.5))} ms`],
        ],
      ),
    ].join("\n\n"),
  );
  rmSync(own, { recursive: true, force: true });
});
