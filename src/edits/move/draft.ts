// The edits of a move while they are collected: what is replaced, which names go and which are wanted, by file.
import type {
  ImportedName,
  ImportingText,
  ImportStatement,
  Replacement,
  Span,
  WantedImport,
} from "../../languages/contract/import-statements.ts";
import type { ImportSyntax } from "../../languages/contract/import-syntax.ts";
import { append } from "../../system/append.ts";
import type { LeftPlace, Refusal, RefusalRule } from "../change-set.ts";
import { joinReplacements, withoutNames } from "./replacements.ts";

/** What is emptied is replaced for the first of the statements in it. */
function replacedOnce({ start, end }: Span, text: string, emptied: Set<number>): Replacement[] {
  const isFirst = !emptied.has(start);
  emptied.add(start);
  return isFirst ? [{ start, end, text }] : [];
}

export class Draft {
  readonly #replacements = new Map<string, Replacement[]>();
  readonly #wanted = new Map<string, WantedImport[]>();
  readonly #gone = new Map<ImportStatement, Set<ImportedName>>();
  readonly #touched = new Map<string, Set<ImportStatement>>();
  readonly #redirected = new Set<ImportStatement>();
  readonly refusals: Refusal[] = [];
  readonly left: LeftPlace[] = [];

  replace(path: string, replacement: Replacement): void {
    append(this.#replacements, path, replacement);
  }

  /** A name of a statement goes. */
  remove(path: string, statement: ImportStatement, name: ImportedName): void {
    const names = this.#gone.get(statement) ?? new Set();
    this.#gone.set(statement, names.add(name));
    this.#touched.set(path, (this.#touched.get(path) ?? new Set()).add(statement));
  }

  /** A statement leads to another file. `module`: as written there. */
  redirect(path: string, statement: ImportStatement, module: string): void {
    if (statement.module !== null) {
      this.replace(path, { start: statement.module.start, end: statement.module.end, text: module });
      this.#redirected.add(statement);
    }
  }

  isRedirected(statement: ImportStatement): boolean {
    return this.#redirected.has(statement);
  }

  /** The file imports a further name; asked for several times, it is imported once. */
  want(path: string, wanted: WantedImport): void {
    const known = this.#wanted.get(path) ?? [];
    const same = known.findIndex(({ local, module }) => local === wanted.local && module === wanted.module);
    if (same < 0) {
      append(this.#wanted, path, wanted);
    } else {
      known[same] = { ...wanted, isType: wanted.isType && (known[same]?.isType ?? true) };
    }
  }

  refuse(rule: RefusalRule, path: string | null, line: number | null, message: string, remedy: string): void {
    this.refusals.push({ rule, path, line, message, remedy });
  }

  wantedIn(path: string): readonly WantedImport[] {
    return this.#wanted.get(path) ?? [];
  }

  isGone(statement: ImportStatement, name: ImportedName): boolean {
    return this.#gone.get(statement)?.has(name) === true;
  }

  /** All replacements of a file, joined. `like`: whose style its imports take where it has none. */
  replacementsOf(file: ImportingText, syntax: ImportSyntax, like: ImportingText): Replacement[] {
    const { path, text } = file;
    const emptied = new Set<number>();
    const removed = [...(this.#touched.get(path) ?? [])].flatMap((statement) =>
      this.#isGoneWithin(file, statement)
        ? statement.within?.instead !== undefined
          ? replacedOnce(statement.within, statement.within.instead, emptied)
          : withoutNames(text, { ...statement, ...statement.within }, this.#gone.get(statement) ?? new Set())
        : withoutNames(text, statement, this.#gone.get(statement) ?? new Set()),
    );
    const wanted = this.wantedIn(path);
    const added = wanted.length === 0 ? [] : syntax.addImports(this.#remaining(file), wanted, like);
    return joinReplacements([...removed, ...added, ...(this.#replacements.get(path) ?? [])]);
  }

  /** Whether no statement remains of those that stand together with one. */
  #isGoneWithin({ statements }: ImportingText, { within }: ImportStatement): boolean {
    const together = statements.filter((one) => within !== undefined && one.within?.start === within.start);
    return (
      together.length > 0 &&
      together.every((one) => one.names.length > 0 && one.names.every((name) => this.isGone(one, name)))
    );
  }

  /** The file as it is without the names that go. */
  #remaining(file: ImportingText): ImportingText {
    const statements = file.statements.map((statement) => {
      const gone = this.#gone.get(statement);
      return gone === undefined
        ? statement
        : { ...statement, names: statement.names.filter((name) => !gone.has(name)) };
    });
    const emptied = new Set(
      file.statements.flatMap((before, at) =>
        before.names.length > 0 && statements[at]?.names.length === 0
          ? [
              before.start,
              ...(before.within !== undefined && this.#isGoneWithin(file, before) ? [before.within.start] : []),
            ]
          : [],
      ),
    );
    return {
      ...file,
      statements: statements.filter(({ start }) => !emptied.has(start)),
      items: file.items.filter(({ start }) => !emptied.has(start)),
    };
  }
}
