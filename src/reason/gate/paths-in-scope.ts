// Which files an edit that a language model proposes may touch: those that the user's own task names, and those that the user added. Neither the
// model nor the source that it reads can widen this.
import type { ContextItem } from "../contract/prepared-context.ts";

export interface Scope {
  /** Files that the task names, by path or by a symbol that is defined there. */
  readonly named: ReadonlySet<string>;
  /** Files and folders that the user added; "" is the whole project. */
  readonly allowed: readonly string[];
}

const isInside = (path: string, folder: string): boolean =>
  folder === "" || path === folder || path.startsWith(`${folder}/`);

export const isInScope = ({ named, allowed }: Scope, path: string): boolean =>
  named.has(path) || allowed.some((folder) => isInside(path, folder));

/** `allowed`: project-relative, without `/` at the end. */
export function scopeOf(task: string, items: readonly ContextItem[], allowed: readonly string[]): Scope {
  const words = new Set(task.match(/[^\s"'`()<>,;]+/g)?.map(bareWord) ?? []);
  const byPath = items.flatMap(({ path }) => (words.has(path) ? [path] : []));
  const bySymbol = [...namesIn(task)].flatMap((name) => filesWith(name, items));
  const newFiles = [...words].filter((word) => /^[\w@+.~-]+(?:\/[\w@+.~-]+)+\.\w+$/.test(word) && !word.includes(".."));
  return { named: new Set([...byPath, ...bySymbol, ...newFiles]), allowed };
}

/** Where the name is defined: as it is written, else as the end of a longer one, if only one file has that. */
function filesWith(name: string, items: readonly ContextItem[]): readonly string[] {
  const whole = items.filter(({ symbol }) => symbol === name).map(({ path }) => path);
  const ends = items.filter(({ symbol }) => symbol?.endsWith(`.${name}`) === true).map(({ path }) => path);
  const found = new Set(whole.length > 0 ? whole : ends);
  return found.size === 1 ? [...found] : [];
}

/** `./src/a.ts:12,` → `src/a.ts` */
const bareWord = (word: string): string =>
  word
    .replace(/[.:!?]+$/, "")
    .replace(/(?:#.*|:\d+(?:-\d+)?)$/, "")
    .replace(/^(?:\.\/)+/, "");

const NAME = /(?<quoted>`?)(?<name>[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)(?<call>\(\)?)?/gu;

/**
 * Symbols that the task names: `OrderStore.save`, `parseOrder`, `save()`, `` `save` ``, and `Store` within a sentence. A plain word such as "save"
 * names none, since it may be meant as a word.
 */
const namesIn = (task: string): ReadonlySet<string> =>
  new Set(
    [...task.matchAll(NAME)].flatMap(({ index, groups: { quoted = "", name = "", call = "" } = {} }) => {
      const isCapitalised = /^\p{Lu}/u.test(name) && !/(?:^|[.!?])\s*$/.test(task.slice(0, index));
      const isName = quoted !== "" || call !== "" || isCapitalised || /[._$\d]|[\p{Ll}\p{N}]\p{Lu}/u.test(name);
      return isName ? [name] : [];
    }),
  );
