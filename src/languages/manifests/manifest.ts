// What a manifest says of a project to somebody who has just met it.

export interface About {
  readonly name: string | null;
  readonly description: string | null;
  /** Command lines, run in the manifest's folder. */
  readonly build: readonly string[];
  readonly test: readonly string[];
}

export interface Manifest {
  /** File names at the root of a project; an extension alone (`.sln`) represents any name with it. */
  readonly files: readonly string[];
  /** `files` are the names of all files at the root. Null where the text cannot be read as such a manifest. */
  read(text: string, files: ReadonlySet<string>): About | null;
}

/** The first group of the expression in the text; null where it does not match. */
export const firstGroup = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1]?.trim() ?? null;

/** The lines of a TOML table, up to the next one. */
export function tomlTable(text: string, name: string): string {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (from < 0) {
    return "";
  }
  const to = lines.findIndex((line, at) => at > from && /^\s*\[/.test(line));
  return lines.slice(from + 1, to < 0 ? undefined : to).join("\n");
}

/** A text value of a TOML table's own lines. */
export const tomlText = (table: string, key: string): string | null =>
  firstGroup(new RegExp(`^\\s*${key}\\s*=\\s*["']([^"'\\n]{1,300})["']`, "m"), table);
