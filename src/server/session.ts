// One MCP session: the operations as tools, saved results as resources, and prompts. Only translates. FastMCP's session is used
// without its FastMCP class, so that handlers are in place before the first message arrives
// (docs/decisions/0004-fastmcp-session.md).
import { randomBytes } from "node:crypto";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { FastMCPSession } from "fastmcp";
import type { Caller, Operation } from "../operations/contract/operation.ts";
import type { Services } from "../operations/contract/services.ts";
import { ALL_PROMPTS } from "../operations/prompts.ts";
import { log } from "../system/log.ts";
import { once } from "../system/once.ts";
import { type Offer, offers, type Toolset } from "../vocabulary/toolsets.ts";
import { followRoots } from "./client-roots.ts";
import { answerCompletions } from "./completions.ts";
import { instructionsFor } from "./instructions.ts";
import { answerPrompts, promptOf } from "./prompts.ts";
import { answerResources, SAVED_TEMPLATE } from "./resources.ts";
import { answerCalls } from "./tool-calls.ts";
import { listedTool, sessionTokens } from "./tool-list.ts";

export interface SessionOptions {
  readonly version: string;
  readonly operations: readonly Operation[];
  /** The sets of tools to offer. */
  readonly toolsets: Offer;
  /** Opened at the first call that needs them, long after `initialize`. */
  readonly services: () => Promise<Services>;
  /** Called with the client's name and version once it has introduced itself. */
  readonly introduce: (client: string) => void;
  readonly cwd: string;
}

export interface Session {
  connect(transport: Transport): Promise<void>;
  /** Cancels the calls in progress. */
  close(): Promise<void>;
}

/** The library's own messages: details for a log, except warnings and errors. */
const toLog =
  (level: "debug" | "info" | "warn") =>
  (...parts: unknown[]): void =>
    log(level, "fastmcp", { message: parts.map(String).join(" ") });

const LOGGER = {
  debug: toLog("debug"),
  info: toLog("debug"),
  log: toLog("debug"),
  warn: toLog("info"),
  error: toLog("warn"),
};

export function openSession({ version, operations, toolsets, services, introduce, cwd }: SessionOptions): Session {
  const tools = operations.filter(({ toolset }) => toolset !== null && isKnown(toolset, toolsets));
  const offered = tools.filter(({ toolset }) => toolset !== null && offers(toolsets, toolset));
  const listed = offered.map(listedTool);
  const instructions = instructionsFor(toolsets);
  const session = new FastMCPSession({
    name: "context-broker",
    title: "Context Broker",
    version,
    instructions,
    logger: LOGGER,
    ping: { enabled: false },
    roots: { enabled: false },
    transportType: "stdio",
    // Declares the capability; the requests are answered below.
    hasTools: true,
    tools: [],
    prompts: ALL_PROMPTS.map(promptOf),
    resources: [],
    resourcesTemplates: [SAVED_TEMPLATE],
  });
  const { server } = session;
  const tokens = once(() => sessionTokens(listed, instructions));
  const caller = callerOf(server, cwd, tokens.get);
  const onChange = () => session.triggerListChangedNotification("notifications/resources/list_changed");
  const resourceContext = async (signal: AbortSignal) => ({ services: await services(), caller, signal });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  answerCalls(server, { tools, toolsets, services, caller, onChange });
  answerPrompts(server, new Set(offered.map(({ name }) => name)));
  answerCompletions(server, resourceContext);
  const endWatching = answerResources(server, resourceContext);
  server.oninitialized = () => introduce(`${caller.client.name} ${caller.client.version}`.trim());
  return {
    connect: (transport) => session.connect(transport),
    close: async () => {
      endWatching();
      await session.close();
    },
  };
}

/** Where edits are not offered, a client does not learn that they exist: a model might ask its user to turn them on. */
const isKnown = (toolset: Toolset, offer: Offer): boolean => toolset !== "edit" || offers(offer, toolset);

/** The client at the other end, as it introduced itself. */
function callerOf(server: Server, cwd: string, tokens: () => Promise<number>): Caller {
  return {
    kind: "mcp",
    get client() {
      const { name = "unknown", version = "" } = server.getClientVersion() ?? {};
      return { name, version };
    },
    session: { id: randomBytes(4).toString("hex"), tokens },
    roots: followRoots(server),
    cwd,
  };
}
