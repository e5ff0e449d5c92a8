// The tools about code as a client has them: a real server on the project of fixtures/code/depot, its answers in goldens that
// a person can judge.

import { execFileSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { expectGolden } from "./golden.ts";
import {
  callTool,
  openPlayground,
  type Playground,
  type RunningServer,
  startServer,
  type ToolAnswer,
} from "./mcp-server.ts";

export interface CodeTools {
  readonly playground: Playground;
  readonly root: string;
  readonly server: RunningServer;
  call(tool: string, input: Record<string, unknown>): Promise<ToolAnswer>;
}

/** Starts a server with every toolset on a copy of the project before the tests of a file, and ends it after them. */
export function codeTools(args: readonly string[] = []): () => CodeTools {
  let tools: CodeTools | undefined;
  beforeAll(async () => {
    const playground = await openPlayground();
    const root = join(playground.folder, "depot");
    await cp(packagePath("fixtures/code/depot"), root, { recursive: true });
    execFileSync("git", ["init", "-q", root], { env: playground.env });
    const server = await startServer(playground, {
      cwd: root,
      args: ["--vectors", "off", "--toolsets", "all", ...args],
    });
    tools = { playground, root, server, call: (tool, input) => callTool(server, tool, input) };
  });
  afterAll(async () => {
    await tools?.server.close();
    await tools?.playground.remove();
  });
  return () => {
    if (tools === undefined) {
      throw new Error("asked before the server was started");
    }
    return tools;
  };
}

/**
 * Each input's answer, as text and as structured content, in `fixtures/code/<tool>.txt`; within its budget in both forms.
 * `varying`: what differs from run to run, up to the number or name that does.
 */
export function answersAre(
  tool: string,
  inputs: readonly Record<string, unknown>[],
  tools: () => CodeTools,
  varying: readonly RegExp[] = [],
): void {
  it(`${tool} answers as the golden shows`, async () => {
    const counter = await loadTokenCounter();
    const { root, call } = tools();
    const told: string[] = [];
    for (const input of inputs) {
      const { text, structured } = await call(tool, input);
      const budget = Number(input["max_tokens"] ?? defaultBudget(tool));
      expect(counter.count(text)).toBeLessThanOrEqual(budget);
      expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(budget);
      told.push(`# ${tool} ${JSON.stringify(input)}\n\n${text}\n\n${JSON.stringify(structured, null, 2)}\n`);
    }
    const blank = (text: string, pattern: RegExp): string => text.replace(pattern, (_all, head: string) => `${head}N`);
    expectGolden(
      `code/${tool}.txt`,
      varying
        .reduce(blank, told.join("\n"))
        .replaceAll(root, "/home/user/depot")
        .replace(/("?generation"?:? )\d+/g, "$1N"),
    );
  });
}

/** Of an answer to a call without `max_tokens`. */
function defaultBudget(tool: string): number {
  const operation = ALL_OPERATIONS.find(({ name }) => name === tool);
  const field = operation?.input.shape["max_tokens"];
  return field instanceof z.ZodDefault ? Number(field.def.defaultValue) : Number.POSITIVE_INFINITY;
}
