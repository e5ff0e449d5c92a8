import { describe, expect, it } from "vitest";
import { readBack } from "../../../src/operations/saved/read-back.ts";
import { TYPED_WORD } from "../../../src/system/platform/typed-words.ts";

describe("how a saved result is read back", () => {
  it.each([
    ["mcp", { name: "auth flow" }, 'saved_results {"action":"get","name":"auth flow"}'],
    [
      "mcp",
      { name: "a", storage_mode: "in-project" },
      'saved_results {"action":"get","name":"a","storage_mode":"in-project"}',
    ],
    ["cli", { name: "auth" }, "context-broker saved show auth"],
    ["cli", { name: "auth flow" }, `context-broker saved show ${TYPED_WORD("auth flow")}`],
    [
      "cli",
      { name: "a", project: "/home/ada/$(touch x) it's", storage_mode: "global" },
      `context-broker saved show a --project ${TYPED_WORD("/home/ada/$(touch x) it's")} --storage-mode global`,
    ],
    [
      "mcp",
      { name: "a", projects: ["/w/a", "/w/b"] },
      'saved_results {"action":"get","name":"a","projects":["/w/a","/w/b"]}',
    ],
    [
      "cli",
      { name: "a", projects: ["/w/a", "/w/b c"] },
      `context-broker saved show a --projects /w/a --projects ${TYPED_WORD("/w/b c")}`,
    ],
    ["cli", { name: "a", projects: "all" }, "context-broker saved show a --projects all"],
  ] as const)("by %s: %j", (caller, input, expected) => {
    expect(readBack(caller, input)).toBe(expected);
  });
});
