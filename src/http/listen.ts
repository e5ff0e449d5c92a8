// A local HTTP server: listens, checks each request and the limits, and hands admitted requests to `answer`.
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { asFailure } from "../system/defect.ts";
import { codeOf, Failure, messageOf } from "../vocabulary/failure.ts";
import { answerRefusal, type Exchange, readBody, SECURITY_HEADERS } from "./exchange.ts";
import { judgeHead } from "./judge-head.ts";
import { HTTP_LIMITS, type HttpLimits } from "./limits.ts";
import { authorityOf, type Place, shownAuthority } from "./place.ts";
import { HttpRefusal, refusalBody } from "./refusal.ts";
import type { RequestHead } from "./request-head.ts";
import { limitRate } from "./request-rates.ts";

export interface ListenOptions {
  readonly place: Place;
  /** 0: any free port. */
  readonly port: number;
  readonly limits?: Partial<HttpLimits>;
  /** The caller's name for rates and sessions, of a request whose head is in order; or the refusal of its credential. */
  readonly admit: (head: RequestHead, path: string) => string | HttpRefusal | Promise<string | HttpRefusal>;
  /** Answers an admitted request. A thrown HttpRefusal is sent; anything else is logged, and answered with 500. */
  readonly answer: (exchange: Exchange) => Promise<void>;
}

export interface Listening {
  readonly port: number;
  /** For the user: `http://127.0.0.1:7431`. */
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** How often Node looks for connections whose time is over, in milliseconds. */
const CHECK_MS = 1_000;

/** Resolves when connections are accepted. Throws INVALID_SETTING where that is not possible. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { place, port } = options;
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const server = createFor(place, {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: CHECK_MS,
    insecureHTTPParser: false,
  });
  server.maxConnections = limits.connectionsMax;
  server.timeout = limits.idleMs;
  const strangers = limitStrangers(server, limits.strangersMax);
  await bind(server, place.host, port);
  const bound = (server.address() as AddressInfo).port;
  const receive = receiver(options, limits, bound, strangers.known);
  server.on("request", receive);
  // `Expect: 100-continue`: the client asks before it sends its body. A refused request is refused at once.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => receive(request, response));
  server.on("clientError", answerBroken);
  return {
    port: bound,
    url: `${place.tls === null ? "http" : "https"}://${shownAuthority(place, bound)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        // Node does not count sockets in the middle of a TLS handshake as connections.
        strangers.end();
      }),
  };
}

function createFor({ tls }: Place, options: ServerOptions): Server {
  if (tls === null) {
    return createServer(options);
  }
  try {
    const handshakeTimeout = options.headersTimeout ?? HTTP_LIMITS.headersMs;
    return createTlsServer({ ...options, ...tls, minVersion: "TLSv1.2", handshakeTimeout });
  } catch (error) {
    throw new Failure("INVALID_SETTING", `the certificate or its key cannot be used: ${messageOf(error)}`, {
      hint: "--tls-cert and --tls-key name a certificate and its private key in PEM form",
      cause: error,
    });
  }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const hint =
        codeOf(error) === "EADDRINUSE"
          ? "another program uses it: give another --port, or 0 for any"
          : "give --host and --port that this machine has";
      reject(
        new Failure("INVALID_SETTING", `cannot listen on ${authorityOf(host)}:${port}: ${messageOf(error)}`, { hint }),
      );
    });
    server.listen({ host, port }, resolve);
  });
}

/** Closes the oldest connections that never sent an authorized request, so that they cannot use up all connections. */
function limitStrangers(server: Server, max: number): { known(socket: Socket): void; end(): void } {
  const strangers = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    strangers.add(socket);
    socket.once("close", () => strangers.delete(socket));
    const [oldest] = strangers;
    if (strangers.size > max) {
      oldest?.destroy();
    }
  });
  // Over TLS, a request's socket wraps the socket of the connection.
  return {
    known: (socket) => strangers.delete((socket as { _parent?: Socket })._parent ?? socket),
    end: () => {
      for (const socket of strangers) {
        socket.destroy();
      }
    },
  };
}

type Receive = (request: IncomingMessage, response: ServerResponse) => void;

function receiver(options: ListenOptions, limits: HttpLimits, port: number, known: (socket: Socket) => void): Receive {
  const { place, admit } = options;
  const { names, givenNames, tls } = place;
  const rules = { names, givenNames, port, isSecure: tls !== null, bodyBytesMax: limits.bodyBytesMax };
  const rates = limitRate(limits.requestsPerMinute);
  const refusals = limitRate(limits.refusalsPerMinute);
  let running = 0;

  /** The request as far as its head tells; throws the refusal. */
  const admitted = async (request: IncomingMessage): Promise<Omit<Exchange, "response" | "signal" | "body">> => {
    const head = { method: request.method ?? "", target: request.url ?? "", rawHeaders: request.rawHeaders };
    const refused = judgeHead(head, rules);
    if (refused !== null) {
      throw refused;
    }
    const [path = "", query = ""] = head.target.split(/\?(.*)/s);
    const caller = await admit(head, path);
    if (caller instanceof HttpRefusal) {
      throw waitOf(refusals.take(request.socket.remoteAddress ?? "")) ?? caller;
    }
    known(request.socket);
    const tooMany = waitOf(rates.take(caller));
    if (tooMany !== null) {
      throw tooMany;
    }
    return { head, path, query: new URLSearchParams(query), caller };
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      response.setHeader(name, value);
    }
    const given = await admitted(request);
    if (running >= limits.requestsMax) {
      throw busy(limits.requestsMax);
    }
    running += 1;
    response.once("close", () => {
      running -= 1;
    });
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const body = () => {
      if (request.headers.expect !== undefined) {
        response.writeContinue();
      }
      return readBody(request, limits.bodyBytesMax);
    };
    await options.answer({ ...given, response, signal: gone.signal, body });
  };

  return (request, response) => {
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    respond(request, response).catch((error: unknown) => {
      const refusal = error instanceof HttpRefusal ? error : refusalOf(error);
      // What is left of an unread body must not be read as the next request.
      if (!request.complete) {
        response.shouldKeepAlive = false;
        response.once("finish", () => request.destroy());
      }
      answerRefusal(response, refusal);
      if (!response.writableEnded) {
        response.destroy();
      }
    });
  };
}

const waitOf = (seconds: number): HttpRefusal | null =>
  seconds === 0
    ? null
    : new HttpRefusal(
        429,
        { what: "request refused", why: "too many requests a minute", remedy: `wait ${seconds} s` },
        { "Retry-After": String(seconds) },
      );

const busy = (max: number): HttpRefusal =>
  new HttpRefusal(
    503,
    { what: "request refused", why: `${max} requests are being answered`, remedy: "wait until one is answered" },
    { "Retry-After": "1" },
  );

function refusalOf(error: unknown): HttpRefusal {
  const remedy = (logId: string) => `the server keeps running; its stderr has details under ${logId}; please report it`;
  const { message, hint } = asFailure(error, remedy, "an HTTP request");
  return new HttpRefusal(500, { what: "request failed", why: message, remedy: hint });
}

/** Answers what Node's parser refuses, and requests that take too long: `request` is never emitted for these. */
function answerBroken(error: Error, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const [status, reason, why] = brokenBy(codeOf(error));
  const text = refusalBody(
    new HttpRefusal(status, { what: "request refused", why, remedy: "send a request as in RFC 9112" }),
  );
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
  // A peer that does not close its side would keep the socket.
  socket.setTimeout(CHECK_MS, () => socket.destroy());
}

function brokenBy(code: string): readonly [number, string, string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "Request Header Fields Too Large", "its headers are too long"];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "Request Timeout", "it did not arrive in time"];
    default:
      return [400, "Bad Request", "it is not HTTP/1.1"];
  }
}
