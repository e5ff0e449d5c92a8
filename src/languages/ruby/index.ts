// Ruby.
import { grammar } from "../../syntax/reader.ts";
import { dependencyLines } from "../contract/dependency-files.ts";
import type { Language } from "../contract/language.ts";
import { rubyCalls } from "./call-form.ts";
import { rubyDeletion } from "./deletion.ts";
import { rubyErrors } from "./error-handling.ts";
import { EVERY_OBJECT_HAS } from "./every-object.ts";
import { rubyFacts } from "./facts/reader.ts";
import { rubyImports } from "./import-lines.ts";
import { rubyProfile } from "./outline.ts";
import { rubyInput } from "./outside-input.ts";
import { rubyPatterns } from "./patterns.ts";
import { rubyTraces } from "./traces.ts";

export const ruby: Language = {
  id: "ruby",
  endsWithLine: true,
  calledBySyntax:
    /^(?:method_missing|respond_to_missing\?|initialize|included|inherited|to_s|inspect|each|call|hash|\W+)$/,
  everyObjectHas: EVERY_OBJECT_HAS,
  findsMembersLate: true,
  findsNamesLoaded: true,
  answersForMembers: /^method_missing$/,
  dependencies: [
    { manifest: "Gemfile", locks: ["Gemfile.lock"], read: dependencyLines(/^\s*gem\s+["']([^"']+)["'](?!.*\bpath:)/) },
  ],
  migrations: /\/db\/(?:\w+_)?migrate\/\d{8,14}_\w+\.rb$/,
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
  errors: rubyErrors,
  input: rubyInput,
  calls: rubyCalls,
  deletion: rubyDeletion,
  libraryMembers: ["ruby"],
  patterns: rubyPatterns,
  importLines: rubyImports,
  constructors: ["initialize"],
  traces: rubyTraces,
};
