// What was mistyped, from the question to the answer: the hit is found and the answer says what it searched.
import { describe, expect, it } from "vitest";
import { renderAnswer } from "../../../src/search/answer/render-answer.ts";
import { memoryProject } from "../../support/memory-project.ts";
import { searchMemory } from "../search-memory.ts";

const project = await memoryProject({
  "src/user-service.ts": "export class UserService {\n  getUserById(id: string): string { return id; }\n}\n",
  "src/retry.ts": "/** Retries a connection with exponential backoff. */\nexport function retry(): void {}\n",
  "src/other.ts": "export function other(): number { return 1; }\n",
  "src/record.ts": "export const fn = 1;\nconsole.log(globalThis.__fn__);\n",
});

describe("a mistyped query", () => {
  it.each<[query: string, path: string, said: string]>([
    ["getUsrById", "src/user-service.ts", "read “getUsrById” as getUserById"],
    ["UserServce.getUserById", "src/user-service.ts", "read “UserServce” as UserService"],
    ["how are conections retried", "src/retry.ts", "read “conections” as connections"],
    // It stands there: what is not there is its definition.
    ["__fn__", "src/record.ts", "read “__fn__” as fn"],
  ])("%s", async (query, path, said) => {
    const result = await searchMemory(project, { query });
    expect(result.hits[0]?.path).toBe(path);
    expect(result.query).toBe(query);
    expect(renderAnswer(result)).toContain(`\n${said}\n`);
  });

  it("says so within the smallest budget", async () => {
    const result = await searchMemory(project, { query: "getUsrById", maxTokens: 300 });
    expect(renderAnswer(result)).toContain("read “getUsrById” as getUserById");
  });

  it("is not spoken of where nothing was set right", async () => {
    const result = await searchMemory(project, { query: "getUserById" });
    expect(result.corrections).toBeUndefined();
    expect(renderAnswer(result)).not.toContain("read “");
  });
});
