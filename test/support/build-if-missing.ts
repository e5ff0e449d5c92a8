// Vitest's global set-up of the fast tier: it runs the sources, but grammars and native modules lie in dist/.
import { existsSync } from "node:fs";
import { packagePath } from "../../src/system/package-root.ts";
import { setup as build } from "./build-once.ts";

export async function setup(): Promise<void> {
  if (!existsSync(packagePath("dist", "grammars")) || !existsSync(packagePath("dist", "native"))) {
    await build();
  }
}
