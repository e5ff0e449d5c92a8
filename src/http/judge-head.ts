// Checks the head of a request before it is processed: it must be unambiguous, addressed to this server, and not sent by a page of another
// origin. A pure function; credentials are checked after it.
import { HttpRefusal } from "./refusal.ts";
import { headerOf, type RequestHead, valuesOf } from "./request-head.ts";

export interface HeadRules {
  /** Names by which the server is reached: `localhost`, `127.0.0.1`, `[::1]`, `mcp.example.org`, `mcp.example.org:8443`. */
  readonly names: readonly string[];
  /** Those of them that the user gave, who may have a proxy on the default port. */
  readonly givenNames: readonly string[];
  /** The port that is listened on. */
  readonly port: number;
  readonly isSecure: boolean;
  readonly bodyBytesMax: number;
}

/** Of a path with its query. */
const TARGET_LENGTH_MAX = 2_048;
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "DELETE"]);
/** Headers that decide who is asked, who asks, and where a request ends. Sent twice, another program might read the request differently. */
const SENT_ONCE = ["host", "origin", "authorization", "content-length", "content-type", "transfer-encoding", "cookie"];

const NAMES_REMEDY = "use the address that the server printed; `--host-names` adds further names";

/** The refusal of a request; null if it may go on. */
export const judgeHead = (head: RequestHead, rules: HeadRules): HttpRefusal | null =>
  judgeForm(head) ?? judgeHost(head, rules) ?? judgeOrigin(head, rules) ?? judgeBody(head, rules);

function judgeForm(head: RequestHead): HttpRefusal | null {
  const { method, target } = head;
  if (!METHODS.has(method)) {
    return new HttpRefusal(
      405,
      { what: "method refused", why: `${method.slice(0, 20)} is not served here`, remedy: "use GET, POST or DELETE" },
      { Allow: [...METHODS].join(", ") },
    );
  }
  if (target.length > TARGET_LENGTH_MAX) {
    return new HttpRefusal(414, {
      what: "target refused",
      why: `it is longer than ${TARGET_LENGTH_MAX} characters`,
      remedy: "send data in the body",
    });
  }
  // An absolute target names a host of its own; `//` and `\` are read as one by some parsers.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes("\\")) {
    return new HttpRefusal(400, {
      what: "target refused",
      why: "it is not a path on this server",
      remedy: "send a target that begins with one `/`",
    });
  }
  const repeated = SENT_ONCE.find((name) => valuesOf(head, name).length > 1);
  return repeated === undefined
    ? null
    : new HttpRefusal(400, {
        what: "headers refused",
        why: `${repeated} is sent more than once`,
        remedy: `send one ${repeated} header`,
      });
}

/** Stops DNS rebinding: a page whose name was made to resolve to this machine sends that name as Host. */
function judgeHost(head: RequestHead, rules: HeadRules): HttpRefusal | null {
  const host = headerOf(head, "host");
  if (host !== null && isOurs(host, rules)) {
    return null;
  }
  return new HttpRefusal(403, {
    what: "host refused",
    why: host === null ? "there is no Host header" : "Host is not a name that this server was started with",
    remedy: NAMES_REMEDY,
  });
}

/** Programs send no Origin; a browser sends that of the page. `null` is the origin of sandboxed pages and local files. */
function judgeOrigin(head: RequestHead, rules: HeadRules): HttpRefusal | null {
  const origin = headerOf(head, "origin");
  const prefix = rules.isSecure ? "https://" : "http://";
  if (origin === null || (origin.startsWith(prefix) && isOurPage(origin.slice(prefix.length), rules))) {
    return null;
  }
  return new HttpRefusal(403, {
    what: "origin refused",
    why: "the request comes from a page of another origin",
    remedy: "only pages of this server and programs that send no Origin are answered",
  });
}

/** Without a port, an origin is that of the default one, where another server of this machine may be. */
function isOurPage(authority: string, rules: HeadRules): boolean {
  const { givenNames, port, isSecure } = rules;
  const isDefault = port === (isSecure ? 443 : 80);
  return isOurs(authority, rules) && (/:\d+$/.test(authority) || isDefault || isNamed(authority, givenNames));
}

/** A name with a port must match whole. A name without a port matches with our port, or with none, as behind a proxy on the default port. */
const isOurs = (authority: string, { names, port }: HeadRules): boolean =>
  isNamed(authority, names) ||
  isNamed(
    authority,
    names.map((name) => `${name}:${port}`),
  );

const isNamed = (authority: string, names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase() === authority.toLowerCase());

function judgeBody(head: RequestHead, { bodyBytesMax }: HeadRules): HttpRefusal | null {
  const length = headerOf(head, "content-length");
  const encoding = headerOf(head, "transfer-encoding");
  if (length !== null && encoding !== null) {
    return new HttpRefusal(400, {
      what: "body refused",
      why: "Content-Length and Transfer-Encoding are both given",
      remedy: "send one of them",
    });
  }
  if (length !== null && !/^\d{1,15}$/.test(length)) {
    return new HttpRefusal(400, {
      what: "body refused",
      why: "Content-Length is not a number",
      remedy: "send its length in bytes",
    });
  }
  return length !== null && Number(length) > bodyBytesMax ? bodyTooLarge(bodyBytesMax) : null;
}

export const bodyTooLarge = (bytesMax: number): HttpRefusal =>
  new HttpRefusal(
    413,
    { what: "body refused", why: `it is longer than ${bytesMax} bytes`, remedy: "send a shorter one" },
    { Connection: "close" },
  );
