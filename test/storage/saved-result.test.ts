import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSavedDocument } from "../../src/storage/saved-document.ts";
import { isInsidePath, type SavedResult, savedResultOf } from "../../src/storage/saved-result.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { expectGolden } from "../support/golden.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { validatorOf } from "./schemas.ts";
import { anAnswer } from "./scratch.ts";

const validates = validatorOf("saved-result");

function aDocument(): SavedResult {
  return savedResultOf(anAnswer(), {
    project: "shop",
    mode: "both",
    time: new Date("2026-11-21T23:15:00.000Z"),
    root: "/home/mina/shop",
    absolute: ({ path }) => `/home/mina/shop/${path}`,
  });
}

function parse(value: unknown): SavedResult {
  return parseSavedDocument(JSON.stringify(value), "one.json") as SavedResult;
}

test("a document has the promised fields, and reads well", () => {
  expectGolden("storage/saved-result.json", `${JSON.stringify(aDocument(), null, 2)}\n`);
});

test("a document is read as it was written, and fits its schema", () => {
  expect(parse(aDocument())).toEqual(aDocument());
  expect(validates(aDocument())).toBe(true);
});

test("so is one of several projects", () => {
  const projects = [
    { name: "shop", root: "/home/mina/shop" },
    { name: "till", root: "/home/mina/till" },
  ];
  const files = aDocument().files.map((file) => ({ ...file, project: "shop" }));
  const hits = aDocument().hits.map((hit) => ({ ...hit, project: "till" }));
  const document = { ...aDocument(), projects, files, hits };
  expect(parse(document)).toEqual(document);
  expect(validates(document)).toBe(true);
});

test("fields of later minor additions are read past", () => {
  expect(parse({ ...aDocument(), reviewed_by: "mina" })).toEqual(aDocument());
});

describe("what is refused", () => {
  test("a newer schema, with what to do", () => {
    expect(() => parse({ schema_version: 3 })).toThrow(
      expect.objectContaining({
        code: "DOCUMENT_INVALID",
        message: expect.stringContaining("schema version 3; this program reads up to 2"),
        hint: expect.stringContaining("update"),
      }),
    );
  });

  const document = aDocument();
  const cases: readonly [string, unknown][] = [
    ["no schema version", { ...document, schema_version: undefined }],
    ["schema version 0", { ...document, schema_version: 0 }],
    ["null", null],
    ["a list", [document]],
    ["a mode that does not exist", { ...document, storage_mode: "cloud" }],
    ["top_k 0", { ...document, top_k: 0 }],
    ["a timestamp in words", { ...document, timestamp: "yesterday" }],
    ["projects by name alone", { ...document, projects: ["shop"] }],
    ["a project without root", { ...document, projects: [{ name: "shop" }] }],
    ["a hit of a project without name", { ...document, hits: [{ ...document.hits[0], project: "" }] }],
    ["a file without content", { ...document, files: [{ path: "/a" }] }],
    ["content that is no text", { ...document, files: [{ path: "/a", content: 1 }] }],
    ["a hash that is none", { ...document, content_hashes: { a: "A".repeat(64) } }],
    ["a negative count", { ...document, statistics: { ...document.statistics, context_tokens: -1 } }],
    ["a fraction of a token", { ...document, statistics: { ...document.statistics, context_tokens: 0.5 } }],
    ["statistics short of a field", { ...document, statistics: { total_tokens: 1 } }],
    ...["../x", "/etc/passwd", "a/../b", "a//b", ".", "a/.", "", "a\0b"].map((path): [string, unknown] => [
      `a hit at ${JSON.stringify(path)}`,
      { ...document, hits: [{ ...document.hits[0], path }] },
    ]),
  ];
  test.each(cases)("%s, by the program and by the schema", (_, value) => {
    expect(() => parse(value)).toThrow(expect.objectContaining({ code: "DOCUMENT_INVALID" }));
    expect(validates(JSON.parse(JSON.stringify(value)))).toBe(false);
  });

  test("brackets without end, and a valid document with a field that nests without end", () => {
    const deep = `{"later": ${"[".repeat(50_000)}${"]".repeat(50_000)}, ${JSON.stringify(aDocument()).slice(1)}`;
    for (const text of ["[".repeat(100_000), deep]) {
      expect(() => parseSavedDocument(text, "one.json")).toThrow(
        expect.objectContaining({ code: "DOCUMENT_INVALID", message: expect.stringContaining("nests deeper") }),
      );
    }
  });

  test("a file count that is not the number of files", () => {
    expect(() => parse({ ...aDocument(), file_count: 7 })).toThrow(/says 7 files but has 1/);
  });

  test.each(["", "{", "undefined", '{"schema_version":1}{}'])("no JSON: %#", (text) => {
    expect(() => parseSavedDocument(text, "one.json")).toThrow(/one\.json is not JSON/);
  });
});

/** False for a document that is refused as one should be; anything else that is thrown is a defect. */
function accepts(document: unknown): boolean {
  try {
    parse(document);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "DOCUMENT_INVALID") {
      return false;
    }
    throw error;
  }
}

test("the program and the schema agree on any change to a document", () => {
  const paths: readonly (readonly string[])[] = [
    ...Object.keys(aDocument()).map((key) => [key]),
    ...Object.keys(aDocument().statistics).map((key) => ["statistics", key]),
    ...Object.keys(aDocument().hits[0] ?? {}).map((key) => ["hits", "0", key]),
    ["projects"],
    ["hits", "0", "project"],
    ["files", "0", "path"],
    ["files", "0", "content"],
    ["content_hashes", "src/auth/session.ts"],
  ];
  // The count of files is a rule between two fields, which the schema cannot say.
  const changed = paths.filter(([field]) => field !== "file_count" && field !== "files");
  fc.assert(
    fc.property(fc.constantFrom(...changed), fc.jsonValue({ maxDepth: 2 }), (path, value) => {
      const document: unknown = structuredClone(aDocument());
      const holder = path.slice(0, -1).reduce((at, key) => Reflect.get(Object(at), key), document);
      Reflect.set(Object(holder), path.at(-1) ?? "", value);
      const accepted = accepts(document);
      expect(accepted, JSON.stringify({ path, value })).toBe(validates(document));
    }),
    { numRuns: propertyRuns(500) },
  );
});

test.each([
  ["src/a.ts", true],
  ["..a/b..", true],
  ["a\nb", true],
  ["a/..", false],
  ["./a", false],
])("%j stays inside: %s", (path, inside) => {
  expect(isInsidePath(path)).toBe(inside);
});
