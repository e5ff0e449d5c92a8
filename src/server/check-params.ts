// Rejects requests whose parameters do not match the protocol's schema. The SDK's server would answer with an internal error
// that contains the whole report of its schema library.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
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
import { refuseRequests } from "./refuse-requests.ts";

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
function complaintAbout(message: JSONRPCRequest): string | null {
  if (!Object.hasOwn(SCHEMAS, message.method)) {
    return null;
  }
  const parsed = SCHEMAS[message.method as keyof typeof SCHEMAS].safeParse(message);
  const complaints = parsed.error && describeIssues(parsed.error.issues);
  return (
    complaints
      ?.slice(0, COMPLAINTS_MAX)
      .map((complaint) => complaint.slice(0, COMPLAINT_LENGTH_MAX))
      .join("; ") ?? null
  );
}

/** Wraps a transport: a request with malformed parameters is answered here (-32602) and not passed on. */
export function checkParams(inner: Transport): Transport {
  return refuseRequests(inner, (request) => {
    const message = complaintAbout(request);
    return message === null ? null : { code: ErrorCode.InvalidParams, message };
  });
}
