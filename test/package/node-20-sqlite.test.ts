import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";

const { HOST, requireNode20Sqlite } = await import(pathToFileURL(packagePath("native.config.mjs")).href);
const folder = mkdtempSync(join(tmpdir(), "context-broker-package-test-"));

afterAll(() => rmSync(folder, { recursive: true }));

describe("a package", () => {
  it("is refused for a platform whose SQLite for Node 20 cannot be made here, with the remedy", () => {
    expect(() => requireNode20Sqlite("aix-ppc64")).toThrow(
      /^the package would have no SQLite for Node 20 on aix-ppc64: this is Node [\d.]+ on .*On aix-ppc64, with Node 20: npm ci, then npm pack/,
    );
  });

  it("is refused where the library does not load", () => {
    const library = join(folder, "better_sqlite3.node");
    writeFileSync(library, "no library");
    expect(() => requireNode20Sqlite(HOST, library)).toThrow(/^the package would have no SQLite for Node 20 on /);
  });

  it("is made by Node 20 alone", () => {
    const make = () => requireNode20Sqlite(HOST);
    if (process.versions.modules === "115") {
      expect(make).not.toThrow();
    } else {
      expect(make).toThrow(`this is Node ${process.versions.node} on ${HOST}`);
    }
  });
});
