// How a client starts this very installation.
import type { Launch } from "./contract/client.ts";

/** The name of the entry. */
export const ENTRY_NAME = "context-broker";

/**
 * The paths are absolute, since desktop programs do not have a shell's PATH; but not those of npx, whose folder is temporary.
 * `node`, `main`: the running Node and this program's file.
 */
export function launchOf(node: string, main: string, env: Readonly<Record<string, string>>): Launch {
  return /[\\/]_npx[\\/]/.test(main)
    ? { command: "npx", args: ["-y", "context-broker", "serve"], env }
    : { command: node, args: [main, "serve"], env };
}
