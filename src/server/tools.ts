// The operations as MCP tools. Calls are answered here and not by FastMCP, because its own handler lets every answer wait for a
// timer of a millisecond, which is as long as a cached answer takes. The list is answered here too, because the savings report needs its exact
// text.
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { FastMCPSession } from "fastmcp";
import type { Operation } from "../operations/contract/operation.ts";
import { log } from "../system/log.ts";
import { protocolError } from "./protocol-error.ts";
import type { ToolResult } from "./render.ts";
import type { ProgressNote } from "./report-progress.ts";
import { describe, SHOWN_OUTPUT, shownInput } from "./tool-schema.ts";

type Tool = ConstructorParameters<typeof FastMCPSession>[0]["tools"][number];

export interface ToolContext {
  /** Aborted when the client cancels the call, and when the session ends. */
  readonly signal: AbortSignal;
  /** Sent before the answer, to a client that asked for progress. */
  readonly reportProgress: (note: ProgressNote) => void;
}

export type CallTool = (operation: Operation, input: unknown, context: ToolContext) => Promise<ToolResult>;

/** As FastMCP takes a tool. It declares the capability by them; `answerLists` and `answerCalls` answer in its place. */
export function toolOf(operation: Operation): Tool {
  const { readOnly, destructive, idempotent } = operation.annotations;
  return {
    name: operation.name,
    description: operation.description,
    parameters: describe(shownInput(operation.input)),
    outputSchema: describe(SHOWN_OUTPUT),
    annotations: {
      title: operation.title,
      readOnlyHint: readOnly,
      ...(readOnly ? {} : { destructiveHint: destructive, idempotentHint: idempotent }),
      openWorldHint: false,
    },
    execute: async () => "",
  };
}

/** As tools/list gives it. */
export function listedTool(operation: Operation): ListedTool {
  const { name, description, annotations } = toolOf(operation);
  return {
    name,
    description,
    inputSchema: { ...shownInput(operation.input), additionalProperties: false },
    outputSchema: SHOWN_OUTPUT,
    annotations,
  };
}

/** Answers tools/list on a server that has the capability. */
export function answerLists(server: Server, listed: ListedTool[]): void {
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
}

/** Answers the calls on a server that has the capability. `call` answers failures too, and throws nothing. */
export function answerCalls(server: Server, operations: readonly Operation[], call: CallTool): void {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const operation = byName.get(params.name);
    if (operation === undefined) {
      throw protocolError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 80)}`);
    }
    const progressToken = params._meta?.progressToken;
    const reportProgress = (note: ProgressNote): void => {
      if (progressToken !== undefined) {
        const sent = sendNotification({ method: "notifications/progress", params: { ...note, progressToken } });
        sent.catch((error: unknown) => log("info", "sending progress to the client failed", { error: String(error) }));
      }
    };
    return { ...(await call(operation, params.arguments ?? {}, { signal, reportProgress })) };
  });
}
