// What encloses a symbol: `UserService.getById` is in `UserService`, by its path, and perhaps in a module, by its file. The
// index writes every path with dots; names with other separators are split too.

const SEPARATOR = /::|->|[.#/]/;

/** Outermost first. */
export const enclosingNames = (path: string): string[] => path.split(SEPARATOR).slice(0, -1);

export function endsWith(names: readonly string[], end: readonly string[]): boolean {
  return end.every((name, at) => names[names.length - end.length + at] === name);
}

/** As names are alike whatever the style: `mail-queue`, `MailQueue`, `mail_queue`. */
export const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Folders and stem, folded; `Shop.Core` is a folder for two names. */
const modulesOf = (file: string): Set<string> =>
  new Set(
    file
      .replace(/\.[^./]*$/, "")
      .split(/[./]/)
      .map(folded),
  );

/**
 * Those of the symbols that are meant by the qualifiers, outermost first; all for none. The inner qualifiers are names
 * around the symbol, as many as fit any (`Sender` of `tokio::sync::mpsc::Sender`); the others are modules, and of the
 * symbols that fit, those stay whose files' paths hold most of them: a package need not be a folder here. Where no name
 * around a symbol fits, the innermost module has to be in the path; empty where nothing fits.
 */
export function qualifiedAs<Named extends { readonly path: string }>(
  symbols: readonly Named[],
  qualifiers: readonly string[],
  fileOf: (symbol: Named) => string,
): Named[] {
  const enclosed = symbols.map((symbol) => ({ symbol, enclosing: enclosingNames(symbol.path) }));
  for (let outer = 0; outer <= qualifiers.length; outer++) {
    const modules = qualifiers.slice(0, outer).map(folded);
    const innermost = outer > 0 && outer === qualifiers.length ? modules.at(-1) : undefined;
    const fitting = enclosed
      .filter(({ enclosing }) => endsWith(enclosing, qualifiers.slice(outer)))
      .map(({ symbol }) => ({ symbol, parts: modulesOf(fileOf(symbol)) }))
      .filter(({ parts }) => innermost === undefined || parts.has(innermost))
      .map(({ symbol, parts }) => ({ symbol, held: modules.filter((name) => parts.has(name)).length }));
    if (fitting.length > 0) {
      const most = fitting.reduce((max, { held }) => Math.max(max, held), 0);
      return fitting.filter(({ held }) => held === most).map(({ symbol }) => symbol);
    }
  }
  return [];
}
