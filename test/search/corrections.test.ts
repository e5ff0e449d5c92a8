// What was mistyped, from the question to the answer: the hit is found and the answer says what it searched.
import { describe, expect, it } from "vitest";
import { renderAnswer } from "../../src/search/render-answer.ts";
import { memoryProject } from "../support/memory-project.ts";
import { searchMemory } from "./search-memory.ts";

const project = await memoryProject({
  "src/user-service.ts": "export class UserService {\n  getUserById(id: string): string { return id; }\n}\n",
  "src/retry.ts": "/** Retries a connection with exponential backoff. */\nexport function retry(): void {}\n",
  "src/other.ts": "export function other(): number { return 1; }\n",
});

describe("a mistyped query", () => {
  it.each<[query: string, path: string, said: string]>([
    ["getUsrById", "src/user-service.ts", "no “getUsrById” here: searched getUserById"],
    ["UserServce.getUserById", "src/user-service.ts", "no “UserServce” here: searched UserService"],
    ["how are conections retried", "src/retry.ts", "no “conections” here: searched connections"],
  ])("%s", async (query, path, said) => {
    const result = await searchMemory(project, { query });
    expect(result.hits[0]?.path).toBe(path);
    expect(result.query).toBe(query);
    expect(renderAnswer(result)).toContain(`\n${said}\n`);
  });

  it("says so within the smallest budget", async () => {
    const result = await searchMemory(project, { query: "getUsrById", maxTokens: 300 });
    expect(renderAnswer(result)).toContain("no “getUsrById” here: searched getUserById");
  });

  it("is not spoken of where nothing was set right", async () => {
    const result = await searchMemory(project, { query: "getUserById" });
    expect(result.corrections).toBeUndefined();
    expect(renderAnswer(result)).not.toContain("searched get");
  });
});
