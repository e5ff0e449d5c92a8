import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Resolution } from "../../../../src/intelligence/ask/resolve-subject.ts";
import { ROUTES } from "../../../../src/intelligence/ask/routes.ts";
import { ALL_OPERATIONS } from "../../../../src/operations/all-operations.ts";
import { loadTokenCounter } from "../../../../src/system/token-counter.ts";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { callTool, startServer } from "../../../support/mcp-server.ts";

const tools = codeTools();

describe("ask", () => {
  answersAre(
    "ask",
    [
      { question: "where is OrderStore defined and how is payOrder implemented?" },
      { question: "show me openOrder" },
      { question: "we renamed things. which files contain `state`", max_tokens: 700 },
      { question: "" },
    ],
    tools,
  );

  it("gives every tool an input that it takes", () => {
    const resolutions: Resolution[] = [
      { kind: "symbol", address: "src/a.ts#A", path: "src/a.ts", namesakes: 0 },
      { kind: "several", count: 2 },
      { kind: "file", path: "src/a.ts" },
      { kind: "folder", path: "src" },
      { kind: "none" },
    ];
    for (const { name, calls } of ROUTES) {
      for (const resolution of resolutions) {
        for (const { tool, input } of calls({ question: "q", subject: "A.b", resolution, language: "python" })) {
          const operation = ALL_OPERATIONS.find((one) => one.name === tool);
          expect(operation?.input.safeParse(input).error?.issues, `${name}: ${tool}`).toBeUndefined();
          expect(operation?.annotations.readOnly, `${name}: ${tool} changes nothing`).toBe(true);
        }
      }
    }
  });

  it.each([
    ["who calls frobnicate", "low", ["search_symbols", "search_codebase"]],
    ["write a poem", "low", ["search_codebase"]],
    ["how are amounts parsed", "medium", ["search_codebase"]],
  ])("searches by meaning where nothing is named: %s", async (question, confidence, used) => {
    const { structured } = await tools().call("ask", { question });
    expect(structured["confidence"]).toBe(confidence);
    expect((structured["evidence"] as { readonly tool: string }[]).map(({ tool }) => tool)).toEqual(used);
  });

  it("takes a tool's failure for evidence, and fails where there is no other", async () => {
    const since = "what changed since no-such-branch";
    const both = await tools().call("ask", { question: `where is OrderStore defined and ${since}` });
    expect(both.structured).toMatchObject({
      outcome: "found",
      evidence: [{ outcome: "found" }, { outcome: "invalid" }],
    });
    const alone = await tools().call("ask", { question: since });
    expect(alone.structured).toMatchObject({ outcome: "invalid", error: { code: "INVALID_INPUT" } });
  });

  it("looks for the name in the text where nothing is known to use it", async () => {
    const { structured } = await tools().call("ask", { question: "who extends OrderStore" });
    expect(structured).toMatchObject({ outcome: "found", confidence: "medium" });
    expect((structured["evidence"] as { readonly tool: string }[]).at(-1)?.tool).toBe("search_text");
  });

  it.each(["who calls aB? ", "what is this, ", '"', "needle ", "where is OrderStore and "])(
    "keeps to its budget for the longest question: %j",
    async (piece) => {
      const counter = await loadTokenCounter();
      const { text, structured } = await tools().call("ask", { question: piece.repeat(1_000).slice(0, 2_000) });
      expect(counter.count(text)).toBeLessThanOrEqual(2_000);
      expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(2_000);
    },
  );

  it("is cut to its budget in both forms, and says how much is left out", async () => {
    const { root, call } = tools();
    const lines = Array.from(
      { length: 200 },
      (_, at) => `export function parse${at}() { return "needle" + parse(${at}); }\n`,
    );
    writeFileSync(join(root, "src/many.ts"), lines.join(""));
    const { structured } = await call("ask", {
      question: 'find the text "needle" and find the text "return"',
      max_tokens: 900,
    });
    const counter = await loadTokenCounter();
    expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(900);
    expect(structured).toMatchObject({ outcome: "found", confidence: "medium" });
    expect((structured["evidence"] as unknown[]).length).toBe(2);
  });

  it("names as next step only tools that the server offers, and answers all the same", async () => {
    const { playground, root } = tools();
    const server = await startServer(playground, { cwd: root, args: ["--vectors", "off", "--toolsets", "code"] });
    try {
      const { structured } = await callTool(server, "ask", { question: "list the modules" });
      expect(structured).toMatchObject({ outcome: "found", routes: [{ route: "modules" }] });
      expect(structured["next_step"]).toBe("read the places in the evidence");
    } finally {
      await server.close();
    }
  });

  it("ends when it is cancelled", async () => {
    const { server } = tools();
    const gone = new AbortController();
    const asked = callTool(server, "ask", { question: "how does parsing work" }, { signal: gone.signal });
    gone.abort();
    await expect(asked).rejects.toThrow();
    expect((await tools().call("ask", { question: "what is OrderStore" })).structured["outcome"]).toBe("found");
  });
});
