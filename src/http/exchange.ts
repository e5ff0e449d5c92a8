// One admitted request and the ways to answer it.
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyTooLarge } from "./judge-head.ts";
import { HttpRefusal, refusalBody } from "./refusal.ts";
import type { RequestHead } from "./request-head.ts";

export interface Exchange {
  readonly head: RequestHead;
  /** As sent, not decoded: compare it with whole paths. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Who sent it, as `admit` said. */
  readonly caller: string;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  readonly response: ServerResponse;
  /** Throws a refusal if it is too long or the client has gone. */
  body(): Promise<Buffer>;
}

/** A server that shows pages replaces the Content-Security-Policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Reads the whole body, at most `bytesMax`. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > bytesMax) {
        throw bodyTooLarge(bytesMax);
      }
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof HttpRefusal) {
      throw error;
    }
    throw new HttpRefusal(400, { what: "body refused", why: "it ended early", remedy: "send it whole" });
  }
  return Buffer.concat(parts);
}

/** Ends the response. Does nothing if a response has begun or the client has gone. */
export function answer(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (!response.headersSent && !response.destroyed) {
    response.writeHead(status, { "Content-Length": String(Buffer.byteLength(text)), ...headers });
    response.end(text);
  }
}

export function answerJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(response, status, JSON.stringify(value), { "Content-Type": "application/json", ...headers });
}

export function answerRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  answer(response, refusal.status, refusalBody(refusal), { "Content-Type": "application/json", ...refusal.headers });
}
