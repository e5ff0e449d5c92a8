// The default value of an input field as --help and docs/use/tools.md show it. A client reads it from the schema.

interface FieldSchema {
  readonly description?: string;
  readonly default?: unknown;
}

/** `default 50`; empty if the description says it, and for the defaults "", false and none. */
export function defaultText({ description = "", default: value }: FieldSchema): string {
  const isSaid = /\bdefault\b/i.test(description);
  return isSaid || value === "" || !["string", "number"].includes(typeof value) ? "" : `default ${String(value)}`;
}
