// The table of linked languages and their rules.
import { c } from "../languages/c/modules.ts";
import { chooseByCount } from "../languages/c/overloads.ts";
import { csharp } from "../languages/csharp/modules.ts";
import { ecmascript } from "../languages/ecmascript/modules.ts";
import {
  absoluteSignature,
  isLibraryMethod,
  isSameSignature,
  isWhollyKnown,
  libraryInterface,
  libraryMethods,
} from "../languages/go/absolute-types.ts";
import { go } from "../languages/go/modules.ts";
import { chooseOverloads } from "../languages/java/overloads.ts";
import { java } from "../languages/jvm/modules.ts";
import { php } from "../languages/php/modules.ts";
import { python } from "../languages/python/modules.ts";
import { ruby } from "../languages/ruby/modules.ts";
import { rust } from "../languages/rust/modules.ts";
import { swift } from "../languages/swift/modules.ts";
import type { LinkRules, RulesOf } from "./rules.ts";

const scripts: LinkRules = {
  modules: ecmascript,
  callMakes: false,
  handsImportsOn: false,
  starsBind: false,
  scriptsAreGlobal: true,
  fewerParametersFit: true,
  bareInterfaces: true,
  keysAreMembers: true,
};

const jvm: LinkRules = {
  modules: java,
  callMakes: false,
  handsImportsOn: false,
  starsBind: true,
  scriptsAreGlobal: false,
  functionsApart: true,
  packaged: true,
  accessors: true,
  overloads: 1,
};

const dotnet: LinkRules = {
  modules: csharp,
  callMakes: false,
  handsImportsOn: false,
  starsBind: true,
  scriptsAreGlobal: false,
  packaged: true,
  namespaces: true,
  receiversFirst: true,
  importsForAll: ["GlobalUsings.cs", "Usings.cs", "GlobalUsing.cs", "Imports.cs"],
  decoratorEnding: "Attribute",
  overloads: 1,
};

const included: LinkRules = {
  modules: c,
  callMakes: true,
  handsImportsOn: false,
  starsBind: false,
  scriptsAreGlobal: false,
  includes: true,
  passesOn: new Set("get lock release value value_or begin end load".split(" ")),
};

const RULES: Readonly<Record<string, LinkRules>> = {
  typescript: scripts,
  tsx: scripts,
  javascript: scripts,
  vue: scripts,
  svelte: scripts,
  go: {
    modules: go,
    callMakes: true,
    handsImportsOn: false,
    starsBind: true,
    scriptsAreGlobal: false,
    methodSets: {
      absolute: absoluteSignature,
      isSame: isSameSignature,
      library: libraryMethods,
      isLibraryMethod,
      libraryInterface,
      isWhollyKnown,
    },
  },
  python: {
    modules: python,
    callMakes: true,
    handsImportsOn: true,
    starsBind: true,
    scriptsAreGlobal: false,
    supersInOrder: true,
    // Methods that a `with` statement calls.
    passesOn: new Set(["__enter__", "__aenter__"]),
  },
  java: { ...jvm, chooseOverloads, marksOverrides: true },
  ruby: {
    modules: ruby,
    callMakes: false,
    handsImportsOn: false,
    starsBind: false,
    scriptsAreGlobal: false,
    supersInOrder: true,
    openClasses: true,
  },
  csharp: dotnet,
  c: included,
  cpp: { ...included, overloads: 2, chooseOverloads: chooseByCount },
  rust: {
    modules: rust,
    callMakes: false,
    handsImportsOn: true,
    starsBind: true,
    scriptsAreGlobal: false,
    pathsAreMembers: true,
    traits: true,
    fieldsApart: true,
    passesOn: new Set(
      "borrow borrow_mut lock read write get_mut take replace into_inner iter iter_mut project project_ref get_ref".split(
        " ",
      ),
    ),
  },
  php: {
    modules: php,
    callMakes: false,
    handsImportsOn: false,
    starsBind: false,
    scriptsAreGlobal: false,
    functionsApart: true,
    packaged: true,
    rooted: true,
    asksHosts: true,
    givesOneOfEnum: new Set(["from", "tryFrom"]),
    supersInOrder: true,
  },
  swift: {
    modules: swift,
    callMakes: true,
    handsImportsOn: false,
    starsBind: false,
    scriptsAreGlobal: false,
    openTypes: true,
    functionsApart: "first",
    privateToFile: true,
    overloads: 1,
  },
  kotlin: {
    ...jvm,
    callMakes: true,
    marksOverrides: true,
    functionsApart: "first",
    extensions: true,
    receiversOfLambdas: true,
    privateToFile: true,
  },
  scala: {
    ...jvm,
    callMakes: true,
    marksOverrides: true,
    functionsApart: false,
    accessors: false,
    applied: "apply",
    packagesNest: true,
  },
};

export const rulesOf: RulesOf = (language) => (Object.hasOwn(RULES, language) ? RULES[language] : undefined);
