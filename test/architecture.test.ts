// Holds the rooms of src/ to one direction. The table is the architecture: changing it is an architecture change.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { withSlashes } from "../src/system/platform/below.ts";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** Which rooms each room may import; `vocabulary` and `system` are open to all that stand after them. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  vocabulary: [],
  system: ["vocabulary"],
  config: [],
  // What a client is answered before anything else is loaded.
  opening: ["config"],
  http: [],
  // What leaves this machine passes it, findings of the review, and what is logged of calls.
  secrets: [],
  // Loaded by program.ts and app.ts, when the settings name a provider and it is asked.
  "language-model": ["secrets"],
  project: [],
  syntax: [],
  facts: ["syntax"],
  linking: [],
  languages: ["syntax", "facts", "linking"],
  embedding: [],
  // One engine of a team's index; loaded by app.ts alone, when the settings ask for it.
  team: ["embedding"],
  storage: [],
  index: ["project", "syntax", "languages", "embedding"],
  statistics: ["storage"],
  history: ["project", "languages"],
  search: ["index", "languages", "embedding", "project"],
  intelligence: ["index", "syntax", "linking", "languages", "project", "search", "history"],
  // What a change breaks, for all who ask.
  change: ["project", "syntax", "linking", "languages", "index", "intelligence", "history"],
  edits: ["project", "syntax", "linking", "languages", "index", "search", "intelligence", "change"],
  review: [
    "project",
    "syntax",
    "linking",
    "languages",
    "index",
    "embedding",
    "search",
    "intelligence",
    "change",
    "history",
    "secrets",
  ],
  // What a model is given for a task, and what a conversation remembers.
  context: ["index", "languages", "search", "intelligence"],
  // Knows neither the index nor how edits are made: it is given a context, and gives back an answer and proposed edits.
  reason: ["language-model"],
  // Is given the project as a library to look at.
  writing: ["secrets", "language-model", "reason"],
  operations: [
    "config",
    "project",
    "syntax",
    "languages",
    "embedding",
    "storage",
    "index",
    "statistics",
    "search",
    "intelligence",
    "change",
    "history",
    "edits",
    "review",
    "context",
    "language-model",
    "reason",
    "writing",
    "secrets",
  ],
  // The server's side of the tools that the user's running Emacs offers, the agents that Emacs runs, and what it shows of an answer:
  // of the operations it knows the types of answers.
  emacs: ["operations"],
  server: ["config", "opening", "operations", "http", "emacs"],
  // A front passes on the lines of a session, and ends as a server does.
  daemon: ["config", "server"],
  page: ["operations", "http"],
  clients: [],
  // What a client calls: it reads the client's message, and must load little.
  hooks: ["config", "clients"],
  cli: ["operations", "config", "daemon", "clients"],
  "meaning.ts": ["config", "embedding", "index", "team"],
  "app.ts": [
    "meaning.ts",
    "config",
    "project",
    "languages",
    "embedding",
    "storage",
    "index",
    "statistics",
    "search",
    "history",
    "edits",
    "review",
    "language-model",
    "operations",
  ],
  "host.ts": ["app.ts", "config", "operations", "server", "daemon", "cli"],
  "program.ts": ["app.ts", "meaning.ts", "host.ts", "config", "project", "language-model", "server", "page", "cli"],
  "hook.ts": ["clients", "hooks"],
  "front.ts": ["program.ts", "opening", "server", "daemon", "emacs"],
  "main.ts": ["front.ts", "config", "opening", "server"],
  "demo.ts": ["cli"],
};
const OPEN_TO_ALL = ["vocabulary", "system"];

/** Packages that only these rooms know. */
const ONLY_KNOWN_TO: Record<string, readonly string[]> = {
  "web-tree-sitter": ["syntax", "facts", "languages"],
  "@toon-format/toon": ["operations"],
  "@huggingface/transformers": ["embedding"],
  "hnswlib-node": ["index"],
  "better-sqlite3": ["system"],
  "better-sqlite3-napi": ["system"],
  "@modelcontextprotocol/server": ["server"],
  jose: ["server"],
  commander: ["cli"],
  "weaviate-client": ["team"],
  ai: ["language-model"],
  "@ai-sdk": ["language-model"],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly target: string;
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => withSlashes(file));
/** The file that `target` names in `file`. */
const fileOf = (file: string, target: string): string => withSlashes(relative(src, join(src, dirname(file), target)));
const roomOf = (file: string) => file.split("/")[0] ?? file;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), "utf8");
  const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"([^"]+)"/g);
  return [...found].map(([, target = ""]) => ({ file, from: roomOf(file), target }));
}

const imports = files.flatMap(importsOf);
const local = imports
  .filter(({ target }) => target.startsWith("."))
  .map((entry) => ({ ...entry, target: fileOf(entry.file, entry.target) }))
  .map((entry) => ({ ...entry, to: roomOf(entry.target) }));

describe("the rooms of src/", () => {
  it("are all in the table, and the table names no other", () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it("have a table without a cycle: each names only rooms before it", () => {
    const order = Object.keys(MAY_IMPORT);
    for (const [room, allowed] of Object.entries(MAY_IMPORT)) {
      for (const other of allowed) {
        expect(order.indexOf(other), `${room} may import ${other}`).toBeLessThan(order.indexOf(room));
      }
    }
  });

  it("import only what the table allows", () => {
    const wrong = local.filter(({ from, to }) => {
      const open = OPEN_TO_ALL.includes(to) && from !== "vocabulary";
      return from !== to && !open && !MAY_IMPORT[from]?.includes(to);
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("keep each outside package in the room that owns it", () => {
    const wrong = imports.filter(({ from, target }) => {
      const name = Object.keys(ONLY_KNOWN_TO).find((known) => target === known || target.startsWith(`${known}/`));
      return name !== undefined && !ONLY_KNOWN_TO[name]?.includes(from);
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("were all read: the scan sees the imports there are", () => {
    expect(local.length).toBeGreaterThan(files.length);
  });
});

/** The folders of operations/code/, lowest first. */
const CODE = ["symbols", "edges", "files", "text", "structure", "project", "changes", "ask"].map(
  (name) => `code/${name}`,
);

/** The folders inside a room, lowest first: each imports only those before it. `.` is the room's own files. */
const ORDER_INSIDE: Record<string, readonly string[]> = {
  index: [
    "vectors",
    "encoding",
    ".",
    "joined",
    "lexical",
    "raw-text",
    "database",
    "embeddings",
    "transfer",
    "ingest",
    "coordination",
    "upkeep",
  ],
  review: [".", "rules", "output", "hooks"],
  context: ["memory", "."],
  reason: ["contract", "citations", "proposal", "prompts", "gate", ".", "specialists"],
  search: ["query", "answer", "ranking", "cache", "."],
  operations: [
    "contract",
    "answer",
    "search",
    "saved",
    "index",
    "savings",
    "trust",
    "review",
    ...CODE,
    "context",
    "edits",
    "reason",
    "write",
    "chat",
    ".",
  ],
  writing: ["contract", "prompts", "store", "phases", "."],
};

/** The files directly in a folder; a language is one folder with all that is below it. */
const folderOf = (path: string): string => /^languages\/[^/]+(?=\/)/.exec(path)?.[0] ?? dirname(path);

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Imports between what `nameOf` makes of the files, those within one left out. */
function arrowsBetween(nameOf: (path: string) => string): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { file, target } of local) {
    const [from, to] = [nameOf(file), nameOf(target)];
    if (from !== to) {
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

/** Ways that lead back to where they begin: `a → b → a`. None only if there is no circle. */
function circlesIn(arrows: Arrows): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (at: string, way: readonly string[]): void => {
    const start = way.indexOf(at);
    if (start >= 0) {
      circles.push([...way.slice(start), at].join(" → "));
    } else if (!done.has(at)) {
      for (const next of arrows.get(at) ?? []) {
        visit(next, [...way, at]);
      }
      done.add(at);
    }
  };
  for (const at of arrows.keys()) {
    visit(at, []);
  }
  return circles;
}

describe("the folders inside rooms", () => {
  it.each(Object.entries(ORDER_INSIDE))("of %s/ import only those before them", (room, order) => {
    const inside = local.filter(({ from, to }) => from === room && to === room);
    const placeOf = (path: string) => order.indexOf(withSlashes(relative(room, dirname(path))) || ".");
    const wrong = inside.filter(({ file, target }) => placeOf(target) === -1 || placeOf(file) < placeOf(target));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("import one another in no circle", () => {
    expect(circlesIn(arrowsBetween(folderOf))).toEqual([]);
  });
});

describe("the files of src/", () => {
  // Imports of types count: a reader follows them, and types that name each other belong in one file.
  it("import one another in no circle", () => {
    expect(circlesIn(arrowsBetween((path) => path))).toEqual([]);
  });

  it("are held to that by a search that finds circles", () => {
    const arrows = new Map([
      ["app", new Set(["a", "leaf"])],
      ["a", new Set(["leaf", "b"])],
      ["b", new Set(["c"])],
      ["c", new Set(["leaf", "a"])],
    ]);
    expect(circlesIn(arrows)).toEqual(["a → b → c → a"]);
  });
});

describe("the analysis worker", () => {
  it("loads the languages, and nothing of what links them", () => {
    const loaded = new Set(["index/ingest/analysis-worker.ts"]);
    for (const file of loaded) {
      const text = readFileSync(join(src, file), "utf8");
      for (const [, target = ""] of text.matchAll(/^(?:import|export)\b(?! type)[^;]*?"(\.[^"]+)";/gmu)) {
        loaded.add(fileOf(file, target));
      }
    }
    expect(loaded.size).toBeGreaterThan(200);
    const ofLinking = [...loaded].filter((file) => roomOf(file) === "linking");
    expect(ofLinking, "how paths are joined, and one cache").toEqual(["linking/lookup.ts", "linking/derived.ts"]);
  });
});
