// doctor's check of the shared local server: whether commands and clients can use one. Without it they work alone, and say nothing of it.
import { requirePrivate } from "../daemon/entry.ts";
import { codeOf, Failure, systemReason } from "../vocabulary/failure.ts";
import type { Finding } from "./check-machine.ts";

/** `folder`: where the servers' entries are; it need not exist. */
export function checkSharedServer(mode: "auto" | "off", folder: string): Finding {
  const check = "shared server";
  if (mode === "off") {
    return { check, state: "note", detail: "off: each command and each client works alone (setting daemon)", cure: "" };
  }
  try {
    requirePrivate(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") {
      const { message: why, hint: cure } =
        error instanceof Failure ? error : { message: systemReason(error), hint: `make ${folder} readable for you` };
      return { check, state: "warning", detail: `cannot be used, so everything works alone: ${why}`, cure };
    }
  }
  return { check, state: "ok", detail: "the first command or client starts it", cure: "" };
}
