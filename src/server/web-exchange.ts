// Between Node's requests and the web's, which the SDK takes and answers.
import { once } from "node:events";
import type { Exchange } from "../http/exchange.ts";

/** Headers that MCP reads; the others have been judged, and are nobody's business further in. */
const READ = /^(?:accept|content-type|last-event-id|mcp-.*)$/i;

/** Without its body, which is read within limits and handed on as a value. */
export function webRequestOf({ head, path, signal }: Exchange): Request {
  const headers = new Headers();
  head.rawHeaders.forEach((value, index) => {
    const name = index % 2 === 1 ? (head.rawHeaders[index - 1] ?? "") : "";
    if (READ.test(name)) {
      headers.append(name, value);
    }
  });
  return new Request(`http://server.invalid${path}`, { method: head.method, headers, signal });
}

/** Writes a response as it comes; a client that reads slowly slows it down, and one that has gone ends it. */
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
