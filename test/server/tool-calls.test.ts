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
    ["codex-mcp-client", 2],
    ["claude-ai", 2],
    ["unknown", 2],
    ["kimi-code", 1],
  ])("for %s has the source in %i forms", (client, forms) => {
    const { content, structuredContent, isError } = renderAnswer(ANSWER, client);
    const found = [JSON.stringify(content), JSON.stringify(structuredContent)].filter((form) =>
      form.includes("secret sauce"),
    );
    expect(found.length).toBe(forms);
    expect(structuredContent).toMatchObject({ summary: "found: 1 hit", outcome: "found" });
    expect(isError).toBeUndefined();
  });
});

describe("a failure", () => {
  it("shows what a name hides or reorders", () => {
    const failure = new Failure("NOT_FOUND", "no a\u001b[31m.ts", { hint: "there is \u202ea.ts" });
    expect(renderFailure(failure).content[0]?.text).toBe(
      "invalid: NOT_FOUND: no a\\u{1b}[31m.ts\nhint: there is \\u{202e}a.ts",
    );
  });

  it.each(FAILURE_CODES)("%s says its outcome, code and hint in both forms", (code) => {
    const { content, structuredContent, isError } = renderFailure(
      new Failure(code, "what and why", { hint: "do this" }),
    );
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      outcome: expect.stringMatching(/^(ambiguous|invalid|failed)$/),
      error: { code, message: "what and why", hint: "do this" },
    });
    expect(content[0]?.text).toBe(`${structuredContent["outcome"]}: ${code}: what and why\nhint: do this`);
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
