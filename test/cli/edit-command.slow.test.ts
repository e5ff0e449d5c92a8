// Edits as a person makes them in a terminal: code from standard input, and commands that answers suggest.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MAIN, openPlayground, type Playground } from "../support/mcp-server.ts";

const SOURCE = "export function one(): number {\n  return 1;\n}\n\nexport function two(): number {\n  return 2;\n}\n";

let playground: Playground;
let root: string;
let file: string;
beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("edited");
  file = join(root, "a.ts");
  writeFileSync(file, SOURCE);
});
afterAll(() => playground.remove());

const run = (args: readonly string[], input = "") =>
  spawnSync(process.execPath, [MAIN, ...args], {
    cwd: root,
    env: { ...playground.env, CONTEXT_BROKER_VECTORS: "off" },
    encoding: "utf8",
    input,
  });

it("takes code of several lines from standard input, and runs what an answer suggests", () => {
  const code = "export function one(): number {\n  return 10;\n}\n";
  const replaced = run(["edit", "replace", "a.ts#one", "-", "--apply"], code);
  expect({ status: replaced.status, stderr: replaced.stderr }).toEqual({ status: 0, stderr: "" });
  expect(readFileSync(file, "utf8")).toBe(SOURCE.replace("return 1;", "return 10;"));

  const staged = run(["edit", "stage", "insert_after_symbol", "a.ts#one", "--text", "-"], "export const N = 1;\n");
  const [, preview = "", commit = ""] =
    /^next: `context-broker (edit preview [0-9a-f]{8})` .*; `context-broker (edit commit [0-9a-f]{8} --apply)` writes it$/m.exec(
      staged.stdout,
    ) ?? [];
  expect(run(preview.split(" ")).stdout).toContain("+export const N = 1;");
  expect(run(commit.split(" ")).status).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("}\n\nexport const N = 1;\n\nexport function two()");
});
