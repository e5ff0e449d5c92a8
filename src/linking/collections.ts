// What methods of the languages' built-in collections return: one element, or many. The result of any other method is unknown.
import { atMost, EXTERNAL, type Resolution } from "./resolution.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Methods of arrays, maps and sets in JavaScript, of Python's lists, dictionaries and sets, and of the collections of Ruby,
 * Rust, Java, Kotlin and C#.
 */
const ONE = words(`
at find findLast get pop shift setdefault first last first_mut last_mut pop_front pop_back front back nth get_mut popleft next
min max getFirst getLast poll peek element join getOrDefault computeIfAbsent orElse orElseGet orElseThrow pollFirst pollLast
peekFirst peekLast previous firstOrNull lastOrNull single singleOrNull getOrNull getValue random elementAt removeFirst removeLast
First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt ElementAtOrDefault Peek Pop Dequeue Find FindLast MinBy
MaxBy GetValueOrDefault
`);
const MANY = words(`
concat copy entries filter flat reverse slice sort splice toReversed toSorted toSpliced union values with difference intersection
iter iter_mut into_iter drain rev skip take step_by peekable chain cloned copied findFirst findAny stream parallelStream iterator
listIterator sorted distinct limit subList toList descendingIterator reversed drop takeLast dropLast takeWhile dropWhile filterNot
filterNotNull sortedBy sortedByDescending sortedWith toSet toMutableList toMutableSet asSequence asIterable asReversed distinctBy
shuffled onEach plus minus orEmpty
Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Distinct DistinctBy Concat Union Intersect
Except Reverse Append Prepend DefaultIfEmpty ToList ToArray ToHashSet ToImmutableArray ToImmutableList AsEnumerable AsQueryable
AsReadOnly AsSpan FindAll GetRange
`);

/** They return the elements of each element, if that is a collection too. */
const NESTED = words("flat flatten");

/** The result of calling method `name` on a collection. */
export function calledOnCollection(many: Resolution, name: string): Resolution {
  const { value, certainty } = many;
  if (value.is === "collection" && value.of.is === "collection" && NESTED.has(name)) {
    return atMost("constrained", { value: value.of, certainty });
  }
  if (value.is !== "collection" || !(ONE.has(name) || MANY.has(name))) {
    return EXTERNAL;
  }
  return atMost("constrained", { value: ONE.has(name) ? value.of : value, certainty });
}

/** Members of JavaScript's own collections, which no key of one is told apart from. */
const OF_COLLECTIONS: ReadonlySet<string> = new Set([
  ...[Object, Array, Map, Set].flatMap((collection) => Object.getOwnPropertyNames(collection.prototype)),
  ...["next", "return", "throw"],
]);

/** Whether the name may be a key of a collection that holds values by key. */
export const mayBeKey = (name: string): boolean => !OF_COLLECTIONS.has(name);
