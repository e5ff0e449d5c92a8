// The clients whose hooks are known. Not in the registry of clients, because a hook must start fast and not load what changes files.
import { claudeCodeHooks } from "./claude-code/hooks.ts";
import { codexHooks } from "./codex/hooks.ts";
import type { ClientHooks } from "./contract/client-hooks.ts";
import { cursorHooks } from "./cursor/hooks.ts";
import { geminiHooks } from "./gemini/hooks.ts";
import { opencodeHooks } from "./opencode/hooks.ts";

/** In the order in which help and pages list them. */
export const CLIENT_HOOKS: readonly ClientHooks[] = [
  claudeCodeHooks,
  codexHooks,
  cursorHooks,
  geminiHooks,
  opencodeHooks,
];

export const hooksNamed = (name: string | undefined): ClientHooks | undefined =>
  CLIENT_HOOKS.find((hooks) => hooks.name === name);
