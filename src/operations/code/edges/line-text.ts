// The source lines of references, for answers that show each with its place.
import type { Snapshot } from "../../../index/snapshot.ts";
import { throwIfCancelled } from "../../../vocabulary/failure.ts";
import { lineAt, sourceText } from "../../../vocabulary/source-text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";

/** A longer line is cut. UTF-16 units. */
const LENGTH_MAX = 120;

export type LineText = (path: string, line: number) => string | null;

/** Reads each file once. Lines come without indentation; null if the file differs from the index. */
export async function readLineTexts(paths: Iterable<string>, scene: CodeScene): Promise<LineText> {
  const documents = scene.withSnapshot((snapshot: Snapshot) =>
    [...new Set(paths)].flatMap((path) => snapshot.documentAt(path) ?? []),
  );
  const sources = new Map<string, ReturnType<typeof sourceText>>();
  for (const document of documents) {
    throwIfCancelled(scene.signal);
    const read = await scene.read(document);
    if (read !== null) {
      sources.set(document.path, sourceText(read.text, 1));
    }
  }
  return (path, line) => {
    const source = sources.get(path);
    if (source === undefined || line > source.starts.length) {
      return null;
    }
    const text = lineAt(source, line).trim();
    return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
  };
}
