// Paths of several projects that are searched as one. The first step of such a path is the project's place among them; the rest is the
// path in that project.
//
// A project may lie inside another one: web/ of app/. A file of both is stored once, by its path in the outer one (app's mark, `web/main.ts`), so that
// imports lead to it from both; an answer names it by its path in the inner one (web's mark, `main.ts`), by `innermostPath` or `withLabels`.

/** Most projects in one question. */
export const JOINED_MAX = 32;

/**
 * U+FDD0 to U+FDEF: Unicode keeps these 32 code points for the use inside a program, so that no text has them. Letters would be
 * read as the name of a folder.
 */
const FIRST_MARK = 0xfdd0;
const PREFIX_LENGTH = 2;

/** `place`: from 0 to JOINED_MAX − 1. */
export const joinedPath = (place: number, path: string): string => `${String.fromCharCode(FIRST_MARK + place)}/${path}`;

/** The project's place; null for the path of a single project. */
export function placeOfPath(path: string): number | null {
  const place = path.charCodeAt(0) - FIRST_MARK;
  return place >= 0 && place < JOINED_MAX && path[1] === "/" ? place : null;
}

/** The path in its own project; the path of a single project is itself. */
export const ownPath = (path: string): string => (placeOfPath(path) === null ? path : path.slice(PREFIX_LENGTH));

/**
 * A name for several roots, where one root stands for one project; the same in whatever order they were named. No path has a NUL, so
 * no project's own root is such a name.
 */
export const joinedRoot = (roots: readonly string[]): string => [...roots].sort().join("\0");

/** The roots of such a name; of a project's own root, that one. */
export const rootsOf = (joined: string): readonly string[] => joined.split("\0");

/** A project inside another one of the same question. */
export interface InnerFolder {
  /** How the marked paths of the outer project's files begin that lie in it; ends with `/`. */
  readonly prefix: string;
  /** Of the inner project. */
  readonly place: number;
}

/** A marked path, as one of the innermost project that the file lies in. `inner`: innermost first. */
export function innermostPath(path: string, inner: readonly InnerFolder[]): string {
  const found = inner.find(({ prefix }) => path.startsWith(prefix));
  return found === undefined ? path : joinedPath(found.place, path.slice(found.prefix.length));
}

const MARKS = /[\ufdd0-\ufdef]\//g;

/** A text with `label:` for each mark, as a reader sees it: `app:src/main.ts`, with the label of the innermost project. */
export function withLabels(text: string, labels: readonly string[], inner: readonly InnerFolder[] = []): string {
  const innermost = inner.reduce((at, { prefix, place }) => at.replaceAll(prefix, joinedPath(place, "")), text);
  return innermost.replace(MARKS, (mark) => `${labels[placeOfPath(mark) ?? 0] ?? ""}:`);
}
