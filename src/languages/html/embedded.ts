// Code inside markup: the scripts and styles of HTML, Vue, Svelte and Astro files, each read by its own grammar in place, so that
// positions stay those of the file.
import type { Node } from "web-tree-sitter";
import type { Embedded, EmbeddedParts } from "../../syntax/reader.ts";
import { cssProfile, lessProfile, scssProfile } from "../css/outline.ts";
import { javascriptProfile, typescriptProfile } from "../ecmascript/outline.ts";
import { frontOf } from "./holes.ts";

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
  const { start, end } = front;
  const above = text.slice(0, start).split("\n").length - 1;
  const lines = text.slice(start, end).split("\n");
  const range = {
    startIndex: start,
    endIndex: end,
    startPosition: { row: above, column: 0 },
    endPosition: { row: above + lines.length - 1, column: lines.at(-1)?.length ?? 0 },
  };
  return { parts: [{ ...TYPESCRIPT, range, isApart: true }, ...typed], unread };
}

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
          ? { grammar: "tree-sitter-css", profile: cssProfile }
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
      return { grammar: "tree-sitter-javascript", profile: javascriptProfile };
    default:
      return null;
  }
}
