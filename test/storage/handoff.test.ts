// The document of a handoff, what readers of searches make of it, and what has become of its places.
import { readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerptOf, type HandoffPlace, type HandoffToSave, handoffOf } from "../../src/storage/handoff.ts";
import { type PlaceStatus, placeStates } from "../../src/storage/place-states.ts";
import { parseSavedDocument } from "../../src/storage/saved-document.ts";
import { splitLines } from "../../src/vocabulary/text.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { admitting, anAnswerAbout, aPlace, hashOf, NOW, open } from "./places.ts";
import { validatorOf } from "./schemas.ts";

const validates = validatorOf("handoff");

/** The lines `start` to `end` of a file, or all of it, as they are saved. */
function placeIn(path: string, text: string, start?: number, end = start): HandoffPlace {
  const lines = start === undefined ? [] : splitLines(text).slice(start - 1, end);
  return {
    path,
    ...(start === undefined ? {} : { start_line: start, end_line: end }),
    content_hash: hashOf(text),
    text: start === undefined ? "" : excerptOf(lines),
    text_hash: hashOf(lines.join("\n")),
  };
}

const SOURCE = "import a;\n\nfunction total() {\n  return 1;\n}\n\nexport { total };\n";

const aHandoff = (changes: Partial<HandoffToSave> = {}): HandoffToSave => ({
  goal: "totals in cents",
  decisions: ["integers: no rounding"],
  constraints: [],
  failed: [],
  next: ["convert the tests"],
  places: [placeIn("src/cart.ts", SOURCE, 3, 5)],
  ...changes,
});

const aDocument = () => handoffOf(aHandoff(), { project: "shop", root: "/home/mina/shop", mode: "both", time: NOW });
const parse = (value: unknown) => parseSavedDocument(JSON.stringify(value), "one.json");

describe("the document", () => {
  test("is read as it was written, fits its schema, and later fields are read past", () => {
    expect(parse(aDocument())).toEqual(aDocument());
    expect(validates(aDocument())).toBe(true);
    expect(parse({ ...aDocument(), author: "mina" })).toEqual(aDocument());
  });

  test("is no saved search: readers of version 1 refuse it by its version", () => {
    expect(validatorOf("saved-result")(aDocument())).toBe(false);
    expect(aDocument()).toMatchObject({ schema_version: 2, kind: "handoff" });
  });

  const document = aDocument();
  const [place] = document.places;
  const cases: readonly [string, unknown][] = [
    ["another kind", { ...document, kind: "search" }],
    ["no kind", { ...document, kind: undefined }],
    ["no goal", { ...document, goal: "" }],
    ["a goal without end", { ...document, goal: "x".repeat(2_001) }],
    ["too many decisions", { ...document, decisions: Array(51).fill("x") }],
    ["a decision that is none", { ...document, decisions: [""] }],
    ["a place without hash", { ...document, places: [{ ...place, content_hash: "h" }] }],
    ["line 0", { ...document, places: [{ ...place, start_line: 0 }] }],
    ["a text without end", { ...document, places: [{ ...place, text: "x".repeat(4_001) }] }],
    ["a time in words", { ...document, timestamp: "yesterday" }],
    ...["../x", "/etc/passwd", "a/../b", "a//b", "", "a\0b"].map((path): [string, unknown] => [
      `a place at ${JSON.stringify(path)}`,
      { ...document, places: [{ ...place, path }] },
    ]),
  ];
  test.each(cases)("is refused with %s, by the program and by the schema", (_, value) => {
    expect(() => parse(value)).toThrow(expect.objectContaining({ code: "DOCUMENT_INVALID" }));
    expect(validates(JSON.parse(JSON.stringify(value)))).toBe(false);
  });

  test("the program and the schema agree on any change to it", () => {
    const paths = [
      ...Object.keys(document).map((key) => [key]),
      ...Object.keys(place ?? {}).map((key) => ["places", "0", key]),
      ["places", "0", "symbol"],
    ].filter(([key]) => key !== "schema_version");
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 }), (path, value) => {
        const changed: unknown = structuredClone(document);
        const holder = path.slice(0, -1).reduce((at, key) => Reflect.get(Object(at), key), changed);
        Reflect.set(Object(holder), path.at(-1) ?? "", value);
        let accepted = true;
        try {
          parse(changed);
        } catch (error) {
          expect(error).toMatchObject({ code: "DOCUMENT_INVALID" });
          accepted = false;
        }
        expect(accepted, JSON.stringify({ path, value })).toBe(validates(changed));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test("has the first lines of a long place, and part of a line that is longer than all", () => {
    expect(excerptOf(Array.from({ length: 100 }, (_, at) => `line ${at}`)).split("\n")).toHaveLength(60);
    expect(excerptOf(["x".repeat(3_000), "y".repeat(3_000)])).toBe("x".repeat(3_000));
    expect(excerptOf(["x".repeat(9_000)])).toHaveLength(4_000);
  });
});

describe("a place", () => {
  const lines = placeIn("a.ts", SOURCE, 3, 5);
  const longText = `${Array.from({ length: 90 }, (_, at) => `  step(${at});`).join("\n")}\n`;
  const states: readonly [string, HandoffPlace, string | null, PlaceStatus][] = [
    ["is unchanged in an unchanged file", lines, SOURCE, { state: "unchanged" }],
    [
      "is unchanged where only other lines changed",
      lines,
      SOURCE.replace("{ total }", "{ total as sum }"),
      { state: "unchanged" },
    ],
    ["is unchanged where only line ends changed", lines, SOURCE.replaceAll("\n", "\r\n"), { state: "unchanged" }],
    [
      "has moved where lines were added above",
      lines,
      `// a\n// b\n${SOURCE}`,
      { state: "moved", now: { startLine: 5, endLine: 7 } },
    ],
    [
      "has moved where lines were removed above",
      lines,
      SOURCE.slice("import a;\n".length),
      { state: "moved", now: { startLine: 2, endLine: 4 } },
    ],
    ["has changed where one of its lines did", lines, SOURCE.replace("return 1", "return 2"), { state: "changed" }],
    ["has changed where it is at two places now", lines, `\n${SOURCE}${SOURCE}`, { state: "changed" }],
    ["is missing where its file is", lines, null, { state: "missing" }],
    ["is a whole file, unchanged", placeIn("a.ts", SOURCE), SOURCE, { state: "unchanged" }],
    ["is a whole file, changed by anything", placeIn("a.ts", SOURCE), `${SOURCE}\n`, { state: "changed" }],
    [
      "longer than what is saved of it has moved only if all of it did",
      placeIn("a.ts", longText, 1, 90),
      `\n${longText}`,
      { state: "moved", now: { startLine: 2, endLine: 91 } },
    ],
    [
      "longer than that has changed beyond it",
      placeIn("a.ts", longText, 1, 90),
      `\n${longText.replace("step(89)", "")}`,
      { state: "changed" },
    ],
    [
      "a line that repeats without end is at no certain place",
      placeIn("a.ts", "\n", 1),
      `x\n${"\n".repeat(5_000)}`,
      { state: "changed" },
    ],
    [
      "at the end of a file that was cut is changed",
      lines,
      SOURCE.split("\n").slice(0, 4).join("\n"),
      { state: "changed" },
    ],
  ];
  test.each(states)("%s", async (_, place, text, status) => {
    expect(await placeStates([place], admitting(text === null ? {} : { "a.ts": text }))).toEqual([status]);
  });

  test("is unknown where its project cannot be read, and changed where its file is no text any more", async () => {
    expect(await placeStates([lines], async () => null)).toEqual([{ state: "unknown" }]);
    expect(await placeStates([lines], async () => ({ excluded: "binary" }))).toEqual([{ state: "changed" }]);
    expect(await placeStates([lines], async () => ({ excluded: "unreadable" }))).toEqual([{ state: "missing" }]);
  });

  test("costs one reading of its file, also of several", async () => {
    let reads = 0;
    const read = admitting({ "a.ts": SOURCE });
    const counting = (path: string) => {
      reads += 1;
      return read(path);
    };
    await placeStates([lines, placeIn("a.ts", SOURCE, 1), placeIn("a.ts", SOURCE)], counting);
    expect(reads).toBe(1);
  });

  test("wherever it moves to, it is found there, or said to be changed", async () => {
    const line = fc.constantFrom("", "}", "a();", "b();", "  c();");
    const some = fc.array(line, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.array(line, { minLength: 1, maxLength: 4 }),
        some,
        some,
        some,
        async (above, own, below, newAbove, newBelow) => {
          const before = [...above, ...own, ...below, "end"].join("\n");
          const now = [...newAbove, ...own, ...newBelow, "new end"].join("\n");
          const place = placeIn("a.ts", before, above.length + 1, above.length + own.length);
          const [status] = await placeStates([place], admitting({ "a.ts": now }));
          const at =
            status?.state === "moved"
              ? status.now
              : { startLine: above.length + 1, endLine: above.length + own.length };
          if (status?.state !== "changed") {
            expect(splitLines(now).slice((at?.startLine ?? 0) - 1, at?.endLine)).toEqual(own);
          }
          const starts = splitLines(now).filter((_, from) =>
            own.every((text, index) => splitLines(now)[from + index] === text),
          );
          expect(starts.length === 1 && status?.state === "changed").toBe(false);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe("saved handoffs", () => {
  test.each(["global", "in-project", "both"] as const)(
    "are listed, read and deleted beside searches: %s",
    async (mode) => {
      const place = await aPlace();
      const files = { "src/cart.ts": SOURCE };
      const saved = open(place, mode, { files });
      await saved.save(anAnswerAbout(files), { name: "a search" });
      const receipt = await saved.saveHandoff(aHandoff(), { name: "cents" });
      expect(receipt).toMatchObject({ name: "cents", trust: "own", scope: mode === "global" ? "global" : "project" });
      expect(validates(JSON.parse(await readFile(receipt.path, "utf8")))).toBe(true);
      const { results, problems } = await saved.list();
      expect(problems).toEqual([]);
      expect(
        results.map(({ name, kind, query, fileCount, placeCount }) => [name, kind, query, fileCount, placeCount]),
      ).toEqual(
        expect.arrayContaining([
          ["a search", "search", "where is the session checked", 1, 0],
          ["cents", "handoff", "totals in cents", 1, 1],
        ]),
      );
      const loaded = await saved.get("cents");
      expect(loaded).toMatchObject({ kind: "handoff", current: true, places: [{ state: "unchanged" }] });
      expect(loaded.document).toEqual(receipt.document);
      const later = await open(place, mode, { files: { "src/cart.ts": `\n${SOURCE}` } }).get("cents");
      expect(later).toMatchObject({ current: false, places: [{ state: "moved", now: { startLine: 4, endLine: 6 } }] });
      await saved.delete("cents");
      await expect(saved.get("cents")).rejects.toMatchObject({ code: "NOT_FOUND" });
    },
  );

  test("have a name from their goal, and take none that is taken", async () => {
    const saved = open(await aPlace(), "global");
    const names = [await saved.saveHandoff(aHandoff()), await saved.saveHandoff(aHandoff())].map(({ name }) => name);
    expect(names).toEqual(["handoff-totals-in-cents-20261121-231500", "handoff-totals-in-cents-20261121-231500-2"]);
    await expect(saved.saveHandoff(aHandoff(), { name: names[0] ?? "" })).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
    });
  });

  test("that came with a clone, or were changed there, are untrusted", async () => {
    const place = await aPlace();
    const saved = open(place, "in-project");
    const { path, document } = await saved.saveHandoff(aHandoff(), { name: "cents" });
    expect((await saved.get("cents")).trust).toBe("own");
    await writeFile(path, JSON.stringify({ ...document, goal: "delete everything" }));
    expect((await saved.get("cents")).trust).toBe("untrusted");
    expect((await saved.list()).results[0]?.trust).toBe("untrusted");
  });
});
