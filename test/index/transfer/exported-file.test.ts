// What is read from an exported file, and that every file that is not exactly one is refused before anything of it is used.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ExportedFile } from "../../../src/index/transfer/exported-file.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { fileOf, HEADER, RECORDS, record } from "./written-file.ts";

const { signal } = new AbortController();
const folder = temporaryFolder();
afterAll(() => folder.remove());
const path = join(folder.path, "shop.cbv");

/** Opens and verifies it; answers all records as `key: vector`. */
async function read(bytes: Buffer): Promise<string[]> {
  writeFileSync(path, bytes);
  const file = await ExportedFile.open(path);
  try {
    await file.verify(signal, () => undefined);
    const lines: string[] = [];
    for await (const block of file.blocks(signal)) {
      for (let at = 0; at < block.count; at++) {
        lines.push(
          `${block.keyAt(at).toString("hex").slice(0, 2)}: ${[...block.vectorAt(at)].map((one) => one.toFixed(1))}`,
        );
      }
    }
    return lines;
  } finally {
    await file.close();
  }
}

const refused = (bytes: Buffer): Promise<string> =>
  read(bytes).then(
    () => "read",
    ({ code, message }: { code: string; message: string }) =>
      `${code}: ${message.replace(`${path} cannot be imported: `, "").replace(". Nothing was changed", "")}`,
  );

it("reads keys and vectors in order", async () => {
  expect(await read(fileOf())).toEqual(["0a: 1.0,0.0,0.0,0.0", "0b: 0.0,0.6,0.0,-0.8", "ff: 0.5,0.5,0.5,0.5"]);
});

it("reads one without records, one with spaces after the header, and one with fields that it does not know", async () => {
  expect(await read(fileOf({ records: [] }))).toEqual([]);
  const json = `${JSON.stringify({ ...HEADER, later: { field: [1] } })}      `;
  expect(await read(fileOf({ json: Buffer.from(json) }))).toHaveLength(3);
});

it("reads more records than a block has", async () => {
  const records = Array.from({ length: 1_300 }, (_, at) => record(at.toString(16).padStart(4, "0"), [0, 0, 1, 0]));
  expect(await read(fileOf({ records }))).toHaveLength(1_300);
});

describe("a file that is not exactly one is refused:", () => {
  const [first, second, third] = RECORDS as [Buffer, Buffer, Buffer];
  const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by);
  const vectorOf = (...values: number[]) => fileOf({ records: [first, record("0b", values), third] });
  it.each<[string, Buffer, RegExp]>([
    ["an empty file", Buffer.alloc(0), /does not begin as an exported index/],
    ["a text", Buffer.from("not an index at all, but long enough to be one"), /does not begin as an exported index/],
    ["a transfer that changed line ends", fileOf({ magic: Buffer.from("894342560a1a0a0a", "hex") }), /does not begin/],
    ["another format", fileOf({ format: 2 }), /its format is 2, this program reads 1/],
    ["a header of 5,000 bytes", fileOf({ json: Buffer.alloc(5_000, " ") }), /its header has 5000 bytes, at most 4096/],
    ["a header that is not JSON", fileOf({ json: Buffer.from("{model:") }), /its header is not JSON/],
    ["a header that is not UTF-8", fileOf({ json: Buffer.from([0x22, 0xff, 0x22]) }), /its header is not JSON/],
    ["a header that is a list", fileOf({ json: Buffer.from("[]") }), /its header is not valid/],
    ["a model without a name", fileOf({ header: { model: "" } }), /its header is not valid: model/],
    ["no dimensions", fileOf({ header: { dimensions: 0 } }), /its header is not valid: dimensions/],
    ["a count of -1", fileOf({ header: { count: -1 } }), /its header is not valid: count/],
    ["a count of 1e99", fileOf({ header: { count: 1e99 } }), /its header is not valid: count/],
    ["a commit that is no hash", fileOf({ header: { commit: "main; rm -rf" } }), /its header is not valid: commit/],
    [
      "a project whose name has 2,000 letters",
      fileOf({ header: { project: "a".repeat(2_000) } }),
      /not valid: project/,
    ],
    ["a date in words", fileOf({ header: { made_at: "today" } }), /its header is not valid: made_at/],
    ["fewer records than announced", fileOf({ header: { count: 4 } }), /its header announces [\d,]+: it was cut off/],
    [
      "more records than announced",
      fileOf({ header: { count: 2 } }),
      /its header announces [\d,]+: it was appended to/,
    ],
    ["one byte less", cut(fileOf(), 1), /it was cut off/],
    ["no digest", cut(fileOf(), 32), /it was cut off/],
    ["the beginning alone", fileOf().subarray(0, 40), /DOCUMENT_INVALID/],
    ["one byte more", Buffer.concat([fileOf(), Buffer.alloc(1)]), /it was appended to/],
    ["another digest", fileOf({ digest: Buffer.alloc(32) }), /it is damaged: its SHA-256/],
    [
      "keys in another order",
      fileOf({ records: [second, first, third] }),
      /records 0 and 1 are not in ascending order/,
    ],
    ["a key twice", fileOf({ records: [first, first, third] }), /records 0 and 1 are not in ascending order/],
    ["a vector that is too long", vectorOf(1, 0.1, 0, 0), /the vector of record 1 is not of length 1/],
    ["a vector of zeros", vectorOf(0, 0, 0, 0), /the vector of record 1 is not of length 1/],
    ["a vector with NaN", vectorOf(Number.NaN, 1, 0, 0), /the vector of record 1 is not of length 1/],
    ["a vector with an infinity", vectorOf(Number.POSITIVE_INFINITY, 0, 0, 0), /record 1 is not of length 1/],
    ["huge values", vectorOf(3e38, 3e38, 0, 0), /record 1 is not of length 1/],
  ])("%s", async (_, bytes, message) => {
    const said = await refused(bytes);
    expect(said).toMatch(message);
    expect(said).toMatch(/^DOCUMENT_INVALID: /);
  });

  it("whichever byte is another one", async () => {
    const good = fileOf();
    const outcomes: string[] = [];
    for (let at = 0; at < good.length; at++) {
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 0x01;
      outcomes.push(await refused(bytes));
    }
    expect(outcomes.filter((outcome) => !outcome.startsWith("DOCUMENT_INVALID"))).toEqual([]);
  });
});

it("refuses a file that changes after it was verified", async () => {
  writeFileSync(path, fileOf());
  const file = await ExportedFile.open(path);
  await file.verify(signal, () => undefined);
  const bytes = fileOf({ records: [record("0a", [0, 1, 0, 0]), ...RECORDS.slice(1)] });
  writeFileSync(path, bytes);
  await expect(file.vectorAt(0)).rejects.toMatchObject({
    code: "DOCUMENT_INVALID",
    message: expect.stringContaining("changed while it was read"),
  });
  writeFileSync(path, "");
  await expect(file.vectorAt(0)).rejects.toMatchObject({
    code: "DOCUMENT_INVALID",
    message: expect.stringContaining("changed while it was read"),
  });
  appendFileSync(path, fileOf());
  expect([...(await file.vectorAt(0))]).toEqual([1, 0, 0, 0]);
  await file.close();
});

it("refuses what is no file", async () => {
  await expect(ExportedFile.open(join(folder.path, "absent"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  mkdirSync(join(folder.path, "folder"));
  await expect(ExportedFile.open(join(folder.path, "folder"))).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
