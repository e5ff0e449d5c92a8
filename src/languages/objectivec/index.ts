// Objective-C, with the C that is in it.
import { grammar } from "../../syntax/reader.ts";
import { cPatterns } from "../c/patterns.ts";
import type { Language } from "../contract/language.ts";
import { objectivecProfile } from "./outline.ts";

export const objectivec: Language = {
  id: "objectivec",
  extensions: [".m", ".mm"],
  files: { generatedEnds: ".pbobjc.h .pbobjc.m" },
  reader: grammar("objc", objectivecProfile),
  patterns: cPatterns,
};
