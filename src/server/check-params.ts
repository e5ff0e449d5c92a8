// Refuses requests whose parameters do not have the form that the protocol gives them. The SDK's server would answer each with an
// internal error that carries the whole report of its schema library.
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
import { describeIssues } from "../operations/describe-issue.ts";
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

/** What is wrong with the parameters, for a person; null where nothing is, or the method is not one of ours. */
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

/** The same transport; a request with malformed parameters is answered here (-32602) and goes no further. */
export function checkParams(inner: Transport): Transport {
  return refuseRequests(inner, (request) => {
    const message = complaintAbout(request);
    return message === null ? null : { code: ErrorCode.InvalidParams, message };
  });
}
