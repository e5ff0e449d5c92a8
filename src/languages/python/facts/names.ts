// Data: lists of Python's names: what is built in, and what calls are worth a warning.

import { READS_OR_WRITES, UNSAFE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";

export const BUILT_IN: ReadonlySet<string> = wordSet(`
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup
FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning
RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError
TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
UnicodeWarning UserWarning ValueError Warning ZeroDivisionError abs aiter all anext any ascii bin bool breakpoint
bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float
format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max
memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted
staticmethod str sum super tuple type vars zip unicode basestring xrange raw_input unichr long reload execfile cmp
reduce apply intern buffer file __name__ __file__ __doc__ __package__ __spec__ __path__ __builtins__ __import__
__loader__ __debug__ WindowsError StandardError exit quit
`);

/** Modules whose functions read or write files, networks, processes' streams. */
const OUTSIDE = wordSet(
  "aiofiles aiohttp ftplib http httpx io pathlib requests shutil smtplib socket sqlite3 tempfile urllib urllib2 urllib3",
);
/** Members of `os` that do. */
const OF_OS = wordSet(
  "listdir makedirs mkdir open read remove removedirs rename replace rmdir scandir stat unlink walk write",
);

/** Functions that evaluate text, load what may run, or hand text to a shell. */
const UNSAFE_CALLS = wordSet(`
eval exec compile __import__ execfile os.system os.popen os.execv os.execve os.execvp os.spawnv os.fork subprocess.call
subprocess.run subprocess.Popen subprocess.check_call subprocess.check_output subprocess.getoutput pickle.load pickle.loads
marshal.loads shelve.open yaml.load yaml.unsafe_load ctypes.CDLL ctypes.cdll.LoadLibrary asyncio.create_subprocess_shell
asyncio.create_subprocess_exec
`);

/** Longer callees are in no list. */
const CALLEE_CHARS_MAX = 40;

/** Hazards of a call, by the text of what is called: imports of a function by its bare name are not seen. */
export function hazardsOf(callee: string): number {
  if (callee.length > CALLEE_CHARS_MAX) {
    return 0;
  }
  if (UNSAFE_CALLS.has(callee)) {
    return UNSAFE;
  }
  const [module = "", member = ""] = callee.split(".");
  const isOutside =
    callee === "open" || (member !== "" && OUTSIDE.has(module)) || (module === "os" && OF_OS.has(member));
  return isOutside ? READS_OR_WRITES : 0;
}
