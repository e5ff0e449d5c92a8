// Converts Node's requests to web requests, which the SDK takes, and web responses to Node's.
import { once } from "node:events";
import type { Exchange } from "../http/exchange.ts";

/** The headers that MCP reads. Others are not passed on. */
const READ = /^(?:accept|content-type|last-event-id|mcp-.*)$/i;

/** A POST is answered in one of both, a GET in the second. */
const ANSWERS = "application/json, text/event-stream";

/** Without its body, which is read within limits and handed on as a value. */
export function webRequestOf({ head, path, signal }: Exchange): Request {
  const headers = new Headers();
  head.rawHeaders.forEach((value, index) => {
    const name = index % 2 === 1 ? (head.rawHeaders[index - 1] ?? "") : "";
    if (READ.test(name)) {
      headers.append(name, value);
    }
  });
  // Without the header, and with one that takes anything, a client takes what MCP answers in.
  const accepted = headers.get("accept");
  if (accepted === null || /(?:^|[\s,])\*\/\*/.test(accepted)) {
    headers.set("accept", ANSWERS);
  }
  return new Request(`http://server.invalid${path}`, { method: head.method, headers, signal });
}

/** Writes a response as its parts arrive, no faster than the client reads; stops when the client has gone. */
export async function sendWebResponse({ response, signal }: Exchange, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = answer.body.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let part = await reader.read(); !part.done && !signal.aborted; part = await reader.read()) {
      if (!response.write(part.value)) {
        await once(response, "drain", { signal });
      }
    }
    response.end();
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
