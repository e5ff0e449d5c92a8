// The page's server: on loopback, at a port of its own, until it is closed.
import { readFileSync } from "node:fs";
import { admitToken } from "../http/admit-token.ts";
import { answer, answerJson, type Exchange } from "../http/exchange.ts";
import { type Listening, listen } from "../http/listen.ts";
import { choosePlace } from "../http/place.ts";
import { HttpRefusal } from "../http/refusal.ts";
import type { Services } from "../operations/contract/services.ts";
import { packagePath } from "../system/package-root.ts";
import { newToken } from "../system/secret-token.ts";
import { openIndexing } from "./indexing.ts";
import { type Asking, askQuestion } from "./questions.ts";

/** By path: the file in dist/page and its type. */
const FILES: ReadonlyMap<string, readonly [name: string, type: string]> = new Map([
  ["/", ["index.html", "text/html; charset=utf-8"]],
  ["/app.js", ["app.js", "text/javascript; charset=utf-8"]],
  ["/app.css", ["app.css", "text/css; charset=utf-8"]],
]);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const QUESTION = /^\/ask\/([a-z_]{1,40})$/;

export interface ServedPage extends Pick<Listening, "close"> {
  /** With the token after `#`: browsers do not send that part to any server. */
  readonly link: string;
}

export interface PageOptions {
  readonly services: Services;
  readonly version: string;
  /** The project that the page is about, until another one is chosen on it. */
  readonly root: string;
}

/** `port`: 0 for any that is free. Throws INVALID_SETTING where it cannot listen. */
export async function servePage({ services, version, root }: PageOptions, port: number): Promise<ServedPage> {
  const indexing = openIndexing();
  const asking: Asking = {
    root,
    indexing,
    caller: { kind: "cli", client: { name: "context-broker", version }, roots: async () => [], cwd: root },
    // Searches as you type must not count as savings.
    services: {
      ...services,
      journal: { record: () => null, entries: (onProblem) => services.journal.entries(onProblem) },
    },
  };
  const token = newToken();
  const admit = admitToken(token, "page");
  const listening = await listen({
    place: choosePlace({ host: "127.0.0.1", names: [], tlsCert: null, tlsKey: null, allowPlain: false }),
    port,
    admit: (head, path) => (FILES.has(path) && head.method === "GET" ? "reader" : admit(head)),
    answer: (exchange) => respond(exchange, asking),
  });
  const close = async (): Promise<void> => {
    indexing.end();
    await listening.close();
  };
  return { link: `${listening.url}/#${token}`, close };
}

async function respond(exchange: Exchange, asking: Asking): Promise<void> {
  const { path, head, response, signal } = exchange;
  const file = FILES.get(path);
  if (file !== undefined && head.method === "GET") {
    const [name, type] = file;
    const text = readFileSync(packagePath("dist", "page", name), "utf8");
    answer(response, 200, text, { "Content-Type": type, "Content-Security-Policy": POLICY });
    return;
  }
  const question = QUESTION.exec(path)?.[1];
  if (question === undefined || head.method !== "POST") {
    throw new HttpRefusal(404, { what: "nothing here", why: "the page has no such address", remedy: "open its link" });
  }
  answerJson(response, 200, await askQuestion(question, parsed(await exchange.body()), signal, asking));
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new HttpRefusal(400, { what: "body refused", why: "it is not JSON", remedy: "send one JSON object" });
  }
}
