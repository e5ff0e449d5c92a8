// Code inside markup: the scripts and styles of HTML, Vue and Svelte files, each read by its own grammar in place, so that
// positions stay those of the file.
import type { Node, Range } from "web-tree-sitter";
import type { GrammarName } from "../../syntax/grammars.ts";
import type { LanguageProfile } from "../../syntax/profile.ts";
import { css, scss } from "../css/outline.ts";
import { javascript, typescript } from "../ecmascript/outline.ts";

/** A stretch of a text in another language. */
export interface Embedded {
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
  readonly range: Range;
}

/** A page of hundreds of scripts is generated: the rest is read as text. */
const EMBEDDED_MAX = 50;

export interface EmbeddedParts {
  readonly parts: readonly Embedded[];
  /** The part that no grammar reads, in plain words; null if there is none. */
  readonly unread: string | null;
}

export function embeddedIn(root: Node): EmbeddedParts {
  const parts: Embedded[] = [];
  let unread: string | null = null;
  for (const content of root.descendantsOfType("raw_text")) {
    const element = content.parent;
    const language = element === null ? null : languageOf(element.type, element.namedChild(0)?.text ?? "");
    if (language !== null && parts.length < EMBEDDED_MAX) {
      const { startIndex, endIndex, startPosition, endPosition } = content;
      parts.push({ ...language, range: { startIndex, endIndex, startPosition, endPosition } });
    } else if (unread === null && content.text.trim() !== "") {
      const what = element?.type === "style_element" ? "style" : "script";
      unread = `the ${what} on line ${content.startPosition.row + 1} has no parser`;
    }
  }
  return { parts, unread };
}

function languageOf(element: string, tag: string): Pick<Embedded, "grammar" | "profile"> | null {
  const lang = /\slang\s*=\s*["']?([\w-]+)/.exec(tag)?.[1]?.toLowerCase() ?? "";
  if (element === "style_element") {
    return lang === "scss"
      ? { grammar: "tree-sitter-scss", profile: scss }
      : lang === "" || lang === "css" || lang === "postcss"
        ? { grammar: "tree-sitter-css", profile: css }
        : null;
  }
  const type = /\stype\s*=\s*["']?([^"'\s>]+)/.exec(tag)?.[1]?.toLowerCase() ?? "";
  if (!(type === "" || /(?:javascript|ecmascript|module|babel|typescript)/.test(type))) {
    return null;
  }
  switch (lang) {
    case "ts":
    case "typescript":
      return { grammar: "tree-sitter-typescript", profile: typescript };
    case "tsx":
    case "jsx":
      return { grammar: "tree-sitter-tsx", profile: typescript };
    case "":
    case "js":
    case "javascript":
      return { grammar: "tree-sitter-javascript", profile: javascript };
    default:
      return null;
  }
}
