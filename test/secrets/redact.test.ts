import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../src/secrets/redact.ts";

/** Credentials put together here, so that no file holds one. */
const AWS = `AKIA${"Q3MV8SKX0TBWN5RY"}`;
const PASSWORD = "hV7!kq-Zp2wL";
const MATERIAL = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7q8Zx3Lk2Pf9v";
const pem = (lines: readonly string[]) => [
  `-----BEGIN ${"PRIVATE"} KEY-----`,
  ...lines,
  `-----END ${"PRIVATE"} KEY-----`,
];

describe("redactSecrets", () => {
  it("replaces the characters of a credential alone, and says what it was and where", () => {
    const { text, redactions } = redactSecrets(`a\nconst id = "${AWS}"; // ours\nb ${AWS} c ${AWS}`);
    const mark = "[redacted: an access key of AWS]";
    expect(text).toBe(`a\nconst id = "${mark}"; // ours\nb ${mark} c ${mark}`);
    expect(redactions).toEqual([
      { kind: "an access key of AWS", line: 2 },
      { kind: "an access key of AWS", line: 3 },
    ]);
  });

  it.each(["", "12: ", "  12 | ", "1234567\t", "+", "-  ", "12: +"])(
    "finds what must begin a line behind %j",
    (before) => {
      expect(redactSecrets(`${before}DB_PASSWORD=${PASSWORD}`).text).toBe(
        `${before}DB_PASSWORD=[redacted: the value of DB_PASSWORD]`,
      );
    },
  );

  it.each(["", "12: ", "+", '  "'])("takes a private key out to its last line, each behind %j", (before) => {
    const lines = ["before", ...pem(["Proc-Type: 4,ENCRYPTED", "", MATERIAL, MATERIAL, "q3Zx=="]), "after", "word"];
    const { text } = redactSecrets(lines.map((line) => before + line).join("\n"));
    const left = text.split("\n").map((line) => line.slice(before.length));
    expect([text.includes(MATERIAL), text.includes("q3Zx")]).toEqual([false, false]);
    expect([left[0], left.slice(-2), left.length]).toEqual(["before", ["after", "word"], lines.length]);
  });

  it("leaves code that only looks for private keys", () => {
    const text = `if (text.startsWith("${pem([])[0]}")) {\nreturn\nfound\n}`;
    expect(redactSecrets(text)).toEqual({ text, redactions: [] });
  });

  it("looks at a line to its end", () => {
    for (const length of [3_990, 5_999, 6_000, 11_111, 100_000]) {
      const line = `${"x = y; ".repeat(length / 7)} ${AWS}`;
      expect(redactSecrets(line).text.endsWith(" [redacted: an access key of AWS]"), `${length}`).toBe(true);
    }
  });

  it("keeps the lines, and changes nothing the second time", () => {
    const parts = [
      "\n",
      " ",
      "12: ",
      "password: ",
      '"',
      `"${PASSWORD}"`,
      ` ${AWS} `,
      ...pem([MATERIAL]),
      "x = y",
      "token=",
      "ü",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (some) => {
        const text = some.join("");
        const once = redactSecrets(text).text;
        expect(once).not.toContain(AWS);
        expect(once.split("\n").length).toBe(text.split("\n").length);
        expect(redactSecrets(once)).toEqual({ text: once, redactions: [] });
      }),
      { numRuns: 300 },
    );
  });
});
