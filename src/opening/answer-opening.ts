// The results of a client's first requests, where the table has them and the request's parameters are plain. Their form follows from how the
// session began.
import { fieldsOf, isFields } from "../vocabulary/fields.ts";
import { isOfEmacsAlone, offers } from "../vocabulary/toolsets.ts";
import { isOffered, type Offered } from "./offered-by.ts";
import type { OpeningTable } from "./opening-table.ts";

export interface OpeningRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/** What to do with a message. `line`: the answer; `isPassedOn`: whether the session gets the request, too (its answer is then left out). */
export interface OpeningAnswer {
  readonly id: string | number;
  readonly line: string;
  readonly isPassedOn: boolean;
}

/** For the messages of one client, in their order. Null: the session answers. */
export type AnswerOpening = (message: string) => OpeningAnswer | null;

type Begun = "not yet" | "by initialize" | "without a session" | "otherwise";

/** Requests that can be answered here. What is none of them is not even parsed. */
const METHOD = /"method"\s*:\s*"(?:initialize|ping|server\/discover|(?:tools|prompts|resources\/templates)\/list)"/;
const REQUEST_FIELDS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

export function answerOpening(table: OpeningTable, offered: Offered): AnswerOpening {
  const results = resultsOf(table, offered);
  let begun: Begun = "not yet";
  return (message) => {
    const request = METHOD.test(message) ? requestOf(message) : null;
    const found = request === null ? null : resultOf(request, begun, table, results);
    const isFirst = begun === "not yet";
    if (isFirst && message.trim() !== "") {
      begun = found?.begins ?? "otherwise";
    }
    return request === null || found === null
      ? null
      : {
          id: request.id,
          line: `${JSON.stringify({ result: found.result, jsonrpc: "2.0", id: request.id })}\n`,
          isPassedOn: isFirst,
        };
  };
}

interface Found {
  readonly result: unknown;
  readonly begins: Begun;
}

function resultOf(
  { method, params }: OpeningRequest,
  begun: Begun,
  table: OpeningTable,
  results: Results,
): Found | null {
  if (begun === "otherwise" || !Object.hasOwn(results, method)) {
    return null;
  }
  const result = results[method]?.() ?? {};
  if (method === "initialize") {
    const revision = begun === "not yet" ? revisionAsked(params) : null;
    const agreed = revision !== null && table.revisions.includes(revision) ? revision : table.revisions[0];
    return revision === null ? null : { result: { protocolVersion: agreed, ...result }, begins: "by initialize" };
  }
  if (begun === "by initialize") {
    return method !== "server/discover" && isPlain(params) ? { result, begins: begun } : null;
  }
  const hint = table.cacheHints[method];
  if (hint === undefined || !introducesItself(params, table)) {
    return null;
  }
  const _meta = { [table.metaKeys.server]: table.server };
  return { result: { ...result, resultType: "complete", ...hint, _meta }, begins: "without a session" };
}

type Results = Readonly<Record<string, () => object>>;

/** What each method answers. */
function resultsOf(table: OpeningTable, offered: Offered): Results {
  const isAlone = isOfEmacsAlone(offered.toolsets);
  const { capabilities, server: serverInfo, prompts, templates: resourceTemplates } = table;
  const instructions = table.instructions
    .filter(({ toolset }) => (toolset === undefined ? !isAlone : isOffered(offered, toolset, false)))
    .map(({ text }) => text)
    .join("");
  const tools = table.tools
    .filter(({ toolset, onlyForSeveral }) => isOffered(offered, toolset, onlyForSeveral))
    .map(({ listed, listedForSeveral }) => (offered.isForSeveral ? (listedForSeveral ?? listed) : listed));
  if (offers(offered.toolsets, "emacs")) {
    // Its tools are those of an Emacs that runs, so no table has them.
    const own = table.emacsCapabilities[isAlone ? "alone" : "beside"];
    return { initialize: () => ({ capabilities: own, serverInfo, instructions }), ping: () => ({}) };
  }
  return {
    initialize: () => ({ capabilities, serverInfo, instructions }),
    "server/discover": () => ({ supportedVersions: [table.sessionless], capabilities, instructions }),
    "tools/list": () => ({ tools }),
    "prompts/list": () => ({ prompts }),
    "resources/templates/list": () => ({ resourceTemplates }),
    ping: () => ({}),
  };
}

/** Null for what is no plain request. */
function requestOf(message: string): OpeningRequest | null {
  const { jsonrpc, id, method, params, ...others } = fieldsOf(parsed(message));
  const isRequest =
    jsonrpc === "2.0" &&
    (typeof id === "string" || Number.isSafeInteger(id)) &&
    typeof method === "string" &&
    Object.keys(others).every((key) => REQUEST_FIELDS.has(key));
  return isRequest ? { id: id as string | number, method, params } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // The session answers with an error.
    return null;
  }
}

const isOptional = (value: unknown, type: "string" | "boolean"): boolean =>
  value === undefined || typeof value === type;

/** Parameters that decide nothing: none, or how progress is named. */
function isPlain(params: unknown): boolean {
  if (params === undefined) {
    return true;
  }
  const { _meta, ...others } = fieldsOf(params);
  return isFields(params) && Object.keys(others).length === 0 && isPlainMeta(_meta);
}

const isPlainMeta = (meta: unknown): boolean =>
  meta === undefined ||
  (isFields(meta) &&
    Object.entries(meta).every(
      ([key, value]) => key === "progressToken" && (typeof value === "string" || Number.isSafeInteger(value)),
    ));

/** The revision that a plain `initialize` asks for. */
function revisionAsked(params: unknown): string | null {
  const { protocolVersion, capabilities, clientInfo, _meta, ...others } = fieldsOf(params);
  return typeof protocolVersion === "string" &&
    areCapabilities(capabilities) &&
    isClient(clientInfo) &&
    isPlainMeta(_meta) &&
    Object.keys(others).length === 0
    ? protocolVersion
    : null;
}

/** Whether the request names itself the revision without sessions, and its client. */
function introducesItself(params: unknown, { sessionless, metaKeys }: OpeningTable): boolean {
  const { _meta, ...others } = fieldsOf(params);
  const {
    [metaKeys.revision]: revision,
    [metaKeys.client]: client,
    [metaKeys.capabilities]: capabilities,
  } = fieldsOf(_meta);
  const known: readonly string[] = [metaKeys.revision, metaKeys.client, metaKeys.capabilities];
  const rest = Object.entries(fieldsOf(_meta)).filter(([key]) => !known.includes(key));
  return (
    Object.keys(others).length === 0 &&
    revision === sessionless &&
    isClient(client) &&
    areCapabilities(capabilities) &&
    isPlainMeta(Object.fromEntries(rest))
  );
}

/** An object of objects; what stands in these is checked for those that clients send. */
const areCapabilities = (value: unknown): boolean =>
  isFields(value) &&
  Object.entries(value).every(([name, one]) => {
    const fields = fieldsOf(one);
    return (
      isFields(one) &&
      (name === "roots" ? isOptional(fields["listChanged"], "boolean") : Object.values(fields).every(isFields))
    );
  });

const CLIENT_TEXTS = ["name", "version", "title", "description", "websiteUrl"];

function isClient(value: unknown): boolean {
  const client = fieldsOf(value);
  return (
    typeof client["name"] === "string" &&
    typeof client["version"] === "string" &&
    Object.entries(client).every(([key, value]) =>
      key === "icons" ? areIcons(value) : CLIENT_TEXTS.includes(key) && typeof value === "string",
    )
  );
}

const areIcons = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((icon) => {
    const { src, mimeType, ...others } = fieldsOf(icon);
    return typeof src === "string" && isOptional(mimeType, "string") && Object.keys(others).length === 0;
  });
