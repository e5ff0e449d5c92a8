// The command by which a client starts this installation.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asObject, parseJsonWithComments, readObject } from "../system/parse-config.ts";
import { SYSTEM } from "../system/platform/this-system.ts";
import type { Launch } from "./contract/client.ts";

/** The name of the entry. */
export const ENTRY_NAME = "context-broker";

/** A package of the registry: a name with or without a version. */
const REGISTRY_SPEC = /^context-broker(?:@[^/:]+)?$/;

/**
 * The paths are absolute, since desktop programs do not have a shell's PATH.
 * A copy that npx fetched from the registry is started through npx, which fetches it again if its cache was emptied. `--prefer-offline`
 * keeps npx from asking the registry at every start, which fails after a minute without a network.
 * A copy that npx unpacked from a file is started directly: npx would unpack it again at every start, which takes seconds.
 * `node`, `main`: the running Node and this program's file.
 */
export function launchOf(
  node: string,
  main: string,
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = SYSTEM,
): Launch {
  const spec = npxSpec(main);
  if (spec === null || isTemporary(main)) {
    return { command: node, args: [main, "serve"], env };
  }
  // There npx is a script of cmd, which most clients cannot start themselves.
  const [command, ...before] = platform === "win32" ? ["cmd", "/c", "npx"] : ["npx"];
  return { command, args: [...before, "--prefer-offline", "-y", spec, "serve"], env };
}

/** Whether `main` is in npx's cache and is not from the registry: then it is lost when the cache is emptied. */
export function isTemporary(main: string): boolean {
  const spec = npxSpec(main);
  return spec !== null && !REGISTRY_SPEC.test(spec);
}

/** What npx was asked for, such as `context-broker@0.1.0` or `./context-broker.tgz`; null if npx did not start `main`. */
function npxSpec(main: string): string | null {
  const [, folder] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(main) ?? [];
  if (folder === undefined) {
    return null;
  }
  const file = join(folder, "package.json");
  const manifest = existsSync(file) ? readObject(readFileSync(file, "utf8"), parseJsonWithComments) : null;
  const packages = asObject(manifest?.["_npx"])?.["packages"];
  const [spec] = Array.isArray(packages) ? packages : [];
  return typeof spec === "string" ? spec : ENTRY_NAME;
}
