// Why a file of a project is not searched.

/** Classes that a user may include as a whole. A secret is admitted only by its exact path in `include`. */
export const SEARCHABLE_CLASSES = [
  "ignored",
  "binary",
  "lock",
  "minified",
  "generated",
  "vendored",
  "tooling",
  "worktree",
  "oversized",
] as const;
export type SearchableClass = (typeof SEARCHABLE_CLASSES)[number];

export type Exclusion = SearchableClass | "secret" | "link" | "unreadable";
