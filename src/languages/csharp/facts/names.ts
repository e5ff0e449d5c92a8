// Data: lists of C#'s names: what is the language's own, which generic types are collections or wrappers, and what calls
// are worth a warning.

import { hazardsOf } from "../../../facts/common.ts";
import { wordSet } from "../../../vocabulary/text.ts";

/** Of System, except for what projects call their own types, too. */
export const BUILT_IN: ReadonlySet<string> = wordSet(`
nameof Boolean Byte Char Decimal Double Single Int16 Int32 Int64 UInt16 UInt32 UInt64 IntPtr Object String Void Math Console
StringBuilder IEnumerable IEnumerator IDisposable IComparable IEquatable ICloneable Exception ArgumentException
ArgumentNullException ArgumentOutOfRangeException InvalidOperationException NotSupportedException NotImplementedException
InvalidCastException IndexOutOfRangeException NullReferenceException FormatException ObjectDisposedException
OperationCanceledException TimeoutException EventArgs EventHandler Guid DateTime DateTimeOffset TimeSpan CancellationToken
`);

/** Collections of their last type argument: lists, and the values of dictionaries. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(`
IEnumerable IEnumerator IAsyncEnumerable ICollection IReadOnlyCollection IList IReadOnlyList List LinkedList Queue Stack ISet
HashSet SortedSet IReadOnlySet IQueryable IOrderedEnumerable Collection ObservableCollection ReadOnlyCollection Span
ReadOnlySpan Memory ReadOnlyMemory ConcurrentBag ConcurrentQueue ConcurrentStack BlockingCollection ImmutableArray
ImmutableList ImmutableHashSet IImmutableList IDictionary IReadOnlyDictionary Dictionary SortedDictionary SortedList
ConcurrentDictionary ImmutableDictionary PriorityQueue ArraySegment
`);

/** Wrappers that are treated as their type argument: `Task<Order>` as an order. */
export const AWAITED: ReadonlySet<string> = wordSet("Task ValueTask Nullable");

/** Methods of collections that pass an element to a lambda's only parameter. */
export const PASSES_ELEMENT: ReadonlySet<string> = wordSet(`
Select SelectMany Where First FirstOrDefault Last LastOrDefault Single SingleOrDefault Any All Count Sum Min Max Average MinBy
MaxBy OrderBy OrderByDescending ThenBy ThenByDescending GroupBy ToDictionary ToLookup TakeWhile SkipWhile DistinctBy ForEach
Find FindAll FindIndex FindLast Exists RemoveAll TrueForAll
`);

const OUTSIDE = wordSet(`
File Directory FileStream FileInfo DirectoryInfo StreamReader StreamWriter Socket TcpClient TcpListener UdpClient HttpClient
WebRequest SqlConnection
`);
const LEAVES_SAFETY = wordSet("Process Marshal Activator Assembly BinaryFormatter AppDomain");

/** Hazards of making a thing of this class, or calling its methods. */
export const hazardOfClass: (name: string) => number = hazardsOf(OUTSIDE, LEAVES_SAFETY);
