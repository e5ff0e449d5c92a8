// The compilers that judge what an edit breaks, each a process that is asked line by line.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { packagePath } from "../../../../../src/system/package-root.ts";

/** A definition that may be edited. Offsets are 0-based, in UTF-16 units of the file's text, `end` exclusive. */
export interface Candidate {
  readonly path: string;
  readonly name: string;
  /** As this program addresses it in the file: `Store.save`. */
  readonly symbol: string;
  readonly kind: string;
  /** 1-based, of the name. */
  readonly line: number;
  readonly nameStart: number;
  /** Where the name stands again inside of its own declaration, and has to be the same: constructors. Absent: nowhere. */
  readonly alsoAt?: readonly number[];
  /** The whole declaration. */
  readonly start: number;
  readonly end: number;
  /** Whether the declaration declares nothing else. */
  readonly isOnly: boolean;
  /** A parameter that no caller gives, and where it goes; null for what takes none. */
  readonly parameter: { readonly at: number; readonly text: string } | null;
  /** Another module that the declaration can be put into, below `head`; null where it would not be the same thing there. */
  readonly moveTo: { readonly path: string; readonly head: string } | null;
}

export interface Broken {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

export interface Breaking {
  /** Lines with an error that they have not without the edit. */
  readonly broken: readonly Broken[];
  /** Lines that take a member of the edited name from something of unknown type: the compiler reports nothing there, whatever is gone. */
  readonly unknown: readonly Pick<Broken, "path" | "line">[];
  /** Files in which it complains about consequences of errors in other files alone. */
  readonly followOn: readonly string[];
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}

export interface Compiler {
  readonly candidates: readonly Candidate[];
  /** All that it reads: what breaks elsewhere is not known. */
  readonly files: ReadonlySet<string>;
  /** Of an edit of `of` that leaves these texts; deleted lines are left empty, so that lines stay the same. */
  breaks(files: readonly FileText[], of: Candidate): Promise<Breaking>;
  close(): void;
}

const folder = "test/benchmarks/truth/judges/breaks";

/** How a language's compiler is started for a checkout. */
export interface CompilerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export type Language = "TypeScript" | "Go" | "Python" | "Java";

/** `more`: what the compiler is told beside the folder: a configuration, folders, a folder of libraries. */
export function commandOf(language: Language, tools: string, root: string, more: readonly string[]): CompilerCommand {
  const script = (name: string): string => packagePath(folder, name);
  switch (language) {
    case "TypeScript": {
      const library = join(tools, "typescript/node_modules/typescript/lib/typescript.js");
      const node = ["--max-old-space-size=4096", script("typescript-compiler.mjs")];
      return { command: process.execPath, args: [...node, library, root, ...more] };
    }
    case "Go":
      return { command: "go", args: ["run", script("go-compiler.go"), root, ...more] };
    case "Python": {
      const server = join(tools, "pyright/node_modules/pyright/langserver.index.js");
      const client = packagePath("test/benchmarks/authorities/lsp-client.mjs");
      const args = [script("pyright-compiler.mjs"), client, server, script("python-candidates.py"), root];
      return { command: process.execPath, args, env: { PYTHONPATH: join(tools, "pyright/site") } };
    }
    case "Java": {
      const [libraries = "", ...folders] = more;
      const args = [script("java-compiler.java"), root, join(tools, "javac", libraries), ...folders];
      return { command: "java", args };
    }
  }
}

export async function startCompiler({ command, args, env }: CompilerCommand): Promise<Compiler> {
  const child: ChildProcess = spawn(command, [...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) {
    throw new Error(`${command} has no pipes`);
  }
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done === true) {
      throw new Error(`${command} ended before it had answered`);
    }
    return JSON.parse(value);
  };
  const first = (await next()) as { readonly candidates: readonly Candidate[]; readonly files: readonly string[] };
  return {
    candidates: first.candidates,
    files: new Set(first.files),
    async breaks(files, { name, path, nameStart }) {
      // The reader in Java takes the last string for the name.
      stdin.write(`${JSON.stringify({ files, path, nameStart, name })}\n`);
      const { broken, unknown = [], followOn = [] } = (await next()) as Pick<Breaking, "broken"> & Partial<Breaking>;
      return { broken, unknown, followOn };
    },
    close: () => stdin.end(),
  };
}
