// Code inside markup: the scripts and styles of HTML, Vue, Svelte and Astro files, each read by its own grammar in place, so that
// positions stay those of the file.
import type { Node, Range } from "web-tree-sitter";
import type { Embedded, EmbeddedParts } from "../../syntax/reader.ts";
import { cssProfile, lessProfile, scssProfile } from "../css/outline.ts";
import { javascriptProfile, typescriptProfile } from "../ecmascript/outline.ts";
import { frontOf, liquidCodeOf } from "./holes.ts";

/** A page of hundreds of scripts is generated: the rest is read as text. */
const EMBEDDED_MAX = 50;

/** Of a page of Astro: its script at the top as well. */
export function embeddedWithFront(root: Node, text: string): EmbeddedParts {
  const front = frontOf(text);
  const { parts, unread } = embeddedIn(root);
  const typed = parts.map((part) => (part.profile === javascriptProfile ? { ...part, ...TYPESCRIPT } : part));
  if (front === null) {
    return { parts: typed, unread };
  }
  return { parts: [{ ...TYPESCRIPT, range: rangeOf(text, front.start, front.end), isApart: true }, ...typed], unread };
}

/** Of a page that may be a template of Liquid: what stands between its tags as well. */
export function embeddedWithLiquid(root: Node, text: string): EmbeddedParts {
  const { parts, unread } = embeddedIn(root);
  const between = liquidCodeOf(text).flatMap(({ word, codeStart, codeEnd }): Embedded[] => {
    // A style may have tags of Liquid in it.
    const language = word === "javascript" ? JAVASCRIPT : word === "stylesheet" ? CSS : null;
    return language === null ? [] : [{ ...language, range: rangeOf(text, codeStart, codeEnd), isApart: true }];
  });
  return { parts: [...parts, ...between.slice(0, EMBEDDED_MAX)], unread };
}

function rangeOf(text: string, start: number, end: number): Range {
  const above = text.slice(0, start).split("\n");
  const lines = text.slice(start, end).split("\n");
  const last = lines.at(-1)?.length ?? 0;
  const column = above.at(-1)?.length ?? 0;
  return {
    startIndex: start,
    endIndex: end,
    startPosition: { row: above.length - 1, column },
    endPosition: { row: above.length + lines.length - 2, column: lines.length === 1 ? column + last : last },
  };
}

const JAVASCRIPT = { grammar: "tree-sitter-javascript", profile: javascriptProfile } as const;
const CSS = { grammar: "tree-sitter-css", profile: cssProfile } as const;
const TYPESCRIPT = { grammar: "tree-sitter-typescript", profile: typescriptProfile };

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
      ? { grammar: "tree-sitter-scss", profile: scssProfile }
      : lang === "less"
        ? { grammar: "tree-sitter-css", profile: lessProfile }
        : lang === "" || lang === "css" || lang === "postcss"
          ? CSS
          : null;
  }
  const type = /\stype\s*=\s*["']?([^"'\s>]+)/.exec(tag)?.[1]?.toLowerCase() ?? "";
  if (!(type === "" || /(?:javascript|ecmascript|module|babel|typescript)/.test(type))) {
    return null;
  }
  switch (lang) {
    case "ts":
    case "typescript":
      return TYPESCRIPT;
    case "tsx":
    case "jsx":
      return { grammar: "tree-sitter-tsx", profile: typescriptProfile };
    case "":
    case "js":
    case "javascript":
      return JAVASCRIPT;
    default:
      return null;
  }
}
