// docs/ARCHITECTURE.md is what `write` makes of this repository in a recorded session. The session is played again at each change: its sentences must still
// be of lines that have the names that they use. Recorded citations name a symbol, and stand for its lines as they are now.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { openLanguageModel } from "../../../src/language-model/language-model.ts";
import { verifyCitationsOperation } from "../../../src/operations/reason/verify-citations.ts";
import { writeReportOperation } from "../../../src/operations/write/write-report.ts";
import { KEY, settingsAt } from "../../language-model/settings.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { openScriptedServer, stream, WIRES } from "../../support/language-model-server.ts";
import { openToolsInProcess } from "../../support/tools-in-process.ts";

interface Session {
  readonly prompt: string;
  readonly author: string;
  readonly replies: readonly (object | string)[];
}

const here = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PAGE = here("docs/ARCHITECTURE.md");
const session = JSON.parse(readFileSync(here("test/operations/write/architecture-session.json"), "utf8")) as Session;
const READ = [
  ...new Set(
    [...JSON.stringify(session.replies).matchAll(/"read_file","path":"([^"]+)"/g)].map(([, path = ""]) => path),
  ),
];

it("is what the recorded session writes about this source, and every citation of it holds", async () => {
  const files = Object.fromEntries(READ.map((path) => [path, readFileSync(here(path), "utf8")]));
  const { begin, text, end, reasons } = WIRES.anthropic;
  const server = await openScriptedServer();
  onTestFinished(() => server.close());
  const settings = settingsAt("anthropic", server.address, {
    languageModel: session.author,
  });
  const tools = await openToolsInProcess(files, async () => openLanguageModel(settings, KEY));
  onTestFinished(() => tools.close());
  const context = tools.context();
  const linesOfSymbol = await context.services.withProject(tools.root, async (project) => {
    const index = await project.index();
    const lines = new Map<string, string>();
    for (const [path, source] of Object.entries(files)) {
      const spans = await index.spansOf(path, source, context.signal);
      for (const { path: name, startLine, endLine } of "unread" in spans ? [] : spans.symbols) {
        lines.set(`${path}#${name}`, `${path}:${startLine}-${endLine}`);
      }
    }
    return lines;
  });
  const replies = session.replies.map((reply) => (typeof reply === "string" ? reply : JSON.stringify(reply)));
  const placed = replies.map((reply) =>
    reply.replaceAll(/\[([\w./-]+#\w+)\]/g, (_, cited: string) => `[${linesOfSymbol.get(cited) ?? cited}]`),
  );
  server.script(...placed.map((reply) => stream(...begin, text(reply), ...end(reasons.stop, 100, 20))));
  const cache = temporaryFolder();
  onTestFinished(() => cache.remove());
  const services = { ...context.services, settings: { ...context.services.settings, cacheFolder: cache.path } };
  const asked = {
    prompt: session.prompt,
    project: tools.root,
    yes: true,
    check_support: true,
    link_base: "..",
    max_calls: 25,
  };
  const { structured } = await writeReportOperation.run(asked, { ...context, services });
  const report = String(structured["report"]).replace(
    /^project, written by .*? at \S+\. /m,
    "Context Broker, written in a recorded session. ",
  );

  expect(report).toContain("occur in the lines that it cites");
  expect(structured).toMatchObject({
    outcome: "found",
    sections: 5,
    not_verified: 0,
    unsupported: 0,
    calls: replies.length,
  });
  if (process.env["GOLDEN"] === "write") {
    writeFileSync(PAGE, report);
  }
  expect(readFileSync(PAGE, "utf8"), "docs/ARCHITECTURE.md (npm run golden rewrites it)").toBe(report);
  const verified = await verifyCitationsOperation.run(
    { text: report, project: tools.root, check_support: true },
    context,
  );
  expect(verified.structured).toMatchObject({
    counts: { all: structured["citations"], holds: structured["citations"] },
    unsupported: [],
  });
});
