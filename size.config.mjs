// What the installed package's size is made of: one line for each part, with what it is for. A file that belongs to no part is
// counted as such, so that nothing grows unseen.
import { lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";

/** The first pattern that matches a file's path, with `/`, names its part. */
const PARTS = [
  [/^models\//, "embedding model (all-MiniLM-L6-v2, int8) and its tokenizer", "search by meaning without a network"],
  [/^dist\/native\/onnxruntime/, "ONNX Runtime for this platform", "runs the model"],
  [/^dist\/native\/better-sqlite3/, "SQLite for Node 20, and for Node 22 and newer on eight platforms", "the index"],
  [/^dist\/native\/hnswlib/, "hnswlib", "the vector index of large projects"],
  [/^dist\/native\//, "other native libraries", "loaded by the above"],
  [/^dist\/grammars\//, "tree-sitter grammars, compressed", "chunks, symbols and syntax of 52 languages"],
  [/^dist\/library-members\//, "members of standard libraries", "tell a library's method from the project's"],
  [/^dist\/o200k_base/, "tokens of o200k_base", "counts tokens"],
  [/^dist\/LICENCES/, "licences of everything bundled", "their terms ask for it"],
  [/^dist\//, "the program and its libraries, bundled", "the program"],
  [/^docs\//, "documentation", "read offline"],
  [/^storage\//, "schemas of what is saved, with an example", "for programs that read it"],
  [
    /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
    "package.json, README, changelog, licence",
    "npm asks for them",
  ],
];
const OTHER = [/./, "other files", ""];

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** A Markdown table, largest part first. `folder`: the package as installed. */
export function sizeTable(folder) {
  const sizes = new Map();
  for (const name of readdirSync(folder, { recursive: true })) {
    const entry = lstatSync(join(folder, name));
    if (entry.isFile()) {
      const path = name.split(sep).join("/");
      const part = PARTS.find(([pattern]) => pattern.test(path)) ?? OTHER;
      sizes.set(part, (sizes.get(part) ?? 0) + entry.size);
    }
  }
  const rows = [...sizes].sort(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    "| part | for | MB |",
    "|---|---|---:|",
    ...rows.map(([[, what, use], bytes]) => `| ${what} | ${use} | ${megabytes(bytes)} |`),
    `| all | | ${megabytes(total)} |`,
  ].join("\n");
}
