// A tools/call as a call of an operation, and its answer or failure as the tool's result. Answered here and not by FastMCP, because its own handler lets every answer wait for a timer
// of a millisecond, which is as long as a cached answer takes.
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { plainText } from "../operations/answer/text-lines.ts";
import {
  type Answer,
  type Caller,
  type Operation,
  outcomeOfFailure,
  summaryOf,
} from "../operations/contract/operation.ts";
import type { Services } from "../operations/contract/services.ts";
import { log } from "../system/log.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type Offer, offers } from "../vocabulary/toolsets.ts";
import { asFailure, protocolError } from "./failures.ts";
import { type ProgressNote, riseProgress } from "./report-progress.ts";

export interface ToolCalls {
  /** All tools; a call of one that is not offered gets a failure that says how to offer it. */
  readonly tools: readonly Operation[];
  readonly toolsets: Offer;
  readonly services: () => Promise<Services>;
  readonly caller: Caller;
  /** Called after an operation that may have changed what is saved. */
  readonly onChange: () => Promise<void>;
}

/** A failure is a tool result too: only an unknown tool is a protocol error. */
export function answerCalls(server: Server, { tools, toolsets, services, caller, onChange }: ToolCalls): void {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const tool = byName.get(params.name);
    if (tool === undefined) {
      throw protocolError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 80)}`);
    }
    const progressToken = params._meta?.progressToken;
    const reportProgress = (note: ProgressNote): void => {
      if (progressToken !== undefined) {
        const sent = sendNotification({ method: "notifications/progress", params: { ...note, progressToken } });
        sent.catch((error: unknown) => log("info", "sending progress to the client failed", { error: String(error) }));
      }
    };
    try {
      checkOffered(tool, toolsets);
      const context = { services: await services(), caller, signal, onProgress: riseProgress(reportProgress) };
      const answer = await tool.run(params.arguments ?? {}, context);
      if (!tool.annotations.readOnly) {
        await onChange();
      }
      return renderAnswer(answer, caller.client.name);
    } catch (error) {
      return renderFailure(asFailure(error, tool.name));
    }
  });
}

function checkOffered({ name, toolset }: Operation, offer: Offer): void {
  if (toolset !== null && !offers(offer, toolset)) {
    throw new Failure("INVALID_INPUT", `${name} belongs to toolset ${toolset}, which this server does not offer`, {
      hint: `start the server with \`serve --toolsets ${[...offer, toolset].join(",")}\`, or set \`toolsets\` to all`,
    });
  }
}

interface ToolResult {
  [field: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Clients that give their model both the text and the structured content; others give it one of them, so both contain the
 * source. Found by observing what each client sends to its model (docs/clients/).
 */
const HANDS_ON_BOTH: ReadonlySet<string> = new Set(["kimi-code"]);

/** For a client that passes on both forms, the structured one is reduced to its envelope, so that nothing is sent twice. */
export function renderAnswer({ text, structured }: Answer, client: string): ToolResult {
  const { summary, outcome } = structured;
  const structuredContent = HANDS_ON_BOTH.has(client) ? { summary, outcome } : { ...structured };
  return { content: [{ type: "text", text }], structuredContent };
}

/** `isError`, outcome, code and hint: a model can read a failure and act on it. */
export function renderFailure(failure: Failure): ToolResult {
  const { code, message, hint } = failure;
  const outcome = outcomeOfFailure(code);
  // Both may contain names from a repository.
  const error = { code, message: plainText(message), hint: plainText(hint) };
  const text = `${outcome}: ${code}: ${error.message}\nhint: ${error.hint}`;
  return {
    content: [{ type: "text", text }],
    structuredContent: { summary: summaryOf(text), outcome, error },
    isError: true,
  };
}
