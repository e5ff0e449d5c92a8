import { claudeCode } from "./claude-code/index.ts";
import { claudeDesktop } from "./claude-desktop/index.ts";
import { codex } from "./codex/index.ts";
import type { Client } from "./contract/client.ts";
import { cursor } from "./cursor/index.ts";
import { gemini } from "./gemini/index.ts";
import { kimiCli } from "./kimi-cli/index.ts";
import { kimiCode } from "./kimi-code/index.ts";
import { opencode } from "./opencode/index.ts";
import { vscode } from "./vscode/index.ts";
import { zed } from "./zed/index.ts";

/** In the order in which help and pages list them. */
export const CLIENTS: readonly Client[] = [
  claudeDesktop,
  claudeCode,
  kimiCli,
  kimiCode,
  codex,
  vscode,
  cursor,
  gemini,
  opencode,
  zed,
];

export const CLIENT_NAMES: readonly string[] = CLIENTS.map(({ name }) => name);
