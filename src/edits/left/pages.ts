// What rests on a whole file: tags of pages whose declaration of what they give and take stands on a line that breaks, and what is below
// a macro that stands for syntax.
import { lookupOf } from "../../intelligence/edges/edge-scene.ts";
import { type Importer, importersByName } from "../../intelligence/edges/importers-by-name.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import type { EditScene } from "../change-set.ts";
import type { FoundPlace } from "./find-left.ts";
import {
  codeLines,
  type Line,
  type Lines,
  lineFits,
  type Readable,
  type ReadSources,
  rulesOf,
} from "./read-sources.ts";

/** Tags of pages whose declaration of what they give and take stands on one of these lines, and the names that it gives the page itself. */
export async function usesOfPages(scene: EditScene, read: ReadSources, lines: readonly Line[]): Promise<FoundPlace[]> {
  const isDeclaring = (readable: Readable, line: number): boolean =>
    lineFits(readable, line, ({ declaresPage }) => declaresPage);
  const sources = await read(lines.map(({ path }) => path));
  const pages = [...sources].flatMap(([path, readable]) =>
    lines.some((one) => one.path === path && isDeclaring(readable, one.line)) ? [path] : [],
  );
  const found: FoundPlace[] = [];
  for (const page of pages) {
    const importing = importersIn(scene, page);
    const users = await read(importing.map(({ path }) => path));
    for (const { path, local } of importing) {
      const why = `uses ${page}, which declares what breaks, or by it`;
      found.push(...(local === null ? [] : tagsIn(users.get(path), path, local, why)));
    }
    const own = sources.get(page);
    const declaring = lines.filter(({ path, line }) => path === page && own !== undefined && isDeclaring(own, line));
    found.push(...(own === undefined ? [] : namesDeclaredOn(own, declaring)));
    const isWhole = declaring.some(({ line }) =>
      IS_WHOLE.test(own === undefined ? "" : (codeLines(own)[line - 1] ?? "")),
    );
    found.push(...(own === undefined || !isWhole ? [] : templatesOf(own, page, `shows what ${page} declares`)));
  }
  return found;
}

/** What declares all of a page, as an object. */
const IS_WHOLE = /^\s*export\s+default\b/;

/** Lines of templates that may show what is defined in the deleted lines of such an object, by its name alone. */
export async function shownInTemplates(
  scene: EditScene,
  read: ReadSources,
  { path, startLine, endLine }: Lines,
): Promise<FoundPlace[]> {
  const readable = (await read([path])).get(path);
  const gone = readable === undefined ? [] : codeLines(readable).slice(startLine - 1, endLine);
  if (
    readable === undefined ||
    rulesOf(readable).declaresPage === undefined ||
    gone.some((text) => IS_WHOLE.test(text))
  ) {
    return [];
  }
  const facts = scene.withSnapshot((snapshot) => lookupOf(snapshot).facts(path));
  const names = (facts?.definitions ?? []).flatMap(({ name, path: symbol, nameLine }) =>
    symbol.startsWith("default.") && /^\w+$/.test(name) && startLine <= nameLine && nameLine <= endLine ? [name] : [],
  );
  const lines = readable.source.text.split("\n");
  return templatesOf(readable, path, "").flatMap(({ line: first, endLine: last = first }) =>
    lines.slice(first - 1, last).flatMap((text, at): FoundPlace[] => {
      const name = names.find((one) => new RegExp(`(?<![\\w.])${one}(?!\\w)`).test(text));
      const why = `may show ${name}, which is deleted`;
      return name === undefined ? [] : [{ path, line: first + at, why, effect: "may-break" }];
    }),
  );
}

/** From the first tag of a template at the start of a line to the last end of one. */
function templatesOf({ source: { text } }: Readable, path: string, why: string): FoundPlace[] {
  const lines = text.split("\n");
  const first = lines.findIndex((one) => one.startsWith("<template"));
  const last = lines.findLastIndex((one) => one.startsWith("</template>"));
  return first < 0 || last < first ? [] : [{ path, line: first + 1, endLine: last + 1, why, effect: "may-break" }];
}

const importersIn = (scene: EditScene, file: string): Importer[] =>
  scene.withSnapshot((snapshot) => importersByName(lookupOf(snapshot), file));

/** Other lines with names that such a line declares: `cell` of `defineProps<{ cell: Cell }>()`. */
function namesDeclaredOn(readable: Readable, lines: readonly Line[]): FoundPlace[] {
  const all = codeLines(readable);
  return lines.flatMap(({ path, line }) =>
    [...(all[line - 1] ?? "").matchAll(/(\w+)\??:/g)].flatMap(([, name = ""]) => {
      const word = new RegExp(`(?<![\\w.])${name}(?!\\w)`);
      const why = `${name} is declared by what breaks`;
      return all.flatMap((text, at): FoundPlace[] =>
        word.test(text) && at + 1 !== line ? [{ path, line: at + 1, why, effect: "may-break" }] : [],
      );
    }),
  );
}

/** From macros before declarations to the ends of their files, and of files that include these. `places`: where what is deleted stands. */
export async function misreadBelow(
  scene: EditScene,
  read: ReadSources,
  places: readonly FoundPlace[],
): Promise<FoundPlace[]> {
  const expansions = places.filter(({ isExpansion }) => isExpansion === true);
  const sources = await read(expansions.map(({ path }) => path));
  const found = new Map<string, FoundPlace>();
  for (const { path, line } of expansions) {
    const readable = sources.get(path);
    if (readable !== undefined && !found.has(path) && isBeforeDeclaration(readable, line)) {
      const why = "is not read as before, nor is what is below: a macro before a declaration is deleted";
      found.set(path, { path, line, endLine: readable.source.starts.length, why, effect: "may-break" });
      const including = importersIn(scene, path);
      const users = await read(including.map((one) => one.path));
      for (const one of including.filter((user) => !found.has(user.path))) {
        const endLine = users.get(one.path)?.source.starts.length ?? one.line;
        const about = `includes ${path}, which is not read as before`;
        found.set(one.path, { path: one.path, line: one.line, endLine, why: about, effect: "may-break" });
      }
    }
  }
  return [...found.values()];
}

const isBeforeDeclaration = (readable: Readable, line: number): boolean =>
  lineFits(readable, line, ({ attributed }) => attributed);

/** Each with the line on which it ends, so that its attributes are part of it. */
function tagsIn(readable: Readable | undefined, path: string, name: string, why: string): FoundPlace[] {
  const text = readable?.source.text ?? "";
  return [...text.matchAll(new RegExp(`<${literalPattern(name)}(?!\\w)`, "g"))].map(({ index }): FoundPlace => {
    const closed = text.indexOf(`</${name}`, index);
    const end = closed < 0 ? text.indexOf("/>", index) : closed;
    const line = text.slice(0, index).split("\n").length;
    const endLine = end < 0 ? line : text.slice(0, end).split("\n").length;
    return { path, line, endLine, why, effect: "may-break" };
  });
}
