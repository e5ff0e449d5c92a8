// The text of a definition in the file that it moves to: where it stands, exported where others use it.
import { leads } from "../../intelligence/edges/reference-search.ts";
import type { Replacement } from "../../languages/contract/import-statements.ts";
import { keyOf, placesOf } from "../../linking/resolution.ts";
import { lineAt, openSource } from "../../syntax/source.ts";
import { dominantLineEnding, withLineEnding } from "../line-ending.ts";
import { inPieces, type MoveScene } from "./move-scene.ts";
import { asOwnLines, startWithLeads } from "./moved-text.ts";

/** At the end; before what uses it there, where its order may matter. `mustExport`: whether other files use it. */
export function insertText(scene: MoveScene, mustExport: boolean): void {
  const { draft, destination, syntax } = scene;
  const newline =
    destination.text === "" ? dominantLineEnding(scene.source.text) : dominantLineEnding(destination.text);
  const text = withLineEnding(movedText(scene, mustExport), newline);
  const at = placeBeforeUse(scene);
  if (at !== null) {
    draft.replace(destination.path, { start: at, end: at, text: text + newline.repeat(syntax.blankLines + 1) });
    return;
  }
  const hasImports = draft.wantedIn(destination.path).length > 0;
  const { blankLines } = syntax;
  draft.replace(destination.path, appendText(destination.text, text, { newline, blankLines, hasImports }));
}

/** Puts it at the end of a text. `hasImports`: whether some are put at its head. */
export function appendText(
  whole: string,
  text: string,
  { newline, blankLines, hasImports }: { newline: string; blankLines: number; hasImports: boolean },
): Replacement {
  const trimmed = whole.trimEnd().length;
  const gap = newline.repeat(trimmed > 0 ? blankLines + 1 : hasImports ? blankLines : 0);
  return { start: trimmed === 0 ? whole.length : trimmed, end: whole.length, text: `${gap}${text}${newline}` };
}

function movedText(scene: MoveScene, mustExport: boolean): string {
  const { pieces, source, syntax, exportedAs, definition } = scene;
  const word = mustExport && syntax.exportWord !== null ? syntax.exportWord : "";
  const isDefault = exportedAs.has("default") && !exportedAs.has(definition.name);
  let written = "";
  for (const [at, piece] of pieces.entries()) {
    const { start, end, code } = piece;
    const before = pieces[at - 1];
    const between = before === undefined ? "" : source.text.slice(before.end, start);
    written += before === undefined ? "" : between.trim() === "" ? between : "\n\n";
    const exportAt = code.exportAt === null || isDefault ? start : code.exportAt;
    const exporting = code.exportAt === null || isDefault ? "" : word;
    const text = source.text.slice(start, exportAt) + exporting + source.text.slice(exportAt, end);
    written += asOwnLines(piece, text);
  }
  return written;
}

/** Offset before the first code of the destination that names the definition, unless what it needs there stands behind it. */
function placeBeforeUse(scene: MoveScene): number | null {
  const { destination, destinationFacts, edges, own, source, facts } = scene;
  if (destinationFacts === null) {
    return null;
  }
  const keys = new Set([...own].map((at) => keyOf({ path: source.path, at })));
  const lines = openSource(destination.text);
  const using = destinationFacts.references.filter(
    ({ of, roles }) =>
      of !== null && roles.some((role) => role !== "import") && leads(edges, destination.path, of, keys),
  );
  const isUsing = using.flatMap((group) => group.lines);
  const inside = inPieces(scene);
  const needed = facts.references
    .filter((group) => group.lines.some(inside))
    .flatMap((group) => placesOf(edges.linker.target(source.path, group)))
    .flatMap(({ path, at }) => (path === destination.path ? (destinationFacts.definitions[at]?.nameLine ?? []) : []));
  const codes = destination.items.filter(({ kind }) => kind === "code");
  const spans = codes.map((item) => ({ item, first: lineAt(lines, item.start), last: lineAt(lines, item.end - 1) }));
  const first = spans.findIndex((span) => isUsing.some((line) => span.first <= line && line <= span.last));
  const lastNeeded = spans.findLastIndex((span) => needed.some((line) => span.first <= line && line <= span.last));
  const place = first < 0 ? undefined : spans[Math.max(first, lastNeeded + 1)];
  return place === undefined ? null : startWithLeads(destination, place.item);
}
