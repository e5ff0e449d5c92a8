// How the files of JVM languages form packages: they declare them, whatever folder they are in.
import type { ProjectLayout } from "../contract/project-layout.ts";

export const jvmProject: ProjectLayout = {
  moduleOf: (file) => file.package,
  main: "main",
};
