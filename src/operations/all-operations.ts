// Every operation, in the order of help and of the tool list.

import { askOperation } from "./code/ask/ask.ts";
import { analyzeDiff } from "./code/changes/analyze-diff.ts";
import { editedSymbols } from "./code/changes/edited-symbols.ts";
import { analyzeImpact } from "./code/edges/analyze-impact.ts";
import { findReferencesOperation } from "./code/edges/find-references.ts";
import { getCallGraph } from "./code/edges/get-call-graph.ts";
import { analyzeDirectory } from "./code/files/analyze-directory.ts";
import { analyzeFile } from "./code/files/analyze-file.ts";
import { searchFilesOperation } from "./code/files/search-files.ts";
import { getModule } from "./code/project/get-module.ts";
import { getRepoOverview } from "./code/project/get-repo-overview.ts";
import { listLanguagesOperation } from "./code/project/list-languages.ts";
import { listModulesOperation } from "./code/project/list-modules.ts";
import { searchAstOperation } from "./code/structure/search-ast.ts";
import { validateSyntaxOperation } from "./code/structure/validate-syntax.ts";
import { getSymbol } from "./code/symbols/get-symbol.ts";
import { getSymbolSource } from "./code/symbols/get-symbol-source.ts";
import { listSymbolsOperation } from "./code/symbols/list-symbols.ts";
import { searchSymbols } from "./code/symbols/search-symbols.ts";
import { searchTextOperation } from "./code/text/search-text.ts";
import { gatherContext } from "./context/gather-context.ts";
import type { Operation } from "./contract/operation.ts";
import { EDIT_OPERATIONS } from "./edits/all-edits.ts";
import { editPlan } from "./edits/edit-plan.ts";
import { clearIndexOperation } from "./index/clear-index.ts";
import { collectGarbageOperation } from "./index/collect-garbage.ts";
import { exportIndex } from "./index/export-index.ts";
import { generateIndex } from "./index/generate-index.ts";
import { healthOperation } from "./index/health.ts";
import { importIndex } from "./index/import-index.ts";
import { indexProject } from "./index/index-project.ts";
import { indexStatus } from "./index/index-status.ts";
import { listProjects } from "./index/list-projects.ts";
import { publishIndex } from "./index/publish-index.ts";
import { verifyCitationsOperation } from "./reason/verify-citations.ts";
import { HOOK_OPERATIONS } from "./review/hooks.ts";
import { reviewOperation } from "./review/review.ts";
import { deleteSavedResult } from "./saved/delete-saved-result.ts";
import { getSavedResult } from "./saved/get-saved-result.ts";
import { listSavedResults } from "./saved/list-saved-results.ts";
import { saveHandoff } from "./saved/save-handoff.ts";
import { saveSearchResults } from "./saved/save-search-results.ts";
import { savedResults } from "./saved/saved-results.ts";
import { listCalls } from "./savings/list-calls.ts";
import { reportTokenSavings } from "./savings/report-savings.ts";
import { tokenSavings } from "./savings/token-savings.ts";
import { searchCodebase } from "./search/search-codebase.ts";
import { trustAddOperation } from "./trust/trust-add.ts";
import { trustListOperation } from "./trust/trust-list.ts";
import { trustRemoveOperation } from "./trust/trust-remove.ts";
import { writeReportOperation } from "./write/write-report.ts";

/** All tools except `ask`, which passes questions to those of them that change nothing. */
const TOOLS: readonly Operation[] = [
  searchCodebase,
  saveSearchResults,
  saveHandoff,
  listSavedResults,
  getSavedResult,
  deleteSavedResult,
  savedResults,
  indexStatus,
  listProjects,
  gatherContext,
  getRepoOverview,
  analyzeFile,
  analyzeDiff,
  searchSymbols,
  getSymbol,
  getSymbolSource,
  findReferencesOperation,
  getCallGraph,
  analyzeImpact,
  searchTextOperation,
  searchFilesOperation,
  listSymbolsOperation,
  listModulesOperation,
  getModule,
  analyzeDirectory,
  listLanguagesOperation,
  searchAstOperation,
  validateSyntaxOperation,
  verifyCitationsOperation,
  tokenSavings,
  healthOperation,
  generateIndex,
  editPlan,
  ...EDIT_OPERATIONS,
];

/**
 * Tools and commands. `serve`, `config show`, `doctor` and `setup` answer about the installation and not about a project: they are commands of
 * cli/ itself.
 */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...TOOLS,
  askOperation(TOOLS),
  reviewOperation,
  writeReportOperation,
  editedSymbols,
  ...HOOK_OPERATIONS,
  reportTokenSavings,
  listCalls,
  indexProject,
  exportIndex,
  publishIndex,
  importIndex,
  collectGarbageOperation,
  clearIndexOperation,
  trustAddOperation,
  trustListOperation,
  trustRemoveOperation,
];
