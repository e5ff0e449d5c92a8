// git in a throw-away project, with no configuration but what a test writes into the project's own `home`.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import type { Scratch } from "./scratch.ts";

/** Runs git in a folder of the scratch project and answers what it printed, trimmed; throws where it fails. */
export type ScratchGit = (folder: string, ...args: string[]) => string;

export function useScratchGit(scratch: Scratch): ScratchGit {
  beforeEach(() => {
    vi.stubEnv("HOME", join(scratch.root, "home"));
    vi.stubEnv("XDG_CONFIG_HOME", "");
    vi.stubEnv("GIT_CONFIG_SYSTEM", "/dev/null");
    vi.stubEnv("GIT_CONFIG_GLOBAL", undefined);
    // No examples of hooks: fourteen files less to write and to remove for each repository.
    vi.stubEnv("GIT_TEMPLATE_DIR", "");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  return (folder, ...args) => {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"];
    const options = { encoding: "utf8" as const, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
    return execFileSync("git", ["-C", join(scratch.root, folder), ...identity, ...args], options).trim();
  };
}
