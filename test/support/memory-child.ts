// A process that remembers lines of a session on request, saving after each, until it is done or killed. Run through
// child-program.ts.
import process from "node:process";
import { openMemory } from "../../src/context/memory/session-memory.ts";

export interface MemoryChildArgument {
  readonly folder: string;
  /** The child's own files are `<name>-<number>.ts`, and all children show lines of `shared.ts`. */
  readonly name: string;
  readonly first: number;
  readonly files: number;
}

export interface MemoryChildReport {
  /** The last file whose lines are saved. */
  readonly saved: number;
}

const { folder, name, first, files } = JSON.parse(process.argv[2] ?? "{}") as MemoryChildArgument;
const counter = { encoding: "none", count: () => 0 };

function rememberAll(): void {
  for (let at = first; at < first + files; at += 1) {
    const memory = openMemory({ folder, session: "talk", counter });
    memory.recordShown(`${name}-${at}.ts`, "h", [{ startLine: 1, endLine: 9 }]);
    memory.recordShown("shared.ts", "h", [{ startLine: at * 10, endLine: at * 10 + 4 }]);
    memory.addTokens(1);
    if (memory.save()) {
      process.send?.({ saved: at } satisfies MemoryChildReport);
    }
  }
}

process.once("message", () => {
  rememberAll();
  process.disconnect();
});
process.send?.({ saved: -1 } satisfies MemoryChildReport);
