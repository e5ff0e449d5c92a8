// The project of the working folder, for commands about the installation.
import type { Settings } from "../config/settings.ts";
import { chooseProject } from "../operations/contract/choose-project.ts";
import type { Caller } from "../operations/contract/operation.ts";
import { Failure, type FailureCode } from "../vocabulary/failure.ts";

/** A person at a terminal, who may name any project. */
export const terminalCaller = (version: string, cwd: string): Caller => ({
  kind: "cli",
  client: { name: "context-broker", version },
  roots: () => Promise.resolve([]),
  cwd,
});

const NO_PROJECT: readonly FailureCode[] = ["PROJECT_NOT_FOUND", "PROJECT_TOO_BROAD"];

/** The project's root; null if none was named and the working folder belongs to none. */
export async function findCurrentProject(settings: Settings, caller: Caller): Promise<string | null> {
  try {
    return await chooseProject(undefined, { caller, services: { settings }, signal: new AbortController().signal });
  } catch (error) {
    if (settings.project.length === 0 && error instanceof Failure && NO_PROJECT.includes(error.code)) {
      return null;
    }
    throw error;
  }
}
