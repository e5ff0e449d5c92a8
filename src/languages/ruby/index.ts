// Ruby.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { rubyFacts } from "./facts/reader.ts";
import { rubyImports } from "./import-lines.ts";
import { rubyProfile } from "./outline.ts";
import { rubyPatterns } from "./patterns.ts";
import { rubyTraces } from "./traces.ts";

export const ruby: Language = {
  id: "ruby",
  extensions: [".rb", ".rake", ".gemspec", ".ru", ".podspec"],
  fileNames: ["Gemfile", "Rakefile", "Guardfile", "Podfile", "Fastfile", "Vagrantfile", "Brewfile", "Capfile"],
  interpreters: ["ruby", "jruby"],
  files: {
    rootMarkers: "Gemfile",
    lockFiles: "Gemfile.lock gems.locked",
    binaryExtensions: "gem",
    codeExtensions: "rb",
    vendoredFolders: ".bundle",
    vendoredBeside: { vendor: "Gemfile" },
  },
  reader: grammar("ruby", rubyProfile),
  facts: rubyFacts,
  libraryMembers: ["ruby"],
  patterns: rubyPatterns,
  importLines: rubyImports,
  constructors: ["initialize"],
  traces: rubyTraces,
};
