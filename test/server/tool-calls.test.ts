// Answers and failures as tool results.
import { describe, expect, it } from "vitest";
import { asFailure } from "../../src/server/failures.ts";
import { renderAnswer, renderFailure } from "../../src/server/tool-calls.ts";
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
