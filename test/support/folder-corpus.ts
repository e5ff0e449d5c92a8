// A corpus source without rules: every file below a folder. For tests whose subject is what comes after the rules.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { Corpus, CorpusFile, CorpusSource } from "../../src/project/corpus.ts";
import { decodeText } from "../../src/project/decode.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

export function openFolderCorpus(root: string): CorpusSource {
  let last: Corpus | undefined;

  function stat(path: string): CorpusFile | null {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    return found?.isFile() === true ? { path, size: found.size, mtimeMs: found.mtimeMs, ctimeMs: found.ctimeMs } : null;
  }

  function walk(): Map<string, CorpusFile> {
    const files = new Map<string, CorpusFile>();
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join("/");
      const file = entry.isFile() ? stat(path) : null;
      if (file !== null) {
        files.set(path, file);
      }
    }
    return files;
  }

  return {
    root,
    refresh: async () => {
      const files = walk();
      if (last === undefined || JSON.stringify([...last.files]) !== JSON.stringify([...files])) {
        last = { root, files, excluded: {}, leftOut: new Map(), problems: [] };
      }
      return last;
    },
    assume: () => null,
    current() {
      if (last === undefined) {
        throw new Error("no refresh yet");
      }
      return last;
    },
    peek: (path, maxBytes) => (stat(path) === null ? null : readFileSync(join(root, path)).subarray(0, maxBytes)),
    read: async (path) => {
      const file = stat(path);
      if (file === null) {
        if (last?.files.has(path) !== true) {
          throw new Failure("PATH_NOT_ADMITTED", `${path} is not admitted`, { hint: "refresh" });
        }
        return { excluded: "unreadable", problems: [{ code: "FILE_UNREADABLE", path, message: "It vanished." }] };
      }
      const bytes = readFileSync(join(root, path));
      const { text } = decodeText(bytes);
      return { file, text, contentHash: createHash("sha256").update(bytes).digest("hex"), problems: [] };
    },
    readLeftOut: () => Promise.resolve(null),
    rulingOf: () => ({ maxBytes: 1_048_576 }),
    rulingOfNew: () => null,
    textOf: (_path, bytes) => ({ text: decodeText(bytes).text }),
    watchStatus: () => ({ state: "off", reason: "not watched" }),
    close: () => undefined,
  };
}

/** A fresh folder below the system's temporary one, and its removal. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "context-broker-test-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
