/** Kinds of symbols that nothing refers to by name. */
export const UNUSED_KINDS: ReadonlySet<string> = new Set(["section", "data", "test"]);
