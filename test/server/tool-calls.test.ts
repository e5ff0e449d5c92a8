// Answers and failures as tool results.
import { describe, expect, it } from "vitest";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import type { Caller } from "../../src/operations/contract/operation.ts";
import { asFailure } from "../../src/server/failures.ts";
import { OTHER_NAMES } from "../../src/server/other-names.ts";
import { openCalls, renderAnswer, renderFailure } from "../../src/server/tool-calls.ts";
import { configureLog } from "../../src/system/log.ts";
import { FAILURE_CODES, Failure } from "../../src/vocabulary/failure.ts";

const ANSWER = {
  outcome: "found" as const,
  structured: { summary: "found: 1 hit", outcome: "found", hits: [{ path: "a.ts", source: "secret sauce" }] },
  text: "found: 1 hit\na.ts:1-1\nsecret sauce\n",
};

describe("an answer", () => {
  it.each([
    ["codex-mcp-client", ["content"]],
    ["claude-code", ["content"]],
    ["kimi-code", ["content"]],
    ["claude-ai", ["content", "structuredContent"]],
    ["unknown", ["content", "structuredContent"]],
  ])("for %s has the source in %j", (client, forms) => {
    const result = renderAnswer(ANSWER, client);
    const found = Object.keys(result).filter((form) => JSON.stringify(result[form]).includes("secret sauce"));
    expect(found).toEqual(forms);
    expect(Object.keys(result)).toEqual(forms);
  });

  it("has what is for programs alone where no client hands it to a model", () => {
    const { details, ...structured } = { ...ANSWER.structured, details: { scores: [1] } };
    const result = renderAnswer({ ...ANSWER, structured: { ...structured, details } }, "unknown");
    expect(result.structuredContent).toEqual(structured);
    expect(result["_meta"]).toEqual({ "context-broker/details": details });
  });
});

describe("a call by the name of another system", () => {
  const call = openCalls({
    tools: ALL_OPERATIONS,
    toolsets: ["search", "code"],
    services: () => Promise.reject(new Error("nothing is opened for it")),
    isLogged: false,
  });
  const caller = { kind: "mcp", client: { name: "claude-code", version: "1" } } as unknown as Caller;
  const answer = async (name: string, input: unknown) => {
    const signal = new AbortController().signal;
    const rest = { caller, signal, onProgress: () => undefined, onChange: () => Promise.resolve() };
    return (await call({ name, input, ...rest })).content[0].text.split("\n");
  };

  it.each<[string, unknown, string]>([
    ["get_repo_map", null, "call get_repo_overview {}; or list_modules"],
    ["explore", { q: "renew", k: "3" }, 'call search_codebase {"query":"renew","top_k":3}; or ask'],
    ["get_file_context", { file: "src/a.ts", other: 1 }, 'call analyze_file {"path":"src/a.ts"}'],
    [
      "get_symbol_context",
      { name: "run", path: "a.ts" },
      'call get_symbol {"symbol":"a.ts#run"}; or get_symbol_source',
    ],
    ["validate_file_syntax", { path: "a.ts" }, 'call validate_syntax {"paths":["a.ts"]}'],
    ["analyze_file_impact", { symbol: "run" }, 'call analyze_impact {"symbol":"run"}'],
    ["load_saved_results", { filename: "notes" }, 'call saved_results {"name":"notes","action":"get"}'],
  ])("%s is answered with the call to make", async (name, input, hint) => {
    const [first, second] = await answer(name, input);
    expect(first).toMatch(new RegExp(`^invalid: INVALID_INPUT: ${name} is \\w+ here`));
    expect(second).toBe(`hint: ${hint}`);
  });

  it("is said to be unknown where no system has it, with the tools that there are", async () => {
    await expect(answer("no_such_tool", {})).rejects.toThrow(
      /Unknown tool: no_such_tool; the tools are search_codebase, /,
    );
  });

  it.each(
    Object.values(OTHER_NAMES)
      .flat()
      .flatMap(({ here }) => here),
  )("leads to %s, which there is", (name) => {
    expect(ALL_OPERATIONS.map((operation) => operation.name)).toContain(name);
  });
});

describe("a failure", () => {
  it("shows what a name hides or reorders", () => {
    const failure = new Failure("NOT_FOUND", "no a\u001b[31m.ts", { hint: "there is \u202ea.ts" });
    expect(renderFailure(failure, "unknown").content[0]?.text).toBe(
      "invalid: NOT_FOUND: no a\\u{1b}[31m.ts\nhint: there is \\u{202e}a.ts",
    );
  });

  it.each(FAILURE_CODES)("%s says its outcome, code and hint in both forms", (code) => {
    const failure = new Failure(code, "what and why", { hint: "do this" });
    const { content, structuredContent, isError } = renderFailure(failure, "unknown");
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      outcome: expect.stringMatching(/^(ambiguous|invalid|failed)$/),
      error: { code, message: "what and why", hint: "do this" },
    });
    expect(content[0]?.text).toBe(`${structuredContent?.["outcome"]}: ${code}: what and why\nhint: do this`);
  });

  it("is text alone for a client whose model reads that", () => {
    const failure = renderFailure(new Failure("NOT_FOUND", "gone", { hint: "look elsewhere" }), "claude-code");
    expect(Object.keys(failure)).toEqual(["content", "isError"]);
  });

  it("is itself; anything else is a defect, told by an id alone and logged in full", () => {
    const failure = new Failure("NOT_FOUND", "gone", { hint: "look elsewhere" });
    expect(asFailure(failure, "test")).toBe(failure);
    const lines: string[] = [];
    configureLog({ write: (line) => lines.push(line) });
    const defect = asFailure(new TypeError("undefined is not /home/me/secret"), "search_codebase");
    configureLog({ write: (line) => void process.stderr.write(line) });
    expect(defect.code).toBe("INTERNAL");
    const id = /log id ([0-9a-f]{8})/.exec(defect.message)?.[1] ?? "none";
    expect(`${defect.message}${defect.hint}`).not.toContain("secret");
    expect(lines.join("")).toContain(id);
    expect(lines.join("")).toContain("undefined is not /home/me/secret");
  });
});
