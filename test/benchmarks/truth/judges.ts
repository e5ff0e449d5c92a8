// Every judge, in the order of the page.
import type { Judge } from "./judge.ts";
import { agreement } from "./judges/agreement.ts";
import { ask } from "./judges/ask.ts";
import { breaksJudges } from "./judges/breaks.ts";
import { counts } from "./judges/counts.ts";
import { firstIndex } from "./judges/first-index.ts";
import { gitSignals } from "./judges/git-signals.ts";
import { imports } from "./judges/imports.ts";
import { loneNames } from "./judges/lone-names.ts";
import { occurrences } from "./judges/occurrences.ts";
import { projectFiles } from "./judges/project-files.ts";
import { savedResults } from "./judges/saved-results.ts";
import { searchAst } from "./judges/search-ast.ts";
import { searchText } from "./judges/search-text.ts";
import { symbolsJudge } from "./judges/symbols.ts";
import { syntaxJudge } from "./judges/syntax.ts";
import { tokens } from "./judges/tokens.ts";
import { types } from "./judges/types.ts";

export const JUDGES: readonly Judge[] = [
  ...breaksJudges,
  agreement,
  syntaxJudge,
  symbolsJudge,
  imports,
  types,
  loneNames,
  occurrences,
  projectFiles,
  savedResults,
  searchAst,
  searchText,
  firstIndex,
  gitSignals,
  ask,
  counts,
  tokens,
];
