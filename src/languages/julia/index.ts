// Julia.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { juliaProfile } from "./outline.ts";

export const julia: Language = {
  id: "julia",
  extensions: [".jl"],
  interpreters: ["julia"],
  files: { rootMarkers: "Project.toml", lockFiles: "Manifest.toml" },
  reader: grammar("julia", juliaProfile),
};
