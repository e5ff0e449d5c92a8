// What a field of an input is where it is not given, for who reads of it: --help and docs/tools.md. A client reads the schema.

interface FieldSchema {
  readonly description?: string;
  readonly default?: unknown;
}

/** `default 50`; empty where the description says it, and where it goes without saying: nothing, off. */
export function defaultText({ description = "", default: value }: FieldSchema): string {
  const isSaid = /\bdefault\b/i.test(description);
  return isSaid || value === "" || !["string", "number"].includes(typeof value) ? "" : `default ${String(value)}`;
}
