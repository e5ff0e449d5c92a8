// What a hook says, and when: the hint, the note, and what is remembered of a session.
import { closeSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hintFor } from "../../src/hooks/hint.ts";
import { noteOfDiff } from "../../src/hooks/note-of-diff.ts";
import { openSessionNotes } from "../../src/hooks/session-notes.ts";
import { expectMode } from "../support/this-system.ts";

const SHOP = resolve("/shop");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hooks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BASE = { session: "s", cwd: "/" } as const;

/** Answers a question as the process does that was asked: it ends with it. */
function write(answer: number, text: string): void {
  writeSync(answer, text);
  closeSync(answer);
}

describe("a hint is given before a search for", () => {
  it.each([
    ["totalOf", "totalOf"],
    ["order_store", "order_store"],
    ["OrderStore", "OrderStore"],
    ["function render", "render"],
    ["\\btotalOf\\b", "totalOf"],
    ["totalOf\\(", "totalOf"],
  ])("%s", (text, name) => {
    expect(hintFor({ ...BASE, kind: "searches", text })).toContain(`for the symbol ${name},`);
  });

  it.each(["TODO", "password", "error: not found", "a.*b", "cfg", "two words", ""])("but not for %j", (text) => {
    expect(hintFor({ ...BASE, kind: "searches", text })).toBeNull();
  });
});

it("a hint is given before a large file is read whole, not before a small one or one that is not there", () => {
  writeFileSync(join(folder, "large.ts"), "x".repeat(40_000));
  writeFileSync(join(folder, "small.ts"), "x".repeat(39_999));
  const hints = ["large.ts", "small.ts", "gone.ts"].map((path) =>
    hintFor({ session: "s", cwd: folder, kind: "reads", path }),
  );
  expect(hints).toEqual([expect.stringContaining("get_symbol_source"), null, null]);
});

describe("the note of a difference", () => {
  const ANSWER = {
    project_root: SHOP,
    compared: "worktree against HEAD",
    changes: {
      columns: ["path", "change", "symbol"],
      rows: {
        "a.ts": [
          ["signature", "put"],
          ["removed", "Store.take"],
        ],
        "b.ts": [["removed", "other"]],
      },
    },
    users: {
      columns: ["of", "path", "lines", "lines_found", "by_name"],
      rows: {
        "a.ts#put": [
          ["c.ts", [3, 9], 50],
          ["d\n.ts", [1]],
        ],
        "a.ts#Store.take": [
          ["c.ts", [4]],
          ["e.ts", [7], null, 1],
        ],
        "b.ts#other": [["c.ts", [5]]],
      },
    },
  };
  const note = (answer: unknown, ...edited: string[]) =>
    noteOfDiff(JSON.stringify(answer), new Set(edited.map((path) => join(path))));

  it("names the symbols of the session's own files, and where they are proven to be used", () => {
    expect(note(ANSWER, join(SHOP, "a.ts"))).toBe(
      "context-broker: put has another signature and is used in c.ts:3, c.ts:9, d\\u{a}.ts:1; Store.take is gone and is used in c.ts:4. analyze_diff shows all.",
    );
    expect(note(ANSWER, join(SHOP, "b.ts"))).toContain("other is gone");
  });

  it("points to analyze_diff only where that can show it again: not in a project without git", () => {
    const said = note({ ...ANSWER, compared: undefined }, join(SHOP, "b.ts"));
    expect(said).toBe("context-broker: other is gone and is used in c.ts:5.");
  });

  it("is none where nothing is still used, or only by name, or in files that others changed", () => {
    expect(note(ANSWER, join(SHOP, "c.ts"))).toBeNull();
    expect(note({ ...ANSWER, users: undefined }, join(SHOP, "a.ts"))).toBeNull();
    const guess = { columns: ANSWER.users.columns, rows: { "a.ts#put": [["e.ts", [7, 8], null, 2]] } };
    expect(note({ ...ANSWER, users: guess }, join(SHOP, "a.ts"))).toBeNull();
    expect(note([], join(SHOP, "a.ts"))).toBeNull();
    expect(() => noteOfDiff('{"outcome":"fou', new Set())).toThrow(SyntaxError);
  });

  it("leaves out places in files that were written after the question", () => {
    const answer = JSON.stringify(ANSWER);
    expect(noteOfDiff(answer, new Set([join(SHOP, "a.ts")]), new Set([join(SHOP, "c.ts")]))).toBe(
      "context-broker: put has another signature and is used in d\\u{a}.ts:1. analyze_diff shows all.",
    );
  });

  it("counts one more line and one more symbol as one", () => {
    const rows = { "a.ts#put": [["e.ts", [1, 2, 3, 4, 5]]], "a.ts#x": [["e.ts", [6]]], "a.ts#y": [["e.ts", [7]]] };
    const text = note({ ...ANSWER, users: { columns: ["of", "path", "lines"], rows } }, join(SHOP, "a.ts"));
    expect(text).toContain("e.ts:4 and 1 more line;");
    expect(text).toContain("; 1 more changed symbol still used.");
  });

  it("is short, however much is used", () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `a.ts#s${at}`,
        [["x".repeat(900), Array.from({ length: 40 }, (__, line) => line)]],
      ]),
    );
    const long = note({ ...ANSWER, users: { columns: ["of", "path", "lines"], rows: many } }, join(SHOP, "a.ts"));
    expect(long).toContain("; 38 more changed symbols still used.");
    expect(long?.length).toBeLessThan(2_000);
  });
});

describe("a session", () => {
  const open = (session = "one") => openSessionNotes(folder, "claude-code", session);
  /** Milliseconds tell writes and questions apart. */
  const passTime = () => vi.setSystemTime(Date.now() + 1);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("says each thing once, whatever process asks, and apart from other sessions", () => {
    expect([open().claim("hint"), open().claim("hint"), open().claim("../x"), open("two").claim("hint")]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it("remembers the files that it wrote, for its user alone", () => {
    open().remember(["/a\nb", "/c"]);
    open().remember(["/a\nb"]);
    expect([...open().edited().keys()]).toEqual(["/a\nb", "/c"]);
    const [own = ""] = readdirSync(folder);
    expectMode(join(folder, own), 0o700);
    expectMode(join(folder, own, "edited.jsonl"), 0o600);
  });

  it("takes each answer that is whole, once, in the order of the questions", () => {
    const take = () =>
      open()
        .takeAnswers((text) => text.startsWith("whole"))
        .map(({ text }) => text);
    const questions: number[] = [];
    for (let at = 0; at < 3; at++) {
      questions.push(open().openAnswer());
      passTime();
    }
    const [first = 0, second = 0, third = 0] = questions;
    write(first, "whole 1");
    write(second, "whole 2");
    expect([take(), take()]).toEqual([["whole 1", "whole 2"], []]);
    write(third, "whole 3");
    expect(take()).toEqual(["whole 3"]);
  });

  it("asks about what was written since, one question at a time", () => {
    const isWhole = (text: string) => text === "whole";
    const notAsked = () => open().notAsked(isWhole);
    expect(notAsked()).toBeNull();
    open().remember(["/a"]);
    expect(notAsked()).toBe("/a");
    passTime();
    const question = open().openAnswer();
    expect(notAsked()).toBeNull();
    passTime();
    open().remember(["/b"]);
    expect(notAsked()).toBeNull();
    write(question, "whole");
    expect(notAsked()).toBe("/b");
    expect(
      open()
        .takeAnswers(isWhole)
        .map(({ text }) => text),
    ).toEqual(["whole"]);
    expect(notAsked()).toBe("/b");
  });

  it("drops an answer that is old, and sessions that are over", () => {
    write(open().openAnswer(), "whole");
    const [own = ""] = readdirSync(folder);
    const [answer = ""] = readdirSync(join(folder, own)).filter((name) => name.startsWith("answer-"));
    const before = (ms: number) => (Date.now() - ms) / 1_000;
    utimesSync(join(folder, own, answer), before(600_000), before(600_000));
    expect(open().takeAnswers(() => true)).toEqual([]);
    expect(readdirSync(join(folder, own))).toEqual(["asked"]);
    utimesSync(join(folder, own), before(3 * 86_400_000), before(3 * 86_400_000));
    open("two");
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain(own);
  });
});
