// Data: lists of Kotlin's names: what is the language's own, which generic types are collections, and what is passed to lambdas.
import { wordList, wordSet } from "../../../vocabulary/text.ts";

/** Functions of the standard library that return a collection of their arguments. */
export const CREATES_COLLECTION: ReadonlySet<string> = wordSet(`
listOf mutableListOf arrayListOf setOf mutableSetOf hashSetOf linkedSetOf sequenceOf arrayOf listOfNotNull emptyList emptySet
emptyMap mutableMapOf hashMapOf
`);

/** Called with `/` behind, as functions are in chains. */
const FUNCTIONS = wordList(`
println print error require requireNotNull check checkNotNull TODO lazy run with buildString buildList buildMap buildSet mapOf
linkedMapOf sortedMapOf maxOf minOf repeat synchronized arrayOfNulls intArrayOf runCatching to
`);

export const BUILT_IN: ReadonlySet<string> = new Set([
  ...wordList(`
String Int Long Short Byte Double Float Boolean Char Any Unit Nothing Number CharSequence Array IntArray LongArray ByteArray
CharArray List MutableList Set MutableSet Map MutableMap Collection MutableCollection Iterable Sequence Comparable Throwable
Exception RuntimeException IllegalArgumentException IllegalStateException UnsupportedOperationException Pair Triple Lazy
StringBuilder ArrayList HashMap HashSet LinkedHashMap LinkedHashSet Suppress Deprecated JvmStatic JvmField JvmName
JvmOverloads Throws Override Volatile Synchronized OptIn PublishedApi Enum Annotation
`),
  ...[...FUNCTIONS, ...CREATES_COLLECTION].map((name) => `${name}/`),
]);

/** Collections of their last type argument. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(`
List MutableList ArrayList Set MutableSet HashSet LinkedHashSet Collection MutableCollection Iterable Sequence Array Iterator
Map MutableMap HashMap LinkedHashMap ConcurrentHashMap ArrayDeque
`);

/** Functions that pass their receiver to their lambda, as `it`. */
export const PASSES_RECEIVER: ReadonlySet<string> = wordSet("let also takeIf takeUnless use");
/** Functions whose lambda has their receiver as `this`. */
export const BINDS_RECEIVER: ReadonlySet<string> = wordSet("apply run with");
/** Functions that return their receiver. */
export const RETURNS_ITSELF: ReadonlySet<string> = wordSet("apply also takeIf takeUnless");
/** Methods of collections that pass an element to their lambda. */
export const PASSES_ELEMENT: ReadonlySet<string> = wordSet(`
forEach onEach map mapNotNull flatMap filter filterNot any all none count first firstOrNull last lastOrNull single singleOrNull
find findLast sortedBy sortedByDescending sortBy groupBy associateBy associateWith associate maxByOrNull minByOrNull maxBy minBy
sumOf partition takeWhile dropWhile distinctBy indexOfFirst removeIf removeAll forEachRemaining joinToString
`);
