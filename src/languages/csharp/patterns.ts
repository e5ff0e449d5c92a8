// How a piece of C# is parsed that is not a whole file.
import { BRACED } from "../../syntax/patterns/braced.ts";
import type { PatternSettings } from "../../syntax/patterns/settings.ts";

export const csharpPatterns: PatternSettings = {
  ...BRACED,
  also: { local_declaration_statement: ["class Q{", "}"], local_function_statement: ["class Q{", "}"] },
};
