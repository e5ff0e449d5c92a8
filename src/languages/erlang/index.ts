// Erlang.
import { BARE, withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { erlangProfile } from "./outline.ts";

export const erlang: Language = {
  id: "erlang",
  extensions: [".erl", ".hrl", ".escript"],
  interpreters: ["escript"],
  files: {
    rootMarkers: "rebar.config",
    lockFiles: "rebar.lock",
    binaryExtensions: "beam",
    vendoredBeside: { deps: "rebar.config", _build: "rebar.config" },
  },
  reader: grammar("erlang", erlangProfile),
  patterns: {
    ...withExamples("$F($$$ARGS)", "$A + $B"),
    surrounds: [BARE, ["q() -> ", "."], ["q() -> [", "]."]],
    spellings: ["%", "^"],
  },
};
