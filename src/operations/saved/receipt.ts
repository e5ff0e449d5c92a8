// What a save answers: where the result is, and how to read it back.
import type { SavedReceipt, SavedResults } from "../../storage/saved-results.ts";
import type { Caller } from "../contract/operation.ts";
import { type ReadBackInput, readBack } from "./read-back.ts";
import { openAddresses } from "./saved-uri.ts";

/** As fields and as lines. `named`: the projects that the call named. */
export async function receiptOf(
  saved: SavedResults,
  { name, path, scope }: SavedReceipt,
  named: Pick<ReadBackInput, "project" | "projects">,
  { kind }: Pick<Caller, "kind">,
) {
  const uri = (await openAddresses(saved))({ name, scope });
  const mode = saved.modeFor(scope);
  const readWith = readBack(kind, { name, ...named, ...(mode === null ? {} : { storage_mode: mode }) });
  return {
    fields: { name, uri, path, read_with: readWith, scope },
    lines: [`saved: ${name} (${path})`, `read it with: ${readWith}`, ...(kind === "cli" ? [] : [`resource: ${uri}`])],
  };
}
