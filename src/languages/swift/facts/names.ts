// Data: lists of Swift's names: what is the language's own, which generic types are collections, and what is passed to closures.
import { wordList, wordSet } from "../../../vocabulary/text.ts";

/**
 * Functions and words that the grammar takes for names. Types are not among them: a project may extend `String`, and then every
 * string has the added members.
 */
const LANGUAGES_OWN = wordList(`
print debugPrint fatalError precondition preconditionFailure assert assertionFailure min max abs zip stride type swap
withUnsafePointer withExtendedLifetime defer didSet willSet get set newValue oldValue error nil
`);
export const BUILT_IN: ReadonlySet<string> = new Set(LANGUAGES_OWN.flatMap((name) => [name, `${name}/`]));

/** Collections of their last type argument. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(`
Array Set Dictionary ArraySlice ContiguousArray Sequence Collection AsyncStream AsyncThrowingStream Slice LazySequence
`);

/** Methods that pass an element to their closure. */
export const PASSES_ELEMENT: ReadonlySet<string> = wordSet(`
map compactMap flatMap filter forEach first last contains allSatisfy sorted sort min max prefix drop removeAll firstIndex
lastIndex partition reversed
`);

/** Methods that return a collection of the same elements as their receiver. */
export const RETURNS_SAME_COLLECTION: ReadonlySet<string> = wordSet(`
filter sorted prefix suffix dropFirst dropLast reversed shuffled prefix drop union intersection subtracting
`);
/** Methods that return a collection of their closure's results. */
export const COLLECTS_RESULTS: ReadonlySet<string> = wordSet("map compactMap");
/** Methods that return an element of their receiver, a collection. */
export const PICKS_ONE: ReadonlySet<string> = wordSet(
  "popLast removeFirst removeLast randomElement first last min max",
);

/** Types of which no project declares a member that is written without them. */
export const PLAIN: ReadonlySet<string> = wordSet(`
String Substring Character Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Double Float Bool Any AnyObject Void Never
Date StaticString
`);

/** Functions that return their first argument. */
export const RETURNS_ARGUMENT: ReadonlySet<string> = wordSet("XCTUnwrap");

/** Functions whose two arguments have the same type. */
export const TAKES_SAME: ReadonlySet<string> = wordSet(`
XCTAssertEqual XCTAssertNotEqual XCTAssertIdentical XCTAssertNotIdentical XCTAssertGreaterThan XCTAssertLessThan
`);
