// Real Weaviate nodes on loopback, for tests and measurements of a team's index: one, or a cluster. The server is no part of this
// package: `WEAVIATE_SERVER` names it, or it is on the PATH.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

/** docs/use/team-server.md says which version is measured. */
const INSTALL = "GOBIN=~/bin go install github.com/weaviate/weaviate/cmd/weaviate-server@v1.35.2";
const KEY = "a-key-of-a-test";
const READY_MS = 90_000;
/** Below the range from which the system takes ports for connections. */
const PORT_MIN = 20_000;
const PORTS = 10_000;

export interface WeaviateNode {
  /** As `index_endpoints` takes it. */
  readonly endpoint: string;
  readonly pid: () => number;
  /** SIGKILL, and the end of the process. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: it keeps its connections and does not answer. */
  pause(): void;
  resume(): void;
  /** Starts it again with its data, and waits until it is ready. */
  restart(): Promise<void>;
}

export interface WeaviateNodes {
  readonly nodes: readonly WeaviateNode[];
  /** A file with the API key. */
  readonly keyFile: string;
  /** Settings with which a program uses these nodes for the projects. */
  settings(tenants: Readonly<Record<string, string>>): Record<string, string>;
  stop(): Promise<void>;
}

function findServer(): string {
  const named = process.env["WEAVIATE_SERVER"];
  if (named !== undefined && named !== "") {
    return named;
  }
  try {
    return execFileSync("which", ["weaviate-server"], { encoding: "utf8" }).trim();
  } catch {
    throw new Error(`no weaviate-server on the PATH; install it with\n  ${INSTALL}\nor name it: WEAVIATE_SERVER=…`);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** The first of so many free ports in a row: a node's data port is the one after its gossip port, and so with raft's two. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = PORT_MIN + Math.floor(Math.random() * PORTS);
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)));
    if (!free.includes(false)) {
      return first;
    }
  }
}

interface Ports {
  readonly http: number;
  readonly grpc: number;
  readonly gossip: number;
  readonly data: number;
  readonly raft: number;
  readonly raftRpc: number;
}

const nameOf = (at: number): string => `node${at}`;

function environmentOf(folder: string, at: number, all: readonly Ports[], isFirst: boolean): Record<string, string> {
  const own = all[at] as Ports;
  // The first one has nobody to join when the cluster starts, and another one when it starts again.
  const joined = all[at === 0 ? 1 : 0];
  return {
    PATH: process.env["PATH"] ?? "",
    PERSISTENCE_DATA_PATH: join(folder, `data-${at}`),
    DEFAULT_VECTORIZER_MODULE: "none",
    DISABLE_TELEMETRY: "true",
    LOG_LEVEL: "warning",
    GOMAXPROCS: "2",
    AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED: "false",
    AUTHENTICATION_APIKEY_ENABLED: "true",
    AUTHENTICATION_APIKEY_ALLOWED_KEYS: KEY,
    AUTHENTICATION_APIKEY_USERS: "test",
    CLUSTER_HOSTNAME: nameOf(at),
    CLUSTER_IN_LOCALHOST: "true",
    CLUSTER_ADVERTISE_ADDR: "127.0.0.1",
    CLUSTER_GOSSIP_BIND_PORT: String(own.gossip),
    CLUSTER_DATA_BIND_PORT: String(own.data),
    ...(joined === undefined || isFirst ? {} : { CLUSTER_JOIN: `127.0.0.1:${joined.gossip}` }),
    RAFT_PORT: String(own.raft),
    RAFT_INTERNAL_RPC_PORT: String(own.raftRpc),
    RAFT_JOIN: all.map(({ raft }, of) => `${nameOf(of)}:${raft}`).join(","),
    RAFT_BOOTSTRAP_EXPECT: String(all.length),
    GRPC_PORT: String(own.grpc),
  };
}

/** Starts `count` nodes that are one cluster, with their data in `folder`. */
export async function startWeaviate(folder: string, count = 1): Promise<WeaviateNodes> {
  const server = findServer();
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, "key");
  writeFileSync(keyFile, `${KEY}\n`, { mode: 0o600 });
  const first = await freePorts(6 * count);
  const ports = Array.from({ length: count }, (_, at): Ports => {
    const own = first + 6 * at;
    return { http: own, grpc: own + 1, gossip: own + 2, data: own + 3, raft: own + 4, raftRpc: own + 5 };
  });
  const running: ReturnType<typeof openNode>[] = [];
  for (const [at, own] of ports.entries()) {
    const environment = (isFirst: boolean) => environmentOf(folder, at, ports, isFirst);
    running.push(openNode(server, folder, at, own, environment));
    // The others join it, and none is ready before all are there.
    await untilListening(ports[0]?.gossip ?? 0);
  }
  await Promise.all(running.map((node) => node.ready()));
  return {
    nodes: running,
    keyFile,
    settings: (tenants) => ({
      index_backend: "weaviate",
      index_endpoints: running.map(({ endpoint }) => endpoint).join(","),
      index_key_file: keyFile,
      index_tenants: Object.entries(tenants)
        .map(([root, tenant]) => `${root}=${tenant}`)
        .join(","),
    }),
    stop: async () => {
      await Promise.all(running.map((node) => node.kill()));
    },
  };
}

async function untilListening(port: number): Promise<void> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing listens on port ${port}`);
}

function openNode(
  server: string,
  folder: string,
  at: number,
  { http, grpc }: Ports,
  environment: (isFirst: boolean) => Record<string, string>,
) {
  const args = ["--host", "127.0.0.1", "--port", String(http), "--scheme", "http"];
  const start = (isFirst: boolean): ChildProcess => {
    const log = openSync(join(folder, `log-${at}`), "a");
    const child = spawn(server, args, { env: environment(isFirst), stdio: ["ignore", log, log] });
    closeSync(log);
    return child;
  };
  let child = start(at === 0);
  const ready = async () => {
    const until = performance.now() + READY_MS;
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${http}/v1/.well-known/ready`).catch(() => null);
      if (response?.ok === true) {
        return;
      }
      if (performance.now() > until || child.exitCode !== null) {
        throw new Error(`node ${at} is not ready; its log is ${join(folder, `log-${at}`)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  return {
    endpoint: `http://127.0.0.1:${http}?grpc=${grpc}`,
    pid: () => child.pid ?? 0,
    ready,
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    restart: async () => {
      child = start(false);
      await ready();
    },
  };
}
