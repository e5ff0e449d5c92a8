// One MCP session: the operations as tools, saved results as resources, and prompts. Only translates. FastMCP's session is used
// without its FastMCP class, so that handlers are in place before the first message arrives
// (docs/decisions/0004-fastmcp-session.md).
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { FastMCPSession } from "fastmcp";
import type { Caller, Operation, OperationContext } from "../operations/contract/operation.ts";
import type { Services } from "../operations/contract/services.ts";
import { ALL_PROMPTS } from "../operations/prompts.ts";
import { log } from "../system/log.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type Offer, offers } from "../vocabulary/toolsets.ts";
import { followRoots } from "./client-roots.ts";
import { answerCompletions } from "./completions.ts";
import { instructionsFor } from "./instructions.ts";
import { answerPrompts, promptOf } from "./prompts.ts";
import { asFailure, renderAnswer, renderFailure } from "./render.ts";
import { riseProgress } from "./report-progress.ts";
import { answerResources, SAVED_TEMPLATE } from "./resources.ts";
import { openSessionTokens } from "./session-tokens.ts";
import { answerCalls, answerLists, type CallTool, listedTool, type ToolContext, toolOf } from "./tools.ts";

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

const stderrLogger = {
  debug: (...parts: unknown[]) => log("debug", "fastmcp", { message: parts.map(String).join(" ") }),
  info: (...parts: unknown[]) => log("debug", "fastmcp", { message: parts.map(String).join(" ") }),
  log: (...parts: unknown[]) => log("debug", "fastmcp", { message: parts.map(String).join(" ") }),
  warn: (...parts: unknown[]) => log("info", "fastmcp", { message: parts.map(String).join(" ") }),
  error: (...parts: unknown[]) => log("warn", "fastmcp", { message: parts.map(String).join(" ") }),
};

export function openSession(options: SessionOptions): Session {
  const tools = options.operations.filter(({ toolset }) => toolset !== null);
  const isOffered = ({ toolset }: Operation): boolean => toolset !== null && offers(options.toolsets, toolset);
  const offered = tools.filter(isOffered);
  const call: CallTool = async (operation, input, context) => {
    try {
      if (!isOffered(operation)) {
        throw notOffered(operation, options.toolsets);
      }
      const answer = await operation.run(input, await contextOf(context));
      if (!operation.annotations.readOnly) {
        await session.triggerListChangedNotification("notifications/resources/list_changed");
      }
      return renderAnswer(answer, caller.client.name);
    } catch (error) {
      return renderFailure(asFailure(error, operation.name));
    }
  };

  const contextOf = async ({ signal, reportProgress }: ToolContext): Promise<OperationContext> => ({
    services: await options.services(),
    caller,
    signal,
    onProgress: riseProgress(reportProgress),
  });

  const resourceContext = async (signal: AbortSignal) => ({ services: await options.services(), caller, signal });

  const listed = offered.map(listedTool);
  const instructions = instructionsFor(options.toolsets);
  const session = new FastMCPSession({
    name: "context-broker",
    title: "Context Broker",
    version: options.version,
    instructions,
    logger: stderrLogger,
    ping: { enabled: false },
    roots: { enabled: false },
    transportType: "stdio",
    tools: offered.map(toolOf),
    prompts: ALL_PROMPTS.map(promptOf),
    resources: [],
    resourcesTemplates: [SAVED_TEMPLATE],
  });
  answerLists(session.server, listed);
  answerCalls(session.server, tools, call);
  answerPrompts(session.server, new Set(offered.map(({ name }) => name)));
  answerCompletions(session.server, resourceContext);
  const endWatching = answerResources(session.server, resourceContext);
  const roots = followRoots(session.server);
  session.server.oninitialized = () => options.introduce(`${caller.client.name} ${caller.client.version}`.trim());
  const caller: Caller = {
    kind: "mcp",
    get client() {
      const { name = "unknown", version = "" } = session.server.getClientVersion() ?? {};
      return { name, version };
    },
    sessionTokens: openSessionTokens(listed, instructions),
    roots,
    cwd: options.cwd,
  };
  return {
    connect: (transport) => session.connect(transport),
    close: async () => {
      endWatching();
      await session.close();
    },
  };
}

function notOffered({ name, toolset }: Operation, offer: Offer): Failure {
  return new Failure("INVALID_INPUT", `${name} belongs to toolset ${toolset}, which this server does not offer`, {
    hint: `start the server with \`serve --toolsets ${[...offer, toolset].join(",")}\`, or set \`toolsets\` to all`,
  });
}
