// Finds the files that C and C++ include: next to the file, else below one of its enclosing folders, else the only file of the
// project with that path as its end. System headers resolve to nothing.
import { folderOf, joined, type Lookup, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";

export const c: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const isSystem = specifier.startsWith("<");
    const path = specifier.replace(/^<|>$/g, "");
    const near = isSystem ? null : there(folderOf(from), path, lookup);
    const found = near ?? inEnclosingFolder(path, from, isSystem, lookup) ?? only(path, isSystem, lookup);
    return found === null || found === from ? [] : [found];
  },
  stems: (path) => [nameOfPath(path).replace(/\.[^.]*$/, "")],
};

function there(folder: string, path: string, lookup: Lookup): string | null {
  const file = joined(folder, path);
  return file !== null && lookup.exists(file) ? file : null;
}

/** Usual include folders, below any enclosing folder of the file. */
const INCLUDED = ["", "include", "src", "inc", "lib"] as const;
const FOLDERS_MAX = 20;

function inEnclosingFolder(path: string, from: string, isSystem: boolean, lookup: Lookup): string | null {
  let folder = folderOf(from);
  for (let left = FOLDERS_MAX; left > 0; left--) {
    for (const inner of INCLUDED) {
      // `<string.h>` is the system's header, even if the project has a file of that name.
      const isLikely = !isSystem || path.includes("/") || inner === "include";
      const found = isLikely ? there(folder === "" ? inner : `${folder}/${inner}`, path, lookup) : null;
      if (found !== null) {
        return found;
      }
    }
    if (folder === "") {
      break;
    }
    folder = folderOf(folder);
  }
  return null;
}

/** Standard and system headers; a project's file of the same name is never meant by them. */
const SYSTEM: ReadonlySet<string> = new Set(
  `assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef
stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype aio cpio dirent dlfcn fcntl fnmatch ftw glob
grp iconv langinfo libgen monetary mqueue ndbm netdb nl_types poll pthread pwd regex sched search semaphore spawn stropts syslog
tar termios termio trace ulimit unistd utime utmp utmpx wordexp malloc alloca features endian byteswap execinfo getopt ifaddrs
link mntent paths pty resolv err fts elf ucontext util curses ncurses zlib windows winsock winsock2 ws2tcpip io direct process
conio intrin queue values memory varargs kvm port`.split(/\s+/),
);

function only(path: string, isSystem: boolean, lookup: Lookup): string | null {
  if (isSystem && !path.includes("/") && (!path.endsWith(".h") || SYSTEM.has(path.slice(0, -2)))) {
    return null;
  }
  const wanted = path.replace(/^(?:\.{1,2}\/)+/, "");
  const [first = null, ...others] = lookup
    .named(nameOfPath(path))
    .filter((file) => file === wanted || file.endsWith(`/${wanted}`));
  return others.length === 0 ? first : null;
}
