// What lies in files that another program, another version or a stranger's repository may have written: saved results,
// lines of the savings journal, packed postings and outlines.

import { openOutline } from "../../../src/index/encoding/outline.ts";
import { DamagedBytes, unpackAscending } from "../../../src/index/encoding/varint.ts";
import { visitBlock } from "../../../src/index/lexical/posting-block.ts";
import { parseJournalLine } from "../../../src/statistics/journal-entry.ts";
import { pathBelow } from "../../../src/storage/anchored-paths.ts";
import { isHandoff, parseSavedDocument } from "../../../src/storage/saved-document.ts";
import { isInsidePath } from "../../../src/storage/saved-result.ts";
import { posixNames, windowsNames } from "../../../src/system/platform/names.ts";
import { type FuzzTarget, fail, parsedOr } from "../target.ts";

export const savedResults: FuzzTarget = {
  name: "saved-results",
  holds: "a valid document, which reads back as itself and leads nowhere outside, or DOCUMENT_INVALID",
  dictionary: [
    '"schema_version":1',
    '"schema_version":2,"kind":"handoff"',
    '"../../etc/passwd"',
    '"C:\\\\"',
    '"__proto__"',
    "[[[[",
    "{",
    '"files":[]',
    '"hits":[]',
  ],
  bytesMax: 32_768,
  timeMaxMs: 2_000,
  check(input) {
    const result = parsedOr(["DOCUMENT_INVALID"], () => parseSavedDocument(input.toString("utf8"), "fuzzed"));
    if (result === null) {
      return;
    }
    const again = parseSavedDocument(JSON.stringify(result), "fuzzed");
    if (JSON.stringify(again) !== JSON.stringify(result)) {
      fail("the document changes when it is written and read again");
    }
    if (isHandoff(result)) {
      if (!result.places.every(({ path }) => isInsidePath(path))) {
        fail("a place leads outside");
      }
      return;
    }
    for (const names of [posixNames, windowsNames]) {
      for (const { path } of result.files) {
        const below = pathBelow(result.project_root, path, names);
        if (below !== null && !isInsidePath(below)) {
          fail(`${JSON.stringify(path)} leads outside as ${JSON.stringify(below)}`);
        }
      }
    }
  },
};

export const journalLines: FuzzTarget = {
  name: "journal-lines",
  holds: "an entry whose figures are numbers and whose time is a time, or null",
  dictionary: ['"time":"2026-01-01T00:00:00Z"', '"cached":true', "1e308", "null"],
  bytesMax: 8_192,
  timeMaxMs: 1_000,
  check(input) {
    const entry = parseJournalLine(input.toString("utf8"));
    if (entry !== null && (Number.isNaN(Date.parse(entry.time)) || !Number.isFinite(entry.milliseconds))) {
      fail(`an entry that cannot be added up: ${JSON.stringify(entry).slice(0, 200)}`);
    }
  },
};

/** What damaged bytes may make a reader throw; anything else, or more numbers than bytes, is a defect. */
function endsEarly(read: () => number, bytes: number): void {
  let numbers = 0;
  try {
    numbers = read();
  } catch (error) {
    if (!(error instanceof DamagedBytes)) {
      throw error;
    }
  }
  if (numbers > bytes) {
    fail(`${bytes} bytes gave ${numbers} numbers`);
  }
}

export const packedPostings: FuzzTarget = {
  name: "packed-postings",
  holds: "at most one number a byte, or DamagedBytes where the bytes end too early",
  dictionary: ["\u007f", "\u0001\u0004"],
  bytesMax: 4_096,
  timeMaxMs: 1_000,
  check(input) {
    endsEarly(() => unpackAscending(input).length, input.length);
    let entries = 0;
    const count = () => {
      entries += 1;
    };
    endsEarly(() => {
      visitBlock(input, { document: count, chunk: count });
      return entries;
    }, input.length);
  },
};

export const packedOutlines: FuzzTarget = {
  name: "packed-outlines",
  holds: "at most one symbol every six bytes and a name a byte, or DamagedBytes where the bytes end too early",
  dictionary: ["\u0000\u0007\u0001\u0001\u0001\u0000\u0001a", "\u0002\u0001A", "\u0080\u0080"],
  bytesMax: 4_096,
  timeMaxMs: 1_000,
  check(input) {
    endsEarly(() => openOutline(Buffer.from(input)).symbols().length * 6, input.length);
    endsEarly(() => openOutline(Buffer.from(input)).chunk(1).defines.length, input.length);
  },
};
