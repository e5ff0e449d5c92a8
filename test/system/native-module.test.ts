import { describe, expect, it } from "vitest";
import { loadNative, NativeModuleError } from "../../src/system/native-module.ts";

const fail = (text: string) => () => {
  throw new Error(text);
};

/** What loadNative throws where the carried binding and the package beside fail as given. */
function failure(carried: () => never, beside: () => never): NativeModuleError {
  try {
    loadNative("hnswlib-node", carried, beside);
  } catch (error) {
    expect(error).toBeInstanceOf(NativeModuleError);
    return error as NativeModuleError;
  }
  throw new Error("it loaded");
}

describe("a native library", () => {
  it("is the one that the package carries", () => {
    expect(loadNative("better-sqlite3", (binding) => Object.keys(binding as object), fail("not asked"))).toContain(
      "Database",
    );
  });

  it("is the one installed beside where the carried one does not load", () => {
    expect(loadNative("hnswlib-node", fail("wrong ELF class"), (module) => Object.keys(module as object))).toContain(
      "HierarchicalNSW",
    );
  });

  it("that loads from neither place is named, with both reasons and what to install", () => {
    const { message, cure } = failure(fail("wrong ELF class\nmore"), fail("another Node"));
    expect(message).toBe(
      "the native library hnswlib-node cannot be loaded: wrong ELF class; the copy installed next to it: another Node",
    );
    expect(cure).toBe("install it next to context-broker: npm install hnswlib-node@3");
  });

  it("that is installed beside without its compiled part says so in a line, with the remedy", () => {
    // What the package `bindings` throws.
    const tried = ["build/addon.node", "build/Release/addon.node"];
    const lines = ["Could not locate the bindings file. Tried:", ...tried.map((path) => ` → C:\\x\\${path}`)];
    const uncompiled = () => {
      throw Object.assign(new Error(lines.join("\n")), { tries: tried });
    };
    const { message, cure } = failure(fail("not a valid Win32 application.\r\nC:\\x"), uncompiled);
    expect(message).toBe(
      "the native library hnswlib-node cannot be loaded: not a valid Win32 application; the copy installed next to it: its compiled part is missing",
    );
    expect(cure).toMatch(/^run `npm rebuild hnswlib-node` where it is installed/);
  });
});
