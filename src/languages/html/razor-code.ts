// What a page of Razor declares in `@code { … }` and `@functions { … }`: members of a class that has no name in the text.
import { firstNamed, type LanguageProfile } from "../../syntax/profile.ts";
import type { TemplateProgram } from "../../syntax/reader.ts";
import { weave } from "../../syntax/woven.ts";
import { csharpProfile } from "../csharp/outline.ts";
import { templateCodeOf } from "./holes.ts";

const CLASS = "_";

const profile: LanguageProfile = {
  ...csharpProfile,
  definitions: {
    ...csharpProfile.definitions,
    class_declaration: {
      kind: (tree, node) => (tree.text(firstNamed(tree, node, "identifier")) === CLASS ? null : "class"),
    },
  },
};

const MEMBERS = /^@(?:code|functions)\b/;

/** Null where a page has no such block. */
export function razorProgram(text: string): TemplateProgram | null {
  const blocks = /^@(?:code|functions)\b/m.test(text)
    ? templateCodeOf(text).filter(({ start }) => MEMBERS.test(text.slice(start, start + 20)))
    : [];
  const woven = blocks.map(({ codeStart, codeEnd }) => ({
    at: codeStart,
    pieces: [`class ${CLASS} {`, [codeStart, codeEnd] as const, "}\n"],
  }));
  return woven.length === 0
    ? null
    : { ...weave(text, woven), grammar: "tree-sitter-c_sharp", profile, isDefined: () => true };
}
