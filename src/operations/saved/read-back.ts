// How to read a saved result back: part of the answer to a save, since not every client updates its list of resources.
import { TYPED_WORD } from "../../system/platform/typed-words.ts";
import { plainJson } from "../answer/text-lines.ts";

/** What names the result, without default values. */
export interface ReadBackInput {
  readonly name: string;
  /** Absolute path. */
  readonly project?: string;
  readonly projects?: "all" | readonly string[];
  readonly storage_mode?: string;
}

/** `saved_results {"action":"get","name":"a b"}` for a client, `context-broker saved show 'a b'` for a terminal. */
export function readBack(caller: "mcp" | "cli", input: ReadBackInput): string {
  if (caller === "mcp") {
    return `saved_results ${plainJson({ action: "get", ...input })}`;
  }
  const flags = Object.entries(input).flatMap(([field, value]) =>
    field === "name" || value === undefined
      ? []
      : [value].flat().map((one) => ` --${field.replaceAll("_", "-")} ${TYPED_WORD(one)}`),
  );
  return `context-broker saved show ${TYPED_WORD(input.name)}${flags.join("")}`;
}
