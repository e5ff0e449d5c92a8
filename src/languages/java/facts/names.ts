// Data: lists of Java's names: what is the language's own, which generic types are collections, and what calls are worth a
// warning.

import { hazardsOf } from "../../../facts/common.ts";
import { UNSAFE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";

/** Of java.lang, except for what projects call their own types, too. */
export const BUILT_IN: ReadonlySet<string> = wordSet(`
Boolean Byte Character Double Float Integer Long Number Object Short String Void Math System StringBuilder StringBuffer
CharSequence Iterable Comparable Runnable Thread ThreadLocal Throwable Exception RuntimeException Error AssertionError
IllegalArgumentException IllegalStateException NullPointerException UnsupportedOperationException ClassCastException
IndexOutOfBoundsException ArithmeticException InterruptedException CloneNotSupportedException ClassNotFoundException
NumberFormatException NoSuchMethodException SecurityException AutoCloseable Cloneable StackTraceElement ClassLoader
Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs
`);

/** Collections of their last type argument: lists, the values of maps, and optional values. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(`
Collection List ArrayList LinkedList CopyOnWriteArrayList Vector Stack Set HashSet LinkedHashSet TreeSet SortedSet NavigableSet
EnumSet Queue Deque ArrayDeque PriorityQueue BlockingQueue BlockingDeque LinkedBlockingQueue ArrayBlockingQueue
ConcurrentLinkedQueue ConcurrentLinkedDeque Iterable Iterator ListIterator Enumeration Stream Optional SequencedCollection
Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap ConcurrentMap ConcurrentHashMap WeakHashMap IdentityHashMap EnumMap
Hashtable AtomicReference ThreadLocal Supplier Future CompletableFuture WeakReference SoftReference
`);

/** Methods of these that pass an element to a lambda with one parameter. */
export const PASSES_ELEMENT: ReadonlySet<string> = wordSet(`
forEach forEachOrdered filter map mapToInt mapToLong mapToDouble flatMap anyMatch allMatch noneMatch removeIf takeWhile dropWhile
ifPresent ifPresentOrElse forEachRemaining thenAccept thenApply thenCompose
`);

/** Methods that pass two elements to a lambda. */
export const PASSES_TWO_ELEMENTS: ReadonlySet<string> = wordSet("sort sorted min max reduce");

const OUTSIDE = wordSet(`
Files FileInputStream FileOutputStream FileReader FileWriter RandomAccessFile FileChannel Socket ServerSocket DatagramSocket
SocketChannel HttpClient HttpURLConnection DriverManager
`);
const LEAVES_SAFETY = wordSet("ProcessBuilder Runtime ObjectInputStream ScriptEngineManager Unsafe");
const UNSAFE_CALLS = wordSet("setAccessible loadLibrary defineClass");

/** Hazards of making a thing of this class, or calling its methods. */
export const hazardOfClass: (name: string) => number = hazardsOf(OUTSIDE, LEAVES_SAFETY);

export const hazardOfCall = (name: string): number => (UNSAFE_CALLS.has(name) ? UNSAFE : 0);
