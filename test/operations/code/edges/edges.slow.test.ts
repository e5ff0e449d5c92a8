// The tools about edges over a project of files in several languages, as a client has them.
import { execFileSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

const tools = codeTools();

describe("find_references", () => {
  answersAre(
    "find_references",
    [
      { symbol: "OrderStore" },
      { symbol: "OrderStore.put" },
      { symbol: "parseAmount", roles: ["call"] },
      { symbol: "src/orders.ts#Order.state" },
      { symbol: "src/orders.ts:9" },
      { symbol: "src/order-store.ts#OrderStore.get", certainty_min: "exact" },
      { symbol: "OrderError", limit: 1 },
      { symbol: "OrderStore", tests: "exclude" },
      { symbol: "OrderStore", tests: "only", max_tokens: 300 },
      { symbol: "parse" },
      { symbol: "opnOrder" },
      { symbol: "docs/guide.md:1" },
      { symbol: "src/orders.ts" },
    ],
    tools,
  );

  it("is fresh at each question: what a file no longer says is gone, what a new one says is there", async () => {
    const { root, call } = tools();
    const placesOf = async (): Promise<unknown> => {
      const { structured } = await call("find_references", { symbol: "src/parse.ts#parseAmount", roles: ["call"] });
      return [...new Set(readTable(structured["references"]).map(({ path }) => path))];
    };
    const before = await placesOf();
    const file = join(root, "src/more.ts");
    writeFileSync(file, 'import { parseAmount as read } from "./parse";\nexport const one = read("1");\n');
    expect(await placesOf()).toEqual([...(before as string[]), "src/more.ts"].sort());
    writeFileSync(file, 'import { parseAmount as read } from "elsewhere";\nexport const one = read("1");\n');
    expect(await placesOf()).toEqual(before);
  });
});

describe("get_call_graph", () => {
  answersAre(
    "get_call_graph",
    [
      { symbol: "parseAmount" },
      { symbol: "openOrder", direction: "callees" },
      { symbol: "parseAmount", depth: 3, level: "file" },
      { symbol: "parseAmount", depth: 3, level: "module" },
      { symbol: "OrderState" },
      { symbol: "nothingOfTheKind" },
    ],
    tools,
  );
});

describe("analyze_impact", () => {
  answersAre(
    "analyze_impact",
    [
      { symbol: "parseAmount" },
      { symbol: "src/parse.ts" },
      { symbol: "OrderStore", depth: 1 },
      { symbol: "src/parse.ts", tests: "exclude" },
      { symbol: "docs/guide.md" },
      { symbol: "OrderError" },
      { symbol: "nothingOfTheKind" },
    ],
    tools,
  );
});

describe("get_symbol", () => {
  answersAre(
    "get_symbol",
    [
      { symbol: "openOrder" },
      { symbol: "OrderStore" },
      { symbol: "src/orders.ts#Order.state" },
      { symbol: "parse" },
      { symbol: "nothingOfTheKind" },
    ],
    tools,
  );
});

// Last, since the goldens above are of a project without commits.
it("get_symbol says from how much of the history it counted, where that is not all", async () => {
  const { playground, root, call } = tools();
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, ...identity, ...args], { env: playground.env, encoding: "utf8" });
  git("add", "-A");
  const file = join(root, "src/orders.ts");
  for (let number = 0; number < 12; number++) {
    appendFileSync(file, `// ${number}\n`);
    git("commit", "-q", "-a", "-m", `c${number}`);
  }
  writeFileSync(join(root, ".git/shallow"), git("rev-list", "--max-parents=0", "HEAD"));
  const lineOf = async (symbol: string) => /^git: .*/m.exec((await call("get_symbol", { symbol })).text)?.[0];
  await vi.waitFor(async () => {
    expect(await lineOf("openOrder")).toMatch(/^git: 11 commits .*; counted in the 12 commits of a shallow clone$/);
  }, 10_000);
  expect(await lineOf("tools/report.py#Report")).toBe(
    "git: no commit of the file in the 12 commits of a shallow clone",
  );
});
