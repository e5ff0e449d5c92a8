// A tools/call as a call of an operation, and its answer or failure as the tool's result. Independent of transport and revision.
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { watchSending } from "../operations/answer/record-sent.ts";
import { plainText } from "../operations/answer/text-lines.ts";
import {
  type Answer,
  type Caller,
  type ChosenOperation,
  type Operation,
  outcomeOfFailure,
  summaryOf,
} from "../operations/contract/operation.ts";
import { readInput } from "../operations/contract/read-input.ts";
import type { Services } from "../operations/contract/services.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type Offer, offers } from "../vocabulary/toolsets.ts";
import { readsTextAlone } from "./client-forms.ts";
import { asFailure, protocolError } from "./failures.ts";
import { otherName } from "./other-names.ts";
import { type ProgressNote, riseProgress } from "./report-progress.ts";

export interface ToolCalls {
  /** All tools; a call of one that is not offered gets a failure that says how to offer it. */
  readonly tools: readonly Operation[];
  readonly toolsets: Offer;
  readonly services: () => Promise<Services>;
  /** Whether calls are in the log of calls, if its setting is on. */
  readonly isLogged: boolean;
}

export interface ToolCall {
  readonly name: string;
  readonly input: unknown;
  /** Whether the answer is wanted as Emacs shows it. Default false. */
  readonly asRows?: boolean;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Sends a note of progress to the client, if it wants any. */
  readonly onProgress: (note: ProgressNote) => void;
  /** Called after an operation that may have changed what is saved. */
  readonly onChange: () => Promise<void>;
}

/** A failure is a tool result too: only an unknown tool is a protocol error. */
export function openCalls({ tools, toolsets, services, isLogged }: ToolCalls): (call: ToolCall) => Promise<ToolResult> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return async ({ name, input, asRows = false, caller, signal, onProgress, onChange }) => {
    const tool = byName.get(name);
    const { name: client } = caller.client;
    if (tool === undefined) {
      const instead = callInstead(name, input, byName);
      if (instead === null) {
        const offered = tools.filter((one) => one.toolset !== null && isOffered(one, toolsets)).map((one) => one.name);
        throw protocolError(
          ProtocolErrorCode.InvalidParams,
          `Unknown tool: ${name.slice(0, 80)}; the tools are ${offered.join(", ")}`,
        );
      }
      return renderFailure(instead, client);
    }
    return resultOf(client, tool.name, async () => {
      const progress = riseProgress(onProgress);
      const sending = watchSending(await services(), { caller, signal, onProgress: progress });
      const context = { services: sending.services, caller, signal, onProgress: progress };
      let asked: ChosenOperation = { operation: tool, input: input ?? {} };
      let answer: Answer | undefined;
      const result = await resultOf(client, tool.name, async () => {
        checkOffered(tool, toolsets);
        asked = tool.choose?.(input ?? {}) ?? asked;
        const own = await asked.operation.run(asked.input, context);
        if (!asked.operation.annotations.readOnly) {
          await onChange();
        }
        answer = own;
        return asRows ? renderRows(own, asked.input) : renderAnswer(own, client, asked.operation.textAlone);
      });
      const [{ text }] = result.content;
      const outcome = result.isError === true ? outcomeOf(text) : answer?.outcome;
      const call = {
        tool: asked.operation,
        input: asked.input,
        outcome: outcome ?? "failed",
        structured: answer?.structured,
      };
      await sending.record(asked.operation.name, text, isLogged ? call : undefined);
      return result;
    });
  };
}

/** Of a failure: its text begins with it. */
const outcomeOf = (text: string): string | undefined => /^\w+/.exec(text)?.[0];

async function resultOf(client: string, doing: string, answer: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await answer();
  } catch (error) {
    return renderFailure(asFailure(error, doing), client);
  }
}

/** For a name that another system has: the tool here, with what the input means to it. Null for any other name. */
function callInstead(name: string, input: unknown, tools: ReadonlyMap<string, Operation>): Failure | null {
  const other = otherName(name);
  const [tool, ...more] = other?.here.flatMap((one) => tools.get(one) ?? []) ?? [];
  if (other === undefined || tool === undefined) {
    return null;
  }
  const meant = Object.entries(readInput(tool.input, input).input as Readonly<Record<string, unknown>>)
    .map(([field, value]) => [other.renamed?.[field] ?? field, value] as const)
    .filter(([field]) => field in tool.input.shape);
  const fields = { ...Object.fromEntries(meant), ...other.fields };
  const also = more.length === 0 ? "" : `; or ${more.map((one) => one.name).join(" or ")}`;
  const note = other.note === undefined ? "" : ` (${other.note})`;
  return new Failure("INVALID_INPUT", `${name} is ${tool.name} here${note}`, {
    hint: `call ${tool.name} ${JSON.stringify(fields)}${also}`,
  });
}

const isOffered = ({ toolset, always }: Operation, offer: Offer): boolean =>
  always === true || toolset === null || offers(offer, toolset);

function checkOffered(tool: Operation, offer: Offer): void {
  if (!isOffered(tool, offer)) {
    throw new Failure(
      "INVALID_INPUT",
      `${tool.name} belongs to toolset ${tool.toolset}, which this server does not offer`,
      {
        hint: `start the server with \`serve --toolsets ${[...offer, tool.toolset].join(",")}\`, or set \`toolsets\` to all`,
      },
    );
  }
}

export interface ToolResult {
  [field: string]: unknown;
  content: [{ type: "text"; text: string }];
  /** Absent for a client whose model reads the text alone. */
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** In a request: Emacs wants the rows that it shows; in its result: these. */
export const ROWS_META_KEY = "context-broker/rows";

/** The rows alone, so that Emacs reads one form. */
async function renderRows({ text, structured }: Answer, input: unknown): Promise<ToolResult> {
  const { answerRows } = await import("../emacs/answer-rows.ts");
  const { direction } = (input ?? {}) as { readonly direction?: unknown };
  const rows = answerRows(structured, direction === "callees" ? direction : "callers");
  return { content: [{ type: "text", text: summaryOf(text) }], _meta: { [ROWS_META_KEY]: rows } };
}

/** Where programs find what an answer keeps from models. */
const DETAILS_META_KEY = "context-broker/details";

/**
 * The result as this client's model reads it best: the text alone, or text and structured content. What is for programs alone (`details`) goes
 * into `_meta`, which clients do not hand on.
 */
export function renderAnswer({ text, structured }: Answer, client: string, textAlone = false): ToolResult {
  const content: ToolResult["content"] = [{ type: "text", text }];
  if (textAlone) {
    return { content, _meta: { [DETAILS_META_KEY]: structured } };
  }
  if (readsTextAlone(client)) {
    return { content };
  }
  const { details, ...structuredContent } = structured;
  return {
    content,
    structuredContent,
    ...(details === undefined ? {} : { _meta: { [DETAILS_META_KEY]: details } }),
  };
}

/** `isError`, outcome, code and hint: a model can read a failure and act on it. */
export function renderFailure(failure: Failure, client: string): ToolResult {
  const { code, message, hint } = failure;
  const outcome = outcomeOfFailure(code);
  // Both may contain names from a repository.
  const error = { code, message: plainText(message), hint: plainText(hint) };
  const text = `${outcome}: ${code}: ${error.message}\nhint: ${error.hint}`;
  return {
    content: [{ type: "text", text }],
    ...(readsTextAlone(client) ? {} : { structuredContent: { summary: summaryOf(text), outcome, error } }),
    isError: true,
  };
}
