// The languages that are known by nothing but the look of their lines, one row each. Of two that share an extension, the one with the surer
// signs comes first.
import type { BlockWords } from "../../syntax/mark-lines.ts";
import type { Language } from "../contract/language.ts";
import { marks } from "./index.ts";

/** Names, also those in the keys of `claims`, and interpreters have a space between them; names that start with a dot are extensions. */
function row(
  id: string,
  names: string,
  reader: Language["reader"],
  { claims, interpreters }: Pick<Language, "claims"> & { readonly interpreters?: string } = {},
): Language {
  const all = names.split(" ");
  return {
    id,
    extensions: all.filter((name) => name.startsWith(".")),
    fileNames: all.filter((name) => !name.startsWith(".")),
    claims: Object.fromEntries(
      Object.entries(claims ?? {}).flatMap(([shared, sign]) => shared.split(" ").map((name) => [name, sign] as const)),
    ),
    ...(interpreters === undefined ? {} : { interpreters: interpreters.split(" ") }),
    reader,
  };
}

/** A function as C and its kin write it: a type, a name, parameters, and no `;` on the line. */
const C_FUNCTION =
  /^(?:\[\[?[^\]]*\]\]?\s*)*(?!(?:return|else|new|throw|delete|typedef|using|case|goto|if|for|while|switch|import)\b)(?:[\w:<>,.&*[\]]+\s+)+[*&]*(\w+)\s*\([^;{]*(?:\{.*)?$/;
const C_STRUCT =
  /^\s*(?:typedef\s+(?:struct|union)\b[^{};]*\{[^}]*\}\s*(\w+)\s*;|(?:typedef\s+)?(?:struct|union|class)\s+(\w+)[^;=({]*(?:\{.*)?$)/;

/** A member of a class in a language that is written as Java is. */
const JAVA_METHOD =
  /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|protected|global|static|final|abstract|override|virtual|testMethod|webservice|transient|synchronized|native)\s+)*(?!(?:return|else|new|throw|if|for|while|switch|catch|try|do|assert)\b)(?:(?:def|[\w.]+(?:<[\w.,<>?\s]*>)?(?:\[\])*)\s+)?(?!(?:if|for|while|switch|catch|synchronized|return|super|this)\b)(\w+)\s*\([^;{}]*\)?\s*(?:throws\s+[\w.,\s]+)?(?:\{.*)?$/;

const PASCAL =
  /^[ \t]*(?:(?:unit|program|library|package)\s+[\w.]+\s*[;(]|(?:procedure|function|constructor)\s+\w+(?:\.\w+)?\s*(?:[(;]|:(?!:))|end\.)/im;
const PROLOG = /^(?::-|[a-z]\w*\([^\n]*\)\s*(?::-|-->|\.\s*$)|[a-z]\w*\s*:-|#![^\n]*\b(?:swipl|yap|gprolog)\b)/m;
const GAP = /^[ \t]*(?:(?:Declare|Install|Bind|Read|Set)[A-Z]\w*\(|\w+[ \t]*:=|##|gap>)/m;
const FORTH =
  /^[ \t]*(?::[ \t]+\S+[ \t]|\\[ \t]|\([ \t][^)\n]*--|(?:\S+[ \t]+)?(?:variable|constant|create)[ \t]+\S+[ \t]*$)/im;
const SMALLTALK =
  /\bsubclass:\s*#?\w|^!\s*\w+(?:\s+class)?\s+(?:methodsFor|commentStamp)|^'From\s|^[A-Z]\w+\s+(?:class\s+)?>>\s*\w|^[ \t]*<(?:category|comment|primitive):/m;
/** A function may do without its `end`, and `end` in brackets is an index. */
const MATLAB_BLOCKS: BlockWords = {
  ignored:
    /(?<![\w)\]}'.])'(?:[^'\n]|'')*'|"(?:[^"\n]|"")*"|[%#].*$|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\{[^{}]*\}/g,
  opens:
    /(?:^|[;,])\s*(?:function|classdef|properties|methods|events|enumeration|arguments|if|for|parfor|while|switch|try|spmd|unwind_protect)\b(?!\s*=[^=])/g,
  closes:
    /(?:^|[;,\s])end(?:function|classdef|properties|methods|events|enumeration|if|for|parfor|while|switch|_try_catch|_unwind_protect)?\b/g,
};
/** Not where its words are names of nodes in a query of tree-sitter, which ends in `@name`, or the text is no Lisp at all. */
const SCHEME =
  /(?<![\s\S])(?=\s*[(;#'"[])(?![\s\S]*?[)\]"][*+?]?[ \t]{1,9}@[a-z])[\s\S]*?^[ \t]*\((?:define|let|lambda|use-modules|import|library|module|load|begin|display|require|declare|set!|eval|export)(?![\w])/m;
/** Not those of newLISP and PicoLisp (`define`, `def`, `default`), nor AutoLISP's, whose local names stand behind a slash. */
const COMMON_LISP =
  /(?<![\s\S])(?![\s\S]*?\(defun\s+\S+\s*\([^()]*?(?:\s|(?<=\())\/\s)[\s\S]*?^(?:[ \t]*\((?:def(?:un|var|parameter|constant|macro|class|method|generic|struct|type|package|system)|in-package|use-package|require|eval-when)(?![\w-])|\(def(?!ine(?![\w])|ault\b)[\w:-]+[ \t]+[^\s')])/im;
/** What ends the declarations of a scanner or a parser. */
const RULES = /^%%[ \t]*$/m;
const VB =
  /(?<![\s\S])(?![\s\S]*?^[ \t]*#[ \t]*(?:include|lang|ifdef)\b)[\s\S]*?^(?:VERSION[ \t]+\d|[ \t]*Attribute[ \t]+VB_|[ \t]*Option[ \t]+(?:Explicit|Compare|Base))/im;
const RAKU =
  /^[ \t]*(?:use[ \t]+v6|#![^\n]*\b(?:raku|perl6)\b|(?:unit|my)[ \t]+(?:module|class|role|grammar)\b|use[ \t]+Test;|module[ \t]+[\w:-]+[ \t]*[;{]|[^\n]{0,200}\bft=(?:perl6|raku)\b|(?:class|role|grammar)[ \t]+[\w:-]+(?:[ \t]+(?:is|does)[ \t]+[\w:-]+)*[ \t]*\{|(?:multi|proto)[ \t]+(?:sub|method)\b|has[ \t]+(?:[A-Z]\w*[ \t]+)?[$@%][.!])/m;
const VERILOG =
  /^[ \t]*(?:`(?:timescale|include|define|ifn?def|default_nettype)\b|endmodule\b|always(?:_ff|_comb)?\b|(?:macro)?module\s+\w+\s*[#(;]|primitive\s)/m;
const COQ =
  /^[ \t]*(?:Require|From\s+\w+(?:\.\w+)*\s+Require|Import|Export|Theorem|Lemma|Definition|Fixpoint|(?:Co)?Inductive|Proof|Section|Module|Record|Notation|Set|Ltac|Axiom|Parameter|Hint|Variable)\b/m;

export const BY_MARKS: readonly Language[] = [
  row(
    "verilog",
    ".sv .svh .svi .vh .v",
    marks(
      {
        module: /^\s*(?:macromodule|module|package|program|primitive|checker)\s+(?:automatic\s+|static\s+)?(\w+)/,
        interface: /^\s*interface\s+(?!class\b)(\w+)/,
        class: /^\s*(?:virtual\s+|interface\s+)?class\s+(\w+)/,
        function:
          /^\s*(?:(?:virtual|static|protected|local)\s+)*(?:function|task)\s(?:[^;(=]*\s|[^;(=]*::)?(\w+)\s*(?:[(;]|$)/,
        type: /^\s*typedef\s(?!\s*(?:class|enum|struct|union)\s+\w+\s*;).*[\s}](\w+)\s*(?:\[[^\]]*\]\s*){0,9};/,
      },
      /^\s*end(module|package|program|primitive|checker|interface|class|function|task)\b/,
      { statement: /^\s*typedef\s/ },
    ),
    { claims: { ".v": VERILOG } },
  ),
  row(
    "vhdl",
    ".vhd .vhdl",
    marks(
      {
        class: /^\s*(?:entity|component|configuration)\s+(\w+)/i,
        module: /^\s*(?:package\s+(?:body\s+)?|architecture\s+)(\w+)/i,
        function: /^\s*(?:(?:pure|impure)\s+)?(?:function|procedure)\s+("[^"]+"|\w+)/i,
        type: /^\s*(?:sub)?type\s+(\w+)/i,
      },
      "indentation",
    ),
  ),
  row(
    "glsl",
    ".glsl .vert .frag .geom .comp .tesc .tese .vsh .fsh .fs",
    marks({ function: C_FUNCTION, type: C_STRUCT }, "braces"),
    {
      claims: {
        ".fs .frag .vert .geom .comp .vsh":
          /^[ \t]*(?:#version\b|precision\s+\w+\s+float|uniform\s|varying\s|(?:in|out)\s+vec|void\s+main\b|#ifdef\s+GL_ES|attribute\s|layout\s*\(|(?:vec|mat)[234]\s+\w)/m,
      },
    },
  ),
  row(
    "fsharp",
    ".fs .fsx .fsi",
    marks(
      {
        module: /^\s*(?:module|namespace)\s+(?:(?:rec|private|internal|public|global)\s+)*([\w.]+)/,
        type: /^\s*(?:type|and|exception)\s+(?:(?:private|internal|public)\s+)?([A-Z]\w*)/,
        method:
          /^\s*(?:static\s+)?(?:member|override|default|abstract)\s+(?:(?:inline|private|internal|val|member)\s+)*(?:\w+\.)?(\w+)/,
        function:
          /^\s*let\s+(?:(?:rec|inline|private|internal)\s+)*((?!mutable\b)\w+|\(\|[^)]+\|\)|\([^)\w\s]+\)|``[^`]+``)\s+[^=:\s]/,
        variable: /^\s*let\s+(?:(?:mutable|private|internal)\s+)*(\w+)\s*[=:]/,
      },
      "indentation",
      { rest: /^(?:module\s+[\w.\s]+$|namespace\s)/ },
    ),
    {
      claims: {
        ".fs": /^[ \t]*(?:module|namespace|open|type|let|\[<)\s*[\w.]*[^;\n]*$/m,
      },
    },
  ),
  row(
    "fortran",
    ".f90 .f95 .f03 .f08 .f18 .for .f77 .ftn .fpp .f",
    marks(
      {
        module: /^\s*(?:(?:sub)?module\s+(?:\([^)]*\)\s*)?(?!procedure\b)|program\s+)(\w+)\s*(?:!.*)?$/i,
        type: /^\s*type(?:\s*,[^:]*::\s*|\s*::\s*|\s+)(?!is\b)(\w+)\s*(?:!.*)?$/i,
        interface: /^\s*(?:abstract\s+)?interface\b\s*(\w*)/i,
        function:
          /^\s*(?:(?:pure|elemental|impure|recursive|module|integer|real|logical|complex|character|double\s*precision|type|class)\b(?:\s*\([^()]*(?:\([^()]*\)[^()]*)?\)|\s*\*\s*\d+)?\s*)*(?:function|subroutine|module\s+procedure)\s+(\w+)/i,
      },
      /^\s*\d*\s*end(?:\s*(?:procedure\b.*|(module|submodule|program|type|interface|function|subroutine)\b.*)|\s*(?:!.*)?)$/i,
    ),
    {
      claims: {
        ".f .for .fpp":
          /^[ \t]*(?:\d+[ \t]+)?(?:program|subroutine|(?:integer|real|logical|complex|character|double\s*precision)(?:\*\d+)?[ \t]+\w|module[ \t]+\w+[ \t]*(?:!|$)|implicit[ \t]+none|function[ \t]+\w+[ \t]*\(|end)\b/im,
      },
    },
  ),
  row(
    "cobol",
    ".cob .cbl .cpy .ccp .cobol",
    marks({
      module: /^.{0,7}\s*PROGRAM-ID\s*\.\s*"?([\w-]+)/i,
      section: /^.{0,7}\s*([\w-]+)\s+(?:SECTION|DIVISION)\b[^.]*\./i,
      function: /^(?:.{6} | {0,7})([A-Za-z0-9][\w-]*)\.\s*$/,
    }),
  ),
  row(
    "ada",
    ".adb .ads .ada",
    marks(
      {
        module: /^\s*(?:private\s+)?package\s+(?:body\s+)?([\w.]+)/i,
        class: /^\s*(?:task|protected)\s+(?:type\s+|body\s+)?(\w+)/i,
        type: /^\s*(?:sub)?type\s+(\w+)/i,
        function: /^\s*(?:(?:not\s+)?overriding\s+)?(?:function|procedure|entry)\s+("[^"]+"|[\w.]+)/i,
      },
      "indentation",
    ),
  ),
  row(
    "pascal",
    ".pas .dpr .dpk .lpr .pp .inc",
    marks(
      {
        module: /^\s*(?:unit|program|library|package)\s+([\w.]+)\s*[;(]/i,
        interface: /^\s*(\w+)(?:<[^>]*>)?\s*=\s*(?:disp)?interface\b(?!\s*;)/i,
        class: /^\s*(\w+)(?:<[^>]*>)?\s*=\s*(?:packed\s+)?(?:class(?!\s*of\b)|object|record)\b(?!\s*;)/i,
        enum: /^\s*(\w+)\s*=\s*\([\w\s,=]+/,
        function: /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor|operator)\s+([\w.]+)/i,
      },
      "indentation",
      { rest: /^\s*(?:unit|program|library|package)\s/i },
    ),
    {
      claims: {
        ".pp": PASCAL,
        ".inc":
          /(?<![\s\S])(?!\s*\/\*)(?![\s\S]*?^[ \t]*#[ \t]*[a-z])[\s\S]*?^[ \t]*(?:\{\$|(?:procedure|function)[ \t]+\w+(?:\.\w+)?[^{}\n]*;[ \t]*$)/im,
      },
    },
  ),
  row(
    "nim",
    ".nim .nims .nimble",
    marks(
      {
        type: /^\s*(?:type\s+)?(\w+)\*?(?:\[[^\]]*\])?(?:\s*\{\.[^}]*\.\})?\s*=\s*(?:(?:ref\s+|ptr\s+)?(?:object|tuple|distinct|concept)\b|proc\b[^=]*$)/,
        enum: /^\s*(?:type\s+)?(\w+)\*?(?:\s*\{\.[^}]*\.\})?\s*=\s*enum\b/,
        function: /^\s*(?:proc|func|method|iterator|converter|template|macro)\s+(`[^`]+`|\w+)/,
        variable: /^(?:const|let|var)\s+(\w+)/,
      },
      "indentation",
    ),
  ),
  row(
    "solidity",
    ".sol",
    marks(
      {
        interface: /^\s*interface\s+(\w+)/,
        class: /^\s*(?:abstract\s+)?(?:contract|library)\s+(\w+)/,
        enum: /^\s*enum\s+(\w+)/,
        type: /^\s*(?:struct|error|event|type)\s+(\w+)/,
        variable:
          /^\s*(?:mapping\s*\(.*\)|[\w.]+(?:\[\w*\])*)\s+(?:(?:public|private|internal|constant|immutable|transient|override)\s+)+(\w+)\s*(?:[=;]|$)/,
        function: /^\s*(?:(?:function|modifier)\s+(\w+)|(constructor|receive|fallback)\s*\()/,
      },
      "braces",
    ),
    {
      claims: {
        ".sol":
          /^[ \t]*(?:pragma\s+solidity|\/\/\s*SPDX|import\s*["{*]|(?:abstract\s+)?contract\s+\w|library\s+\w|interface\s+\w)/m,
      },
    },
  ),
  row(
    "prisma",
    ".prisma",
    marks(
      {
        class: /^\s*(?:model|view|type)\s+(\w+)/,
        enum: /^\s*enum\s+(\w+)/,
        data: /^\s*(?:datasource|generator)\s+(\w+)/,
      },
      "braces",
    ),
  ),
  row(
    "thrift",
    ".thrift",
    marks(
      {
        interface: /^\s*service\s+(\w+)/,
        class: /^\s*(?:struct|union|exception)\s+(\w+)/,
        enum: /^\s*enum\s+(\w+)/,
        type: /^\s*typedef\s+.*\s(\w+)\s*[;,]?\s*$/,
        variable: /^\s*const\s[^=]*\s(\w+)\s*=/,
        method: /^\s+(?:oneway\s+)?[\w.]+(?:<[^()]*>)?\s+(\w+)\s*\(/,
      },
      "braces",
    ),
  ),
  row(
    "wgsl",
    ".wgsl",
    marks(
      {
        type: /^\s*(?:struct|alias)\s+(\w+)/,
        function: /^\s*(?:@\w+(?:\([^)]*\))?\s*)*fn\s+(\w+)/,
        variable: /^(?:@\w+\([^)]*\)\s*)*(?:var(?:<[^>]*>)?|const|override|let)\s+(\w+)/,
      },
      "braces",
    ),
  ),
  row(
    "hlsl",
    ".hlsl .hlsli .fx .fxh .cginc",
    marks({ function: C_FUNCTION, type: /^\s*(?:struct|cbuffer|class)\s+(\w+)/ }, "braces"),
    {
      claims: {
        ".fx":
          /^[ \t]*(?:cbuffer|technique\d*|sampler\w*|texture\w*|(?:half|float|matrix|int)\d?(?:x\d)?[ \t]+\w|struct[ \t]+\w|#include[ \t])/im,
      },
    },
  ),
  row("metal", ".metal", marks({ function: C_FUNCTION, type: C_STRUCT }, "braces")),
  row("opencl", ".cl .opencl", marks({ function: C_FUNCTION, type: C_STRUCT }, "braces"), {
    claims: {
      ".cl":
        /^[ \t]*(?:(?:__)?kernel\s|#\s*(?:pragma|define|include|ifn?def|if)\b|__constant\s|(?:inline|static)\s+\w+\s|typedef\s|(?:void|float\d*|u?int\d*|double\d*)\s+\w+\s*\()/m,
    },
  }),
  row(
    "groovy",
    ".groovy .gvy .gradle Jenkinsfile Jenkinsfile.*",
    marks(
      {
        interface: /^\s*(?:(?:public|private|protected)\s+)?interface\s+(\w+)/,
        class:
          /^\s*(?:(?:public|private|protected|abstract|final|static)\s+)*(?:class|trait|record|@interface)\s+(\w+)/,
        enum: /^\s*(?:(?:public|private|protected)\s+)?enum\s+(\w+)/,
        function:
          /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:task\s+(\w+)|tasks\.register\(\s*["'](\w+)|(?:(?:public|private|protected|static|final|abstract|synchronized|def)\s+)+(?:<[^()]*>\s+)?(?:[\w.]+(?:<[^()]*>)?(?:\[\])*\s+)?(\w+|"[^"]+"|'[^']+')\s*\([^;]*$|(?:void|[A-Z]\w*(?:<[^()]*>)?|int|long|boolean|double)\s+(\w+)\s*\([^;{]*\{)/,
      },
      "braces",
    ),
    {
      interpreters: "groovy",
      claims: { "jenkinsfile.*": /^[ \t]*(?:pipeline|node|@Library|library|stage|def)\b/m },
    },
  ),
  row(
    "snakemake",
    ".smk Snakefile",
    marks({ function: /^\s*(?:(?:rule|checkpoint|module|def)\s+(\w+))/, class: /^class\s+(\w+)/ }, "indentation"),
  ),
  row(
    "just",
    ".just justfile .justfile",
    marks(
      { variable: /^(?:export\s+)?([\w-]+)\s*:=/, function: /^@?([A-Za-z_][\w-]*)(?:\s+[^:=]*(?:=[^:]*)?)?:(?!=)/ },
      "indentation",
    ),
    { interpreters: "just" },
  ),
  row(
    "tcl",
    ".tcl .tk .itcl .tm",
    marks(
      {
        module: /^\s*namespace\s+eval\s+([\w:]+)/,
        class: /^\s*(?:oo::class\s+create|itcl::class|class)\s+([\w:]+)/,
        function: /^\s*(?:proc|method|(?=(?:constructor|destructor)\s*\{))\s*([\w:.!?-]+)/,
      },
      "braces",
    ),
    {
      interpreters: "tclsh wish expect",
      // Documents of TeXmacs.
      claims: { ".tm": /^(?!\s*<)/ },
    },
  ),
  row("awk", ".awk .gawk", marks({ function: /^\s*func(?:tion)?\s+(\w+)/ }, "braces"), {
    interpreters: "awk gawk mawk nawk",
  }),
  row("fish", ".fish", marks({ function: /^\s*function\s+([\w.:-]+)/ }, "indentation"), { interpreters: "fish" }),
  row(
    "crystal",
    ".cr",
    marks(
      {
        module: /^\s*(?:module|lib)\s+([\w:]+)/,
        class: /^\s*(?:(?:private|abstract)\s+)*(?:class|struct|union|annotation|record)\s+([A-Z][\w:]*)/,
        enum: /^\s*(?:private\s+)?enum\s+([\w:]+)/,
        type: /^\s*alias\s+(\w+)/,
        function: /^\s*(?:(?:private|protected|abstract)\s+)*(?:def|macro|fun)\s+(?:self\.)?([^\s(:;]+)/,
      },
      "indentation",
    ),
    { interpreters: "crystal" },
  ),
  row(
    "haxe",
    ".hx .hxsl",
    marks(
      {
        interface: /^\s*(?:(?:private|extern|@\S+)\s+)*interface\s+(\w+)/,
        class: /^\s*(?:(?:private|extern|final|abstract|@\S+)\s+)*class\s+(\w+)/,
        enum: /^\s*(?:(?:private|extern|@\S+)\s+)*enum\s+(?!abstract\b)(\w+)/,
        type: /^\s*(?:(?:private|extern|enum|@\S+)\s+)*(?:typedef|abstract)\s+(\w+)/,
        function:
          /^\s*(?:(?:public|private|static|inline|override|extern|final|dynamic|macro|@\S+)\s+)*function\s+(\w+)/,
      },
      "braces",
    ),
  ),
  row(
    "racket",
    ".rkt .rktd .scrbl",
    marks(
      {
        class: /^\((?:struct|define-struct)\s+([^\s()]+)/,
        variable: /^\(define\s+([^\s()]+)\s+(?!\((?:case-)?(?:lambda|λ))/,
        function: /^\(define[\w*/-]*\s+\(*([^\s()]+)/,
      },
      "indentation",
    ),
    { interpreters: "racket" },
  ),
  row(
    "commonlisp",
    ".lisp .lsp .asd .cl .l",
    marks(
      {
        module: /^\((?:defpackage|defsystem|asdf:defsystem)\s+[#:"]*([^\s()"]+)/i,
        class: /^\((?:defclass|defstruct|define-condition|deftype)\s+\(?([^\s()]+)/i,
        variable: /^\((?:defvar|defparameter|defconstant|defglobal)\s+([^\s()]+)/i,
        function: /^\(def[\w-]*\s+\(?([^\s()]+)/i,
      },
      "indentation",
    ),
    {
      interpreters: "sbcl clisp ecl",
      claims: { ".cl .l .lsp .lisp": COMMON_LISP },
    },
  ),
  row(
    "scheme",
    ".scm .ss .sld .sls .sps",
    marks(
      {
        module: /^\((?:define-library|library|define-module|module)\s+\(?([^()]+?)\s*(?:\)|$)/,
        class: /^\((?:define-record-type|define-structure)\s+\(?([^\s()]+)/,
        variable: /^\(define\s+([^\s()]+)\s+(?!\((?:case-)?lambda)/,
        function: /^\s*\(define[\w*/-]*\s+\(*([^\s()]+)/,
      },
      "indentation",
    ),
    {
      interpreters: "guile csi gosh chicken chibi-scheme",
      // Queries of tree-sitter, states of Salt, templates of SilverStripe, syntax of SPSS, styles of maps.
      claims: { ".scm .sls .ss .sps .sld": SCHEME },
    },
  ),
  row(
    "fennel",
    ".fnl",
    marks(
      {
        variable: /^\((?:local|var|global)\s+([^\s()[\]]+)/,
        function: /^\((?:fn|lambda|λ|macro)\s+([^\s()[\]]+)/,
      },
      "indentation",
    ),
    { interpreters: "fennel" },
  ),
  row(
    "coffeescript",
    ".coffee .litcoffee .cjsx Cakefile",
    marks(
      {
        class: /^\s*(?:(?:module\.)?exports(?:\.\w+)?\s*=\s*|export\s+(?:default\s+)?)?class\s+([\w.@]+)/,
        function:
          /^\s*(?:export\s+)?(?:@|[\w$]+(?:\.|::))*([\w$]+)\s*[:=]\s*(?:\w+\s+)?(?:\([^)]*(?:\([^)]*\)[^)]*)*\)\s*)?[-=]>/,
      },
      "indentation",
    ),
    { interpreters: "coffee" },
  ),
  row(
    "dlang",
    ".d .di",
    marks(
      {
        interface: /^\s*(?:(?:public|private|package|export)\s+)?interface\s+(\w+)/,
        class:
          /^\s*(?:(?:public|private|package|protected|export|abstract|final|static|align\(\d+\))\s+)*(?:class|struct|union)\s+(\w+)/,
        enum: /^\s*(?:(?:public|private|package)\s+)?enum\s+(\w+)\s*(?::\s*\w+\s*)?(?:\{.*)?$/,
        type: /^\s*(?:(?:mixin\s+)?template\s+(\w+)|alias\s+(\w+)\s*(?:\([^)]*\)\s*)?=)/,
        variable: /^(?:enum|immutable)\s+(?:\w+\s+)?(\w+)\s*=/,
        function:
          /^\s*(?!(?:return|else|new|throw|delete|case|goto|if|for|foreach|while|switch|import|assert|mixin|alias|auto\s+\w+\s*=|unittest|version|static\s+(?:if|foreach|assert)|catch|with|scope|debug|do)\b)(?:@\w+\s+)*(?:(?:[\w.!]+(?:\([^()]*\))?(?:\[\w*\])*\*?\s+)+(\w+)|(this|~this))\s*\([^;{]*(?:\{.*|=>.*)?$/,
      },
      "braces",
    ),
    {
      interpreters: "rdmd dmd",
      claims: {
        ".d": /^[ \t]*(?:module|import|public\s+import|static\s+import)\s+[\w.]+(?:\s*[:=][^\n;]*)?\s*[;,]|^[ \t]*(?:unittest\b|(?:struct|class|interface|template)\s+\w+\s*(?:\([^)]*\)\s*)?[:{]?\s*$)/m,
      },
    },
  ),
  row(
    "vlang",
    ".v .vv .vsh",
    marks(
      {
        interface: /^(?:pub\s+)?interface\s+(\w+)/,
        class: /^(?:pub\s+)?(?:struct|union)\s+(\w+)/,
        enum: /^(?:pub\s+)?enum\s+(\w+)/,
        type: /^(?:pub\s+)?type\s+(\w+)/,
        function: /^(?:pub\s+)?fn\s+(?:\([^)]*\)\s*)?([\w.]+)/,
        variable: /^(?:pub\s+)?const\s+(\w+)/,
      },
      "braces",
    ),
    { claims: { ".v": /^(?:(?:pub\s+)?fn\s+[\w.(]|module\s+\w+\s*$|import\s+[a-z][\w.]*(?:\s*\{[^}]*\})?\s*$)/m } },
  ),
  row(
    "odin",
    ".odin",
    marks(
      {
        class: /^\s*(\w+)\s*::\s*(?:struct|union|bit_set|bit_field)\b/,
        enum: /^\s*(\w+)\s*::\s*enum\b/,
        function: /^\s*(\w+)\s*::\s*(?:#\w+\s+)?proc\b/,
        variable: /^(\w+)\s*:[:=]\s*[^\s=]/,
      },
      "braces",
    ),
    { claims: { ".odin": /^(?:package[ \t]+\w|\w+[ \t]*::|import[ \t])/m } },
  ),
  row(
    "mojo",
    ".mojo .🔥",
    marks(
      {
        interface: /^\s*trait\s+(\w+)/,
        class: /^\s*(?:struct|class)\s+(\w+)/,
        function: /^\s*(?:async\s+)?(?:fn|def)\s+(\w+)/,
        variable: /^(?:alias|comptime|var)\s+(\w+)/,
      },
      "indentation",
    ),
    { interpreters: "mojo" },
  ),
  row(
    "lean",
    ".lean",
    marks(
      {
        class:
          /^\s*(?:@\[[^\]]*\]\s*)?(?:(?:private|protected|noncomputable|unsafe|partial)\s+)*(?:structure|class)\s+(?:inductive\s+)?([\w.«»']+)/,
        type: /^\s*(?:@\[[^\]]*\]\s*)?(?:(?:private|protected|unsafe)\s+)*(?:inductive|coinductive)\s+([\w.«»']+)/,
        function:
          /^\s*(?:@\[[^\]]*\]\s*)?(?:(?:private|protected|noncomputable|unsafe|partial|nonrec|scoped|local)\s+)*(?:def|theorem|lemma|abbrev|instance|axiom|opaque|example|macro|elab)\s+([^\s:({[⦃]+)/,
      },
      "indentation",
    ),
  ),
  row(
    "agda",
    ".agda .lagda",
    marks({
      module: /^\s*module\s+([^\s({]+)\s.*where\s*$/,
      type: /^\s*(?:data|record|codata)\s+([^\s({]+)/,
      function: /^\s{0,4}((?!(?:field|infix[lr]?|open|import|private|where|let|in)\b)[^\s(){}:;"]+)\s+:\s/,
    }),
  ),
  row(
    "coq",
    ".v .vernac",
    marks({
      module: /^\s*(?:Module\s+(?:Type\s+|Import\s+|Export\s+)?|Section\s+)(\w+)\s*[^:=]*\.\s*$/,
      type: /^\s*(?:#\[[^\]]*\]\s*)?(?:(?:Local|Global|Polymorphic|Cumulative|Private)\s+)*(?:(?:Co)?Inductive|Variant|Record|Structure|Class)\s+([\w']+)/,
      function:
        /^\s*(?:#\[[^\]]*\]\s*)?(?:(?:Local|Global|Program|Polymorphic|Let)\s+)*(?:Definition|(?:Co)?Fixpoint|Function|Instance|Example|Ltac2?|Theorem|Lemma|Corollary|Proposition|Fact|Remark|Axiom|Parameter|Hypothesis|Equations)\s+([\w']+)/,
    }),
    { claims: { ".v": COQ } },
  ),
  row(
    "apex",
    ".cls .trigger .apex",
    marks(
      {
        interface: /^\s*(?:(?:public|private|global|virtual|with\s+sharing|without\s+sharing)\s+)*interface\s+(\w+)/i,
        class:
          /^\s*(?:@\w+(?:\([^)]*\))?\s*)*(?:(?:public|private|protected|global|virtual|abstract|(?:with|without|inherited)\s+sharing)\s+)*(?:class|trigger)\s+(\w+)/i,
        enum: /^\s*(?:(?:public|private|global)\s+)*enum\s+(\w+)/i,
        function: JAVA_METHOD,
      },
      "braces",
    ),
    {
      claims: {
        ".trigger": /^\s*(?:\/\*[\s\S]{0,4000}?\*\/|\/\/[^\n]*\n|\s){0,100}trigger\s+\w+\s+on\b/i,
        ".cls":
          /^[ \t]*(?:@\w+(?:\([^)]*\))?\s*)*(?:(?:public|private|global|virtual|abstract|(?:with|without|inherited)\s+sharing)\s+)+(?:class|interface|enum)\s+\w+[^;:]*\{/im,
      },
    },
  ),
  row(
    "abap",
    ".abap",
    marks(
      {
        interface: /^\s*INTERFACE\s+([\w~/]+)(?![^.]*\b(?:DEFERRED|LOAD)\b)/i,
        class: /^\s*CLASS\s+([\w~/]+)(?![^.]*\b(?:DEFERRED|LOAD|FRIENDS)\b)/i,
        function: /^\s*(?:METHOD|FORM|FUNCTION|MODULE)\s+([\w~/]+)/i,
        module: /^\s*(?:REPORT|PROGRAM|FUNCTION-POOL)\s+([\w/]+)/i,
      },
      /^\s*END(CLASS|INTERFACE|METHOD|FORM|FUNCTION|MODULE)\b/i,
      { rest: /^\s*(?:REPORT|PROGRAM|FUNCTION-POOL)\s/i },
    ),
  ),
  row(
    "sas",
    ".sas",
    marks({
      function: /^\s*%macro\s+(\w+)/i,
      data: /^\s*data\s+([\w.]+)/i,
      block: /^\s*proc\s+(\w+)/i,
    }),
  ),
  row(
    "bicep",
    ".bicep .bicepparam",
    marks(
      {
        data: /^(?:resource|module|extension)\s+(\w+)/,
        type: /^type\s+(\w+)/,
        function: /^func\s+(\w+)/,
        variable: /^(?:param|var|output)\s+(\w+)/,
      },
      "indentation",
    ),
  ),
  row(
    "puppet",
    ".pp .epp",
    marks(
      {
        class: /^\s*class\s+([\w:]+)/,
        type: /^\s*(?:define|type)\s+([\w:]+)/,
        function: /^\s*(?:function|plan)\s+([\w:]+)/,
        data: /^\s*node\s+([^\s{]+)/,
      },
      "braces",
    ),
    {
      claims: {
        ".pp":
          /^[ \t]*(?:(?:class|define)\s+[\w:]+\s*(?:\(|\{|inherits\b|$)|node\s+\S+\s*\{|(?:include|require|contain)\s+['\w:]+\s*$|@?@?[a-z][\w:]*\s*\{\s*['"$[\w]|[A-Z]\w*(?:\[[^\]]*\])?\s*\{|\$\w+\s*=|import\s+['"])/m,
      },
    },
  ),
  row(
    "cython",
    ".pyx .pxd .pxi",
    marks(
      {
        class:
          /^\s*(?:cdef\s+(?:public\s+|api\s+|packed\s+)*(?:class|cppclass|struct|union|enum)|ctypedef\s+(?:struct|class|union|enum)|cppclass|class)\s+(\w+)/,
        function:
          /^\s*(?:async\s+)?(?:def\s+(\w+)|(?:cpdef|cdef)\s+(?:[\w.*&]+(?:\[[^\]]*\])?[\s*&]+)*(\w+)\s*\(|ctypedef\s.*\s(\w+)\s*$)/,
      },
      "indentation",
    ),
  ),
  row(
    "wolfram",
    ".wl .wls .wlt .mt .m",
    marks(
      {
        function: /^\s*([A-Za-z$][\w$`]*)\[[^\]]*_[^=]*\]\s*(?:\/;[^=]*)?:?=(?!=)/,
        variable: /^([A-Za-z$][\w$`]*)\s*:?=(?!=)/,
      },
      "indentation",
    ),
    {
      interpreters: "wolframscript wolfram",
      claims: { ".m": /^[ \t]*(?:\(\*\s*::|BeginPackage\[|Begin\[|[A-Za-z$]\w*\[[^\]]*_[^=]*\]\s*:?=|Get\[)/m },
    },
  ),
  row(
    "mercury",
    ".m",
    marks({
      module: /^:-\s*module\s+(\w+(?:\.\w+)*)/,
      type: /^:-\s*(?:type|inst|typeclass)\s+(\w+)/,
      function: /^:-\s*(?:pred|func|impure\s+pred|semipure\s+pred)\s+(\w+)/,
    }),
    { claims: { ".m": /^:-\s*(?:module|interface|import_module|pred|func|use_module)\b/m } },
  ),
  row(
    "matlab",
    ".m .mlx.m",
    marks(
      {
        class: /^\s*classdef\s*(?:\([^)]*\)\s*)?(\w+)/,
        function: /^\s*function\s+(?:\[?[\w\s,~]*\]?\s*=\s*)?([\w.]+)/,
      },
      "next",
      { stop: MATLAB_BLOCKS },
    ),
    {
      interpreters: "octave",
      claims: {
        ".m": /^[ \t]*(?:function\b[^;]*$|classdef\b|%(?!\d|\w+[ \t]*(?:\([^)\n]*\))?[ \t]*;)|(?:clc|hold|figure|addpath|disp|load|warning|end)\b|(?:clear|close)[ \t]+\w|(?:\[[\w., ~]+\]|[A-Za-z]\w*(?:\.\w+|\([^()\n]*\))*)[ \t]*=[^=>])/m,
      },
    },
  ),
  row(
    "prolog",
    ".prolog .plt .yap .pl .pro",
    marks({
      module: /^:-\s*module\(\s*(\w+)/,
      function: /^(?:([a-z]\w*)(?:\(.*)?\s*(?::-|-->)|([a-z]\w*)\(.*\)\.\s*(?:%.*)?$|([a-z]\w*)\([^.]*$)/,
    }),
    { interpreters: "swipl yap gprolog", claims: { ".pl .pro .plt": PROLOG } },
  ),
  row(
    "supercollider",
    ".scd .sc",
    marks(
      {
        class: /^\+?\s*([A-Z]\w*)\s*(?:\[\w*\]\s*)?(?::\s*\w+\s*)?\{/,
        data: /^\s*(?:\(\s*)?SynthDef\(?\s*[\\"](\w+)/,
        method: /^\s+\*?([a-z]\w*)\s*\{\s*(?:\||arg\b|\^|var\b|$)/,
      },
      "braces",
    ),
    {
      claims: {
        ".sc .scd":
          /^[ \t]*(?:SynthDef\b|(?:\+[ \t]*)?[A-Z]\w*[ \t]*(?::[ \t]*[A-Z]\w*[ \t]*)?\{[ \t]*$|(?:\([ \t]*)?(?:s\.boot|Server\.|Pbind|Ndef|Tdef|Pdef)|.{0,200}\.(?:ar|kr)\(|.{0,200}\{[ \t]*\|[\w,=.# \t]{1,200}\||(?:var|classvar)[ \t]*[<>]?[ \t]*[<>]?\w+[ \t]*[,;=])/m,
      },
    },
  ),
  row(
    "gap",
    ".gap .gi .g .gd",
    marks({
      function:
        /^(?:(\w+)\s*:=\s*function|\s*Install(?:Method|GlobalFunction|OtherMethod|MethodWithRandomSource)\(\s*"?(\w+)|\s*Declare\w+\(\s*"(\w+)|\s*BindGlobal\(\s*"(\w+))/,
    }),
    { claims: { ".gd .gi .g": GAP } },
  ),
  row(
    "forth",
    ".fth .4th .forth .frt .fs .f",
    marks(
      { function: /^\s*:\s+(\S+)/, variable: /^\s*(?:\S+\s+)?(?:2?variable|2?constant|value|create|defer)\s+(\S+)/i },
      "indentation",
    ),
    { interpreters: "gforth", claims: { ".fs .f": FORTH } },
  ),
  row(
    "smalltalk",
    ".sma .st .cs",
    marks({
      class: /^.*\bsubclass:\s*#?(\w+)/,
      method: /^!\s*\w+(?:\s+class)?\s+methodsFor:\s*'([^']*)'/,
      function: /^[ \t]+(?:[A-Z]\w*\s+class\s+>>\s+)?(?:([a-z]\w*)\s*|([a-z]\w*:)\s+[a-z]\w*[^:[\].^]*)\[/,
    }),
    { interpreters: "gst", claims: { ".st .cs .sma": SMALLTALK } },
  ),
  row(
    "nushell",
    ".nu",
    marks(
      {
        module: /^\s*(?:export\s+)?module\s+([\w-]+)/,
        function: /^\s*(?:export\s+)?(?:def|extern)\s+(?:--\w+\s+)*(?:"([^"]+)"|([\w-]+))/,
        variable: /^(?:export\s+)?(?:const|alias)\s+([\w-]+)/,
      },
      "indentation",
    ),
    // Another language of the name is a Lisp.
    { interpreters: "nu", claims: { ".nu": /^(?!\s*(?:#[^\n]*\n\s*){0,100}[;(])/ } },
  ),
  // A program in Rexx starts with a comment.
  row("batch", ".bat .cmd", marks({ function: /^\s*:(?!:)([\w.-]+)/ }), { claims: { ".cmd": /^(?!\s*\/\*)/ } }),
  row(
    "flatbuffers",
    ".fbs",
    marks(
      {
        class: /^\s*(?:table|struct)\s+(\w+)/,
        enum: /^\s*(?:enum|union)\s+(\w+)/,
        interface: /^\s*rpc_service\s+(\w+)/,
      },
      "braces",
    ),
  ),
  row(
    "llvm",
    ".ll",
    marks(
      {
        function: /^(?:define|declare)\b.*?@("[^"]+"|[\w.$-]+)\(/,
        type: /^%("[^"]+"|[\w.$-]+)\s*=\s*type\b/,
        variable: /^@("[^"]+"|[\w.$-]+)\s*=/,
      },
      "indentation",
    ),
    { claims: { ".ll": /^(?:;|define\s|declare\s|target\s|source_filename|@[\w."-]+\s*=|%[\w."-]+\s*=\s*type|!)/m } },
  ),
  row(
    "yacc",
    ".mly .yy .ypp .y",
    marks(
      { function: /^(?:%inline\s+|%public\s+)*([A-Za-z_]\w*)(?:\[\w+\])?(?:\([\w\s,]*\))?\s*:(?![:=])/ },
      "indentation",
    ),
    { claims: { ".y .yy": RULES } },
  ),
  row("lex", ".lex .flex .l .ll", marks({ variable: /^([A-Za-z_]\w*)[ \t]+[["(\\.^][^;]*$/ }, "indentation"), {
    claims: { ".l .ll .lex": RULES },
  }),
  row("ocamllex", ".mll", marks({ function: /^\s*(?:rule|and|let(?:\s+rec)?)\s+([\w']+)/ }, "indentation")),
  row(
    "caddy",
    ".caddyfile Caddyfile Caddyfile.*",
    marks({ function: /^\(([\w-]+)\)\s*\{/, data: /^([^\s#{}][^{}]*?)\s*\{\s*$/ }, "braces"),
    { claims: { "caddyfile.*": /\{\s*$/m } },
  ),
  row(
    "http",
    ".http .rest",
    marks({
      section: /^###\s*(\S.*)$/,
      function: /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|GRAPHQL|WEBSOCKET)\s+(\S+)/,
    }),
    { claims: { ".rest": /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?:https?:|\{\{|\/)/m } },
  ),
  row("dfm", ".dfm .lfm", marks({ data: /^\s*(?:object|inherited|inline)\s+(\w+)/i }, "indentation")),
  row("dhall", ".dhall", marks({ variable: /^\s*let\s+(\w+|`[^`]+`)/ }, "indentation")),
  row("bibtex", ".bib", marks({ data: /^\s*@\w+\s*[{(]\s*([^,\s]+)/ }, "braces")),
  row(
    "processing",
    ".pde",
    marks(
      {
        interface: /^\s*(?:public\s+)?interface\s+(\w+)/,
        class: /^\s*(?:(?:public|abstract|static|final)\s+)*class\s+(\w+)/,
        enum: /^\s*(?:public\s+)?enum\s+(\w+)/,
        function: JAVA_METHOD,
      },
      "braces",
    ),
  ),
  row(
    "vb",
    ".vb .vbs .bas .cls .frm",
    marks(
      {
        module: /^\s*(?:(?:Public|Friend)\s+)?(?:Module|Namespace)\s+([\w.]+)/i,
        interface: /^\s*(?:(?:Public|Private|Friend|Protected)\s+)*Interface\s+(\w+)/i,
        class:
          /^\s*(?:<[^>]*>\s*)?(?:(?:Public|Private|Friend|Protected|Partial|MustInherit|NotInheritable|Shared|Shadows)\s+)*(?:Class|Structure|Type)\s+(\w+)/i,
        enum: /^\s*(?:(?:Public|Private|Friend|Protected)\s+)*Enum\s+(\w+)/i,
        function:
          /^\s*(?:<[^>]*>\s*)?(?:(?:Public|Private|Friend|Protected|Shared|Static|Overrides|Overridable|NotOverridable|Overloads|Async|Iterator|Shadows|Default|ReadOnly|WriteOnly)\s+)*(?:Sub|Function|Property\s+(?:Get|Let|Set)|Operator)\s+(\w+)/i,
      },
      /^\s*End\s+(Sub|Function|Property|Class|Module|Structure|Interface|Enum|Type|Namespace|Operator)\b/i,
    ),
    { claims: { ".bas .cls .frm": VB } },
  ),
  row(
    "standardml",
    ".sml .sig .fun .ml",
    marks(
      {
        module: /^\s*(?:structure|functor)\s+(\w+)/,
        interface: /^\s*signature\s+(\w+)/,
        type: /^\s*(?:datatype|type|eqtype|abstype|exception)\s+(?:'\w+\s+|\([^)]*\)\s+)?(\w+)/,
        function: /^\s*fun\s+(?:'\w+\s+)?([\w']+)/,
        variable: /^\s*val\s+(?:rec\s+)?([\w']+)/,
      },
      "indentation",
    ),
    {
      claims: {
        ".ml":
          /^(?:structure|signature|functor)\s+\w+[^\n]*=|^[ \t]*fun\s+\w+\s+[\w(][^\n]*=|^(?:infixr?|nonfix)\s+\d|^val\s+(?:rec\s+)?[\w'(][^\n:]{0,200}=|^datatype\s|[(=,]\s*fn\s[^\n]{0,200}=>|\bcase\s[^\n]{1,200}\sof\s/m,
        // Signatures of other kinds.
        ".sig": /^[ \t]*(?:signature|structure|functor|datatype|type|val|exception|infixr?|\(\*)(?![\w-])/m,
      },
    },
  ),
  row(
    "raku",
    ".raku .rakumod .rakutest .rakudoc .pm6 .pl6 .p6 .nqp .pm .t .pl",
    marks(
      {
        class: /^\s*(?:(?:my|our|unit)\s+)*(?:class|role|grammar)\s+([\w:-]+)/,
        module: /^\s*(?:(?:my|our|unit)\s+)*(?:module|package)\s+([\w:-]+)/,
        function:
          /^\s*(?:(?:my|our|multi|proto|only)\s+)*(?:sub|method|submethod|token|rule|regex|macro)\s+([\w:!'-]+)/,
      },
      "braces",
      { rest: /^\s*unit\s+(?:class|role|grammar|module)\s/ },
    ),
    { interpreters: "raku perl6", claims: { ".pm .t .pl": RAKU } },
  ),
  row(
    "hack",
    ".hack .hhi .php",
    marks(
      {
        interface: /^\s*(?:final\s+)?interface\s+(\w+)/,
        class: /^\s*(?:(?:abstract|final|xhp)\s+)*(?:class|trait)\s+(\w+)/,
        enum: /^\s*enum\s+(?:class\s+)?(\w+)/,
        type: /^\s*(?:new)?type\s+(\w+)/,
        function: /^\s*(?:(?:public|private|protected|static|final|abstract|async)\s+)*function\s+(\w+)/,
      },
      "braces",
    ),
    { interpreters: "hhvm", claims: { ".php": /^(?:#![^\n]*\n)?\s*<\?hh\b/ } },
  ),
  row(
    "pkl",
    ".pkl .pcf",
    marks(
      {
        module: /^(?:(?:open|abstract)\s+)*module\s+([\w.]+)/,
        class: /^\s*(?:(?:open|abstract|external|local)\s+)*class\s+(\w+)/,
        type: /^\s*(?:local\s+)?typealias\s+(\w+)/,
        function: /^\s*(?:(?:local|hidden|external|abstract|const)\s+)*function\s+(\w+)/,
        variable: /^(?:(?:local|hidden|fixed|const)\s+)*(\w+)(?:\s*:\s*[^={]+)?\s*(?:=|\{|$)/,
      },
      "braces",
    ),
    {
      claims: {
        // Where an FPGA has its pins is said in files of the second name.
        ".pkl .pcf":
          /^\s*(?:\/\/\/?[^\n]*\n\s*|@[\w.]+[^\n]*\n\s*){0,200}(?:#!|(?:(?:open|abstract)\s+)*module\s+\w|amends\s+"|extends\s+"|import\*?\s*\(?"|(?:(?:open|abstract|local)\s+)*class\s+\w|typealias\s|(?:(?:local|hidden|const|fixed)\s+)*(?:function\s+\w|[A-Za-z_]\w*\s*(?::\s*[A-Za-z]|=\s|\{)))/,
      },
    },
  ),
  row(
    "literate-haskell",
    ".lhs",
    marks({
      module: /^(?:>\s?)?module\s+([\w.]+)/,
      interface: /^(?:>\s?)?class\s+(?:[^=]*=>\s*)?(\w+)/,
      type: /^(?:>\s?)?(?:data|newtype|type)\s+(\w+)/,
      function: /^(?:>\s?)?([a-z_][\w']*)\s*::\s/,
    }),
  ),
];
