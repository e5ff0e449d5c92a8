// A whole conversation as it goes over the wire, line by line, in a golden file. Words only, so that nothing depends on
// how far the vectors are; what differs from run to run or with each change of ranking is masked.
import { spawn } from "node:child_process";
import { sep } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, it } from "vitest";
import { expectGolden } from "../support/golden.ts";
import { MAIN, openPlayground, type Playground } from "../support/mcp-server.ts";
import { cacheIn } from "../support/own-home.ts";

let playground: Playground;
let root: string;
beforeAll(async () => {
  playground = await openPlayground();
  root = await playground.project("shop");
});
afterAll(() => playground.remove());

const call = (name: string, input: Record<string, unknown>) => ({
  method: "tools/call",
  params: { name, arguments: input },
});

const REQUESTS: readonly { readonly method: string; readonly params?: Record<string, unknown> }[] = [
  {
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "golden", version: "1" } },
  },
  { method: "notifications/initialized" },
  call("search_codebase", { query: "renew an expired session", paths: ["src/**"], top_k: 1 }),
  call("search_codebase", { query: "renew", detail: "locations", top_k: 1, max_tokens: 1_000 }),
  call("search_codebase", { query: "renew", paths: ["nowhere/**"] }),
  call("search_codebase", { query: "renew", depth: 3 }),
  call("search_codebase", { query: "renew", project: "/" }),
  call("save_search_results", { query: "hash a password", top_k: 1, name: "passwords" }),
  call("list_saved_results", {}),
  call("get_saved_result", { name: "passwords" }),
  { method: "resources/list" },
  { method: "resources/templates/list" },
  { method: "resources/read", params: { uri: "context-broker://saved/shop/passwords" } },
  { method: "resources/read", params: { uri: "context-broker://saved/shop/none" } },
  call("delete_saved_result", { name: "passwords" }),
  call("index_status", {}),
  { method: "no/such/method" },
  { method: "ping" },
];

/** Every line in order: the client's with `>`, the server's with `<`. Each request waits for its answer. */
async function converse(): Promise<string[]> {
  const server = spawn(process.execPath, [MAIN, "serve", "--vectors", "off"], {
    cwd: root,
    env: playground.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const received = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  for (const [id, { method, params = {} }] of REQUESTS.entries()) {
    const notification = method.startsWith("notifications/");
    const message = JSON.stringify({ jsonrpc: "2.0", ...(notification ? {} : { id }), method, params });
    server.stdin.write(`${message}\n`);
    lines.push(`> ${message}`);
    while (!notification) {
      const { value } = await received.next();
      lines.push(`< ${value}`);
      if ((JSON.parse(String(value)) as { id?: number }).id === id) {
        break;
      }
    }
  }
  server.stdin.end();
  return lines;
}

/** A path as it stands in JSON, and in JSON in a text of JSON. */
const inJson = (path: string): string => JSON.stringify(path).slice(1, -1);

/** With names for the two folders, and `/` in the paths below them. */
function withNames(line: string): string {
  const named = Object.entries({
    ROOT: root,
    "HOME/.cache/context-broker": cacheIn(playground.home),
    HOME: playground.home,
  }).reduce(
    (text, [name, folder]) =>
      [inJson(inJson(folder)), inJson(folder)].reduce((one, at) => one.replaceAll(at, name), text),
    line,
  );
  return sep === "/"
    ? named
    : named.replace(/\b(?:ROOT|HOME)[\w./-]*(?:(?:\\\\)+[\w.-]+)+/g, (path) => path.replace(/\\+/g, "/"));
}

function mask(line: string): string {
  return (
    withNames(line)
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME")
      .replace(/"version":"\d+\.\d+\.\d+"/g, '"version":"VERSION"')
      .replace(/(generation\\?"?:? ?)\d+/g, "$1N")
      .replace(/("scores\\?":\[)[\d.,-]+/g, "$1N")
      .replace(/("score\\?":(?:\\?n| )*)[\d.]+/g, "$1N")
      .replace(/"signals":\{[^}]*\}/g, '"signals":{}')
      .replace(/("size":)\d+/g, "$1N")
      // Tokens are estimated until the files are counted, which goes on behind the answers.
      .replace(/(statistics\\?":(?:\\n| )*\{)[^}]*\}/g, "$1}")
      .replace(/tokens: [^\\]*\\n/g, (line) => line.replace(/(about )?\d[\d,.]*/g, "N"))
      .replace(/(updated by another process|being updated|idle)/g, "SOMEBODY")
      .replace(/("watching":)\{[^}]*\}/g, "$1{}")
      .replace(/watching: \w+, [^\\]*\\n/g, "watching: …\\n")
      .replace(/"working":\w+/g, '"working":N')
      .replace(/projects\/shop-[0-9a-f]{12}/g, "projects/shop-HASH")
  );
}

describe("a conversation", () => {
  it("goes as the golden file shows", async () => {
    expectGolden("wire/conversation.txt", `${(await converse()).map(mask).join("\n")}\n`);
  });
});
