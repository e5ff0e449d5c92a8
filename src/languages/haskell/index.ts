// Haskell.
import { grammar } from "../../syntax/reader.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { haskellProfile } from "./outline.ts";

export const haskell: Language = {
  id: "haskell",
  extensions: [".hs"],
  interpreters: ["runhaskell", "stack"],
  files: {
    rootMarkers: "*.cabal stack.yaml",
    lockFiles: "stack.yaml.lock cabal.project.freeze",
    vendoredFolders: ".stack-work",
    vendoredBeside: { "dist-newstyle": "cabal.project" },
  },
  reader: grammar("haskell", haskellProfile),
  project: { main: "main" },
  importLines: { firsts: "i", start: /^import\s+[\w"]/, names: lastNames },
};
