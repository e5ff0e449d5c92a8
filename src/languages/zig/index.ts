// Zig.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { zigProfile } from "./outline.ts";

export const zig: Language = {
  id: "zig",
  extensions: [".zig", ".zon"],
  files: {
    rootMarkers: "build.zig",
    vendoredBeside: { "zig-out": "build.zig", "zig-cache": "build.zig", ".zig-cache": "build.zig" },
  },
  reader: grammar("zig", zigProfile),
  project: { main: "main" },
  importLines: {
    firsts: "pc",
    start: /^\s*(?:pub\s+)?const\s+\w+\s*=\s*@import\(/,
    names: (statement) => /const\s+(\w+)/.exec(statement)?.slice(1) ?? [],
  },
};
