// Data: lists of Scala's names: what is the language's own, which generic types are collections, and what is passed to
// functions. An option, a future or an either counts as a collection: its methods `map`, `foreach` … are those of a list.
import { wordList, wordSet } from "../../../vocabulary/text.ts";

/** Collections of their last type argument. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(`
List Seq IndexedSeq Vector Set Array Iterable Iterator Traversable LazyList Stream Queue Option Some Try Either Future Map
SortedMap SortedSet ListMap TreeMap HashMap HashSet LinkedHashMap ArrayBuffer ListBuffer Buffer ArraySeq IterableOnce
TraversableOnce
`);

/** Companion objects and functions whose call returns a collection of the arguments. */
export const CREATES_COLLECTION: ReadonlySet<string> = wordSet(`
List Seq IndexedSeq Vector Set Array Iterable Iterator LazyList Stream Queue Option Some Try Future ArrayBuffer ListBuffer Right
Success
`);

export const BUILT_IN: ReadonlySet<string> = new Set(
  wordList(`
Any AnyRef AnyVal Nothing Null Unit Boolean Byte Short Char Int Long Float Double String Object Serializable Product
List Seq IndexedSeq Vector Set Map Array Iterable Iterator Traversable LazyList Stream Option Some None Either Left Right Nil
Function Function0 Function1 Function2 PartialFunction Ordering Ordered Numeric Integral Fractional Equiv Range StringBuilder
BigInt BigDecimal Throwable Exception RuntimeException Error IllegalArgumentException IllegalStateException
UnsupportedOperationException NoSuchElementException IndexOutOfBoundsException NullPointerException ClassCastException
ArithmeticException NumberFormatException InterruptedException Class Comparable CharSequence Integer Runnable Thread System Math
Tuple2 Tuple3 ClassTag StringContext CanEqual
println print printf require assert assume identity implicitly summon summonInline valueOf classOf locally ensuring sys ??? synchronized
deprecated inline tailrec throws transient volatile native specialized unchecked nowarn SuppressWarnings Override
`),
);

/** Methods that return an element, with or without parentheses. */
export const ONE: ReadonlySet<string> = wordSet(
  "head last get getOrElse next find headOption lastOption reduce min max minBy maxBy",
);
/** Those among them that return an option, so that the element is still to be taken from it. */
export const MAYBE: ReadonlySet<string> = wordSet("find headOption lastOption");
/** Methods that return a collection of the same elements. */
export const SAME: ReadonlySet<string> = wordSet(`
filter filterNot withFilter take drop takeWhile dropWhile takeRight dropRight reverse sorted sortBy sortWith distinct distinctBy
tail init toList toSeq toVector toSet toArray toIndexedSeq toOption toIterator iterator view orElse recover slice tapEach
`);
/** Methods that pass an element to their function. */
export const PASSES_ELEMENT: ReadonlySet<string> = wordSet(`
foreach map flatMap filter filterNot withFilter exists forall find count takeWhile dropWhile partition span sortBy groupBy minBy
maxBy collect collectFirst distinctBy indexWhere tapEach traverse flatTraverse foreachEntry groupMap mapValues onComplete
`);
/** Methods that return a collection of their function's results. */
export const MAKES: ReadonlySet<string> = wordSet("map traverse");
/** Methods that return a collection of the elements that their function returns: `flatMap`. */
export const FLATTENS: ReadonlySet<string> = wordSet("flatMap flatTraverse");
