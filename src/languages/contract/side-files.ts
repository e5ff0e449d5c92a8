// Files beside the source, as a language's tools name them.

/** Beside the source: who asks how something works rarely wants these first. */
export type SideRole =
  | "test"
  | "fixture"
  | "example"
  | "vendored"
  | "generated"
  | "legacy"
  | "declaration"
  | "prose"
  | "config";

/** Over the project-relative path with a leading `/`, in lower case. What is of no language stands in file-role.ts. */
export type SideFiles = Readonly<Partial<Record<SideRole, RegExp>>>;
