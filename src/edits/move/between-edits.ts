// The edits of a move between packages while a language makes them.

import { isUsedOn } from "../../intelligence/edges/uses-of-root.ts";
import type {
  ImportedName,
  ImportStatement,
  Replacement,
  WantedImport,
} from "../../languages/contract/import-statements.ts";
import type { ImportSyntax } from "../../languages/contract/import-syntax.ts";
import { type BetweenMove, isInside, type MoveEdits, type PlacedText } from "../../languages/contract/move-between.ts";
import { lineAt, openSource } from "../../syntax/source.ts";
import { append } from "../../system/append.ts";
import { applyEdits } from "../apply-edits.ts";
import { dominantLineEnding, withLineEnding } from "../line-ending.ts";
import { Draft } from "./draft.ts";
import { appendText } from "./insert-text.ts";
import { importOf } from "./move-scene.ts";
import { asOwnLines, type MovedPiece } from "./moved-text.ts";
import { removal } from "./replacements.ts";

export class BetweenEdits implements MoveEdits {
  readonly draft = new Draft();
  readonly move: BetweenMove & { readonly pieces: readonly MovedPiece[] };
  readonly #syntax: ImportSyntax;
  /** Inside of what moves. */
  readonly #inPieces: Replacement[] = [];
  readonly #replaced = new Map<PlacedText, Replacement[]>();

  readonly #kept = new Set<ImportStatement>();

  constructor(move: BetweenEdits["move"], syntax: ImportSyntax) {
    this.move = move;
    this.#syntax = syntax;
  }

  replace(file: PlacedText, replacement: Replacement): void {
    const { source, pieces } = this.move;
    if (file === source && isInside(pieces, replacement.start)) {
      this.#inPieces.push(replacement);
    } else {
      append(this.#replaced, file, replacement);
      this.draft.replace(file.path, replacement);
    }
  }

  want(file: PlacedText, wanted: WantedImport): void {
    this.draft.want(file.path, wanted);
  }

  remove(file: PlacedText, statement: ImportStatement, name: ImportedName): void {
    this.draft.remove(file.path, statement, name);
  }

  keep(statement: ImportStatement): void {
    this.#kept.add(statement);
  }

  refuse(file: PlacedText, offset: number | null, message: string, remedy: string): void {
    const line = offset === null ? null : lineAt(openSource(file.text), offset);
    const { refusals } = this.draft;
    if (!refusals.some((one) => one.path === file.path && one.message === message)) {
      this.draft.refuse("unsupported", file.path, line, message, remedy);
    }
  }

  leave(file: PlacedText, offset: number, why: string): void {
    this.draft.left.push({ path: file.path, line: lineAt(openSource(file.text), offset), why });
  }

  /** Imports of which every use moved or was rewritten. */
  removeUnusedImports(): void {
    const { source, pieces, users, destination } = this.move;
    for (const file of [source, destination, ...users]) {
      const spans = [...(this.#replaced.get(file) ?? []), ...(file === source ? pieces : [])];
      for (const statement of file.statements.filter((one) => !this.#kept.has(one))) {
        for (const name of statement.names.filter(({ local }) => local !== null)) {
          const at = importOf(file.facts, statement, name);
          const isIt = (root: { readonly is: string; readonly at: number }): boolean =>
            root.is === "import" && root.at === at;
          const isGone = (offset: number): boolean => isInside(spans, offset);
          const wasUsed = at >= 0 && isUsedOn(file.facts, isGone, isIt).length > 0;
          if (wasUsed && isUsedOn(file.facts, (offset) => !isGone(offset), isIt).length === 0) {
            this.draft.remove(file.path, statement, name);
          }
        }
      }
    }
  }

  /** Takes the text out of the source and puts it into the destination. */
  takeOver(): void {
    const { source, destination } = this.move;
    const pieces: readonly MovedPiece[] = this.move.pieces;
    for (const piece of pieces) {
      this.draft.replace(source.path, removal(source.text, piece));
    }
    let written = "";
    for (const [at, piece] of pieces.entries()) {
      const { start, end } = piece;
      const before = pieces[at - 1];
      const between = before === undefined ? "" : source.text.slice(before.end, start);
      const inside = this.#inPieces.filter((one) => start <= one.start && one.start < end);
      const shifted = inside.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
      written += before === undefined ? "" : between.trim() === "" ? between : "\n\n";
      const text = applyEdits(
        source.text.slice(start, end),
        shifted.sort((a, b) => a.start - b.start),
      );
      written += asOwnLines(piece, text);
    }
    const newline = dominantLineEnding(destination.text === "" ? source.text : destination.text);
    const hasImports = this.draft.wantedIn(destination.path).length > 0;
    const text = withLineEnding(written, newline);
    this.draft.replace(
      destination.path,
      appendText(destination.text, text, { newline, blankLines: this.#syntax.blankLines, hasImports }),
    );
  }
}
