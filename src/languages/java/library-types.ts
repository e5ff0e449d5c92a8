// Types of Java's own library, by their simple names. Data only.
import { wordSet } from "../../vocabulary/text.ts";

/** Pairs of a name and a type, as text: `length:int split:String[]`. */
const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(/\s+/).map((pair) => pair.split(":") as [string, string]));

/** Boxed types, and the primitive types in them. */
export const BOXES = pairs(
  "Boolean:boolean Character:char Byte:byte Short:short Integer:int Long:long Float:float Double:double",
);

/** What methods of every object return. */
export const RETURNED_BY_OBJECTS = pairs("toString:String equals:boolean hashCode:int getClass:Class");

/** What methods of these names return, whatever they are called on. */
export const RETURNED_BY_ANY = pairs("iterator:Iterator toCharArray:char[] size:int");

/** What static methods of Java's own return, by class and name. */
export const RETURNED_BY_CLASSES =
  pairs(`Arrays.asList:List Collections.emptyList:List Collections.singletonList:List Collections.singleton:Set
Collections.emptySet:Set Collections.emptyMap:Map List.of:List Set.of:Set Map.of:Map Locale.getDefault:Locale
Calendar.getInstance:Calendar TimeZone.getTimeZone:TimeZone Pattern.compile:Pattern`);

export const RETURNED_BY_STRINGS =
  pairs(`substring:String trim:String toLowerCase:String toUpperCase:String concat:String replace:String replaceAll:String
replaceFirst:String repeat:String strip:String intern:String charAt:char length:int indexOf:int lastIndexOf:int isEmpty:boolean
contains:boolean startsWith:boolean endsWith:boolean split:String[] toCharArray:char[] getBytes:byte[]`);

const LINES = `
Object:
Class: Type Serializable AnnotatedElement GenericDeclaration Constable
Type:
CharSequence:
StringBuilder: CharSequence Appendable Comparable Serializable AbstractStringBuilder
StringBuffer: CharSequence Appendable Comparable Serializable AbstractStringBuilder
Appendable:
Number: Serializable
BigDecimal: Number Comparable Serializable
BigInteger: Number Comparable Serializable
Iterable:
Iterator:
ListIterator: Iterator
Collection: Iterable
List: Collection Iterable SequencedCollection
Set: Collection Iterable
SortedSet: Set Collection Iterable
Queue: Collection Iterable
Deque: Queue Collection Iterable
ArrayList: List AbstractList AbstractCollection Collection Iterable RandomAccess Cloneable Serializable
LinkedList: List Deque Queue AbstractList AbstractCollection Collection Iterable Cloneable Serializable
HashSet: Set AbstractSet AbstractCollection Collection Iterable Cloneable Serializable
LinkedHashSet: HashSet Set AbstractSet AbstractCollection Collection Iterable Cloneable Serializable
TreeSet: SortedSet NavigableSet Set AbstractSet AbstractCollection Collection Iterable Cloneable Serializable
Map:
SortedMap: Map
HashMap: Map AbstractMap Cloneable Serializable
LinkedHashMap: HashMap Map AbstractMap Cloneable Serializable
TreeMap: SortedMap NavigableMap Map AbstractMap Cloneable Serializable
Optional:
Comparator:
Stream: BaseStream AutoCloseable
Date: Serializable Cloneable Comparable
Calendar: Serializable Cloneable Comparable
GregorianCalendar: Calendar Serializable Cloneable Comparable
TimeZone: Serializable Cloneable
Locale: Serializable Cloneable
Duration: TemporalAmount Comparable Serializable
Instant: Temporal TemporalAdjuster TemporalAccessor Comparable Serializable
LocalDate: ChronoLocalDate Temporal TemporalAdjuster TemporalAccessor Comparable Serializable
LocalDateTime: ChronoLocalDateTime Temporal TemporalAdjuster TemporalAccessor Comparable Serializable
Pattern: Serializable
Matcher: MatchResult
Charset: Comparable
File: Serializable Comparable
Path: Comparable Iterable Watchable
URL: Serializable
URI: Comparable Serializable
Reader: Readable Closeable AutoCloseable
StringReader: Reader Readable Closeable AutoCloseable
BufferedReader: Reader Readable Closeable AutoCloseable
InputStreamReader: Reader Readable Closeable AutoCloseable
Writer: Appendable Closeable Flushable AutoCloseable
StringWriter: Writer Appendable Closeable Flushable AutoCloseable
PrintWriter: Writer Appendable Closeable Flushable AutoCloseable
InputStream: Closeable AutoCloseable
ByteArrayInputStream: InputStream Closeable AutoCloseable
FileInputStream: InputStream Closeable AutoCloseable
OutputStream: Closeable Flushable AutoCloseable
ByteArrayOutputStream: OutputStream Closeable Flushable AutoCloseable
PrintStream: FilterOutputStream OutputStream Appendable Closeable Flushable AutoCloseable
Throwable: Serializable
Exception: Throwable Serializable
RuntimeException: Exception Throwable Serializable
Error: Throwable Serializable
Thread: Runnable
Runnable:
Field: AccessibleObject Member AnnotatedElement
Method: Executable AccessibleObject GenericDeclaration Member AnnotatedElement
Constructor: Executable AccessibleObject GenericDeclaration Member AnnotatedElement
AtomicInteger: Number Serializable
AtomicLong: Number Serializable
`;

/**
 * What common types are besides themselves: overloads are chosen by the types that values are declared with, so that all that such a
 * type extends has to be known.
 */
export const LIBRARY_SUPERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  LINES.trim()
    .split("\n")
    .map((line) => {
      const [name = "", supers = ""] = line.split(":");
      return [name, new Set(supers.split(" ").filter((one) => one !== ""))];
    }),
);

/** All types of java.lang, which every file sees. */
export const JAVA_LANG: ReadonlySet<string> = wordSet(`
Appendable AutoCloseable CharSequence Cloneable Comparable Iterable ProcessHandle Readable Runnable Boolean Byte Character Class
ClassLoader ClassValue Compiler Double Enum Float InheritableThreadLocal Integer Long Math Module ModuleLayer Number Object Package
Process ProcessBuilder Record Runtime RuntimePermission ScopedValue SecurityManager Short StackTraceElement StackWalker StrictMath
String StringBuffer StringBuilder System Thread ThreadGroup ThreadLocal Throwable Void ArithmeticException
ArrayIndexOutOfBoundsException ArrayStoreException ClassCastException ClassNotFoundException CloneNotSupportedException
EnumConstantNotPresentException Exception IllegalAccessException IllegalArgumentException IllegalCallerException
IllegalMonitorStateException IllegalStateException IllegalThreadStateException IndexOutOfBoundsException InstantiationException
InterruptedException LayerInstantiationException MatchException NegativeArraySizeException NoSuchFieldException
NoSuchMethodException NullPointerException NumberFormatException ReflectiveOperationException RuntimeException SecurityException
StringIndexOutOfBoundsException TypeNotPresentException UnsupportedOperationException WrongThreadException AbstractMethodError
AssertionError BootstrapMethodError ClassCircularityError ClassFormatError Error ExceptionInInitializerError IllegalAccessError
IncompatibleClassChangeError InstantiationError InternalError LinkageError NoClassDefFoundError NoSuchFieldError NoSuchMethodError
OutOfMemoryError StackOverflowError ThreadDeath UnknownError UnsatisfiedLinkError UnsupportedClassVersionError VerifyError
VirtualMachineError Deprecated FunctionalInterface Override SafeVarargs SuppressWarnings
`);
