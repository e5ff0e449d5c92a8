// Vitest's global set-up of the fast tier: it runs the sources, but grammars, native modules and the table of tokens lie in dist/.
import { existsSync } from "node:fs";
import { packagePath } from "../../src/system/package-root.ts";
import { setup as build } from "./build-once.ts";

export async function setup(): Promise<void> {
  if (["grammars", "native", "o200k_base.tokens"].some((name) => !existsSync(packagePath("dist", name)))) {
    await build();
  }
}
