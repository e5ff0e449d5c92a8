// An MCP server object with the operations as tools, saved results as resources, and prompts. It only translates, and is the same for every
// revision and transport: the SDK writes each answer in the form of the request's revision (docs/inside/decisions/0010-protocol-eras.md).
import { CLIENT_INFO_META_KEY, type Implementation, Server, type ServerContext } from "@modelcontextprotocol/server";
import type { EmacsTools } from "../emacs/emacs-tools.ts";
import type { Caller, Operation } from "../operations/contract/operation.ts";
import type { Services } from "../operations/contract/services.ts";
import { log } from "../system/log.ts";
import { once } from "../system/memo.ts";
import { isOfEmacsAlone, type Offer, offers, type Toolset } from "../vocabulary/toolsets.ts";
import { followRoots } from "./client-roots.ts";
import { answerCompletions } from "./completions.ts";
import { type Conversation, newConversation } from "./conversations.ts";
import { callEmacs, listedEmacsTool } from "./emacs-calls.ts";
import { instructionsFor } from "./instructions.ts";
import { answerPrompts } from "./prompts.ts";
import type { ProgressNote } from "./report-progress.ts";
import { answerResources } from "./resources.ts";
import { openCalls, ROWS_META_KEY } from "./tool-calls.ts";
import { listedTool, sessionTokens } from "./tool-list.ts";

export interface SessionOptions {
  readonly version: string;
  readonly operations: readonly Operation[];
  /** The sets of tools to offer. */
  readonly toolsets: Offer;
  /** Whether it may search several projects. Only then are tools and fields for several listed, because every conversation pays for them. */
  readonly isForSeveral: boolean;
  /** Opened at the first call that needs them, long after `initialize`. */
  readonly services: () => Promise<Services>;
  /** Called with the client's name and version once it has introduced itself. */
  readonly introduce: (client: string) => void;
  /** Called where a session has begun and nothing is asked yet, so that its first question finds everything ready. */
  readonly prepare?: (caller: Caller, signal: AbortSignal) => void;
  readonly cwd: string;
  /**
   * Whether clients are programs of this machine's user, not behind a network. Only they are asked for their folders (roots), if their revision
   * has them: others would be folders of another machine. Only their calls are logged: others may be of other people.
   */
  readonly isLocal: boolean;
  /** The tools of the running Emacs, where they are offered. */
  readonly emacs?: EmacsTools | undefined;
  /** Tells the clients that the list of saved results changed. */
  readonly announce: (server: Server) => Promise<void>;
}

export type OpenSession = (context: {
  readonly era: "legacy" | "modern";
  /** The conversation of the requests that this object answers; default: a new one. */
  readonly conversation?: Conversation | undefined;
}) => Server;

export const CAPABILITIES = {
  tools: {},
  resources: { listChanged: true, subscribe: true },
  prompts: {},
  completions: {},
};

/** A list that has tools of Emacs changes with what Emacs offers. */
export const capabilitiesOf = (toolsets: Offer) => ({
  ...(isOfEmacsAlone(toolsets) ? {} : CAPABILITIES),
  tools: offers(toolsets, "emacs") ? { listChanged: true } : {},
});

export const serverInfo = (version: string): Implementation => ({
  name: "context-broker",
  title: "Context Broker",
  version,
});

/** By then a client has asked for the list of tools, which must not wait for anything heavy. Milliseconds. */
const PREPARE_AFTER_MS = 50;

const CHANGING = { ttlMs: 0, cacheScope: "private" } as const;
/** Lists of tools and prompts stay the same while a server runs. Saved results do not: another process may save one at any time. */
export const CACHE_HINTS = {
  "server/discover": { ttlMs: 3_600_000, cacheScope: "private" },
  "tools/list": { ttlMs: 3_600_000, cacheScope: "private" },
  "prompts/list": { ttlMs: 3_600_000, cacheScope: "private" },
  "resources/templates/list": { ttlMs: 3_600_000, cacheScope: "private" },
  "resources/list": CHANGING,
  "resources/read": CHANGING,
} as const;

/** Returns a function that makes server objects: one for a connection or session, or for a request of a revision without sessions. */
export function sessionsOf(options: SessionOptions): OpenSession {
  const { version, toolsets, isForSeveral, services, introduce, announce } = options;
  const isNarrow = isOfEmacsAlone(toolsets);
  const operations = isNarrow ? [] : options.operations;
  const tools = operations.filter(
    ({ toolset, always }) => always === true || (toolset !== null && isKnown(toolset, toolsets)),
  );
  const offered = tools.filter(
    ({ toolset, several }) => toolset !== null && offers(toolsets, toolset) && (several !== true || isForSeveral),
  );
  const names = new Set(offered.map(({ name }) => name));
  // Made when they are first listed: the schemas take as long as the whole answer to `initialize`, which does not need them.
  const listed = once(async () => offered.map((tool) => listedTool(tool, isForSeveral)));
  const instructions = instructionsFor(toolsets);
  const tokens = once(async () => sessionTokens(await listed.get(), instructions));
  const call = openCalls({ tools, toolsets, services, isLogged: options.isLocal });
  const isOperation = (name: string): boolean => tools.some((tool) => tool.name === name);
  const { emacs } = options;
  const ofEmacs = async () =>
    ((await emacs?.list()) ?? []).filter(({ name }) => !isOperation(name)).map(listedEmacsTool);

  return ({ era, conversation = newConversation() }) => {
    const server = new Server(serverInfo(version), {
      capabilities: capabilitiesOf(toolsets),
      instructions,
      cacheHints: emacs === undefined ? CACHE_HINTS : { ...CACHE_HINTS, "tools/list": CHANGING },
    });
    emacs?.onChange(() => void server.sendToolListChanged().catch(() => undefined));
    const roots = options.isLocal && era === "legacy" ? followRoots(server) : async () => [];
    let isIntroduced = false;
    const callerNamed = ({ name = "unknown", version = "" }: Partial<Implementation> = {}): Caller => {
      if (!isIntroduced) {
        isIntroduced = true;
        introduce(`${name} ${version}`.trim());
      }
      const session = { ...conversation, tokens: tokens.get };
      return { kind: "mcp", client: { name, version }, session, roots, cwd: options.cwd };
    };
    const callerOf = (context: ServerContext): Caller =>
      callerNamed(introductionOf(context) ?? server.getClientVersion());
    const resourceContext = async (context: ServerContext) => ({
      services: await services(),
      caller: callerOf(context),
      signal: context.mcpReq.signal,
    });
    server.setRequestHandler("tools/list", async () => ({ tools: [...(await listed.get()), ...(await ofEmacs())] }));
    let preparing: NodeJS.Timeout | undefined;
    server.setRequestHandler("tools/call", ({ params }, context) => {
      clearTimeout(preparing);
      const { progressToken: token, [ROWS_META_KEY]: asRows } = context.mcpReq._meta ?? {};
      const { name, arguments: input } = params;
      const { signal } = context.mcpReq;
      const caller = callerOf(context);
      const onProgress = (note: ProgressNote): void => {
        if (token !== undefined) {
          const params = { ...note, progressToken: token };
          context.mcpReq.notify({ method: "notifications/progress", params }).catch((error: unknown) => {
            log("info", "sending progress to the client failed", { error: String(error) });
          });
        }
      };
      return emacs === undefined || isOperation(name)
        ? call({ name, input, asRows: asRows === true, caller, signal, onProgress, onChange: () => announce(server) })
        : callEmacs(emacs, { name, input, client: caller.client.name, signal, onProgress });
    });
    let endWatching = (): void => undefined;
    if (!isNarrow) {
      answerPrompts(server, names, resourceContext);
      answerCompletions(server, resourceContext);
      endWatching = answerResources(server, resourceContext);
    }
    const closed = new AbortController();
    server.oninitialized = () => {
      const caller = callerNamed(server.getClientVersion());
      preparing = setTimeout(() => options.prepare?.(caller, closed.signal), PREPARE_AFTER_MS);
      preparing.unref();
    };
    server.onclose = () => {
      clearTimeout(preparing);
      closed.abort();
      endWatching();
    };
    server.onerror = (error) => log("debug", "protocol", { error: error.message });
    return server;
  };
}

/** Since 2026-07-28 each request names its client. The SDK has checked its form. */
const introductionOf = ({ mcpReq: { envelope = {} } }: ServerContext): Implementation | undefined =>
  (envelope as { readonly [CLIENT_INFO_META_KEY]?: Implementation })[CLIENT_INFO_META_KEY];

/** Where edits are not offered, a client does not learn that they exist: a model might ask its user to turn them on. */
const isKnown = (toolset: Toolset, offer: Offer): boolean => toolset !== "edit" || offers(offer, toolset);
