// Attempts to leave a scope by the server itself: an agent that Emacs holds to a scope asks for everything that MCP has. It is refused, learns
// nothing of the project, and changes nothing there.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";
import { type RunningEmacs, startEmacs } from "./support/running-emacs.ts";

const ID = "0123456789abcdef0123456789abcdef";
const SECRET = "the_text_outside_of_the_scope";

let emacs: RunningEmacs;
let playground: Playground;
let server: RunningServer;
let root: string;
const files = (): string[] => ["a.ts", "b.ts"].map((name) => readFileSync(join(root, name), "utf8"));

beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("shop");
  writeFileSync(join(root, "a.ts"), "export const a = 1;\nexport const line = 2;\n");
  writeFileSync(join(root, "b.ts"), `export function ${SECRET}() {}\n`);
  const buffer = `(find-file-noselect ${JSON.stringify(join(root, "a.ts"))})`;
  emacs = await startEmacs([
    `(context-broker-tools-permit ${JSON.stringify(ID)} :directory ${JSON.stringify(root)} :scope (list :kind 'region :buffer ${buffer} :start 1 :end 21))`,
  ]);
  const setup = await startServer(playground, { cwd: root, args: ["--toolsets", "all"] });
  await setup.client.callTool({ name: "save_search_results", arguments: { name: "kept", query: SECRET } });
  await setup.close();
  const args = ["--toolsets", "emacs", "--emacs-server", emacs.socket, "--emacs-session", ID];
  server = await startServer(playground, { cwd: root, args });
});

afterAll(async () => {
  await server.close();
  await emacs.close();
  await playground.remove();
});

it("gives what is in the scope", async () => {
  const { content } = await server.client.callTool({ name: "buffer_read", arguments: {} });
  expect(content).toEqual([{ type: "text", text: "export const a = 1;\n" }]);
});

const saved = "context-broker://saved/shop/kept";
it.each([
  ["tools/call", { name: "search_codebase", arguments: { query: SECRET } }],
  ["tools/call", { name: "search_text", arguments: { text: SECRET } }],
  ["tools/call", { name: "get_saved_result", arguments: { name: "kept" } }],
  ["tools/call", { name: "list_saved_results", arguments: {} }],
  ["tools/call", { name: "save_search_results", arguments: { name: "new", query: SECRET } }],
  ["tools/call", { name: "save_handoff", arguments: { name: "new", text: SECRET.slice(4) } }],
  ["tools/call", { name: "delete_saved_result", arguments: { name: "kept" } }],
  ["tools/call", { name: "token_savings", arguments: {} }],
  ["tools/call", { name: "replace_text", arguments: { path: "b.ts", apply: true } }],
  ["tools/call", { name: "Read", arguments: { file_path: "b.ts" } }],
  ["tools/call", { name: "eval", arguments: { code: "(kill-emacs)" } }],
  ["tools/call", { name: "buffer_read", arguments: { file: "b.ts" } }],
  ["tools/call", { name: "buffer_read", arguments: { start_line: 2, end_line: 2 } }],
  ["tools/call", { name: "buffer_read", arguments: { file: "a.ts\u0000/../b.ts" } }],
  ["tools/call", { name: "buffer_read", arguments: { file: "\ud800" } }],
  ["tools/call", { name: "buffer_read", arguments: { session: "", file: "b.ts" } }],
  ["tools/call", { name: "buffer_read", arguments: { file: "a.ts", path: "b.ts" } }],
  ["tools/call", { name: "__proto__", arguments: {} }],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: saved }],
  ["resources/subscribe", { uri: saved }],
  ["prompts/list", {}],
  ["prompts/get", { name: "find_code", arguments: { question: SECRET } }],
  [
    "completion/complete",
    {
      ref: { type: "ref/resource", uri: "context-broker://saved/{project}/{name}" },
      argument: { name: "name", value: "" },
    },
  ],
  ["completion/complete", { ref: { type: "ref/prompt", name: "find_code" }, argument: { name: "path", value: "" } }],
] as const)("refuses %s %j", async (method, params) => {
  const before = files();
  const { isError, text } = await ask(method, params);
  expect(isError, text).toBe(true);
  expect(text.replaceAll(JSON.stringify(params), "")).not.toContain(SECRET);
  expect(text).not.toContain("kept");
  expect(files()).toEqual(before);
  expect(await emacs.eval(`(get-file-buffer ${JSON.stringify(join(root, "b.ts"))})`)).toBe("nil");
});

/** As the wire has it, past what the client's own library checks. */
async function ask(method: string, params: object): Promise<{ isError: boolean; text: string }> {
  const { z } = await import("zod");
  try {
    const result = await server.client.request({ method, params } as never, z.looseObject({}) as never);
    return { isError: (result as { isError?: boolean }).isError === true, text: JSON.stringify(result) };
  } catch (error) {
    return { isError: true, text: String(error) };
  }
}
