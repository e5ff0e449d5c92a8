// Draws files of one language from real repositories, a few at a time, and opens them as a project in memory.
import { readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { LANGUAGES, languageById } from "../../../src/languages/registry.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { append } from "../../../src/system/append.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";
import { type Random, shuffled } from "../../support/random.ts";
import { anyOf } from "./drawn-edit.ts";
import type { DrawnFile, Group } from "./judge-edit.ts";
import { type StoredText, storedText } from "./stored-file.ts";

/** A larger file would take the time of many others. Bytes. */
const FILE_BYTES_MAX = 30_000;
const FILES_A_GROUP = 4;
/** Of a language with fewer files, the same would be drawn over and over. */
const FILES_MIN = 30;

/** Files of one language in one repository. */
export interface Source {
  readonly root: string;
  readonly paths: readonly string[];
}

const grammarLanguages = LANGUAGES.filter(({ reader }) => reader.by === "grammar");
const byExtension = new Map(
  grammarLanguages.flatMap(({ id, extensions }) => extensions.map((one) => [one, id] as const)),
);

/** By language, where its files are. */
export async function findSources(roots: readonly string[]): Promise<ReadonlyMap<string, readonly Source[]>> {
  const sources = new Map<string, Source[]>();
  for (const root of roots) {
    const corpus = openCorpus({ root, rules: DEFAULT_RULES });
    const { files } = await corpus.refresh();
    const paths = new Map<string, string[]>();
    for (const { path, size } of files.values()) {
      const language = byExtension.get(extname(path));
      if (language !== undefined && size <= FILE_BYTES_MAX) {
        append(paths, language, path);
      }
    }
    for (const [language, own] of paths) {
      append(sources, language, { root, paths: own });
    }
    corpus.close();
  }
  const count = (of: readonly Source[]): number => of.reduce((sum, { paths }) => sum + paths.length, 0);
  return new Map([...sources].filter(([, of]) => count(of) >= FILES_MIN));
}

/** Null where none of the drawn files has a symbol. */
export async function drawGroup(source: Source, random: Random): Promise<Group | null> {
  const first = anyOf(source.paths, random);
  if (first === undefined) {
    return null;
  }
  const others = shuffled(source.paths, random).filter((path) => path !== first);
  const beside = others.filter((path) => dirname(path) === dirname(first));
  const paths = [...new Set([first, ...beside, ...others])].slice(0, FILES_A_GROUP);
  const stored = new Map<string, StoredText>();
  for (const path of paths) {
    const text = storedText(readFileSync(join(source.root, path)), random);
    if (text !== null) {
      stored.set(path, text);
    }
  }
  const edits = await openMemoryEdits(Object.fromEntries([...stored].map(([path, { text }]) => [path, text])));
  const files = new Map<string, DrawnFile>();
  for (const [path, one] of stored) {
    const { analyzer, signal, withSnapshot } = edits.scene;
    const spans = await analyzer.spansOf(path, one.text, signal);
    if ("unread" in spans || spans.language === null || languageById(spans.language)?.reader.by !== "grammar") {
      continue;
    }
    const symbols = withSnapshot((snapshot) => {
      const document = snapshot.documentAt(path);
      return document === undefined ? [] : snapshot.symbols(document.id);
    });
    files.set(path, { ...one, path, language: spans.language, symbols, spans: spans.symbols });
  }
  return [...files.values()].some(({ symbols }) => symbols.length > 0) ? { files, edits } : null;
}
