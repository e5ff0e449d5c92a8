// How a language catches errors, for the review's rule about errors that are swallowed.
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";

/** The place of one handler of errors. Offsets are 0-based, in UTF-16 units. */
export interface HandlerPlace {
  /** The handler alone: `catch (e) {}`. */
  readonly start: number;
  readonly end: number;
  /** What it does, between its braces where it has some. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The types of errors that it catches, as written: `IOException | SQLException`; "" where it catches all. */
  readonly caught: string;
  /** The whole statement, with the code whose errors are caught. */
  readonly statement: NodeAt;
  /** One expression inside of a line, such as `.catch(() => {})`: a comment on the line above explains it, too. */
  readonly isInline?: boolean;
}

/** Null where the node, of a type that may be a handler, is none. */
export type HandlerFinder = (tree: SyntaxTree, node: NodeAt) => HandlerPlace | null;

/** What a call's error is used for. */
export interface ErrorUse {
  /** As written, without arguments: `os.Remove`. */
  readonly callee: string;
  /** Whether the error is dropped on purpose or by a form that no one sees; false: it is looked at or passed on. */
  readonly isDropped: boolean;
}

export interface ErrorHandling {
  /** By type of node. */
  readonly handlers: Readonly<Record<string, HandlerFinder>>;
  /** A body, without comments and white space at its ends, that does nothing. The empty one always does. */
  readonly nothing?: RegExp;
  /** A body that only goes on elsewhere: `continue`, `return`. */
  readonly leaves?: RegExp;
  /** One statement, without what ends it, that puts a constant in the place of the result: `return null`, `rows = []`. */
  readonly fallback?: RegExp;
  /**
   * One statement that only converts or looks up a value, so that its errors say that the value is not one: `return int(text)`. Over
   * the start of the statement.
   */
  readonly conversion?: RegExp;
  /** One statement that only ends something in a way that this language alone has, beside those that are called `close` and the like. */
  readonly cleanup?: RegExp;
  /** Caught types whose silence is customary, since they are part of the normal course: one name of the list each. */
  readonly expected?: RegExp;
  /** Caught types that hold every error: one name of the list. */
  readonly broad?: RegExp;
  /** By type of node: calls whose error is a value, in a language whose functions return it. Null: none of them. */
  readonly uses?: Readonly<Record<string, (tree: SyntaxTree, node: NodeAt) => ErrorUse | null>>;
}
