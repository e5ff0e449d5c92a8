// What encloses a symbol: `UserService.getById` is in `UserService`, by its path, and perhaps in a module, by its file. The
// index writes every path with dots; names with other separators are split too.

const SEPARATOR = /::|->|[.#/]/;

/** Outermost first. */
export const enclosingNames = (path: string): string[] => path.split(SEPARATOR).slice(0, -1);

/** `getById` of `UserService.getById`. */
export const simpleName = (path: string): string => path.split(SEPARATOR).at(-1) ?? path;

export const endsWith = (names: readonly string[], end: readonly string[]): boolean =>
  end.every((name, at) => names[names.length - end.length + at] === name);

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
 * The symbols that qualifiers (outermost first) refer to; all symbols if there are none. The inner qualifiers are enclosing
 * names, as many as any symbol has; the outer ones are modules, and the symbols remain whose files' paths contain most of them,
 * since a package need not be a folder of the project. For `tokio::sync::mpsc::Sender::send`, `Sender` is an enclosing name and
 * the others are modules. If no enclosing name fits, the innermost module must be in the path. Empty if nothing fits.
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
      .map(({ symbol, parts }) => ({ symbol, found: modules.filter((name) => parts.has(name)).length }));
    if (fitting.length > 0) {
      const most = fitting.reduce((max, { found }) => Math.max(max, found), 0);
      return fitting.filter(({ found }) => found === most).map(({ symbol }) => symbol);
    }
  }
  return [];
}
