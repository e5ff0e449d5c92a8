import { readCookie } from "./cookie.ts";

export interface Session {
  readonly user: string;
  readonly expires: number;
}

/** The session of a request, or null where there is none or it has run out. */
export function checkSession(header: string, sessions: ReadonlyMap<string, Session>, now: number): Session | null {
  const session = sessions.get(readCookie(header, "session") ?? "");
  return session !== undefined && session.expires > now ? session : null;
}
