// Parsers for configuration files that others wrote: JSON with comments, and TOML. The texts are not trusted, so their length
// and nesting are bounded, and `__proto__` is a key like any other: the objects returned have no prototype.
import { getNodeValue, type ParseError, parseTree, printParseErrorCode, stripComments } from "jsonc-parser";
import { parse, TomlError } from "smol-toml";
import { messageOf } from "../vocabulary/failure.ts";
import { nestsDeeperThan } from "./json-depth.ts";

export type ConfigObject = Readonly<Record<string, unknown>>;

/** In characters. Longer files of a project are generated, and configure nothing that is read here. */
const LENGTH_MAX = 500_000;
/** The deepest value that is read, conditions inside a package's `exports`, is at level 6 in practice. */
const DEPTH_MAX = 32;

/**
 * The value of a JSON text that may have a byte-order mark, comments, and commas before closing brackets; undefined if there is
 * nothing else in it.
 * @throws SyntaxError if it is anything else, or nests deeper than DEPTH_MAX.
 */
export function parseJsonWithComments(text: string): unknown {
  // The parser recurses, and so does what reads its result; comments are removed first, since they may hold brackets.
  // Blanks in their place keep the lines and columns of what follows.
  const bare = stripComments(text.replace(/^\uFEFF/, ""), " ");
  if (nestsDeeperThan(bare, DEPTH_MAX)) {
    throw new SyntaxError(`nests deeper than ${DEPTH_MAX} levels`);
  }
  const errors: ParseError[] = [];
  const root = parseTree(bare, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) {
    const lines = bare.slice(0, first.offset).split("\n");
    throw new SyntaxError(`${wordsOf(first)} at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`);
  }
  return root === undefined ? undefined : getNodeValue(root);
}

/** The library's name of an error in words: `CloseBraceExpected` is "close brace expected". */
const wordsOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<!^)[A-Z]/g, " $&")
    .toLowerCase();

/** The tables of a TOML text. @throws SyntaxError for any other text, and for one that nests deeper than DEPTH_MAX. */
export function parseToml(text: string): ConfigObject {
  try {
    return parse(text.replace(/^\uFEFF/, ""), { maxDepth: DEPTH_MAX, integersAsBigInt: "asNeeded" });
  } catch (error) {
    // The library shows the lines around the error, and draws an arrow.
    const [what = ""] = messageOf(error).split("\n");
    const place = error instanceof TomlError ? ` at line ${error.line}, column ${error.column}` : "";
    throw new SyntaxError(`${what.replace("Invalid TOML document: ", "")}${place}`, { cause: error });
  }
}

/** The object that a file of a project is; null if it is too long or `parse` throws a SyntaxError. */
export function readObject(text: string, parse: (text: string) => unknown): ConfigObject | null {
  if (text.length > LENGTH_MAX) {
    return null;
  }
  try {
    return asObject(parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

export const asObject = (value: unknown): ConfigObject | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ConfigObject) : null;

export const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
