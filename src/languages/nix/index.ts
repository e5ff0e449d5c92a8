// Nix.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { nixProfile } from "./outline.ts";

export const nix: Language = {
  id: "nix",
  extensions: [".nix"],
  reader: grammar("nix", nixProfile),
  files: { lockFiles: "flake.lock" },
};
