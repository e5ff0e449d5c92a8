// What a package.json says about where a package starts: its commands, and the file that represents it when it is imported.
import { folderOf, joined, type Lookup } from "../../linking/lookup.ts";
import type { EntryPoint, ProjectLayout } from "../contract/project-layout.ts";
import { ecmascript } from "./modules.ts";
import type { PackageConfig } from "./package-json.ts";

/** Null for a file that is only built. */
function fileOf(named: unknown, manifest: string, lookup: Lookup): string | null {
  const path = typeof named === "string" ? joined(folderOf(manifest), named) : null;
  return [path, `${path}.js`, `${path}/index.js`].find((one) => one !== null && lookup.exists(one)) ?? null;
}

function commandsOf({ name, bin }: PackageConfig, manifest: string, lookup: Lookup): EntryPoint[] {
  const commands = typeof bin === "string" ? { [name ?? folderOf(manifest)]: bin } : (bin ?? {});
  return Object.entries(commands).map(([command, file]) => ({
    path: fileOf(file, manifest, lookup) ?? manifest,
    line: null,
    kind: "command",
    name: command,
  }));
}

/** The file that represents the package when it is imported; for built files, their source. */
function packageOf({ name, entries }: PackageConfig, manifest: string, lookup: Lookup): EntryPoint[] {
  const imported = name === null ? undefined : ecmascript.resolve(name, manifest, lookup)[0];
  const named = entries.map((entry) => fileOf(entry, manifest, lookup)).find((path) => path !== null);
  const path = imported ?? named;
  return path === undefined ? [] : [{ path, line: null, kind: "package", name: name ?? folderOf(manifest) }];
}

export const ecmascriptProject: ProjectLayout = {
  publishedNames: { "package.json": ({ name }) => name },
  entryFiles: {
    /** One among tests and examples is an input of theirs. */
    "package.json"({ path, config, isAmongSource }, lookup) {
      const manifest = config as PackageConfig | null;
      return manifest === null || !isAmongSource
        ? []
        : [...commandsOf(manifest, path, lookup), ...packageOf(manifest, path, lookup)];
    },
  },
};
