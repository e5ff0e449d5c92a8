// Data: lists of Rust's names: what is built in, what is passed through, and what calls are worth a warning.

import { READS_OR_WRITES, UNSAFE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";

export const BUILT_IN: ReadonlySet<string> = wordSet(`
std core alloc Some None Ok Err Box Vec String Option Result Default Clone Copy Send Sync Sized Drop Fn FnMut FnOnce From Into
TryFrom TryInto AsRef AsMut Iterator IntoIterator DoubleEndedIterator ExactSizeIterator Extend ToString ToOwned PartialEq Eq
PartialOrd Ord drop bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
println! print! eprintln! eprint! format! format_args! write! writeln! vec! panic! assert! assert_eq! assert_ne! debug_assert!
debug_assert_eq! debug_assert_ne! matches! unreachable! unimplemented! todo! dbg! concat! stringify! env! option_env! include!
include_str! include_bytes! line! column! file! module_path! cfg! compile_error! thread_local!
`);

/** Types that are treated as what they contain: `Option<Order>` as an order. */
export const TRANSPARENT: ReadonlySet<string> = wordSet(`
Option Result Box Rc Arc Cow Pin Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Cell RefCell Mutex RwLock OnceCell
OnceLock LazyLock ManuallyDrop Weak NonNull MaybeUninit Wrapping Reverse Poll UnsafeCell LockResult
`);

/** Collections of their last type argument. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(`
Vec VecDeque LinkedList HashMap BTreeMap HashSet BTreeSet BinaryHeap IndexMap IndexSet SmallVec ArrayVec Iter IterMut IntoIter
Peekable
`);

/** Methods that return their receiver, or what it wraps; hardly any type has other methods of these names. */
export const RETURNS_RECEIVER: ReadonlySet<string> = wordSet(`
unwrap expect unwrap_or unwrap_or_default unwrap_or_else unwrap_unchecked as_ref as_mut as_deref as_deref_mut clone cloned
copied to_owned ok ok_or ok_or_else map_err context with_context upgrade as_pin_mut by_ref
`);

/** The end of an expression that is an iterator: a closure that is passed to its methods gets one element. */
export const ITERATES =
  /\.(?:iter|iter_mut|into_iter|drain|values|values_mut|into_values|filter|rev|skip|take|skip_while|take_while|step_by|chain|peekable|cloned|copied|inspect)\([^()]{0,80}(?:\([^()]{0,40}\)[^()]{0,40})?\)$/u;

/** Functions that return their argument. */
export const WRAPPERS: ReadonlySet<string> = wordSet("Some Ok Box Arc Rc Pin Cell RefCell");

const OUTSIDE = wordSet(
  "fs net tcp udp http hyper reqwest File OpenOptions TcpStream TcpListener UdpSocket UnixStream stdin",
);

/** Hazards of a call by the names of its path as written. */
export function hazardsOf(path: readonly string[]): number {
  if (path.includes("Command") || path.includes("transmute") || path.includes("libc")) {
    return UNSAFE;
  }
  return path.some((name) => OUTSIDE.has(name)) ? READS_OR_WRITES : 0;
}
