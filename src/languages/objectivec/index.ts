// Objective-C, with the C that is in it.
import { grammar } from "../../syntax/reader.ts";
import { inHeaders } from "../c/headers.ts";
import { cPatterns } from "../c/patterns.ts";
import type { Language } from "../contract/language.ts";
import { objectivecProfile } from "./outline.ts";

export const objectivec: Language = {
  id: "objectivec",
  extensions: [".m", ".mm", ".h"],
  claims: {
    ".h": inHeaders("objectivec"),
    ".m": /^[ \t]*(?:@(?:interface|implementation|protocol|class|import|end|autoreleasepool|property)\b|#[ \t]*(?:import|include|define|pragma|if|ifn?def)\b)/m,
  },
  files: { generatedEnds: ".pbobjc.h .pbobjc.m" },
  reader: grammar("objc", objectivecProfile),
  patterns: cPatterns,
};
