// Bash and the shells that are like it; Zsh, of which its grammar knows the common part.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { bashProfile, zshProfile } from "./outline.ts";

export const bash: Language = {
  id: "bash",
  extensions: [".sh", ".bash", ".ksh", ".bats", ".ebuild"],
  fileNames: [".bashrc", ".bash_profile", ".profile", "PKGBUILD", "APKBUILD"],
  // Rights of users, in XML.
  claims: { ".profile": /^(?!\s*<)/ },
  interpreters: ["sh", "bash", "dash", "ksh", "ash"],
  reader: grammar("bash", bashProfile),
};

export const zsh: Language = {
  id: "zsh",
  dialectOf: "bash",
  extensions: [".zsh", ".zsh-theme"],
  fileNames: [".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout"],
  interpreters: ["zsh"],
  reader: grammar("bash", zshProfile),
};
