// Which requests of the revision without sessions belong to one conversation. Only the savings report uses it: what a conversation
// costs is taken off once, and a file that it has read is not counted again. No answer depends on it, because the protocol lets no
// server infer one request from another.
//
// A client is known by its token's owner and by the name and version that each request gives. Its conversation begins with
// `server/discover`, which clients send when they connect, or with the first request after a long pause.
import { createHash, randomBytes } from "node:crypto";
import { CLIENT_INFO_META_KEY, isSpecType } from "@modelcontextprotocol/server";
import type { Caller } from "../operations/contract/operation.ts";
import { SESSION_LIMITS, type SessionLimits } from "./http-sessions.ts";

export type Conversation = Pick<NonNullable<Caller["session"]>, "id" | "read">;

export const newConversation = (): Conversation => ({ id: randomBytes(4).toString("hex"), read: new Set() });

/** The conversation that a message of `caller` belongs to. */
export type ConversationOf = (message: unknown, caller: string) => Conversation;

/** As many as sessions of the other revisions, and ended by as long a pause. */
export function openConversations(limits: SessionLimits = SESSION_LIMITS, now = Date.now): ConversationOf {
  /** A Map keeps the order of insertion: the first entry is the one that was idle longest. */
  const known = new Map<string, { readonly conversation: Conversation; readonly usedAt: number }>();
  return (message, caller) => {
    const { begins, client } = introductionOf(message);
    // Of one length, whatever a client calls itself.
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

/** What a request gives as its client, which the protocol does not require. The SDK refuses another form later. */
function introductionOf(message: unknown): { readonly begins: boolean; readonly client: readonly unknown[] } {
  if (!isSpecType.JSONRPCRequest(message)) {
    return { begins: false, client: [] };
  }
  const info: unknown = message.params?._meta?.[CLIENT_INFO_META_KEY];
  const { name, version } = typeof info === "object" && info !== null ? (info as Record<string, unknown>) : {};
  return { begins: message.method === "server/discover", client: [name, version] };
}
