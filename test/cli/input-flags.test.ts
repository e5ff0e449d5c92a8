import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { declareInput, fieldsOf } from "../../src/cli/input-flags.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { defineOperation } from "../../src/operations/contract/operation.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

const operation = defineOperation({
  name: "probe",
  title: "Probe",
  summary: "A probe",
  description: "A probe of every type of field.",
  input: z.strictObject({
    query: z.string().describe("The question"),
    project: z.string().optional(),
    top_k: z.int().min(1).max(100).optional(),
    paths: z.array(z.string()).optional(),
    kinds: z.array(z.enum(["function", "class"])).optional(),
    detail: z.enum(["snippets", "files"]).default("snippets"),
    overwrite: z.boolean().optional(),
    weight: z.number().optional(),
  }),
  output: z.object({ outcome: z.enum(["found", "empty"]) }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: { command: "probe", positionals: ["query"], examples: [] },
  toolset: null,
  run: () => Promise.resolve({ structured: { outcome: "found" as const }, text: "" }),
});

function check(args: readonly string[]): unknown {
  const command = new Command("probe").exitOverride().configureOutput({ writeErr: () => undefined });
  const input = declareInput(command, operation, { positionals: ["query"] });
  let collected: unknown;
  command.action((...given: unknown[]) => {
    collected = input.collect([given[0] as string], command.opts(), "/here");
  });
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    return error instanceof Failure ? `${error.code}: ${error.message}` : (error as Error).message;
  }
  return collected;
}

describe("an operation's input as flags", () => {
  it.each([
    [["where"], { query: "where" }],
    [["-", "--project", "sub"], { query: "-", project: resolve("/here/sub") }],
    // A shell leaves `~` in `--project=~/app`.
    [["q", "--project=~/app"], { query: "q", project: join(homedir(), "app") }],
    [["q", "--project", "/abs"], { query: "q", project: resolve("/abs") }],
    [["q", "--top-k", "5", "--weight", "0.5"], { query: "q", top_k: 5, weight: 0.5 }],
    [["q", "--paths", "src/**", "--paths", "!a"], { query: "q", paths: ["src/**", "!a"] }],
    [["q", "--kinds", "class", "--detail", "files"], { query: "q", kinds: ["class"], detail: "files" }],
    [["q", "--overwrite"], { query: "q", overwrite: true }],
    [["--", "--top-k"], { query: "--top-k" }],
    [["q", "--top-k", "many"], 'INVALID_INPUT: --top-k must be a number, not "many"'],
    [["q", "--detail", "all"], 'INVALID_INPUT: --detail must be one of snippets, files, not "all"'],
    [["q", "--kinds", "enum"], 'INVALID_INPUT: --kinds must be one of function, class, not "enum"'],
    [[], "error: missing required argument 'query'"],
    [["q", "--top-k"], "error: option '--top-k <n>' argument missing"],
  ])("%j", (args, expected) => {
    expect(check(args)).toEqual(expected);
  });

  it("leaves ranges to the operation's own check", () => {
    expect(check(["q", "--top-k", "-3"])).toEqual({ query: "q", top_k: -3 });
  });

  it.each(ALL_OPERATIONS.filter(({ command }) => command !== null).map(({ name, ...rest }) => ({ name, ...rest })))(
    "describes every field of $name, and reads it as a type it knows",
    ({ input, command }) => {
      const fields = fieldsOf(input);
      expect(fields.map(({ name }) => name)).toEqual(Object.keys(input.shape));
      expect(fields.filter(({ description }) => description === "")).toEqual([]);
      for (const name of command?.positionals ?? []) {
        expect(fields.map((field) => field.name)).toContain(name);
      }
    },
  );
});
