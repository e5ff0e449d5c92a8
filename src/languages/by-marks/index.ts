// Languages without a grammar to be had: parts are found by the look of their first lines.
import type { Marks } from "../../syntax/marks.ts";
import type { Reader } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";

/** For each kind the lines that start a part of it, whose first group is the name. A part ends before the next one unless told. */
export const marks = (
  lines: Marks["lines"],
  end: Marks["end"] = "next",
  more: Omit<Marks, "lines" | "end"> = {},
): Reader => ({ by: "marks", marks: { lines, end, ...more } });

export const makefile: Language = {
  id: "makefile",
  extensions: [".mk", ".mak"],
  fileNames: ["Makefile", "GNUmakefile", "Makefile.*"],
  claims: { "makefile.*": /^(?:[\w.$(){}/%-]+[ \t]*[:+?]?=|[\w.$(){}/%][\w.$(){}/% -]*:|-?include[ \t])/m },
  interpreters: ["make"],
  reader: marks(
    {
      variable: /^(?:override\s+|export\s+)?define\s+(\S+)/,
      function: /^([A-Za-z0-9_/%$(){}-][^:=#\t]*?)\s*::?(?!=)/,
    },
    "next",
    { stop: /^endef\b/ },
  ),
};

export const dockerfile: Language = {
  id: "dockerfile",
  extensions: [".dockerfile"],
  fileNames: ["Dockerfile", "Containerfile", "Dockerfile.*", "Containerfile.*"],
  claims: { "dockerfile.*": /^[ \t]*FROM[ \t]+\S/im, "containerfile.*": /^[ \t]*FROM[ \t]+\S/im },
  reader: marks({ block: /^FROM\s+(?:.*\s+AS\s+)?(\S+)/i }, "next", {
    quotes: /(?<!<)<<(-?)(?:"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)'|([A-Za-z_]\w*))/g,
  }),
};

export const cmake: Language = {
  id: "cmake",
  extensions: [".cmake"],
  fileNames: ["CMakeLists.txt"],
  files: { rootMarkers: "CMakeLists.txt" },
  reader: marks({ function: /^\s*(?:function|macro)\s*\(\s*([\w-]+)/i }, /^\s*end(function|macro)\b/i),
};

export const powershell: Language = {
  id: "powershell",
  extensions: [".ps1", ".psm1"],
  interpreters: ["pwsh"],
  reader: marks(
    {
      class: /^\s*class\s+(\w+)/i,
      enum: /^\s*enum\s+(\w+)/i,
      function: /^\s*(?:function|filter|workflow|configuration)\s+([\w:-]+)/i,
      method:
        /^\s+(?:(?:hidden|static)\s+)*(?:\[[\w.[\]]+\]\s*)?(?!if\b|while\b|for|switch\b|elseif\b|catch\b|param\b)(\w+)\s*\([^)]*\)\s*(?::\s*base\s*\([^)]*\)\s*)?\{/i,
    },
    "braces",
  ),
};

export const protobuf: Language = {
  id: "protobuf",
  extensions: [".proto"],
  files: { lockFiles: "buf.lock" },
  reader: marks(
    {
      type: /^\s*(?:message|extend)\s+([\w.]+)\s*\{/,
      interface: /^\s*service\s+(\w+)/,
      enum: /^\s*enum\s+(\w+)/,
      method: /^\s*rpc\s+(\w+)/,
    },
    "braces",
  ),
};

export const graphql: Language = {
  id: "graphql",
  extensions: [".graphql", ".gql"],
  reader: marks(
    {
      interface: /^(?:extend\s+)?interface\s+(\w+)/,
      enum: /^(?:extend\s+)?enum\s+(\w+)/,
      type: /^(?:extend\s+)?(?:type|input|union|scalar)\s+(\w+)/,
      function: /^(?:(?:query|mutation|subscription|fragment)\s+|directive\s+@)(\w+)/,
    },
    "indentation",
  ),
};

export const vim: Language = {
  id: "vim",
  extensions: [".vim"],
  reader: marks(
    {
      class: /^\s*(?:export\s+)?(?:abstract\s+)?class\s+(\w+)/,
      interface: /^\s*(?:export\s+)?interface\s+(\w+)/,
      enum: /^\s*(?:export\s+)?enum\s+(\w+)/,
      type: /^(?:export\s+)?type\s+(\w+)\s*=/,
      variable: /^(?:export\s+)?(?:const|final|var)\s+(\w+)\s*[:=]/,
      function:
        /^\s*(?:fu(?:nc(?:t(?:i(?:on?)?)?)?)?!?\s+|(?:export\s+)?(?:(?:abstract|static)\s+)*def!?\s+)([\w:#.<>]+)/,
    },
    "indentation",
  ),
};

export const json5: Language = {
  id: "json5",
  extensions: [".json5"],
  reader: marks({ data: /^(?: {1,4}|\t)["']?([\w$-]+)["']?\s*:/ }),
};

/** A section, or a setting, before anything else but comments; and no block in braces, as HOCON has. */
const SETTINGS =
  /^(?![\s\S]*?\n[ \t]*[\w.-]+[ \t]*=?[ \t]*\{[ \t]*\r?\n)\uFEFF?(?:[ \t]*(?:[#;][^\n]*)?\r?\n){0,300}[ \t]*(?:\[[^\]\n]+\][ \t]*(?:[#;\r\n]|$)|[\w.-]+[ \t]*=)/;

export const ini: Language = {
  id: "ini",
  extensions: [".ini", ".cfg", ".conf", ".editorconfig"],
  // Other programs have a syntax of their own for their settings: blocks in braces, commands.
  claims: { ".cfg": SETTINGS, ".conf": SETTINGS },
  reader: marks({ data: /^\[([^\]]+)\]/ }),
};

export const latex: Language = {
  id: "latex",
  extensions: [".tex", ".sty", ".ltx", ".cls"],
  claims: { ".cls": /^[ \t]*(?:%|\\(?:NeedsTeXFormat|Provides\w+|LoadClass|RequirePackage|newcommand|def)\b)/m },
  reader: marks({
    section: /^\\(?:part|chapter|(?:sub)*section)\*?(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})+)\}/,
    function:
      /^\\(?:(?:re)?newenvironment|New(?:Document)?Environment|newtheorem)\*?\{([^}]+)\}|^\\DeclareMathOperator\*?\{?(\\\w+)|^\\(?:long\\)?[egx]?def(\\[A-Za-z@]+)|^\\(?:(?:re)?new|provide|Declare(?:Robust)?|New(?:Document)?)(?:Document)?Command\*?\{?(\\\w+)|^\\(?:re)?newcommand\*?\{?(\\\w+)/i,
  }),
};
