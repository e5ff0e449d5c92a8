// Refuses requests that the session should not see: any before `initialize`, which the SDK's server would answer, and those whose
// parameters do not match the protocol's schema, to which it would answer with the whole report of its schema library.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describeIssues } from "../operations/contract/describe-issue.ts";

/** Requests that the protocol allows at any time. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(["initialize", "ping"]);

const SCHEMAS = {
  initialize: InitializeRequestSchema,
  "tools/list": ListToolsRequestSchema,
  "tools/call": CallToolRequestSchema,
  "prompts/list": ListPromptsRequestSchema,
  "prompts/get": GetPromptRequestSchema,
  "resources/list": ListResourcesRequestSchema,
  "resources/templates/list": ListResourceTemplatesRequestSchema,
  "resources/read": ReadResourceRequestSchema,
  "resources/subscribe": SubscribeRequestSchema,
  "resources/unsubscribe": UnsubscribeRequestSchema,
  "completion/complete": CompleteRequestSchema,
  "logging/setLevel": SetLevelRequestSchema,
} as const;

const COMPLAINTS_MAX = 3;
const COMPLAINT_LENGTH_MAX = 160;

/** What is wrong with the parameters, in plain English; null if nothing is, or if the method is not checked here. */
function complaintAbout(request: JSONRPCRequest): string | null {
  if (!Object.hasOwn(SCHEMAS, request.method)) {
    return null;
  }
  const { error } = SCHEMAS[request.method as keyof typeof SCHEMAS].safeParse(request);
  const complaints = error && describeIssues(error.issues).slice(0, COMPLAINTS_MAX);
  return complaints?.map((complaint) => complaint.slice(0, COMPLAINT_LENGTH_MAX)).join("; ") ?? null;
}

/** The error that answers a request. */
interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

function openChecks(): (request: JSONRPCRequest) => Refusal | null {
  let begun = false;
  return (request) => {
    const { method } = request;
    if (!begun && !ALWAYS_ALLOWED.has(method)) {
      const message = `${method} was sent before initialize: send initialize first`;
      return { code: ErrorCode.InvalidRequest, message };
    }
    begun ||= method === "initialize";
    const complaint = complaintAbout(request);
    return complaint === null ? null : { code: ErrorCode.InvalidParams, message: complaint };
  };
}

/** Wraps a transport: a refused request is answered here (-32600, -32602), everything else is passed on. */
export function checkRequests(inner: Transport): Transport {
  const refusalOf = openChecks();
  const receive = (message: JSONRPCMessage): void => {
    const request = "method" in message && "id" in message ? message : null;
    const error = request === null ? null : refusalOf(request);
    if (request === null || error === null) {
      outer.onmessage?.(message);
    } else {
      inner.send({ jsonrpc: "2.0", id: request.id, error }).catch((reason: Error) => outer.onerror?.(reason));
    }
  };
  const outer: Transport = {
    start: () => {
      inner.onmessage = receive;
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => outer.onerror?.(error);
      return inner.start();
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  };
  return outer;
}
