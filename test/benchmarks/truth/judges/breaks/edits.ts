// Edits of one definition each, drawn by seed, as texts of files. Lines stay what they are: what is deleted leaves empty lines.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../../../support/random.ts";
import type { Candidate, FileText } from "./compilers.ts";

export const EDITS = ["rename", "delete", "move", "signature"] as const;
export type EditKind = (typeof EDITS)[number];

export interface Edit {
  readonly kind: EditKind;
  readonly of: Candidate;
  /** Files that the edit writes; the definition's own first. */
  readonly files: readonly FileText[];
  /** 1-based lines of the declaration, which may have errors of their own. */
  readonly lines: { readonly first: number; readonly last: number };
}

/** Each kind in turn, of definitions in an order that the seed gives; no definition twice. */
export function drawEdits(candidates: readonly Candidate[], root: string, most: number, seed: number): Edit[] {
  const random = seededRandom(seed);
  const order = candidates
    .map((of) => ({ of, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ of }) => of);
  const left = new Set(order);
  const edits: Edit[] = [];
  for (let turn = 0; edits.length < most && turn < most * EDITS.length; turn += 1) {
    const kind = EDITS[turn % EDITS.length] as EditKind;
    for (const of of left) {
      const edit = editOf(kind, of, root);
      if (edit !== null) {
        left.delete(of);
        edits.push(edit);
        break;
      }
    }
  }
  return edits;
}

const emptied = (text: string): string => text.replace(/[^\n]/g, "");

function editOf(kind: EditKind, of: Candidate, root: string): Edit | null {
  const text = readFileSync(join(root, of.path), "utf8");
  const [head, declaration, tail] = [text.slice(0, of.start), text.slice(of.start, of.end), text.slice(of.end)];
  const first = head.split("\n").length;
  const lines = { first, last: first + declaration.split("\n").length - 1 };
  const own = (changed: string): Edit["files"] => [{ path: of.path, text: changed }];
  switch (kind) {
    case "rename": {
      const ends = [of.nameStart, ...(of.alsoAt ?? [])].map((at) => at + of.name.length).sort((a, b) => a - b);
      const parts = [0, ...ends].map((at, index) => text.slice(at, ends[index]));
      return { kind, of, lines, files: own(parts.join("Zz")) };
    }
    case "delete":
      return of.isOnly ? { kind, of, lines, files: own(head + emptied(declaration) + tail) } : null;
    case "move": {
      if (of.moveTo === null) {
        return null;
      }
      const moved = { path: of.moveTo.path, text: `${of.moveTo.head}${declaration}\n` };
      return { kind, of, lines, files: [...own(head + emptied(declaration) + tail), moved] };
    }
    case "signature": {
      const { parameter } = of;
      return parameter === null
        ? null
        : { kind, of, lines, files: own(text.slice(0, parameter.at) + parameter.text + text.slice(parameter.at)) };
    }
  }
}
