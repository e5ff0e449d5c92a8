// How to read a saved result back: part of the answer to a save, since not every client updates its list of resources.
import { TYPED_WORD } from "../../system/platform/typed-words.ts";
import { plainJson } from "../answer/text-lines.ts";

/** The input of get_saved_result, without default values. */
export interface ReadBackInput {
  readonly name: string;
  /** Absolute path. */
  readonly project?: string;
  readonly projects?: "all" | readonly string[];
  readonly storage_mode?: string;
}

/** `get_saved_result {"name":"a b"}` for a client, `context-broker saved show 'a b'` for a terminal. */
export function readBack(caller: "mcp" | "cli", input: ReadBackInput): string {
  if (caller === "mcp") {
    return `get_saved_result ${plainJson(input)}`;
  }
  const flags = Object.entries(input).flatMap(([field, value]) =>
    field === "name" || value === undefined
      ? []
      : [value].flat().map((one) => ` --${field.replaceAll("_", "-")} ${TYPED_WORD(one)}`),
  );
  return `context-broker saved show ${TYPED_WORD(input.name)}${flags.join("")}`;
}
