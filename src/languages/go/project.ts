// How Go's files form packages: by folder. Programs begin in package main.
import { folderOf } from "../../linking/lookup.ts";
import type { ProjectLayout } from "../contract/project-layout.ts";

export const goProject: ProjectLayout = {
  moduleOf: ({ path }) => folderOf(path) || ".",
  importsFolders: true,
  main: "main",
  mayBegin: (file) => file.package === "main" || file.package === null,
};
