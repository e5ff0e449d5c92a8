// The project whose edits are killed: files of several encodings, sizes and permissions, and one edit of most of them.
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ChangeSet, FileChange } from "../../../src/edits/change-set.ts";
import { decodeText } from "../../../src/project/decode.ts";

const FILES = 24;
const LINES = [3, 40, 4_000] as const;
const ENCODE = [
  (text: string) => Buffer.from(text),
  (text: string) => Buffer.from(`\uFEFF${text}`),
  (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  (text: string) => Buffer.from(text.replaceAll("☃", "é"), "latin1"),
] as const;

const pathOf = (index: number): string => `folder-${index % 5}/file-${index}.txt`;

export function writeProject(root: string): void {
  for (let index = 0; index < FILES; index++) {
    const ending = index % 3 === 0 ? "\r\n" : "\n";
    const lines = Array.from({ length: LINES[index % LINES.length] ?? 3 }, (_, line) => `line ${line} of ${index} ☃`);
    const path = join(root, pathOf(index));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, (ENCODE[index % ENCODE.length] ?? ENCODE[0])(lines.join(ending)));
    chmodSync(path, index % 7 === 0 ? 0o755 : 0o640);
  }
}

/** Edits 20 files, moves two, deletes two and makes two in new folders. */
export function editOf(root: string): ChangeSet {
  const changes = Array.from({ length: FILES }, (_, index): FileChange => {
    const path = pathOf(index);
    const bytes = readFileSync(join(root, path));
    const contentHash = createHash("sha256").update(bytes).digest("hex");
    if (index >= FILES - 2) return { kind: "delete", path, contentHash };
    const start = decodeText(bytes).text.indexOf("line 2");
    const edits = [{ start, end: start + 4, text: "LINE" }];
    if (index >= FILES - 4) return { kind: "move", path, to: `moved/${index}.txt`, contentHash, edits };
    return { kind: "edit", path, contentHash, edits };
  });
  const made = ["new/one.txt", "new/deep/two.txt"].map(
    (path): FileChange => ({ kind: "create", path, text: "new\n", like: pathOf(0) }),
  );
  return { intent: "edit most files", changes: [...changes, ...made], left: [], symbols: [] };
}

/** Content and permissions of all files, and the names of all folders. */
export function stateOf(root: string): string {
  const hash = createHash("sha256");
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    const stats = lstatSync(join(root, path));
    hash.update(`${path}\0${stats.mode}\0`);
    if (stats.isFile()) hash.update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}
