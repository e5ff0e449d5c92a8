// What a client pays at its start, in tokens: the tool list and the instructions. The savings report takes it off once a session.
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { loadTokenCounter } from "../system/token-counter.ts";

/** Counts at the first call, and once. */
export function openSessionTokens(listed: readonly Tool[], instructions: string): () => Promise<number> {
  let counted: Promise<number> | undefined;
  const countAll = async (): Promise<number> => {
    const { count } = await loadTokenCounter();
    return count(JSON.stringify(listed)) + count(instructions);
  };
  return () => {
    counted ??= countAll();
    return counted;
  };
}
