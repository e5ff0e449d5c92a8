#!/usr/bin/env node
// A frozen imitation of a coding assistant that has only grep and read tools.
// It measures how many tokens such an assistant is sent before it has seen all
// necessary lines of a task (tasks.json holds them; they decide only when to stop).
//
//   node grep-agent.mjs tasks.json CO_FOLDER [--json]
//
// CO_FOLDER holds one work tree per repository, named like the repository's last
// part (CO_FOLDER/gin for gin-gonic/gin), or is itself the work tree.
//
// A task that is "not found" after MAX_READS reads counts with what was sent until then,
// so the median over all tasks is a lower bound.
//
// Invariants: deterministic; no use of the necessary lines for choosing what to read.
// Where the imitation and a real assistant differ, it is kinder to grep:
// - files are ranked by all hits, although only MAX_GREP_LINES of them are sent and paid;
// - it stops by itself as soon as the last necessary line was printed;
// - each character is counted once, not again with every turn; its own words cost nothing.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const say = (line) => process.stdout.write(`${line}\n`);
const warn = (line) => process.stderr.write(`${line}\n`);

const VERSION = 1;
const MAX_READS = 40;
const WINDOW = 80;
const WINDOWS_PER_FILE = 8; // before the next best file is opened
const MAX_GREP_LINES = 100;
const MAX_COLUMNS = 250;
const TERMS_PER_ROUND = 10; // content words of one round; the next round is searched when the files found so far are read
const READS_PER_ROUND = 20; // then the next round of terms is searched, if there is one
const TEST_READS = 16; // kept for test files where the task asks for a test
const CHARS_PER_TOKEN = 4;

const STOP = new Set(
  (
    "a about above across after again against all almost alone along already also although always am among an and another any anyone anything " +
    "are around as ask asks asked at away back be became because become been before begin behind being below beside between both bring but by call came can cannot case cause " +
    "change changes come comes could did different do does doing done down during each either else end ends enough even ever every everything exactly example " +
    "explain far few find first fix fixed follow for form found from further gave get gets give given gives go goes going gone good got had happen happens has have having he hence her here him his how however " +
    "i if in inside instead into is it its itself just keep keeps kept kind knows last late later least less let like likely line lines live long longer look looks lost made make makes making many may me mean might mine " +
    "more most much must my name named need needed needs neither never new next no nobody none nor not nothing now of off often old on once one only onto open or order other others our out over own part particular parts " +
    "per perhaps place please point possible proposal proposes proposed pull put rather really reason refactor rename review right said same say says see seem seems seen sees several shall she should show shows shown since so some somebody someone something soon still " +
    "such sure take taken takes tell tells test than that the their them then there these they thing things think this those though through thus time to today together too took toward try tried under until up upon us use used user uses using very " +
    "via want was way we well went were what when where whether which while who whole whom whose why will with within without work working works would write written wrong yes yet you your yours somewhere anywhere today actually " +
    "add added adding helper means two three four without really"
  ).split(/\s+/),
);

const TEST_GLOBS = [
  "**/test/**",
  "**/tests/**",
  "**/__tests__/**",
  "**/testdata/**",
  "**/t/unit/**",
  "**/t/integration/**",
  "**/*_test.*",
  "**/test_*.*",
  "**/*.test.*",
  "**/*.spec.*",
  "**/conftest.py",
];
const PROSE_GLOBS = [
  "*.md",
  "*.mdx",
  "*.rst",
  "*.txt",
  "*.lock",
  "*.json",
  "*.yaml",
  "*.yml",
  "*.toml",
  "*.svg",
  "*.html",
  "*.css",
  "*.sum",
  "*.mod",
  "*.cfg",
  "*.ini",
  "**/docs/**",
  "**/examples/**",
];
const ASKS_FOR_TEST = /\b(write|add|need|want)\b[^.]{0,20}\btests?\b/i;

/** Cuts an English ending off, so that a substring search finds the other forms: "reconnects" and "reconnecting" give "reconnect". */
function stem(word) {
  if (word.length > 6 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 5 && word.endsWith("ies")) return word.slice(0, -3);
  if (word.length > 5 && word.endsWith("ed")) return word.slice(0, -2);
  return word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Splits a task into rounds of search terms: first quoted strings, identifiers and numbers, then content words (long ones first). */
function termsOf(text, projectName) {
  const quoted = [...text.matchAll(/"([^"]{3,80})"|`([^`]{2,80})`/g)].map((m) => m[1] ?? m[2]);
  const identifiers = (text.match(/[A-Za-z_$][\w$]*(?:(?:\.|::|\/|-)[\w$]+)*(?:\(\))?/g) ?? [])
    .map((word) => word.replace(/\(\)$/, ""))
    .filter((word) => /[a-z0-9][A-Z]|_|\.|::|\//.test(word) || /[A-Za-z]\d/.test(word));
  const numbers = text.match(/\b\d{3,}\b/g) ?? [];
  const words = (text.match(/[A-Za-z][A-Za-z'-]*/g) ?? [])
    .map((word) =>
      word
        .toLowerCase()
        .replace(/'s$/, "")
        .replace(/[^a-z-]/g, ""),
    )
    .filter((word) => word.length >= 3 && !STOP.has(word))
    .map(stem)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const seen = new Set([projectName.toLowerCase()]); // the project's own name is everywhere
  const unseen = (list) =>
    list.filter((term) => {
      const key = term.toLowerCase();
      if (key.length < 3 || seen.has(key) || STOP.has(key)) return false;
      seen.add(key);
      return true;
    });
  const rounds = [unseen([...quoted, ...identifiers, ...numbers])];
  const rest = unseen(words);
  for (let at = 0; at < rest.length; at += TERMS_PER_ROUND) rounds.push(rest.slice(at, at + TERMS_PER_ROUND));
  return rounds.filter((round) => round.length > 0);
}

/** All hits of a term as [path, line, text]; `tests` searches test files only, otherwise source without tests and prose. */
function grep(root, term, tests) {
  const globs = tests
    ? TEST_GLOBS.flatMap((glob) => ["-g", glob])
    : [...TEST_GLOBS, ...PROSE_GLOBS].flatMap((glob) => ["-g", `!${glob}`]);
  const args = [
    "-n",
    "-i",
    "-F",
    "--no-heading",
    "--with-filename",
    "--null",
    "--sort",
    "path",
    "--max-columns",
    String(MAX_COLUMNS),
    "--max-columns-preview",
    ...globs,
    "-e",
    term,
    ".",
  ];
  const run = spawnSync("rg", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.error) throw run.error;
  return run.stdout.split("\n").flatMap((row) => {
    const m = /^(?:\.\/)?([^\0]+)\0(\d+):(.*)$/s.exec(row);
    return m ? [[m[1], Number(m[2]), m[3]]] : [];
  });
}

/** Plays one task; returns tokens, reads, whether all necessary lines were printed. */
function play(task, root) {
  const missing = new Map(); // path -> set of line numbers not yet printed
  let total = 0;
  for (const { path, start, end } of task.necessary) {
    const lines = missing.get(path) ?? new Set();
    for (let line = start; line <= end; line++) lines.add(line);
    missing.set(path, lines);
  }
  for (const lines of missing.values()) total += lines.size;
  let left = total;
  let chars = 0;
  let reads = 0;
  let greps = 0;
  const sources = new Map();
  const readLines = new Map(); // path -> lines printed by a read
  const sourceOf = (path) => {
    if (!sources.has(path)) sources.set(path, readFileSync(join(root, path), "utf8").split("\n"));
    return sources.get(path);
  };
  const printed = (path, line) => {
    if (missing.get(path)?.delete(line)) left--;
  };

  /** Searches in rounds and reads windows until `limit` reads were made or everything was printed. */
  const searchAndRead = (rounds, tests, limit) => {
    const hits = new Map(); // path -> line -> set of terms
    for (const [index, terms] of rounds.entries()) {
      if (left === 0 || reads >= limit) break;
      const pause = index === rounds.length - 1 ? limit : Math.min(limit, reads + READS_PER_ROUND);
      for (const term of terms) {
        const rows = grep(root, term, tests);
        greps++;
        rows.forEach(([path, line, text], index) => {
          if (index < MAX_GREP_LINES) {
            chars += path.length + String(line).length + text.length + 3;
            printed(path, line);
          }
          const lines = hits.get(path) ?? new Map();
          lines.set(line, (lines.get(line) ?? new Set()).add(term));
          hits.set(path, lines);
        });
        if (rows.length > MAX_GREP_LINES) chars += 40; // "… N more lines"
      }
      const ranked = [...hits]
        .map(([path, lines]) => ({
          path,
          lines,
          distinct: new Set([...lines.values()].flatMap((set) => [...set])).size,
          hits: lines.size,
        }))
        .sort((a, b) => b.distinct - a.distinct || b.hits - a.hits || (a.path < b.path ? -1 : 1));
      for (let progress = true; progress && left > 0 && reads < pause; ) {
        progress = false;
        for (const file of ranked) {
          for (let n = 0; n < WINDOWS_PER_FILE && left > 0 && reads < pause; n++) {
            const start = bestWindow(file, readLines.get(file.path), sourceOf(file.path).length);
            if (start === null) break;
            read(file.path, start);
            progress = true;
          }
          if (left === 0 || reads >= pause) break;
        }
      }
    }
  };

  const read = (path, start) => {
    const source = sourceOf(path);
    const seen = readLines.get(path) ?? new Set();
    readLines.set(path, seen);
    reads++;
    for (let line = start; line < start + WINDOW && line <= source.length; line++) {
      chars += String(line).length + 1 + source[line - 1].length + 1;
      seen.add(line);
      printed(path, line);
    }
  };

  const rounds = termsOf(task.task, task.repository.split("/").pop());
  const wantsTest = ASKS_FOR_TEST.test(task.task);
  searchAndRead(rounds, false, wantsTest ? MAX_READS - TEST_READS : MAX_READS);
  if (left > 0 && reads < MAX_READS) searchAndRead(rounds, true, MAX_READS);
  return {
    tokens: Math.round(chars / CHARS_PER_TOKEN),
    found: left === 0,
    reads,
    greps,
    printedLines: total - left,
    totalLines: total,
    rounds,
  };
}

/** First line of the window whose unread hits have the most distinct terms, then the most hits; null if no hit is unread. */
function bestWindow({ lines }, seen, length) {
  let best = null;
  const numbers = [...lines.keys()].filter((line) => !seen?.has(line)).sort((a, b) => a - b);
  for (const centre of numbers) {
    const start = Math.max(1, Math.min(centre - WINDOW / 2, length - WINDOW + 1));
    const inside = numbers.filter((line) => line >= start && line < start + WINDOW);
    const distinct = new Set(inside.flatMap((line) => [...lines.get(line)])).size;
    if (!best || distinct > best.distinct || (distinct === best.distinct && inside.length > best.hits))
      best = { start, distinct, hits: inside.length };
  }
  return best ? best.start : null;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length === 0) return NaN;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

const [file, folder, flag] = process.argv.slice(2);
if (!file || !folder) {
  warn("usage: node grep-agent.mjs tasks.json CO_FOLDER [--json]");
  process.exit(2);
}
const results = [];
for (const [index, task] of JSON.parse(readFileSync(file, "utf8")).entries()) {
  const named = join(folder, task.repository.split("/").pop());
  const root = existsSync(named) ? named : folder;
  const head = spawnSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout?.trim();
  if (head && head !== task.commit) warn(`warning: ${root} is at ${head}, the task wants ${task.commit}`);
  const result = play(task, root);
  results.push({ repository: task.repository, kind: task.kind, task: task.task, ...result });
  if (flag !== "--json")
    say(
      `${String(index + 1).padStart(3)}  ${String(result.tokens).padStart(7)} tokens  ${result.found ? "found    " : "not found"}  ` +
        `${String(result.reads).padStart(2)} reads  ${String(result.greps).padStart(2)} greps  ${result.printedLines}/${result.totalLines} lines  ` +
        `${task.repository} ${task.kind}: ${task.task.slice(0, 60)}`,
    );
}
const found = results.filter((r) => r.found);
const summary = {
  version: VERSION,
  tasks: results.length,
  found: found.length,
  medianTokens: median(results.map((r) => r.tokens)),
  medianTokensFound: median(found.map((r) => r.tokens)),
};
if (flag === "--json") say(JSON.stringify({ summary, results }, null, 1));
else
  say(
    `median ${summary.medianTokens} tokens over ${summary.tasks} tasks (${summary.found} found; median of those ${summary.medianTokensFound})`,
  );
