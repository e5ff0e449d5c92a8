// Go.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { goFacts } from "./facts/reader.ts";
import { goProfile } from "./outline.ts";
import { goPatterns } from "./patterns.ts";
import { goRules } from "./rules.ts";

export const go: Language = {
  id: "go",
  extensions: [".go"],
  reader: grammar("go", goProfile),
  facts: goFacts,
  rules: goRules,
  patterns: goPatterns,
};
