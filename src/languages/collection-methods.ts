// Names of the methods of the languages' built-in collections that return one element, or many.
import type { CollectionMethods } from "../linking/calls.ts";

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

const NESTED = words("flat flatten");

export const COLLECTION_METHODS: CollectionMethods = { one: ONE, many: MANY, flattening: NESTED };
