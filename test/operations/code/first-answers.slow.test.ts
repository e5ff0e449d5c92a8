// What tools say of a project that was never indexed, while its index is being made, and once it is complete.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callTool,
  openPlayground,
  type Playground,
  type RunningServer,
  startServer,
} from "../../support/mcp-server.ts";

const FILES = 400;

let playground: Playground;
let root: string;
beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.largeProject("large", FILES);
});
afterAll(() => playground.remove());

/** Each test has a server that has never seen the project. */
async function withNewServer<Value>(use: (server: RunningServer) => Promise<Value>): Promise<Value> {
  const own = await openPlayground();
  const env = { ...own.env, CONTEXT_BROKER_FIRST_ANSWER_MS: "400", CONTEXT_BROKER_VECTORS: "off" };
  const server = await startServer(own, { cwd: root, env, args: ["--toolsets", "all"] });
  try {
    return await use(server);
  } finally {
    await server.close();
    await own.remove();
  }
}

type Fields = Readonly<Record<string, unknown>>;
interface Answered {
  readonly text: string;
  readonly structured: Fields & { readonly envelope?: { readonly lagging?: number } };
}

/** The first answer, and the one once all is indexed. */
function firstAndLast(tool: string, input: Fields): Promise<{ first: Answered; last: Answered }> {
  return withNewServer(async (server) => {
    const ask = async () => (await callTool(server, tool, input)) as Answered;
    const first = await ask();
    let last = first;
    await expect
      .poll(
        async () => {
          last = await ask();
          return last.structured.envelope?.lagging ?? 0;
        },
        { timeout: 60_000, interval: 300 },
      )
      .toBe(0);
    return { first, last };
  });
}

const isPartial = ({ structured }: Answered): boolean => (structured.envelope?.lagging ?? 0) > 0;

describe("before the first index is complete", () => {
  it("get_repo_overview counts all files, and says what else is known of how many", async () => {
    const { first, last } = await firstAndLast("get_repo_overview", {});
    expect(isPartial(first)).toBe(true);
    const [early, late] = [first, last].map(({ structured }) => structured["totals"] as Record<string, number>);
    expect(early?.["files"]).toBe(late?.["files"]);
    expect(early?.["lines"]).toBe(late?.["lines"]);
    expect(early?.["read_files"]).toBeLessThan(FILES);
    expect(late?.["read_files"]).toBeUndefined();
    expect(first.text).toMatch(
      /found: \d+ files, at least [\d,]+ lines, at least [\d,]+ symbols?, at least \d+ modules?/,
    );
    expect(first.text).toMatch(/symbols and imports known of \d+ of \d+ files so far: ask again for all/);
    expect(last.text).not.toContain("at least");
  });

  it("list_modules lists the folders", async () => {
    const { first, last } = await firstAndLast("list_modules", {});
    expect(first.text).toMatch(/^found: at least \d+ modules/);
    const names = ({ text }: Answered) => text.match(/^ ?\S+(?= \d+ \d+ )/gm)?.sort();
    expect(names(first)).toEqual(names(last));
  });

  it.each([
    ["get_symbol", { symbol: "handler399" }, "many/handler-399.ts#handler399"],
    ["find_references", { symbol: "orderTotal" }, "src/orders/totals.ts#orderTotal"],
  ])("%s finds a symbol of a file that would be indexed late", async (tool, input, label) => {
    const { first, last } = await firstAndLast(tool, input);
    expect(isPartial(first)).toBe(true);
    // The file is indexed first if there is time, or else told by its lines.
    expect(first.text).toMatch(new RegExp(`${label}|seems to be defined here`));
    expect(first.text).toContain(label.split("#")[0]);
    expect(last.text).toContain(label);
  });

  it("search_symbols finds it in all texts", async () => {
    const { first, last } = await firstAndLast("search_symbols", { query: "handler399" });
    expect(first.text).toContain("many/handler-399.ts");
    expect(first.text).toContain("at least");
    expect(last.text).toContain("many/handler-399.ts");
  });

  it("nothing is said to have no name that may be in files not indexed yet", async () => {
    const { first, last } = await firstAndLast("find_references", { symbol: "noSuchNameAnywhere" });
    expect(first.text).toMatch(
      /nothing that is indexed so far is named "noSuchNameAnywhere".*\n.*files not indexed yet/,
    );
    expect(last.text).toContain('no symbol is named "noSuchNameAnywhere"');
  });

  it("search_text reads all files", async () => {
    const { first, last } = await firstAndLast("search_text", { pattern: "handler399", limit: 3 });
    expect(first.text.split("\n")[0]).toBe(last.text.split("\n")[0]);
  });

  it("ask finds what the question is about", async () => {
    const { first } = await firstAndLast("ask", { question: "where is handler399 defined" });
    expect(first.text).toContain("many/handler-399.ts");
  });
});
