// What a client waits for at the start and at each call, side by side with another build in one run, whose `dist/main.js` is given:
// `npm run bench:eras -- ../other/dist/main.js`. Interleaved, so that a busy moment meets both alike.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const STARTS = 21;
const CALLS = 300;
const WARM_UP = 50;
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
};
const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};
const DISCOVER = { method: "server/discover", params: { _meta: META } };
const call = (query, meta = {}) => ({
  method: "tools/call",
  params: { name: "search_codebase", arguments: { query, top_k: 3 }, ...meta },
});

const folder = mkdtempSync(join(tmpdir(), "context-broker-eras-"));
const project = join(folder, "shop");
cpSync(join(root, "fixtures/server/shop"), project, { recursive: true });
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  XDG_CACHE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  CONTEXT_BROKER_DAEMON: "off",
};
execFileSync("git", ["init", "-q", project], { env });

function open(main) {
  const child = spawn(process.execPath, [main, "serve", "--vectors", "off"], {
    cwd: project,
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (request) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`);
    for (;;) {
      const { value } = await lines.next();
      if (JSON.parse(value).id === id) {
        return value;
      }
    }
  };
  const notify = (method) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`);
  /** Milliseconds of processor time so far, of all threads: what a busy machine does not change. Linux only. */
  const cpuMs = () => {
    const tasks = `/proc/${child.pid}/task`;
    const ns = readdirSync(tasks).map((task) =>
      Number(readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ")[0]),
    );
    return ns.reduce((sum, one) => sum + one, 0) / 1e6;
  };
  return { ask, notify, cpuMs, end: () => child.kill("SIGKILL") };
}

async function timeToAnswer(main, request) {
  const started = performance.now();
  const server = open(main);
  await server.ask(request);
  const times = { ms: performance.now() - started, cpuMs: server.cpuMs() };
  server.end();
  return times;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return `${median(values).toFixed(2)} (${sorted[Math.floor(values.length * 0.1)].toFixed(2)}-${sorted[Math.floor(values.length * 0.9)].toFixed(2)})`;
};

const other = process.argv[2];
const programs = { ...(other === undefined ? {} : { other }), "this build": join(root, "dist/main.js") };
const rows = {};
const add = (name, ms) => {
  rows[name] ??= [];
  rows[name].push(ms);
};
const addStart = (name, { ms, cpuMs }) => {
  add(name, ms);
  add(`${name}, processor time`, cpuMs);
};
for (let run = 0; run < STARTS; run += 1) {
  for (const [name, main] of Object.entries(programs)) {
    addStart(`initialize, ${name}`, await timeToAnswer(main, INITIALIZE));
  }
  addStart("server/discover, this build", await timeToAnswer(programs["this build"], DISCOVER));
}
const servers = [];
for (const [name, main] of Object.entries(programs)) {
  const server = open(main);
  await server.ask(INITIALIZE);
  server.notify("notifications/initialized");
  servers.push({ name: `a cached call, 2025-06-18, ${name}`, server, meta: {} });
}
const modern = open(programs["this build"]);
await modern.ask(DISCOVER);
servers.push({ name: "a cached call, 2026-07-28, this build", server: modern, meta: { _meta: META } });
for (let run = 0; run < WARM_UP + CALLS; run += 1) {
  for (const { name, server, meta } of servers) {
    const started = performance.now();
    await server.ask(call("renew an expired session", meta));
    if (run >= WARM_UP) {
      add(name, performance.now() - started);
    }
  }
}
for (const { server } of servers) {
  server.end();
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Bytes of code that the program imports before it answers `initialize`: the entry's, and those of its chunk that serves. */
function loadedBytes(main) {
  const sizes = new Map();
  const load = (file) => {
    if (!sizes.has(file)) {
      const text = readFileSync(file, "utf8");
      sizes.set(file, text.length);
      for (const [, path] of text.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)";/gmu)) {
        load(join(dirname(file), path));
      }
    }
  };
  load(main);
  const chunks = join(dirname(main), "chunks");
  load(
    join(
      chunks,
      readdirSync(chunks).find((name) => /^serve-[0-9A-Z]+\.js$/.test(name)),
    ),
  );
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

process.stdout.write(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}; median (10 %-90 %) in ms\n`);
for (const [name, values] of Object.entries(rows)) {
  process.stdout.write(`${name}: ${spread(values)}\n`);
}
for (const [name, main] of Object.entries(programs)) {
  process.stdout.write(`code loaded for initialize, ${name}: ${Math.round(loadedBytes(main) / 1_024)} KiB\n`);
}
