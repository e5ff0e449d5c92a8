import { describe, expect, it } from "vitest";
import { ecmascriptLoading } from "../../../src/languages/ecmascript/loading.ts";

describe("an import of JavaScript", () => {
  it.each([
    'const a = require("./a");',
    'const { b } = require("./b")(() => 1);',
    'module.exports = { a: require("./a") };',
    'exports.run = wrap(() => 1)(require("./a"));',
    'const all = [1].map((n) => n).concat(require("./a"));',
    'import a from "./a";',
    'export * from "./a";',
    'require("./a");',
  ])("runs the file at once: %s", (line) => {
    expect(ecmascriptLoading.isDeferred([line], 1, null)).toBe(false);
  });

  it.each([
    'exports.get = () => require("./a");',
    'module.exports = { get: () => require("./a") };',
    'const load = async (name) => ({ ...require("./a"), name });',
    'exports.get = function () { return require("./a"); };',
    'const later = { get() { return require("./a"); } };',
    'const later = () => import("./a");',
    '  const a = require("./a");',
    'import type { A } from "./a";',
  ])("does not yet run it: %s", (line) => {
    expect(ecmascriptLoading.isDeferred([line], 1, null)).toBe(true);
  });
});
