// How Swift's files form modules: by target.
import type { ProjectLayout } from "../contract/project-layout.ts";
import { targetOf } from "./modules.ts";

export const swiftProject: ProjectLayout = {
  moduleOf: ({ path }) => targetOf(path) || null,
  main: "main",
};
