// A saved result as it is read, from a project's own folder.
import type { SavedAnswer } from "../../../src/operations/saved/fit-saved-result.ts";

type File = SavedAnswer["files"][number];
type Given = Omit<File, "hits" | "ranges"> & Partial<File>;

export const savedAnswer = (files: readonly Given[], changes: Partial<SavedAnswer> = {}): SavedAnswer => ({
  outcome: "found",
  name: "kept",
  uri: "context-broker://saved/shop/kept",
  scope: "project",
  trust: "untrusted",
  path: "/shop/.context-broker/kept.json",
  current: true,
  files: files.map((file) => ({ hits: [], ranges: [], ...file })),
  files_omitted: 0,
  tokens_omitted: 0,
  document: { query: "sessions", timestamp: "2026-01-01T00:00:00.000Z", detail: "snippets", hits: [] },
  problems: [],
  ...changes,
});
