// Where Rust's programs and crates start.
import { folderOf, joined, nameOfPath } from "../../linking/lookup.ts";
import type { ProjectLayout } from "../contract/project-layout.ts";
import type { CargoConfig } from "./cargo.ts";

export const rustProject: ProjectLayout = {
  main: "main",
  mayBegin: ({ path }) => /(?:^|\/)(?:main|build)\.rs$|(?:^|\/)bin\//.test(path),
  entryFiles: {
    /** Programs whose file is named; those in their usual places are found by their main function. */
    "Cargo.toml"({ path: manifest, config }, lookup) {
      const { programs = [] } = (config ?? {}) as Partial<CargoConfig>;
      return programs.flatMap(([command, file]) => {
        const path = joined(folderOf(manifest), file);
        return path !== null && lookup.exists(path) ? [{ path, line: null, kind: "command", name: command }] : [];
      });
    },
    /** The library of a crate. */
    "lib.rs"({ path, isSource }, lookup) {
      const folder = folderOf(path);
      const crate = folderOf(folder);
      const isLibrary =
        nameOfPath(folder) === "src" && lookup.exists(crate === "" ? "Cargo.toml" : `${crate}/Cargo.toml`);
      return isSource && isLibrary ? [{ path, line: null, kind: "package", name: nameOfPath(crate) || null }] : [];
    },
  },
};
