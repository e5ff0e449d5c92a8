// Edits of a file that are not about a symbol: a text that stands once in it, and a new file.
import { readAdmitted } from "../../project/read-admitted.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { Built, EditScene, Refusal } from "../change-set.ts";
import { dominantLineEnding, withLineEnding } from "../line-ending.ts";

export interface ReplaceInFileRequest {
  readonly path: string;
  /** Its line breaks match those of the file, whichever these are. */
  readonly find: string;
  readonly text: string;
  /** Hex SHA-256 that the file must still have. */
  readonly hash: string;
}

/** Refused unless the text stands there exactly once. @throws CANCELLED */
export async function replaceInFile(scene: EditScene, request: ReplaceInFileRequest): Promise<Built> {
  const { path, hash } = request;
  const intent = `replace in ${path}`;
  const read = await readAdmitted(scene.corpus, path);
  if (read === null || "excluded" in read) {
    const why = read === null ? "is not among the searched files" : `cannot be edited: it is ${read.excluded}`;
    return { kind: "missing", message: `${path} ${why}`, candidates: [] };
  }
  const { text, contentHash } = read;
  if (contentHash !== hash) {
    return { kind: "stale", message: `${path} has changed since it was read`, candidates: [] };
  }
  const ending = dominantLineEnding(text);
  const find = withLineEnding(request.find, ending);
  const at = text.indexOf(find);
  const count = at < 0 ? 0 : text.split(find).length - 1;
  if (count !== 1) {
    const message = `the text to change is in ${path} ${renderCount(count, "time")}, not once`;
    return { kind: "refused", refusals: [refusal(path, message)] };
  }
  const edits = [{ start: at, end: at + find.length, text: withLineEnding(request.text, ending) }];
  const isSame = edits[0]?.text === find;
  const changes = isSame ? [] : [{ kind: "edit" as const, path, contentHash, edits }];
  return { kind: "built", change: { intent, changes, left: [], symbols: [] } };
}

const refusal = (path: string, message: string): Refusal => {
  return { rule: "unsupported", path, line: null, message, remedy: "ask again, with more of the text around it" };
};

/** That nothing is at the path is checked where changes are planned. */
export const createFile = (path: string, text: string): Built => ({
  kind: "built",
  change: {
    intent: `create ${path}`,
    changes: [{ kind: "create", path, text: text.endsWith("\n") ? text : `${text}\n`, like: null }],
    left: [],
    symbols: [],
  },
});
