// Results that the founding Context Broker saved are read as if this program had saved them.
import { expect, test } from "vitest";
import { parseSavedDocument } from "../../src/storage/saved-document.ts";
import { validatorOf } from "./schemas.ts";

const FOUNDING = {
  project: "shop",
  project_root: "/home/mina/shop",
  query: "where is a session renewed",
  storage_mode: "in-project",
  top_k: 5,
  timestamp: "2025-11-03T09:15:27.123456",
  file_count: 2,
  statistics: { total_tokens: 9000, context_tokens: 700, saved_tokens: 8300, saved_percent: 92.2, model: "any" },
  files: [
    { path: "/home/mina/shop/src/session.ts", content: "export const a = 1;\nexport const b = 2;\n" },
    { path: "/elsewhere/other.ts", content: "" },
  ],
};
const read = (document: unknown) => parseSavedDocument(JSON.stringify(document), "one.json");

test("all that it says is kept, each file is a hit, and the document fits the schema", () => {
  const document = read(FOUNDING);
  expect(document).toMatchObject({
    schema_version: 1,
    project: "shop",
    query: FOUNDING.query,
    storage_mode: "in-project",
    timestamp: "2025-11-03T09:15:27.123Z",
    file_count: 2,
    statistics: { total_tokens: 9000, context_tokens: 700, saved_percent: 92.2, encoding: "unknown" },
    files: FOUNDING.files,
    detail: "files",
    hits: [{ path: "src/session.ts", start_line: 1, end_line: 2 }],
  });
  expect(validatorOf("saved-result")(document)).toBe(true);
  expect(read(document)).toEqual(document);
});

test.each([
  ["2025-11-03 09:15:27", "2025-11-03T09:15:27.000Z"],
  ["2025-11-03T09:15:27z", "2025-11-03T09:15:27.000Z"],
  ["2025-11-03", "2025-11-03T00:00:00.000Z"],
  ["Mon, 03 Nov 2025 09:15:27 GMT", "2025-11-03T09:15:27.000Z"],
])("its time may be written as %s", (timestamp, time) => {
  expect(read({ ...FOUNDING, timestamp })).toMatchObject({ timestamp: time });
});

test.each([
  ["Windows' paths", { project_root: "C:\\code\\shop", files: [{ path: "C:\\code\\shop\\src\\a.ts", content: "1" }] }],
  ["relative paths", { files: [{ path: "src/a.ts", content: "1" }] }],
  ["a time with a zone", { timestamp: "2025-11-03T09:15:27+01:00", files: [{ path: "src/a.ts", content: "1" }] }],
  ["no project", { project: undefined, files: [{ path: "src/a.ts", content: "1" }] }],
  ["no statistics to speak of", { statistics: {}, files: [{ path: "src/a.ts", content: "1" }] }],
])("with %s", (_, changes) => {
  expect(read({ ...FOUNDING, ...changes })).toMatchObject({ project: "shop", hits: [{ path: "src/a.ts" }] });
});

test.each([
  {},
  { ...FOUNDING, files: [{ path: "a.ts" }] },
  { ...FOUNDING, timestamp: "yesterday" },
  { ...FOUNDING, query: 1 },
])("%j is refused", (document) => {
  expect(() => read(document)).toThrow(expect.objectContaining({ code: "DOCUMENT_INVALID" }));
});
