// How Scala's facts are read: which node types declare, bind, import, branch, or are types and expressions.
import type { FactsReader } from "../read-facts.ts";
import { scalaClasses } from "./classes.ts";
import { scalaFunctions } from "./functions.ts";
import { importDeclaration, packageClause } from "./imports.ts";
import { BUILT_IN } from "./names.ts";
import { comment } from "./notation.ts";
import { scalaStatements } from "./statements.ts";
import { scalaTypes } from "./types.ts";
import { scalaValues } from "./values.ts";

export const scalaFacts: FactsReader = {
  membersInScope: true,
  typesApart: true,
  builtIn: BUILT_IN,
  values: { ...scalaTypes, ...scalaValues },
  visitors: {
    ...scalaStatements,
    ...scalaClasses,
    ...scalaFunctions,
    block_comment: comment,
    package_clause: packageClause,
    import_declaration: importDeclaration,
  },
};
