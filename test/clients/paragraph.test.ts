// The paragraph in a project's rules: added once, replaced where it is older, and removed byte for byte.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutParagraph, withParagraph } from "../../src/clients/paragraph.ts";

const RULES = "# Rules\n\nUse tabs.\n";

describe("the paragraph", () => {
  it("stands at the end, after an empty line", () => {
    expect(withParagraph(RULES)).toMatch(
      /^# Rules\n\nUse tabs\.\n\n<!-- context-broker: begin -->\n## Finding code\n[\s\S]+<!-- context-broker: end -->\n$/,
    );
  });

  it("is added once", () => {
    expect(withParagraph(withParagraph(RULES))).toBe(withParagraph(RULES));
  });

  it("takes the place of an older one", () => {
    const older = `${RULES}\n<!-- context-broker: begin -->\nUse it.\n<!-- context-broker: end -->\n\n## Later\n`;
    const text = withParagraph(older);
    expect(text).not.toContain("Use it.");
    expect(text.endsWith("end -->\n\n## Later\n")).toBe(true);
  });

  it("has the line ends of the file", () => {
    const text = withParagraph("# Rules\r\n");
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("leaves nothing behind, whatever the file was", () => {
    const line = fc.string({ unit: "grapheme", maxLength: 8 }).filter((text) => !/[\r\n]/.test(text));
    const text = fc
      .tuple(fc.array(line), fc.constantFrom("\n", "\r\n"), fc.boolean())
      .map(([lines, end, ends]) => lines.join(end) + (ends && lines.length > 0 ? end : ""));
    fc.assert(
      fc.property(text, (before) => {
        expect(withoutParagraph(withParagraph(before))).toBe(before);
      }),
    );
  });

  it("is removed from between what was written around it since", () => {
    expect(withoutParagraph(`${withParagraph(RULES)}\n## Later\n`)).toBe(`${RULES}\n## Later\n`);
  });
});
