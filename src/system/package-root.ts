// Where the package's own files are, from the sources and from the bundle alike.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "../vocabulary/failure.ts";

let root: string | undefined;

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!(existsSync(join(folder, "package.json")) && existsSync(join(folder, "models", "models.lock.json")))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new Failure("INTERNAL", "the folder of the context-broker package was not found", {
        hint: "reinstall context-broker: its models/ folder is missing",
      });
    }
    folder = parent;
  }
  return folder;
}

/** Absolute path of one of the package's own files. */
export function packagePath(...segments: string[]): string {
  root ??= findRoot();
  return join(root, ...segments);
}
