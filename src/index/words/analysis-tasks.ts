// What the indexing process asks its workers, and what they answer. Both sides import this; it does nothing.
import type { AnalyzedDocument } from "./analyzed-document.ts";

export interface AnalysisSettings {
  /** Further file name extensions and the language that reads them. */
  readonly extensions: Readonly<Record<string, string>>;
}

export type AnalysisTask =
  /** `plain` cuts at blank lines, without a grammar: for texts on which a grammar died. */
  | { readonly kind: "analyze"; readonly path: string; readonly text: string; readonly plain: boolean }
  | { readonly kind: "count"; readonly text: string };

export type AnalysisResult =
  | { readonly kind: "analyze"; readonly document: AnalyzedDocument }
  | { readonly kind: "count"; readonly tokens: number };
