// What a deletion breaks in Go beside what names it: a constant without a value has that of the line above, or the next one.
import type { DeletionRules } from "../contract/deletion-rules.ts";

export const goDeletion: DeletionRules = { continued: { line: /^\s*\w+\s*$/, list: /^const\s*\($/ } };
