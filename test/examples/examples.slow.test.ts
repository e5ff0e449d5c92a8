// The programs of examples/ run as a reader runs them, one after the other on one small project.
import { execFileSync, spawnSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { openPlayground, type Playground } from "../support/mcp-server.ts";

let playground: Playground;
let root: string;

beforeAll(async () => {
  playground = await openPlayground();
  root = join(playground.folder, "depot");
  await cp(packagePath("fixtures/code/depot"), root, { recursive: true });
  const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { env: playground.env });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-qm", "depot");
});
afterAll(() => playground.remove());

function run(example: string, ...args: readonly string[]) {
  const env = { ...playground.env, CONTEXT_BROKER_VECTORS: "off" };
  const options = { cwd: root, env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [packagePath("examples", example), ...args], options);
  return { status, stdout, stderr };
}

it("prints the places that answer a question", () => {
  const { status, stdout, stderr } = run("search.mjs", "where", "are", "orders", "kept");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^src\/order-store\.ts:1-23 OrderStore$/m);
});

it("saves an answer, reads it back as a resource and deletes it", () => {
  const { status, stdout, stderr } = run("save-and-read.mjs", "OrderStore");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^context-broker:\/\/saved\/depot\/context-broker%20example \(text\/markdown\)$/m);
  expect(stdout).toContain('query: "OrderStore"');
});

it("names the lines that a change may break, by its exit code, too", async () => {
  const file = join(root, "src/order-store.ts");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("put(order: Order)", "put(order: Order, again: boolean)"));
  const { status, stdout, stderr } = run("review.mjs");
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(stdout).toContain("::warning file=src/orders.ts,line=19::");
});
