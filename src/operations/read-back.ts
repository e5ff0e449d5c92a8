// How a saved result is read back: said in the answer to a save, since not every client looks at its list of resources again.
import { shellQuoted } from "../system/shell.ts";
import { plainJson } from "./code/text-lines.ts";

/** What get_saved_result needs, without fields that are as by default. */
export interface ReadBackInput {
  readonly name: string;
  /** Absolute path. */
  readonly project?: string;
  readonly storage_mode?: string;
}

/** `get_saved_result {"name":"a b"}` for a client, `context-broker saved show 'a b'` for a terminal. */
export function readBack(caller: "mcp" | "cli", input: ReadBackInput): string {
  if (caller === "mcp") {
    return `get_saved_result ${plainJson(input)}`;
  }
  const flags = Object.entries(input).flatMap(([field, value]) =>
    field === "name" || value === undefined ? [] : [` --${field.replaceAll("_", "-")} ${shellQuoted(value)}`],
  );
  return `context-broker saved show ${shellQuoted(input.name)}${flags.join("")}`;
}
