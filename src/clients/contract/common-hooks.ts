// What the hooks of several clients share.
import type { HookEntry, HookEvent } from "./client-hooks.ts";

/** `{"hooks": {EVENT: [{"matcher": …, "hooks": [{"type": "command", …}]}]}}`. */
export const matchedCommand = (event: string, matcher: string, command: string, timeout: number): HookEntry => ({
  keys: ["hooks", event],
  value: { matcher, hooks: [{ type: "command", command, timeout }] },
});

/** A note as context for the model, before or after the tool. */
export const commonAnswer = (event: HookEvent["kind"], note: string): unknown => ({
  hookSpecificOutput: { hookEventName: event === "wrote" ? "PostToolUse" : "PreToolUse", additionalContext: note },
});
