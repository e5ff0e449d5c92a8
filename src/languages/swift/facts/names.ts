// Data: lists of Swift's names: what is the language's own, which generic types hold many of what, and what closures are given.
const list = (text: string): readonly string[] => text.trim().split(/\s+/);
const words = (text: string): ReadonlySet<string> => new Set(list(text));

/**
 * Functions and words that the grammar takes for names. Types are not among them: a project may extend `String`, and then every
 * string has the added members.
 */
const LANGUAGES_OWN = list(`
print debugPrint fatalError precondition preconditionFailure assert assertionFailure min max abs zip stride type swap
withUnsafePointer withExtendedLifetime defer didSet willSet get set newValue oldValue error nil
`);
export const BUILT_IN: ReadonlySet<string> = new Set(LANGUAGES_OWN.flatMap((name) => [name, `${name}/`]));

/** Many of their last type argument. */
export const COLLECTIONS: ReadonlySet<string> = words(`
Array Set Dictionary ArraySlice ContiguousArray Sequence Collection AsyncStream AsyncThrowingStream Slice LazySequence
`);

/** Give one of many to their closure. */
export const PASSES_ELEMENT: ReadonlySet<string> = words(`
map compactMap flatMap filter forEach first last contains allSatisfy sorted sort min max prefix drop removeAll firstIndex
lastIndex partition reversed
`);

/** What a call of them gives is of what they are called on. */
export const RETURNS_SAME_COLLECTION: ReadonlySet<string> = words(`
filter sorted prefix suffix dropFirst dropLast reversed shuffled prefix drop union intersection subtracting
`);
/** Many of what their closure gives. */
export const COLLECTS_RESULTS: ReadonlySet<string> = words("map compactMap");
/** One of what they are called on, where that is many. */
export const PICKS_ONE: ReadonlySet<string> = words("popLast removeFirst removeLast randomElement first last min max");

/** Types of which no project declares a member that is written without them. */
export const PLAIN: ReadonlySet<string> = words(`
String Substring Character Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Double Float Bool Any AnyObject Void Never
Date StaticString
`);

/** Give what they are given first. */
export const RETURNS_ARGUMENT: ReadonlySet<string> = words("XCTUnwrap");

/** Take two of one type. */
export const TAKES_SAME: ReadonlySet<string> = words(`
XCTAssertEqual XCTAssertNotEqual XCTAssertIdentical XCTAssertNotIdentical XCTAssertGreaterThan XCTAssertLessThan
`);
