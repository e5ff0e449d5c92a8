// Vitest's global set-up: of the transformed modules that it keeps between runs, those of texts that are long gone are removed.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { packagePath } from "../../src/system/package-root.ts";

const FOLDER = packagePath("node_modules", ".experimental-vitest-cache");
const KEPT_MS = 14 * 86_400_000;

export function setup(): void {
  let names: string[];
  try {
    names = readdirSync(FOLDER);
  } catch {
    return;
  }
  for (const path of names.map((name) => join(FOLDER, name))) {
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (Date.now() - mtimeMs > KEPT_MS) {
      rmSync(path, { force: true });
    }
  }
}
