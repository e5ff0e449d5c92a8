// Groups requests of the revision without sessions (2026-07-28) into conversations. Only the savings report uses them: it subtracts the cost of a
// conversation once, and counts a file that was read in it once. Answers do not depend on them: the protocol forbids a server to relate
// requests to each other.
//
// A client is identified by its token's owner and by the name and version in each request. Its conversation begins with
// `server/discover`, which clients send when they connect, or with the first request after a long pause.
import { createHash, randomBytes } from "node:crypto";
import { CLIENT_INFO_META_KEY, isSpecType } from "@modelcontextprotocol/server";
import type { Caller } from "../operations/contract/operation.ts";
import { SESSION_LIMITS, type SessionLimits } from "./http-sessions.ts";

export type Conversation = Pick<NonNullable<Caller["session"]>, "id" | "read">;

export const newConversation = (): Conversation => ({ id: randomBytes(4).toString("hex"), read: new Set() });

/** The conversation that a message of `caller` belongs to. */
export type ConversationOf = (message: unknown, caller: string) => Conversation;

/** Kept with the limits of sessions: as many at once, and ended by the same pause. */
export function openConversations(limits: SessionLimits = SESSION_LIMITS, now = Date.now): ConversationOf {
  /** A Map keeps the order of insertion: the first entry is the one that was idle longest. */
  const known = new Map<string, { readonly conversation: Conversation; readonly usedAt: number }>();
  return (message, caller) => {
    const { begins, client } = introductionOf(message);
    // Hashed, so that a long name takes no more memory.
    const key = createHash("sha256")
      .update(JSON.stringify([caller, ...client]))
      .digest("base64");
    const time = now();
    const last = known.get(key);
    const goesOn = !begins && last !== undefined && time - last.usedAt <= limits.idleMs;
    const conversation = goesOn ? last.conversation : newConversation();
    known.delete(key);
    known.set(key, { conversation, usedAt: time });
    for (const [oldest, { usedAt }] of known) {
      if (known.size <= limits.sessionsMax && time - usedAt <= limits.idleMs) {
        break;
      }
      known.delete(oldest);
    }
    return conversation;
  };
}

/** The client's name and version in a request. They are optional; the SDK checks their form later. */
function introductionOf(message: unknown): { readonly begins: boolean; readonly client: readonly unknown[] } {
  if (!isSpecType.JSONRPCRequest(message)) {
    return { begins: false, client: [] };
  }
  const info: unknown = message.params?._meta?.[CLIENT_INFO_META_KEY];
  const { name, version } = typeof info === "object" && info !== null ? (info as Record<string, unknown>) : {};
  return { begins: message.method === "server/discover", client: [name, version] };
}
