// MCP over Streamable HTTP on a port of this machine. src/http checks each request first. A request of an earlier revision then goes to its
// session, one of 2026-07-28 to the SDK's handler without sessions; both use the same table of operations.
import {
  createMcpHandler,
  isLegacyRequest,
  isSpecType,
  type JSONRPCRequest,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import { admitToken, unauthorized } from "../http/admit-token.ts";
import { answerJson, type Exchange } from "../http/exchange.ts";
import { listen } from "../http/listen.ts";
import { choosePlace, type PlaceSettings } from "../http/place.ts";
import { HttpRefusal } from "../http/refusal.ts";
import { bearerOf, headerOf, type RequestHead } from "../http/request-head.ts";
import { openToken } from "../http/token.ts";
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import type { Services } from "../operations/contract/services.ts";
import { locateSavedResource } from "../operations/saved/saved-resources.ts";
import { log } from "../system/log.ts";
import { once } from "../system/memo.ts";
import type { Offer } from "../vocabulary/toolsets.ts";
import { checkIssuer, type Issuer, metadataOf, verifyTokensOf } from "./access-tokens.ts";
import { complaintAbout } from "./check-requests.ts";
import { type Conversation, openConversations } from "./conversations.ts";
import { asFailure } from "./failures.ts";
import { openSessions } from "./http-sessions.ts";
import { superviseListening } from "./lifetime.ts";
import { withPlainArguments } from "./plain-arguments.ts";
import { callerWithoutRoots, SUBSCRIPTIONS_MAX } from "./serve.ts";
import { sessionsOf } from "./session.ts";
import { watchListened } from "./watch-listened.ts";
import { sendWebResponse, webRequestOf } from "./web-exchange.ts";

export interface ServeHttpOptions {
  readonly version: string;
  readonly place: PlaceSettings;
  readonly port: number;
  readonly tokenFile: string;
  readonly oauthIssuer: string | null;
  readonly oauthAudience: string | null;
  readonly toolsets: Offer;
  /** Whether it may search several projects. */
  readonly isForSeveral: boolean;
  /** Opens everything heavy; called at the first request that needs it, and again if it failed. */
  readonly openServices: () => Promise<Services>;
  /** Called with a client's name and version when it has introduced itself. */
  readonly introduce: (client: string) => void;
}

export interface HttpServing {
  readonly url: string;
  readonly tokenFile: string;
  /** The token if it was just generated; null if it was read from its file. */
  readonly newToken: string | null;
}

const ENDPOINT = "/mcp";

/** Resolves when the server listens; the process then lives until a signal ends it. */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServing> {
  const place = choosePlace(options.place);
  const issuer = checkIssuer(options.oauthIssuer, options.oauthAudience);
  const { token, isNew } = await openToken(options.tokenFile);
  const services = once(() =>
    options.openServices().catch((error: unknown) => {
      throw asFailure(error, "opening the services");
    }),
  );
  const mcp = openEndpoint(options, services.get);
  const metadata = issuer === null ? null : metadataOf(issuer);
  const listening = await listen({
    place,
    port: options.port,
    admit: admission(token, issuer),
    answer: async (exchange) => {
      if (exchange.path === ENDPOINT) {
        await mcp.answer(exchange);
      } else if (metadata !== null && exchange.path === metadata.path && exchange.head.method === "GET") {
        answerJson(exchange.response, 200, metadata.body);
      } else {
        throw new HttpRefusal(404, {
          what: "path refused",
          why: "this server has no such path",
          remedy: `use ${ENDPOINT}`,
        });
      }
    },
  });
  superviseListening(async () => {
    await Promise.all([listening.close(), mcp.close()]);
    await (await services.opened())?.close();
  });
  return { url: `${listening.url}${ENDPOINT}`, tokenFile: options.tokenFile, newToken: isNew ? token : null };
}

/** Admits the server's own token and tokens of the issuer. The path of the OAuth metadata needs none. */
function admission(token: string, issuer: Issuer | null) {
  const own = admitToken(token, "user");
  if (issuer === null) {
    return own;
  }
  const verify = verifyTokensOf(issuer);
  const { path: open, url } = metadataOf(issuer);
  return async (head: RequestHead, path: string): Promise<string | HttpRefusal> => {
    if (path === open) {
      return "anybody";
    }
    const given = bearerOf(head);
    const caller = own(head);
    if (given === null || typeof caller === "string") {
      return typeof caller === "string" ? caller : unauthorized(false, `resource_metadata="${url}"`);
    }
    const subject = await verify(given);
    return subject === null ? unauthorized(true, `resource_metadata="${url}"`) : `oauth:${subject}`;
  };
}

interface Endpoint {
  answer(exchange: Exchange): Promise<void>;
  close(): Promise<void>;
}

function openEndpoint(options: ServeHttpOptions, services: () => Promise<Services>): Endpoint {
  let introduced = "";
  const makeServer = sessionsOf({
    version: options.version,
    operations: ALL_OPERATIONS,
    toolsets: options.toolsets,
    isForSeveral: options.isForSeveral,
    services,
    introduce: (client) => {
      if (client !== introduced) {
        introduced = client;
        options.introduce(client);
      }
    },
    cwd: process.cwd(),
    isLocal: false,
    announce: async () => {
      modern.notify.resourcesChanged();
      await Promise.all(
        sessions.servers().map((server: Server) => server.sendResourceListChanged().catch(() => undefined)),
      );
    },
  });
  const onerror = (error: Error): void => log("debug", "protocol", { error: error.message });
  // The SDK passes `extra` of a request to the server object that it makes for the request.
  const modern = createMcpHandler(
    ({ era, authInfo }) =>
      makeServer({ era, conversation: authInfo?.extra?.["conversation"] as Conversation | undefined }),
    { legacy: "reject", maxSubscriptions: SUBSCRIPTIONS_MAX, onerror },
  );
  const sessions = openSessions(() => makeServer({ era: "legacy" }));
  const conversationOf = openConversations();
  const listened = watchListened(
    async (uri, signal) =>
      locateSavedResource(uri, { services: await services(), caller: callerWithoutRoots(), signal }),
    (uri) => modern.notify.resourceUpdated(uri),
  );
  return {
    answer: async (exchange) => {
      const request = webRequestOf(exchange);
      const body = exchange.head.method === "POST" ? await jsonBodyOf(exchange) : undefined;
      if (await isLegacyRequest(request, body)) {
        const { response, ended } = await sessions.answer(request, body, exchange.caller);
        await sendWebResponse(exchange, response).finally(ended);
        return;
      }
      const complaint = isSpecType.JSONRPCRequest(body) ? complaintAbout(body) : null;
      if (complaint !== null) {
        const error = { code: ProtocolErrorCode.InvalidParams, message: complaint };
        answerJson(exchange.response, 200, { jsonrpc: "2.0", id: (body as JSONRPCRequest).id, error });
        return;
      }
      const listening = listened.listen(body);
      const extra = { conversation: conversationOf(body, exchange.caller) };
      // The token is left out, since the request was admitted already.
      const authInfo = { token: "", clientId: exchange.caller, scopes: [], extra };
      await listening.honored
        .then((parsedBody) => modern.fetch(request, { parsedBody, authInfo }))
        .then((response) => sendWebResponse(exchange, response))
        .finally(listening.end);
    },
    close: async () => {
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

async function jsonBodyOf({ head, body }: Exchange): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(headerOf(head, "content-type") ?? "")) {
    throw new HttpRefusal(415, {
      what: "body refused",
      why: "it is not JSON",
      remedy: "send Content-Type: application/json",
    });
  }
  const text = (await body()).toString("utf8");
  try {
    return withPlainArguments(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch {
    throw new HttpRefusal(400, { what: "body refused", why: "it is not JSON", remedy: "send one JSON-RPC message" });
  }
}
