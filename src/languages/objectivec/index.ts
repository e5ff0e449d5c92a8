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
    // A comment of Octave may be code that was put aside, `#if (x)`, and Mercury has C in it.
    ".m": /(?<![\s\S])(?![\s\S]*?^:-[ \t]*(?:module|interface)\b)[\s\S]*?^[ \t]*(?:@(?:interface|implementation|protocol|class|import|end|autoreleasepool|property)\b|#[ \t]*(?:(?:import|include)[ \t]*[<"]|(?:define|ifn?def)[ \t]+[A-Za-z_]|pragma\b|if[ \t]+(?:!?defined\b|!?[A-Z_]{3}))|[^%#\n]{0,200}\bNS(?:Log[ \t]*\(|[A-Z]\w*[ \t]*\*))/m,
    // Metamath, macros of roff, and XML.
    ".mm": /^(?!\s*(?:<|\$[({[cvdfap]\s|\.\\"|'\\"))/,
  },
  files: { generatedEnds: ".pbobjc.h .pbobjc.m" },
  reader: grammar("objc", objectivecProfile),
  patterns: cPatterns,
};
