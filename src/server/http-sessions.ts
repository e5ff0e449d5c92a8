// The sessions of clients that speak a revision before 2026-07-28: begun by `initialize`, named by `Mcp-Session-Id`, ended by DELETE or
// when idle. A session belongs to the caller who began it.
import { randomUUID } from "node:crypto";
import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { HttpRefusal } from "../http/refusal.ts";
import { checkRequests } from "./check-requests.ts";
import { keepRecentEvents } from "./recent-events.ts";

export interface SessionLimits {
  /** Sessions of all callers together; for a further one, the session that was idle longest is ended. */
  readonly sessionsMax: number;
  readonly idleMs: number;
}

export const SESSION_LIMITS: SessionLimits = { sessionsMax: 64, idleMs: 30 * 60_000 };
/** How often idle sessions are looked for, in milliseconds. */
const CHECK_MS = 10_000;

interface Session {
  readonly caller: string;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests that are being answered, open streams included. */
  open: number;
  usedAt: number;
}

export interface HttpSessions {
  /** Answers a request; `body` is its parsed body. The response has ended when `ended` is called. */
  answer(request: Request, body: unknown, caller: string): Promise<{ response: Response; ended: () => void }>;
  servers(): readonly Server[];
  close(): Promise<void>;
}

export function openSessions(
  makeServer: () => Server,
  limits: SessionLimits = SESSION_LIMITS,
  now = Date.now,
): HttpSessions {
  const sessions = new Map<string, Session>();
  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };
  const endIdle = (): void => {
    for (const [id, { open, usedAt }] of sessions) {
      if (open === 0 && now() - usedAt > limits.idleMs) {
        void end(id);
      }
    }
  };
  const timer = setInterval(endIdle, CHECK_MS).unref();

  /** Makes room for one more, or refuses. */
  const makeRoom = async (): Promise<void> => {
    if (sessions.size >= limits.sessionsMax) {
      const idle = [...sessions].filter(([, { open }]) => open === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
      const [oldest] = idle[0] ?? [];
      if (oldest === undefined) {
        throw new HttpRefusal(
          503,
          { what: "session refused", why: `${limits.sessionsMax} sessions are in use`, remedy: "end one with DELETE" },
          { "Retry-After": "10" },
        );
      }
      await end(oldest);
    }
  };

  const begin = async (caller: string): Promise<Session> => {
    await makeRoom();
    const server = makeServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: keepRecentEvents(),
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const session: Session = { caller, server, transport, open: 0, usedAt: now() };
    await server.connect(checkRequests(transport));
    return session;
  };

  return {
    answer: async (request, body, caller) => {
      const id = request.headers.get("mcp-session-id");
      const there = id === null ? undefined : sessions.get(id);
      if (id !== null && there?.caller !== caller) {
        // The protocol's answer to an unknown session. Also given for another caller's, so that it stays secret.
        const error = { code: -32001, message: "Session not found: send initialize again" };
        return {
          response: Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 }),
          ended: () => undefined,
        };
      }
      const session = there ?? (await begin(caller));
      session.open += 1;
      let isOpen = true;
      const ended = (): void => {
        if (isOpen) {
          isOpen = false;
          session.open -= 1;
          session.usedAt = now();
        }
        // The request did not begin a session, so its server object is closed.
        if (session.transport.sessionId === undefined) {
          void session.server.close();
        }
      };
      try {
        const options = body === undefined ? {} : { parsedBody: body };
        return { response: await session.transport.handleRequest(request, options), ended };
      } catch (error) {
        ended();
        throw error;
      }
    },
    servers: () => [...sessions.values()].map(({ server }) => server),
    close: async () => {
      clearInterval(timer);
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
