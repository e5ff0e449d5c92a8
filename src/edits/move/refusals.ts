// Answers of the builder that moves where there is no edit.
import type { Targeted } from "../../intelligence/edges/target.ts";
import type { Built, RefusalRule } from "../change-set.ts";
import { withoutTarget } from "../without-target.ts";

export const refused = (
  rule: RefusalRule,
  path: string | null,
  line: number | null,
  message: string,
  remedy: string,
): Built => ({ kind: "refused", refusals: [{ rule, path, line, message, remedy }] });

/** Where the address names no symbol whose uses are known. */
export function notFound(asked: string, targeted: Exclude<Targeted, { kind: "found" }>): Built {
  if (targeted.kind !== "unread") {
    return withoutTarget(asked, targeted);
  }
  const { path, language } = targeted.found.document;
  return refused(
    "unsupported",
    path,
    null,
    `for ${language ?? "this kind of file"} only definitions are indexed, so uses of ${asked} are unknown`,
    "move it by hand: delete it here and insert it there",
  );
}
