// What a language is to the program: one record, which the `index.ts` of its folder gives.
import type { FactsReader } from "../../facts/read-facts.ts";
import type { PatternSettings } from "../../syntax/patterns/settings.ts";
import type { ReadLanguage } from "../../syntax/reader.ts";
import type { DefinitionFact, Facts } from "../../vocabulary/facts.ts";
import type { FileNames } from "../../vocabulary/file-names.ts";
import type { CallForm } from "./call-form.ts";
import type { DeletionRules } from "./deletion-rules.ts";
import type { DependencyFiles } from "./dependency-files.ts";
import type { ErrorHandling } from "./error-handling.ts";
import type { ImportSyntax } from "./import-syntax.ts";
import type { Loading } from "./loading.ts";
import type { OutsideInput } from "./outside-input.ts";
import type { ProjectLayout } from "./project-layout.ts";
import type { RenameRules } from "./rename-rules.ts";
import type { SideFiles } from "./side-files.ts";
import type { TraceForms } from "./traces.ts";

/** A pattern, or what else tells a language by the start of a text. */
export type Claim = Pick<RegExp, "test">;

export interface Language extends ReadLanguage {
  /** Another language of which this is a form with a grammar of its own: its identifier selects this one too. */
  readonly dialectOf?: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** Whole file names, as written; `Dockerfile.*` is any name that starts so, and comes before its extension. */
  readonly fileNames?: readonly string[];
  /** Paths of its files where neither name nor extension says so, with a leading `/`, in lower case. */
  readonly paths?: RegExp;
  /**
   * Of extensions and file names that other languages have, too: what the start of a text in this language matches. Bounded, since texts
   * may be hostile. A file that no language claims is of the one that has its extension and asks nothing, and else of none.
   */
  readonly claims?: Readonly<Record<string, Claim>>;
  /** Interpreters on a `#!` line, without version numbers. */
  readonly interpreters?: readonly string[];
  /** What its tools call files and folders. Languages that share tools share the names: one of them gives them. */
  readonly files?: FileNames;
  /** Which files are tests, generated or else beside its source, by their paths. */
  readonly sideFiles?: SideFiles;
  /** File names, without extension and in lower case, that only represent their folder. */
  readonly hubStems?: readonly string[];
  /** How its imports, types and references are read; without it a language has definitions alone. */
  readonly facts?: FactsReader;
  /** How a piece of its code is parsed that is not a whole file; a default fits most grammars. */
  readonly patterns?: PatternSettings;
  /** Folders here whose `library-members.txt` names the members of its library: its own, and one that it shares. */
  readonly libraryMembers?: readonly string[];
  /** How its files form modules, and where its programs start. */
  readonly project?: ProjectLayout;
  /** Its import statements; missing where they bring in whole modules without naming what is used. */
  readonly importLines?: ImportLines;
  /** What renaming its symbols has to know; without it they are not renamed. */
  readonly rename?: RenameRules;
  /** What deletions of its symbols break besides uses of their names. */
  readonly deletion?: DeletionRules;
  /** How it writes parameters and arguments; missing where a call cannot be compared with what it calls. */
  readonly calls?: CallForm;
  /**
   * Whether a file can name a definition of the file `from` that is not exported; missing where not exporting hides it from no file for
   * certain. What is private can be named in its own file alone.
   */
  readonly seesUnexported?: (path: string, from: string) => boolean;
  /** Which imports run the imported file, or need what it defines; missing where files may import each other in a circle. */
  readonly loading?: Loading;
  /** How it writes imports and exports; missing where definitions cannot be moved to another file. */
  readonly importSyntax?: ImportSyntax;
  /** Where its projects declare dependencies, and where the chosen versions are recorded. */
  readonly dependencies?: readonly DependencyFiles[];
  /** Paths of migrations of a database, which run once each: with a leading `/`, in lower case. */
  readonly migrations?: RegExp;
  /** Texts between its statements that only describe them, with the flags `gm`: like comments, they change nothing that runs. */
  readonly docstrings?: RegExp;
  /** Paths of files of this language that name functions of programs as they are: `onclick="save()"`, a cell of a notebook. */
  readonly namesCode?: RegExp;
  /** Stretches of a text that programs put there, which no search should find: ascending, none over another. What a notebook has shown. */
  readonly unsearched?: (text: string) => readonly { readonly start: number; readonly end: number }[];
  /** A sign before a name that reads the value which the name holds: `$count` is what the store `count` holds. */
  readonly valueSign?: string;
  /** Whether its programs look nothing up by a string that is a bare name, as `getattr` does. Default false. */
  readonly namesAreStatic?: boolean;
  /** Names of functions that its syntax or its runtime calls, so that no text names them: `__getattr__`. */
  readonly calledBySyntax?: RegExp;
  /** Names of members by which a type answers for names that it does not declare: `method_missing`. */
  readonly answersForMembers?: RegExp;
  /** What on a type, or on one of its fields, has members made that no text declares: `@Data`, `data class`. */
  readonly makesMembers?: RegExp;
  /** Names of members that every object has, so that a type that loses one still answers for it. */
  readonly everyObjectHas?: RegExp;
  /** Whether a member is sought when it is called: code of a type may call what only its subtypes have. */
  readonly findsMembersLate?: true;
  /** Whether names are looked up in all that is loaded, so that a library may have what the project had. */
  readonly findsNamesLoaded?: true;
  /** Whether the parameters of the declaration on this line get their defaults by another declaration. */
  readonly defaultsElsewhere?: RegExp;
  /** How its programs start, and how tests start programs. */
  readonly programStart?: ProgramStart;
  /** How its programs write stack traces. */
  readonly traces?: TraceForms;
  /** Where it catches errors, and what it does with them. */
  readonly errors?: ErrorHandling;
  /** What comes from outside of its programs, and which calls are dangerous with it. */
  readonly input?: OutsideInput;
  /** Methods that make an instance, besides one of the class's own name. They override nothing. */
  readonly constructors?: readonly string[];
  /**
   * Whether what has the members of this type is of it, without naming it; missing where a type names what it implements, and where
   * `methodSets` compares them.
   */
  readonly isMatchedByMembers?: (facts: Facts, definition: DefinitionFact) => boolean;
  /** Whether an import may be used without its name: one of a trait gives types the trait's methods. */
  readonly importsBringMembers?: boolean;
  /** Whether a definition ends with its line, so that two of them cannot stand beside each other. */
  readonly endsWithLine?: boolean;
  /** Whether a type has the members of what it embeds, which never runs the type's own in place of those. */
  readonly embeds?: boolean;
}

/** Where a program of the language starts, and by what a test starts a program: what the start leads to may then be tested. */
interface ProgramStart {
  /** The name of the function that is called first. */
  readonly name: string;
  /** What tests import that start programs: a module, or a name with its module before it, as `specifier.name`. */
  readonly imports: RegExp;
  /** Words that only such tests have. */
  readonly words: readonly string[];
}

// How a language's import statements look, line by line, and which names each binds. For the few files of an answer: text is read, not
// a syntax tree, and an error adds or omits only a line of context (search/answer/source-context.ts).

export interface ImportLines {
  /** First characters of a statement: most lines of a file have others and are skipped. */
  readonly firsts: string;
  /** Matches the first line of a statement. */
  readonly start: RegExp;
  readonly names: (statement: string) => string[];
  /** Whether the lines in a statement's brackets are statements of their own. */
  readonly eachLine?: boolean;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  "import from as type typeof const let var local require await use using pub crate super self extern static export default qualified hiding exposing alias only except show hide deferred function qw parent base global".split(
    " ",
  ),
);

const STRING = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g;

/** Each match of RENAMED contains one of these: checking for them first saves most searches. */
const RENAMES = [" as", "=>", ":"];
const RENAMED = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]* ?(?:\bas\b|=>|:(?!:)) ?(?=[\p{L}_$])/gu;
const SELF = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)::\{[^{}]{0,1000}\bself\b/gu;
const LAST_PART = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$]| ?(?:::|\.|\\|\/))/gu;

/** The last part of each dotted name, or its other name: `a.b.{c as d, e}` binds `d` and `e`. */
export function lastNames(statement: string): string[] {
  const oneLine = statement.replace(STRING, " ").replace(/\s+/g, " ");
  const bare = RENAMES.some((sign) => oneLine.includes(sign)) ? oneLine.replace(RENAMED, "") : oneLine;
  const selves = bare.includes("self") ? [...bare.matchAll(SELF)].map(([, name = ""]) => name) : [];
  const words = bare.match(LAST_PART) ?? [];
  return [...selves, ...words].filter((word) => word !== "_" && !KEYWORDS.has(word));
}

/** `import a.b.C`. */
export const DOTTED_IMPORTS: ImportLines = { firsts: "i", start: /^\s*import\s+[\w`]/, names: lastNames };
