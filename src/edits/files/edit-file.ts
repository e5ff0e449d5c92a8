// Edits of a file that are not about a symbol: a text in it, a new file, and that it is there at all.
import { requestedPath } from "../../intelligence/requested-path.ts";
import { isAbsent } from "../../project/absent-files.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { nearestName } from "../../system/nearest-name.ts";
import type { Built, Candidate, EditScene, FileChange } from "../change-set.ts";
import { withCallEnds } from "../left/call-ends.ts";
import { findLeftWithoutFile, wholeOf } from "../left/find-left.ts";
import { openSources } from "../left/read-sources.ts";
import { findReplacements, type Replacing } from "../replace-matches.ts";
import { hashOfNew } from "../store/merge-changes.ts";
import { replacementOf } from "../symbols/left-by-replacement.ts";

export interface FileRequest {
  /** As its caller wrote it. */
  readonly path: string;
  /** The first digits of the SHA-256 of the file's bytes, in hex; it must still have it. */
  readonly hash?: string | undefined;
}

interface FileText {
  readonly path: string;
  /** Decoded, without byte-order mark. */
  readonly text: string;
  readonly contentHash: string;
}

type Read = { readonly kind: "read"; readonly file: FileText } | Exclude<Built, { kind: "built" }>;

/**
 * Replaces a text in a file, as many times as the caller expects. `staged`: what the session already has, of which a file that it makes can
 * be edited, too. @throws CANCELLED; INVALID_INPUT for an invalid expression.
 */
export async function replaceText(
  scene: EditScene,
  request: FileRequest & Replacing,
  staged: readonly FileChange[] = [],
): Promise<Built> {
  const read = createdIn(staged, request) ?? (await readFile(scene, request));
  if (read.kind !== "read") {
    return read;
  }
  const { path, text } = read.file;
  const span = wholeOf(text);
  const found = await findReplacements({ ...span, path, text, own: candidateOf(path, span) }, request, scene.signal);
  if (found.kind !== "found") {
    return found;
  }
  const outline = await scene.analyzer.spansOf(path, text, scene.signal);
  const spans = "unread" in outline ? [] : outline.symbols;
  return replacementOf(scene, { ...read.file, address: path, span, spans }, `replace_text ${path}`, found.edits);
}

/** That nothing is at the path is checked where changes are planned. @throws GIT_UNAVAILABLE, CANCELLED */
export async function createFile(scene: EditScene, asked: string, text: string): Promise<Built> {
  const path = requestedPath(asked.trim());
  if (await isAbsent(scene.corpus, path, scene.signal)) {
    const message = "git has a file of this path, which is not checked out";
    const remedy = "check it out (git sparse-checkout add), then edit it with replace_text; or choose another path";
    return { kind: "refused", refusals: [{ rule: "collision", path, line: null, message, remedy }] };
  }
  const changes = [{ kind: "create" as const, path, text, like: null }];
  return { kind: "built", change: { intent: `create_file ${path}`, changes, left: [], symbols: [] } };
}

/** Lists what imports it and what refers to what it defines. @throws CANCELLED */
export async function deleteFile(scene: EditScene, request: FileRequest): Promise<Built> {
  const read = await readFile(scene, request);
  if (read.kind !== "read") {
    return read;
  }
  const { path, contentHash } = read.file;
  const left = await withCallEnds(openSources(scene), await findLeftWithoutFile(scene, read.file));
  const changes = [{ kind: "delete" as const, path, contentHash }];
  return { kind: "built", change: { intent: `delete_file ${path}`, changes, left, symbols: [] } };
}

async function readFile(scene: EditScene, { path: asked, hash }: FileRequest): Promise<Read> {
  const path = requestedPath(asked.trim());
  const read = await readAdmitted(scene.corpus, path);
  if (read === null || "excluded" in read) {
    const why = whyNotRead(scene, path, read ?? scene.corpus.rulingOf(path));
    return { kind: "missing", message: `${path} ${why}`, candidates: read === null ? nearTo(scene, path) : [] };
  }
  return checked({ path, text: read.text, contentHash: read.contentHash }, hash);
}

function whyNotRead({ corpus }: EditScene, path: string, ruling: ReturnType<EditScene["corpus"]["rulingOf"]>): string {
  if ("excluded" in ruling) {
    return `cannot be edited: it is ${ruling.excluded}`;
  }
  const isFolder = [...corpus.current().files.keys()].some((one) => one.startsWith(`${path}/`));
  return isFolder ? "is a folder: name a file" : "is not among the searched files";
}

/** Null where no staged change makes the file. */
function createdIn(staged: readonly FileChange[], { path: asked, hash }: FileRequest): Read | null {
  const path = requestedPath(asked.trim());
  const created = staged.find((change) => change.kind === "create" && change.path === path);
  return created?.kind === "create"
    ? checked({ path, text: created.text, contentHash: hashOfNew(created.text) }, hash)
    : null;
}

function checked(file: FileText, hash: string | undefined): Read {
  const { path, text, contentHash } = file;
  if (hash === undefined || contentHash.startsWith(hash.toLowerCase())) {
    return { kind: "read", file };
  }
  const message = `${path} has changed: its hash is ${contentHash.slice(0, 12)}, not ${hash}; read the file again`;
  return { kind: "stale", message, candidates: [candidateOf(path, wholeOf(text))] };
}

const candidateOf = (path: string, { startLine, endLine }: Pick<Candidate, "startLine" | "endLine">): Candidate => {
  return { address: path, kind: "file", startLine, endLine };
};

const SAME_NAMED_MAX = 10;

/** Files that a path may be meant for: one beside it that is spelt nearly so, and those elsewhere with its last name. */
function nearTo({ corpus, withSnapshot }: EditScene, path: string): Candidate[] {
  const files = [...corpus.current().files.keys()];
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length);
  const beside = new Map(
    files
      .filter((one) => one.startsWith(folder) && !one.includes("/", folder.length))
      .map((one) => [one.slice(folder.length).toLowerCase(), one]),
  );
  const near = beside.get(nearestName(name, [...beside.keys()]));
  const named = files.filter((one) => `/${one}`.endsWith(`/${name}`)).slice(0, SAME_NAMED_MAX);
  return withSnapshot((snapshot) =>
    [...(near === undefined ? [] : [near]), ...named].map((one) =>
      candidateOf(one, { startLine: 1, endLine: snapshot.documentAt(one)?.lineCount ?? 1 }),
    ),
  );
}
