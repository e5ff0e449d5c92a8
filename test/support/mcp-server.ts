// A real server process with the SDK's client on its other end, in a home of its own.
import { type ChildProcess, execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { packagePath } from "../../src/system/package-root.ts";
import { environmentAt } from "./own-home.ts";

export const MAIN = packagePath("dist/main.js");

/** A temporary folder with a home and copies of the fixture project; everything a test makes lies in it. */
export interface Playground {
  readonly folder: string;
  readonly home: string;
  /** Environment of processes that must not see the real home. */
  readonly env: Record<string, string>;
  /** Copies the fixture project and makes a repository of it; answers its real path. */
  project(name: string): Promise<string>;
  /** The same with so many further files of source, `many/handler-<n>.ts`. */
  largeProject(name: string, files: number): Promise<string>;
  remove(): Promise<void>;
}

/**
 * `jobs`: how many files are analysed, and texts embedded, at the same time; 0: as many as the machine has cores. Each process for them
 * costs half a second of processor time, and one does for a handful of files.
 */
export async function openPlayground(jobs = 1): Promise<Playground> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "context-broker-")));
  const home = join(folder, "home");
  await mkdir(home);
  const env = {
    ...environmentAt(home),
    // A busy machine answers from a part of a project otherwise; what a first answer is made from has tests of its own.
    CONTEXT_BROKER_FIRST_ANSWER_MS: "60000",
    CONTEXT_BROKER_JOBS: String(jobs),
    // A server of its own for each test; test/daemon/ tests the shared one.
    CONTEXT_BROKER_DAEMON: "off",
  };
  const project = async (name: string): Promise<string> => {
    const root = join(folder, name);
    await cp(packagePath("fixtures/server/shop"), root, { recursive: true });
    execFileSync("git", ["init", "-q", root], { env });
    return root;
  };
  return {
    folder,
    home,
    env,
    project,
    largeProject: async (name, files) => {
      const root = await project(name);
      await mkdir(join(root, "many"));
      for (let index = 0; index < files; index += 1) {
        const text = `export function handler${index}(value: number): number {\n  return value + ${index};\n}\n`;
        await writeFile(join(root, "many", `handler-${index}.ts`), text.repeat(5));
      }
      return root;
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface ServerOptions {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: the client has no roots capability. */
  readonly roots?: () => readonly string[];
  readonly clientName?: string;
}

export interface RunningServer {
  readonly client: Client;
  readonly process: ChildProcess;
  /** What the server wrote to stderr so far. */
  stderr(): string;
  close(): Promise<void>;
}

export async function startServer(playground: Playground, options: ServerOptions): Promise<RunningServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, "serve", ...(options.args ?? [])],
    cwd: options.cwd,
    env: { ...playground.env, ...options.env },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (data: Buffer) => {
    stderr += data.toString();
  });
  const { roots } = options;
  const client = new Client(
    { name: options.clientName ?? "test-client", version: "1.2.3" },
    { capabilities: roots === undefined ? {} : { roots: { listChanged: true } } },
  );
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots().map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  }
  await client.connect(transport);
  const running = transport as unknown as { readonly _process: ChildProcess };
  return { client, process: running._process, stderr: () => stderr, close: () => client.close() };
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  /** With what is for programs alone as `details`, as `--json` has it. */
  readonly structured: Record<string, unknown>;
}

/** The structured content of a result with the details from its `_meta`; undefined where there is none. */
export function withDetails(structured: unknown, meta: Readonly<Record<string, unknown>> = {}): object | undefined {
  const details = meta["context-broker/details"];
  return typeof structured === "object" && structured !== null
    ? { ...structured, ...(details === undefined ? {} : { details }) }
    : undefined;
}

export async function callTool(
  { client }: RunningServer,
  name: string,
  input: Record<string, unknown> = {},
  options: Parameters<Client["callTool"]>[2] = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: input }, undefined, options);
  const content = result.content as { type: string; text: string }[];
  return {
    isError: result.isError === true,
    text: content.map(({ text }) => text).join("\n"),
    structured: withDetails(result.structuredContent, result._meta) as Record<string, unknown>,
  };
}

/** A server on the fixture's shop, in a playground of its own. */
export interface Shop {
  readonly playground: Playground;
  /** The project's. */
  readonly root: string;
  readonly server: RunningServer;
  close(): Promise<void>;
}

/** `args` follow `serve`. */
export async function openShop(args: readonly string[]): Promise<Shop> {
  const playground = await openPlayground();
  const root = await playground.project("shop");
  const server = await startServer(playground, { cwd: root, args });
  const close = async () => {
    await server.close();
    await playground.remove();
  };
  return { playground, root, server, close };
}
