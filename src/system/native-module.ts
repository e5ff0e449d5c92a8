// Loads the program's native libraries: the file that the package carries for this machine, or else a package of the same
// name that is installed beside this one.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import { codeOf, messageOf } from "../vocabulary/failure.ts";
import { packagePath } from "./package-root.ts";
import { PROCESS_FACTS } from "./platform/process-facts.ts";
import { SYSTEM } from "./platform/this-system.ts";

export type NativeName = "better-sqlite3" | "onnxruntime-node" | "hnswlib-node";

/** A native library that does not load. The message names it and says why; `cure` is what to do. */
export class NativeModuleError extends Error {
  readonly cure: string;

  constructor(message: string, cure: string, cause: unknown) {
    super(message, { cause });
    this.name = "NativeModuleError";
    this.cure = cure;
  }
}

/** better-sqlite3 13 needs Node-API 10, so Node 22.14 or newer; 12 is compiled for one release line of Node. */
export const HAS_NODE_API_10 = Number(process.versions["napi"]) >= 10;

/** What to install beside this package if it carries nothing that works here. */
const INSTALLED_BESIDE: Readonly<Record<NativeName, string>> = {
  "better-sqlite3": HAS_NODE_API_10 ? "better-sqlite3@13" : "better-sqlite3@12",
  "onnxruntime-node": "onnxruntime-node@1.30.0",
  "hnswlib-node": "hnswlib-node@3",
};

/** What is required from the package that is installed beside: its module, or the binding that our own copy of it wraps. */
const REQUIRED_BESIDE: Readonly<Record<NativeName, string>> = {
  "better-sqlite3": "better-sqlite3",
  "onnxruntime-node": `onnxruntime-node/bin/napi-v6/${SYSTEM}/${process.arch}/onnxruntime_binding.node`,
  "hnswlib-node": "hnswlib-node",
};

const require = createRequire(import.meta.url);

/** Absolute path of the file that the package would carry for this machine; it may not exist. */
function carriedFile(name: NativeName): string {
  const host = `${SYSTEM}-${process.arch}`;
  const files: Readonly<Record<NativeName, string>> = {
    "better-sqlite3": HAS_NODE_API_10
      ? `${PROCESS_FACTS.isMusl() ? host.replace("-", "musl-") : host}.node`
      : `${host}-abi${process.versions.modules}.node`,
    "onnxruntime-node": `${host}/onnxruntime_binding.node`,
    "hnswlib-node": `${host}.node`,
  };
  return packagePath("dist", "native", name, files[name]);
}

/** Whether the error is of a package that is installed without its compiled part; it lists, a line each, where it looked for it. */
const isUncompiled = (error: unknown): boolean => error instanceof Error && "tries" in error;

/** Why a library does not load, in a line. */
export function reasonOf(error: unknown): string {
  const [first = ""] = messageOf(error).split(/\r?\n/, 1);
  return isUncompiled(error) ? "its compiled part is missing" : first.replace(/[.:]$/, "");
}

/** What the user can do if the library does not load. `found`: what the copy installed beside failed with, if there is one. */
export function cureOf(name: NativeName, found?: unknown): string {
  const newer = name === "better-sqlite3" && !HAS_NODE_API_10 ? "use Node 22.14 or newer, or " : "";
  return isUncompiled(found)
    ? `${newer}run \`npm rebuild ${name}\` where it is installed (where there is no prebuilt file, that takes Python and a C++ compiler)`
    : `${newer}install it next to context-broker: npm install ${INSTALLED_BESIDE[name]}`;
}

/**
 * `carried` makes the library's module from the binding that the package carries. Where that binding is missing or does not
 * load, the module `beside` is required as Node finds it from here. Throws NativeModuleError where neither loads.
 */
export function loadNative<Module>(
  name: NativeName,
  carried: (binding: unknown) => Module,
  beside: (installed: unknown) => Module,
): Module {
  const file = carriedFile(name);
  let why = `the package has no build for Node ${process.versions.node} on ${SYSTEM} ${process.arch}`;
  try {
    if (existsSync(file)) {
      return carried(require(file));
    }
  } catch (error) {
    why = reasonOf(error);
  }
  try {
    return beside(require(REQUIRED_BESIDE[name]));
  } catch (cause) {
    const isMissing = codeOf(cause) === "MODULE_NOT_FOUND";
    const reason = isMissing ? why : `${why}; the copy installed next to it: ${reasonOf(cause)}`;
    throw new NativeModuleError(`the native library ${name} cannot be loaded: ${reason}`, cureOf(name, cause), cause);
  }
}
