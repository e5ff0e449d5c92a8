// What a rename of a symbol of Java has to change, by what javac says of every name: all names of one symbol, with those of what
// it overrides and what overrides it. Reads what test/benchmarks/authorities/javac-sites.mjs writes.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const { root, files, tools, asks } = JSON.parse(readFileSync(0, "utf8"));
const script = fileURLToPath(new URL("../authorities/javac-sites.mjs", import.meta.url));
const { stdout, status } = spawnSync(process.execPath, [script], {
  input: JSON.stringify({ root, files, tools: join(tools, "edges") }),
  encoding: "utf8",
  maxBuffer: 2 ** 30,
  stdio: ["pipe", "pipe", "inherit"],
});
if (status !== 0) {
  throw new Error(`javac-sites.mjs ended with ${status}`);
}
const lines = stdout
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line));

/** By number: those that have to keep one name with it. */
const families = new Map();
for (const { symbol } of lines.filter((line) => "symbol" in line)) {
  families.set(symbol, new Set([symbol]));
}
for (const { symbol, supers } of lines.filter((line) => "symbol" in line)) {
  for (const above of supers) {
    const both = new Set([...families.get(symbol), ...families.get(above)]);
    for (const one of both) {
      families.set(one, both);
    }
  }
}

/** By place, `path offset`: the name that stands there, and what it means. */
const names = new Map();
/** By number: the places of its name. */
const placesOf = new Map();
for (const { path, occurrences } of lines.filter((line) => "occurrences" in line)) {
  const text = readFileSync(join(root, path), "utf8");
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  for (const [line, column, name, , meaning] of occurrences) {
    const place = [path, starts[line - 1] + column];
    names.set(String(place), { name, meaning });
    for (const one of Array.isArray(meaning) ? meaning : []) {
      placesOf.set(one, [...(placesOf.get(one) ?? []), place]);
    }
  }
}
const read = new Set(lines.flatMap((line) => ("occurrences" in line ? [line.path] : [])));

for (const { path, offset, ours } of asks) {
  const { name, meaning } = names.get(String([path, offset])) ?? {};
  let answer = { refused: "javac knows no symbol there" };
  if (Array.isArray(meaning)) {
    const family = [...new Set(meaning.flatMap((one) => [...families.get(one)]))];
    const due = family
      .flatMap((one) => placesOf.get(one) ?? [])
      .filter((place) => names.get(String(place)).name === name);
    // Where it knows no name at all, as in a comment, nothing may be renamed.
    const isUnknown = (place) => names.get(String(place))?.meaning === null;
    const unread = ours.filter(([file]) => !read.has(file));
    answer = { due, allowed: due, unread, unknown: ours.filter(isUnknown) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
