// The one hint of a session: before the client searches the files for a name, or reads a large file whole.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { HookEvent } from "../clients/contract/client-hooks.ts";

/** A file of this many bytes is some 10,000 tokens. */
const LARGE_BYTES = 40_000;
/** A name in code, alone or after a keyword such as `class`. Names of fewer than four letters are not worth a hint. */
const NAME =
  /^(?:(?:async|class|def|enum|export|fn|func|function|interface|struct|trait|type) +)*([A-Za-z_$][\w$]{3,})\\?\(?$/;
const LOOKS_LIKE_CODE = /[a-z][A-Z]|_|\$|^[A-Z][a-z]/;

/** The hint for an event; null if this program's tools would not answer better. */
export function hintFor(event: HookEvent): string | null {
  if (event.kind === "searches") {
    const [whole, name = ""] = NAME.exec(event.text.replace(/^\\b|\\b$/g, "")) ?? [];
    const isName = whole !== undefined && (LOOKS_LIKE_CODE.test(name) || whole !== name);
    return isName
      ? `context-broker: find_references and get_symbol_source answer for the symbol ${name}, without reading files.`
      : null;
  }
  return event.kind === "reads" && sizeOf(resolve(event.cwd, event.path)) >= LARGE_BYTES
    ? "context-broker: this file is large; list_symbols shows what is in it, get_symbol_source only the symbol that you need."
    : null;
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
