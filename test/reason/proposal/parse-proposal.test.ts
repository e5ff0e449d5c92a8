// The form of proposed edits is read strictly, and a reader sees the answer without them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EDIT_FORM } from "../../../src/reason/proposal/edit-form.ts";
import { hideEdits } from "../../../src/reason/proposal/hide-edits.ts";
import { splitAnswer } from "../../../src/reason/proposal/parse-proposal.ts";

const proposalOf = (block: string) => splitAnswer(`Because.\n\nEDITS\n${block}\nEND EDITS\n`).proposal;

describe("splitAnswer", () => {
  it("reads the example that the language model is given", () => {
    const [, example = ""] = /(EDITS\n[\s\S]*?\nEND EDITS)/u.exec(EDIT_FORM) ?? [];
    expect(splitAnswer(example).proposal).toEqual({
      kind: "edits",
      edits: [
        {
          kind: "replace",
          path: "src/store.ts",
          symbol: "Store.size",
          text: "size(): number {\n  return this.items.length;\n}",
        },
        {
          kind: "change",
          path: "src/store.ts",
          symbol: null,
          find: 'import { a } from "./a.ts";',
          text: 'import { a, b } from "./a.ts";',
        },
      ],
    });
  });

  it("takes an answer without edits as it is", () => {
    expect(splitAnswer("No EDITS are needed.\n")).toEqual({ text: "No EDITS are needed.", proposal: { kind: "none" } });
  });

  it("reads longer fences, in which others stand, and an empty new text", () => {
    expect(proposalOf("change a.md#Title\n````md\n```\nx\n```\n````\nwith\n```\n```")).toEqual({
      kind: "edits",
      edits: [{ kind: "change", path: "a.md", symbol: "Title", find: "```\nx\n```", text: "" }],
    });
  });

  it.each([
    ["nothing", "", "no edit"],
    ["prose", "Here are the edits:", "expected replace"],
    ["an unknown verb", "rename a.ts#f", "expected replace"],
    ["a symbol that is missing", "delete a.ts", "needs path#symbol"],
    ["a folder above", "delete ../a.ts#f", "not that of a file"],
    ["an absolute path", "delete /etc/passwd#f", "not that of a file"],
    ["a path of Windows", "delete C:\\a.ts#f", "not that of a file"],
    ["a symbol that is none", "delete a.ts#f(", "not a name"],
    ["a text without a fence", "replace a.ts#f\nf() {}", "three or more backticks"],
    ["a text that does not end", "replace a.ts#f\n```\nf() {}", "does not end"],
    ["an empty new text", "replace a.ts#f\n```\n```", "is empty"],
    ["no text to change", "change a.ts\n```\n```\nwith\n```\nx\n```", "is empty"],
    ["a change without its second text", "change a.ts\n```\nx\n```", "`with`"],
    ["a new file with a symbol", "create a.ts#f\n```\nx\n```", "path alone"],
    ["a fence within a fence", "replace a.ts#f\n```\nx\n```\ny\n```", "expected replace"],
    ["a redacted credential", "replace a.ts#f\n```\nk = '[redacted: a key]'\n```", "redacted"],
    ["too many", "delete a.ts#f\n".repeat(51).trimEnd(), "more than 50"],
  ])("refuses %s", (_, block, why) => {
    expect(proposalOf(block)).toMatchObject({ kind: "malformed", why: expect.stringContaining(why) });
  });

  it("refuses edits without their end, and text after it, with the line", () => {
    expect(splitAnswer("a\nEDITS\ndelete a.ts#f").proposal).toMatchObject({ kind: "malformed", line: 3 });
    expect(splitAnswer("EDITS\ndelete a.ts#f\nEND EDITS\n\nDone.").proposal).toMatchObject({
      kind: "malformed",
      line: 5,
    });
  });

  it("never throws", () => {
    const piece = fc.constantFrom(
      "EDITS\n",
      "END EDITS\n",
      "```\n",
      "with\n",
      "replace a.ts#f\n",
      "change a.ts\n",
      "create b\n",
      "x\n",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string(), (pieces, rest) => {
        const { proposal } = splitAnswer(pieces.join("") + rest);
        expect(["none", "edits", "malformed"]).toContain(proposal.kind);
      }),
    );
  });
});

describe("hideEdits", () => {
  const shownOf = (pieces: readonly string[]): string[] => {
    const shown: string[] = [];
    const hidden = hideEdits((text) => shown.push(text));
    for (const piece of pieces) {
      hidden.write(piece);
    }
    hidden.end();
    return shown;
  };

  it("shows each piece at once, and waits only where a line may open the edits", () => {
    expect(shownOf(["The", " sum", ".\nED", "it it", "\nEDIT", "S\n", "delete a.ts#f"])).toEqual([
      "The",
      " sum",
      ".\n",
      "EDit it",
      "\n",
    ]);
    expect(shownOf(["E"])).toEqual(["E"]);
  });

  it("shows what splitAnswer takes for the answer, however it is cut into pieces", () => {
    const piece = fc.constantFrom("EDITS", "EDITS\n", "ED", "\n", " ", "x", "END EDITS\n", "\r\n");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const whole = pieces.join("");
        expect(shownOf(pieces).join("").replaceAll("\r", "").trimEnd()).toBe(
          splitAnswer(whole).text.replaceAll("\r", ""),
        );
      }),
    );
  });
});
