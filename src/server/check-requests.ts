// Refuses requests that the session should not see: any before `initialize` that does not name its protocol revision, or names one
// that is not served, which the SDK's server would answer; and those whose parameters do not match the protocol's schema, to which it
// would answer with the whole report of its schema library.
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  specTypeSchemas,
  type Transport,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { describeIssues } from "../operations/contract/describe-issue.ts";

/** Requests that the protocol allows at any time. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(["initialize", "ping"]);

const SCHEMAS = {
  initialize: "InitializeRequest",
  "tools/list": "ListToolsRequest",
  "tools/call": "CallToolRequest",
  "prompts/list": "ListPromptsRequest",
  "prompts/get": "GetPromptRequest",
  "resources/list": "ListResourcesRequest",
  "resources/templates/list": "ListResourceTemplatesRequest",
  "resources/read": "ReadResourceRequest",
  "resources/subscribe": "SubscribeRequest",
  "resources/unsubscribe": "UnsubscribeRequest",
  "completion/complete": "CompleteRequest",
} as const satisfies Readonly<Record<string, keyof typeof specTypeSchemas>>;

/** Methods that do not exist in 2026-07-28: the SDK answers that they are unknown, so their parameters are not checked. */
const GONE: ReadonlySet<string> = new Set(["initialize", "resources/subscribe", "resources/unsubscribe"]);

const COMPLAINTS_MAX = 3;
const COMPLAINT_LENGTH_MAX = 160;

/** What is wrong with the parameters, in plain English; null if nothing is, or if the method is not checked here. */
export function complaintAbout(request: JSONRPCRequest): string | null {
  if (!Object.hasOwn(SCHEMAS, request.method) || (namesRevision(request) && GONE.has(request.method))) {
    return null;
  }
  const schema = specTypeSchemas[SCHEMAS[request.method as keyof typeof SCHEMAS]];
  const { issues } = schema["~standard"].validate(request);
  // The schemas are zod's, whose issues say more than the standard does.
  const complaints = issues && describeIssues(issues as Parameters<typeof describeIssues>[0]).slice(0, COMPLAINTS_MAX);
  return complaints?.map((complaint) => complaint.slice(0, COMPLAINT_LENGTH_MAX)).join("; ") ?? null;
}

/** Whether a request names its protocol revision itself, as every one does since 2026-07-28. */
const namesRevision = ({ params }: JSONRPCRequest): boolean =>
  params?._meta !== undefined && Object.hasOwn(params._meta, PROTOCOL_VERSION_META_KEY);

/** The revisions that a request can name. Earlier ones are agreed on once, by `initialize`. */
export const NAMED_REVISIONS = ["2026-07-28"] as const;

/** The SDK looks at the revision of a connection's first message only; each request stands for itself. */
function refusalOfRevision({ params }: JSONRPCRequest): Refusal | null {
  const requested = params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (typeof requested !== "string" || NAMED_REVISIONS.some((served) => served === requested)) {
    return null;
  }
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: [...NAMED_REVISIONS], requested });
  return { code, message, data };
}

/** The error that answers a request. */
interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

interface Checks {
  readonly refusalOf: (request: JSONRPCRequest) => Refusal | null;
  /** Whether the client opened with `initialize`, so that a revision before 2026-07-28 is spoken. */
  readonly begun: () => boolean;
}

function openChecks(): Checks {
  let begun = false;
  const refusalOf = (request: JSONRPCRequest): Refusal | null => {
    const { method } = request;
    if (!begun && !ALWAYS_ALLOWED.has(method) && !namesRevision(request)) {
      const message = `${method} was sent before initialize: send initialize first`;
      return { code: ProtocolErrorCode.InvalidRequest, message };
    }
    const unserved = begun ? null : refusalOfRevision(request);
    if (unserved !== null) {
      return unserved;
    }
    begun ||= method === "initialize";
    const complaint = complaintAbout(request);
    return complaint === null ? null : { code: ProtocolErrorCode.InvalidParams, message: complaint };
  };
  return { refusalOf, begun: () => begun };
}

/** For revisions before 2026-07-28, an absent resource has the error code -32002, which the SDK does not write. */
function withFormerCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message) || !isAbsent(message.error.data)) {
    return message;
  }
  return { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } };
}

const isAbsent = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  "code" in data &&
  (data.code === "NOT_FOUND" || data.code === "AMBIGUOUS");

type Receive = (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

/** Wraps a transport: a refused request is answered here (-32600, -32602, -32022), everything else is passed on. */
export function checkRequests(inner: Transport): Transport {
  const { refusalOf, begun } = openChecks();
  const receive: Receive = (message, extra) => {
    const request = "method" in message && "id" in message ? (message as JSONRPCRequest) : null;
    const error = request === null ? null : refusalOf(request);
    if (request === null || error === null) {
      outer.onmessage?.(message, extra);
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
    send: (message, options) => inner.send(begun() ? withFormerCode(message) : message, options),
    close: () => inner.close(),
    get sessionId() {
      return inner.sessionId;
    },
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => inner.setSupportedProtocolVersions?.(versions),
  };
  return outer;
}
