// Data: lists of Go's names: what is built in, and what calls are worth a warning.
import { READS_OR_WRITES, UNSAFE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";

export const BUILT_IN: ReadonlySet<string> = wordSet(`
any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16
uint32 uint64 uintptr append cap clear close complex copy delete imag len make max min new panic print println real recover
iota nil true false
`);

/** Packages, by the names they are mostly imported as, whose functions read or write files and networks. */
const OUTSIDE = wordSet("net http ioutil sql bufio tls grpc websocket");
/** Functions of `os` that do. */
const OF_OS =
  /^(?:Open|OpenFile|Create|CreateTemp|Read|ReadFile|ReadDir|Write|WriteFile|Remove|RemoveAll|Rename|Mkdir|MkdirAll|MkdirTemp|Stat|Lstat|Chmod|Link|Symlink|Truncate)$/;

/** Hazards of a call or member, by the package and the name as written. */
export function hazardsOf(from: string, name: string): number {
  if (from === "unsafe" || from === "syscall" || from === "exec" || (from === "plugin" && name === "Open")) {
    return UNSAFE;
  }
  return OUTSIDE.has(from) || (from === "os" && OF_OS.test(name)) ? READS_OR_WRITES : 0;
}
