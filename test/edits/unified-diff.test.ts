// The diffs that we write, judged by git and by patch: both make the new state of the old one with them.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DiffedFile, type DiffSide, unifiedDiff } from "../../src/edits/unified-diff.ts";
import { decodeText } from "../../src/project/decode.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { isPosix } from "../support/this-system.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "unified-diff-"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const side = (content: string | Buffer, mode = 0o644): DiffSide => {
  const bytes = Buffer.from(content);
  return { bytes, text: decodeText(bytes).text, mode };
};

function layOut(files: readonly DiffedFile[]): string {
  const folder = mkdtempSync(join(base, "tree-"));
  for (const { path, before } of files) {
    if (before === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), before.bytes);
    chmodSync(join(folder, path), before.mode ?? 0o644);
  }
  return folder;
}

function expectState(folder: string, files: readonly DiffedFile[], withModes: boolean): void {
  for (const { path, to, after } of files) {
    if (after === null || to !== null) expect(existsSync(join(folder, path)), path).toBe(false);
    if (after === null) continue;
    const place = join(folder, to ?? path);
    expect(readFileSync(place).toString("latin1")).toBe(after.bytes.toString("latin1"));
    if (withModes) expect(statSync(place).mode & 0o100).toBe((after.mode ?? 0) & 0o100);
  }
}

function applyByGit(files: readonly DiffedFile[]): void {
  const folder = layOut(files);
  const patch = files.map((file) => unifiedDiff(file).text).join("");
  // Outside of a repository, and whatever this machine's git says about white space.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: base, GIT_CONFIG_GLOBAL: "/dev/null" };
  const run = spawnSync("git", ["apply", "--whitespace=nowarn", "-"], {
    cwd: folder,
    input: patch,
    env,
    encoding: "utf8",
  });
  expect(run.stderr + (run.status === 0 ? "" : `\n${patch}`)).toBe("");
  expectState(folder, files, true);
  rmSync(folder, { recursive: true });
}

const line = fc.constantFrom("a", "b", "c", "", "  x", "é☃", "\r", "d\r", "-- e", "@@ f", "\\ g", "\u2028h", "\f");
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean(), fc.boolean())
  .map(
    ([lines, final, mark]) =>
      (mark && lines.length > 0 ? "\uFEFF" : "") + lines.join("\n") + (final && lines.length > 0 ? "\n" : ""),
  );
const edited = text.chain((before) =>
  fc.record({
    before: fc.constant(before),
    after: fc.oneof(
      text,
      fc
        .tuple(fc.nat(before.length), fc.nat(12), line)
        .map(([at, cut, by]) => before.slice(0, at) + by + before.slice(at + cut)),
    ),
  }),
);
const mode = fc.constantFrom(...(isPosix ? [0o644, 0o755, 0o600] : [0o644]));
const name = fc.constantFrom(
  "a.txt",
  "with space.txt",
  "ünïcode.txt",
  "deep/er/x.txt",
  // Windows has no such names.
  ...(isPosix ? ['q"uote.txt', "back\\slash.txt", "tab\tname.txt", "line\nbreak.txt"] : []),
);

test("git applies the diff of any edit, creation, deletion, move and change of mode", () => {
  const file = fc.record({
    name,
    edited,
    mode,
    mode2: mode,
    kind: fc.constantFrom("edit", "create", "delete", "move"),
  });
  // Several in one patch: starting git takes far longer than applying them.
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 20, size: "max" }), (drawn) => {
      const changes = drawn.map(({ edited, mode, mode2, kind, name }, at) => {
        const [before, after] = [side(edited.before, mode), side(edited.after, mode2)];
        const to = kind === "move" ? `${at}/moved/${name}` : null;
        const sides = { before: kind === "create" ? null : before, after: kind === "delete" ? null : after };
        return { path: `${at}/${name}`, to, ...sides };
      });
      const changed = changes.filter((one) => unifiedDiff(one).text !== "");
      fc.pre(changed.length > 0);
      expect(changed.map((one) => unifiedDiff(one).appliable)).toEqual(changed.map(() => true));
      applyByGit(changed);
    }),
    { numRuns: propertyRuns(16) },
  );
});

test.runIf(isPosix)("patch applies the diff of an edit", () => {
  fc.assert(
    fc.property(fc.array(edited, { minLength: 1, maxLength: 10, size: "max" }), (drawn) => {
      const files = drawn.flatMap(({ before, after }, at) =>
        before === after ? [] : [{ path: `${at} space.txt`, to: null, before: side(before), after: side(after) }],
      );
      fc.pre(files.length > 0);
      const folder = layOut(files);
      const diff = files.map((file) => unifiedDiff(file).text).join("");
      execFileSync("patch", ["--binary", "-p1", "-s"], { cwd: folder, input: diff, stdio: ["pipe", "pipe", "pipe"] });
      // Like an older diff, it removes a file that becomes empty.
      const kept = files.filter(({ after }) => after.text !== "");
      expectState(folder, kept, false);
    }),
    { numRuns: propertyRuns(8) },
  );
});

test("the diff is the one that git itself writes", () => {
  const before = `${Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n")}\n`;
  const after = before
    .replace("line 3\n", "line three\nand more\n")
    .replace("line 20\n", "")
    .replace("line 39\n", "line 39");
  const folder = mkdtempSync(join(base, "git-"));
  writeFileSync(join(folder, "old"), before);
  writeFileSync(join(folder, "new"), after);
  const byGit = spawnSync("git", ["diff", "--no-index", "--no-color", "old", "new"], {
    cwd: folder,
    encoding: "utf8",
  }).stdout;
  const hunks = (diff: string): string => diff.slice(diff.indexOf("@@")).replace(/^(@@ .* @@).*$/gm, "$1");
  const ours = unifiedDiff({ path: "old", to: null, before: side(before), after: side(after) });
  expect(hunks(ours.text)).toBe(hunks(byGit));
  expect(ours).toMatchObject({ added: 3, removed: 3 });
});

test("a file that is not UTF-8 is shown as text, and said not to be appliable", () => {
  const [before, after] = [side(Buffer.from("caf\xe9\n", "latin1")), side(Buffer.from("th\xe9\n", "latin1"))];
  const diff = unifiedDiff({ path: "x", to: null, before, after });
  expect(diff.text).toContain("-café\n+thé\n");
  expect(diff.appliable).toBe(false);
});

test("a difference that is too large to be minimised is one block", () => {
  const lines = (word: string) => Array.from({ length: 9_000 }, (_, index) => `${word} ${index}\n`).join("");
  const diff = unifiedDiff({ path: "x", to: null, before: side(lines("old")), after: side(lines("new")) });
  expect(diff).toMatchObject({ added: 9_000, removed: 9_000 });
});
