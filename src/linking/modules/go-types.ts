// How types in Go signatures are compared across packages, and the methods of interfaces in Go's standard library.
import { folderOf, type Lookup } from "../lookup.ts";
import { go } from "./go.ts";

const BUILT_IN: ReadonlySet<string> = new Set(
  "bool string error int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64 complex128 map chan func interface struct".split(
    " ",
  ),
);

const NAME = /(?:([\p{L}_][\p{L}\p{N}_]*)\.)?([\p{L}_][\p{L}\p{N}_]*)/gu;

/** A signature in which each type is qualified by its package: by its folder in the project, otherwise by its import path. */
export function absoluteSignature(signature: string, path: string, lookup: Lookup): string {
  return signature.replaceAll(NAME, (written: string, qualifier: string | undefined, name: string) => {
    if (qualifier === undefined) {
      return BUILT_IN.has(name) ? name : `${folderOf(path)}:${name}`;
    }
    const brought = lookup.facts(path)?.imports.find(({ local }) => local === qualifier);
    if (brought === undefined) {
      return written;
    }
    const [file] = go.resolve(brought.specifier, path, lookup);
    return `${file === undefined ? brought.specifier : folderOf(file)}:${name}`;
  });
}

/** Two signatures with absolute types; `?` stands for any type. */
export function isSameSignature(one: string, other: string): boolean {
  if (one === other) {
    return true;
  }
  return (one.includes("?") && patternOf(one).test(other)) || (other.includes("?") && patternOf(other).test(one));
}

const patterns = new Map<string, RegExp>();
const PATTERNS_MAX = 1_000;

function patternOf(signature: string): RegExp {
  const known = patterns.get(signature);
  if (known !== undefined) {
    return known;
  }
  const parts = signature.split("?").map((part) => part.replaceAll(/[.*+^${}()|[\]\\]/g, String.raw`\$&`));
  const made = new RegExp(`^${parts.join("[^,()]*")}$`, "u");
  if (patterns.size >= PATTERNS_MAX) {
    patterns.clear();
  }
  patterns.set(signature, made);
  return made;
}

type Methods = Readonly<Record<string, string>>;

const READ = "([]uint8)(int,error)";
const reader: Methods = { Read: READ };
const writer: Methods = { Write: READ };
const closer: Methods = { Close: "()(error)" };
const seeker: Methods = { Seek: "(int64,int)(int64,error)" };

/** Absolute signatures by method, for interfaces by package path and name. Types of other packages are left out. */
const LIBRARY: Readonly<Record<string, Methods>> = {
  error: { Error: "()(string)" },
  "fmt:Stringer": { String: "()(string)" },
  "fmt:GoStringer": { GoString: "()(string)" },
  "io:Reader": reader,
  "io:Writer": writer,
  "io:Closer": closer,
  "io:Seeker": seeker,
  "io:ReadCloser": { ...reader, ...closer },
  "io:WriteCloser": { ...writer, ...closer },
  "io:ReadWriter": { ...reader, ...writer },
  "io:ReadWriteCloser": { ...reader, ...writer, ...closer },
  "io:ReadSeeker": { ...reader, ...seeker },
  "io:ReadSeekCloser": { ...reader, ...seeker, ...closer },
  "io:WriteSeeker": { ...writer, ...seeker },
  "io:ReadWriteSeeker": { ...reader, ...writer, ...seeker },
  "io:ReaderAt": { ReadAt: "([]uint8,int64)(int,error)" },
  "io:WriterAt": { WriteAt: "([]uint8,int64)(int,error)" },
  "io:ReaderFrom": { ReadFrom: "(io:Reader)(int64,error)" },
  "io:WriterTo": { WriteTo: "(io:Writer)(int64,error)" },
  "io:ByteReader": { ReadByte: "()(uint8,error)" },
  "io:ByteWriter": { WriteByte: "(uint8)(error)" },
  "io:StringWriter": { WriteString: "(string)(int,error)" },
  "sync:Locker": { Lock: "()()", Unlock: "()()" },
  "sync:Mutex": { Lock: "()()", Unlock: "()()", TryLock: "()(bool)" },
  "sync:RWMutex": {
    Lock: "()()",
    Unlock: "()()",
    TryLock: "()(bool)",
    RLock: "()()",
    RUnlock: "()()",
    TryRLock: "()(bool)",
    RLocker: "()(sync:Locker)",
  },
  "sort:Interface": { Len: "()(int)", Less: "(int,int)(bool)", Swap: "(int,int)()" },
  "container/heap:Interface": {
    Len: "()(int)",
    Less: "(int,int)(bool)",
    Swap: "(int,int)()",
    Push: "(interface{})()",
    Pop: "()(interface{})",
  },
  "context:Context": {
    Deadline: "()(time:Time,bool)",
    Done: "()(<-chan struct{})",
    Err: "()(error)",
    Value: "(interface{})(interface{})",
  },
  "net/http:Handler": { ServeHTTP: "(net/http:ResponseWriter,*net/http:Request)()" },
  "net/http:ResponseWriter": {
    Header: "()(net/http:Header)",
    Write: READ,
    WriteHeader: "(int)()",
  },
  "io/fs:File": { Stat: "()(io/fs:FileInfo,error)", ...reader, ...closer },
  "io/fs:FS": { Open: "(string)(io/fs:File,error)" },
  "net/http:Flusher": { Flush: "()()" },
  "net/http:Hijacker": { Hijack: "()(net:Conn,*bufio:ReadWriter,error)" },
  "net/http:Pusher": { Push: "(string,*net/http:PushOptions)(error)" },
  "net/http:RoundTripper": { RoundTrip: "(*net/http:Request)(*net/http:Response,error)" },
  "encoding/json:Marshaler": { MarshalJSON: "()([]uint8,error)" },
  "encoding/json:Unmarshaler": { UnmarshalJSON: "([]uint8)(error)" },
  "encoding:TextMarshaler": { MarshalText: "()([]uint8,error)" },
  "encoding:TextUnmarshaler": { UnmarshalText: "([]uint8)(error)" },
  "encoding:BinaryMarshaler": { MarshalBinary: "()([]uint8,error)" },
  "encoding:BinaryUnmarshaler": { UnmarshalBinary: "([]uint8)(error)" },
};

/** Methods of a library type that a project's type embeds (`%2.Reader`, `!error`); null if unknown. */
export function libraryMethods(chain: string, path: string, lookup: Lookup): Methods | null {
  const [, at, name] = /^%(\d+)\.([\p{L}\p{N}_]+)$/u.exec(chain) ?? [];
  const specifier = at === undefined ? undefined : lookup.facts(path)?.imports[Number(at)]?.specifier;
  const key = specifier === undefined ? chain.replace(/^!\.?/, "") : `${specifier}:${name}`;
  return Object.hasOwn(LIBRARY, key === "" ? "error" : key) ? (LIBRARY[key === "" ? "error" : key] ?? null) : null;
}
