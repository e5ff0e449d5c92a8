// Bash.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { bashProfile } from "./outline.ts";

export const bash: Language = {
  id: "bash",
  extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild"],
  fileNames: [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", "PKGBUILD", "APKBUILD"],
  interpreters: ["sh", "bash", "zsh", "dash", "ksh", "ash"],
  reader: grammar("bash", bashProfile),
};
