// The table of what the names of each language lead to: apart from the registry, so that a process that only analyses texts does not
// load what links them. A test holds the two in step.
import type { LanguageSemantics, SemanticsOf } from "../linking/semantics.ts";
import { cppSemantics, cSemantics } from "./c/semantics.ts";
import { csharpSemantics } from "./csharp/semantics.ts";
import { ecmascriptSemantics } from "./ecmascript/semantics.ts";
import { goSemantics } from "./go/semantics.ts";
import { javaSemantics } from "./java/semantics.ts";
import { kotlinSemantics } from "./kotlin/semantics.ts";
import { phpSemantics } from "./php/semantics.ts";
import { pythonSemantics } from "./python/semantics.ts";
import { rubySemantics } from "./ruby/semantics.ts";
import { rustSemantics } from "./rust/semantics.ts";
import { scalaSemantics } from "./scala/semantics.ts";
import { swiftSemantics } from "./swift/semantics.ts";

/** By the identifiers of the registry. A page has those of the scripts in it. */
export const SEMANTICS: ReadonlyMap<string, LanguageSemantics> = new Map([
  ["typescript", ecmascriptSemantics],
  ["tsx", ecmascriptSemantics],
  ["javascript", ecmascriptSemantics],
  ["vue", ecmascriptSemantics],
  ["svelte", ecmascriptSemantics],
  ["astro", ecmascriptSemantics],
  ["python", pythonSemantics],
  ["go", goSemantics],
  ["rust", rustSemantics],
  ["java", javaSemantics],
  ["kotlin", kotlinSemantics],
  ["scala", scalaSemantics],
  ["c", cSemantics],
  ["cpp", cppSemantics],
  ["csharp", csharpSemantics],
  ["ruby", rubySemantics],
  ["php", phpSemantics],
  ["swift", swiftSemantics],
]);

/** Undefined for a language whose names are not linked. */
export const semanticsOf: SemanticsOf = (id) => SEMANTICS.get(id);
