// Entry of the process in which doctor tries one native library, named by the first argument: a library that crashes takes
// only this process down. Prints what is wrong as JSON, `{ message, cure }`, or nothing where the library works.
import process from "node:process";
import { cureOf, loadNative, NativeModuleError, type NativeName, reasonOf } from "./native-module.ts";
import { openSqlite } from "./sqlite.ts";

const asIs = (module: unknown) => module;

/** Uses each library a little: a native library can load and still fail at its first call. */
const USE: Readonly<Record<NativeName, () => void>> = {
  "better-sqlite3": () => {
    const database = openSqlite(":memory:");
    database.exec("create virtual table t using fts5(x)");
    database.close();
  },
  "onnxruntime-node": () => {
    const { InferenceSession } = loadNative("onnxruntime-node", asIs, asIs) as { InferenceSession: new () => unknown };
    new InferenceSession();
  },
  "hnswlib-node": () => {
    const { HierarchicalNSW } = loadNative("hnswlib-node", asIs, asIs) as {
      HierarchicalNSW: new (space: string, dimensions: number) => { initIndex(elements: number): void };
    };
    new HierarchicalNSW("cosine", 3).initIndex(1);
  },
};

const name = process.argv[2] as NativeName;
try {
  USE[name]();
} catch (error) {
  const named = error instanceof Error && error.cause instanceof NativeModuleError ? error.cause : error;
  const wrong =
    named instanceof NativeModuleError
      ? { message: named.message, cure: named.cure }
      : { message: `the native library ${name} loads and does not work: ${reasonOf(named)}`, cure: cureOf(name) };
  process.stdout.write(JSON.stringify(wrong));
}
