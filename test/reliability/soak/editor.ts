// Changes to a project as people and their tools make them, one at a time, each told to the history. What git does is in
// git-steps.ts.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { linesOf } from "./judge-answer.ts";
import type { TreeHistory } from "./tree-history.ts";

/** A word that an edit brought into a file, and that is nowhere else. */
export interface Marker {
  readonly path: string;
  readonly word: string;
  /** By performance.now(): who asks from then on must find it. */
  readonly sinceMs: number;
}

export interface Editor {
  /** Makes one change of a random kind; answers its kind. */
  edit(): Promise<string>;
  /** The last words that were brought in, newest first. */
  markers(): readonly Marker[];
  /** Files that are worth editing, project-relative, in order. */
  sources(): string[];
}

/** Named by .gitignore now and then; markers are never put into it. */
const IGNORED_FOLDER = "soak-ignored";
const EDITABLE = /\.(?:ts|mjs|js|py|go|rb|md|rst|java|rs)$/;
/** A path is part of what is embedded: moving everything would embed everything anew, for minutes. */
const MOVED_FILES_MAX = 60;
const FILE_BYTES_MAX = 200_000;

export function openEditor(history: TreeHistory, random: () => number): Editor {
  const { root } = history;
  const at = (path: string): string => join(root, path);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  let serial = 0;
  let markers: readonly Marker[] = [];

  function list(): string[] {
    const found = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !/(?:^|\/)(?:\.git|node_modules)\//.test(path));
    return found.sort();
  }

  const sources = (): string[] =>
    list().filter(
      (path) => EDITABLE.test(path) && statSync(at(path)).size < FILE_BYTES_MAX && !path.startsWith(IGNORED_FOLDER),
    );

  function mark(path: string): string {
    serial += 1;
    // Letters alone: what is split into words stays one.
    const word = `zq${[...String(serial)].map((digit) => "abcdefghij"[Number(digit)]).join("")}marker`;
    pending = { path, word };
    return word;
  }
  let pending: { readonly path: string; readonly word: string } | null = null;

  const commentOf = (path: string, text: string): string =>
    /\.(?:py|rb)$/.test(path) ? `# ${text}` : /\.(?:md|rst)$/.test(path) ? text : `// ${text}`;

  /** Puts a word into a line of its own somewhere in the text. */
  function withMarker(path: string): string {
    const lines = readFileSync(at(path), "utf8").split("\n");
    const where = Math.floor(random() * lines.length);
    lines.splice(where, 0, commentOf(path, `${mark(path)} was put here`));
    return lines.join("\n");
  }

  const kinds: readonly (readonly [string, () => Promise<void>])[] = [
    [
      "content",
      async () => {
        const path = pick(sources());
        await history.change([path], () => writeFileSync(at(path), withMarker(path)));
      },
    ],
    [
      "append",
      async () => {
        const path = pick(sources());
        await history.change([path], () => appendFileSync(at(path), `\n${commentOf(path, mark(path))}\n`));
      },
    ],
    [
      "atomic save",
      async () => {
        const path = pick(sources());
        const temporary = join(dirname(path), `.${serial}.swp`);
        await history.change([path], () => {
          writeFileSync(at(temporary), withMarker(path));
          renameSync(at(temporary), at(path));
        });
      },
    ],
    [
      "create",
      async () => {
        const path = `soak-made/made-${Math.floor(random() * 50)}.ts`;
        mkdirSync(at("soak-made"), { recursive: true });
        await history.change([path], () => {
          const word = mark(path);
          writeFileSync(at(path), `export function ${word}(value: number): number {\n  return value + ${serial};\n}\n`);
        });
      },
    ],
    [
      "rename file",
      async () => {
        const from = pick(sources());
        const to = join(dirname(from), `renamed-${Math.floor(random() * 1000)}${/\.\w+$/.exec(from)?.[0] ?? ""}`);
        await history.change([from, to], () => renameSync(at(from), at(to)));
      },
    ],
    [
      "delete",
      async () => {
        const path = pick(sources());
        await history.change([path], () => rmSync(at(path)));
      },
    ],
    ["move folder", moveFolder],
    [
      "same size and time",
      async () => {
        const path = pick(sources());
        const text = readFileSync(at(path), "utf8");
        const { atime, mtime } = statSync(at(path));
        const [word] = /\b[a-z]{8,}\b/.exec(text) ?? [];
        if (word !== undefined) {
          await history.change([path], () => {
            writeFileSync(at(path), text.replace(word, mark(path).padEnd(word.length, "x").slice(-word.length)));
            utimesSync(at(path), atime, mtime);
          });
          // Cut to the size of the word that it replaces, it may not be unique.
          pending = null;
        }
      },
    ],
    [
      "touch",
      async () => {
        for (const path of sources().filter(() => random() < 0.1)) {
          const now = new Date();
          utimesSync(at(path), now, now);
        }
      },
    ],
    [
      "ignore file",
      async () => {
        const path = ".gitignore";
        const text = existsSync(at(path)) ? readFileSync(at(path), "utf8") : "";
        const line = `/${IGNORED_FOLDER}/\n`;
        mkdirSync(at(IGNORED_FOLDER), { recursive: true });
        const hidden = `${IGNORED_FOLDER}/hidden.ts`;
        await history.change([path, hidden], () => {
          writeFileSync(at(hidden), `export const hidden${serial} = "in and out";\n`);
          writeFileSync(
            at(path),
            text.includes(line) ? text.replace(line, "") : `${text.replace(/([^\n])$/, "$1\n")}${line}`,
          );
        });
      },
    ],
  ];

  async function moveFolder(): Promise<void> {
    const paths = list();
    const below = (folder: string): string[] => paths.filter((path) => path.startsWith(`${folder}/`));
    const folders = [...new Set(paths.map(dirname))].filter((one) => one !== "." && !one.startsWith(IGNORED_FOLDER));
    const small = folders.filter((folder) => below(folder).length <= MOVED_FILES_MAX);
    const from = pick(small);
    const to = from.endsWith("-moved") ? from.slice(0, -"-moved".length) : `${from}-moved`;
    if (existsSync(at(to))) {
      return;
    }
    const moved = below(from);
    await history.change([...moved, ...moved.map((path) => to + path.slice(from.length))], () =>
      renameSync(at(from), at(to)),
    );
  }

  return {
    async edit() {
      const [kind, work] = pick(kinds);
      pending = null;
      await work();
      const { path, word } = pending ?? { path: "", word: "" };
      if (word !== "") {
        markers = [{ path, word, sinceMs: performance.now() }, ...markers].slice(0, 5);
      }
      return kind;
    },
    markers: () => markers,
    sources,
  };
}

/** The lines of a text that say something. */
export const tellingLines = (text: string): string[] =>
  linesOf(text).filter((line) => /[a-z]{4,}.*[a-z]{4,}/i.test(line));
