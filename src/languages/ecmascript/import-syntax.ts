// How JavaScript and TypeScript write imports and exports.
import type { ImportSyntax } from "../contract/import-syntax.ts";
import { layoutOf } from "./import-statements.ts";
import { modulePath, rebased } from "./module-specifiers.ts";
import { addImports, importStatement, passOn } from "./write-imports.ts";

export const ecmascriptImportSyntax: ImportSyntax = {
  scope: "file",
  layout: layoutOf,
  modulePath,
  rebased,
  addImports,
  importStatement,
  passOn,
  exportWord: "export ",
  impliedNames: [{ name: "React", by: /<[A-Z>]|<\/[a-z]/ }],
  blankLines: 1,
  typeKinds: new Set(["interface", "type"]),
  cyclesFail: false,
  refusal: (facts, text) =>
    facts.exports?.some(({ name }) => name === "=") === true || /\bmodule\.exports\b|^exports\.\w+\s*=/m.test(text)
      ? "a file exports with module.exports"
      : null,
};
