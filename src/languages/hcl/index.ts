// HCL (Terraform).
import { withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { hclProfile } from "./outline.ts";

export const hcl: Language = {
  id: "hcl",
  extensions: [".tf", ".tfvars", ".hcl", ".tofu", ".nomad"],
  files: { lockFiles: ".terraform.lock.hcl", vendoredFolders: ".terraform" },
  reader: grammar("hcl", hclProfile),
  patterns: { ...withExamples("name = $X", "$BLOCK { $$$ }"), spellings: ["%", "% = %"] },
};
