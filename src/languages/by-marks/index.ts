// Languages without a grammar to be had: parts are found by the look of their first lines.
import type { MarksReader } from "../../syntax/reader.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import type { Language } from "../contract/language.ts";

const marks = (pattern: RegExp, kind: ChunkKind, more: Pick<MarksReader, "kinds" | "ends"> = {}): MarksReader => ({
  by: "marks",
  pattern,
  kind,
  ...more,
});

export const makefile: Language = {
  id: "makefile",
  extensions: [".mk", ".mak"],
  fileNames: ["Makefile", "GNUmakefile"],
  interpreters: ["make"],
  reader: marks(
    /^(?:(?:override[ \t]+)?(?<word>define)[ \t]+)?(?<name>(?<=define[ \t]+)[^\s=:+?]+|[A-Za-z0-9_/%$(){}-][^:=#\t]*?(?=\s*::?(?!=)))/,
    "function",
    { ends: /^endef\b/ },
  ),
};

export const dockerfile: Language = {
  id: "dockerfile",
  extensions: [".dockerfile"],
  fileNames: ["Dockerfile", "Containerfile"],
  reader: marks(/^FROM\s+(?:.*\s+AS\s+)?(\S+)/i, "block"),
};

export const cmake: Language = {
  id: "cmake",
  extensions: [".cmake"],
  fileNames: ["CMakeLists.txt"],
  files: { rootMarkers: "CMakeLists.txt" },
  reader: marks(/^\s*(?:function|macro)\s*\(\s*(\w+)/i, "function"),
};

export const powershell: Language = {
  id: "powershell",
  extensions: [".ps1", ".psm1"],
  interpreters: ["pwsh"],
  reader: marks(
    /^\s*(?:(?<word>function|filter|workflow|configuration|class|enum)\s+|(?:(?<!\S)(?:static|hidden)\s+)*\[[\w.[\]]+\]\s*(?=\w+\s*\([^()]*\)\s*\{?\s*$))(?<name>[\w:-]+)/i,
    "method",
    {
      kinds: {
        function: "function",
        filter: "function",
        workflow: "function",
        configuration: "function",
        class: "class",
        enum: "enum",
      },
      ends: /^\s*\}|\{[^{}]*\}\s*$/,
    },
  ),
};

export const protobuf: Language = {
  id: "protobuf",
  extensions: [".proto"],
  files: { lockFiles: "buf.lock" },
  reader: marks(/^(?:message|service|enum|extend)\s+([\w.]+)/, "type"),
};

export const graphql: Language = {
  id: "graphql",
  extensions: [".graphql", ".gql"],
  reader: marks(/^(?:extend\s+)?(?:type|input|interface|union|enum|scalar|query|mutation|fragment)\s+(\w+)/, "type"),
};

export const objectivec: Language = {
  id: "objectivec",
  extensions: [".m", ".mm"],
  files: { generatedEnds: ".pbobjc.h .pbobjc.m" },
  reader: marks(/^(?:[-+]\s*\([^)]*\)\s*|@(?:interface|implementation|protocol)\s+)(\w+)/, "method"),
};

export const vim: Language = {
  id: "vim",
  extensions: [".vim"],
  reader: marks(
    /^\s*(?:export\s+)?(?:(?:abstract|static|public)\s+)*(?<word>fu(?:n(?:c(?:t(?:i(?:on?)?)?)?)?)?|def|class|interface|enum)!?\s+(?<name>[\w:#.<>]+)/,
    "function",
    {
      kinds: { class: "class", interface: "interface", enum: "enum" },
      ends: /^\s*(?:endf\w*|enddef|endclass|endinterface|endenum)\b/,
    },
  ),
};

export const json5: Language = {
  id: "json5",
  extensions: [".json5"],
  reader: marks(/^(?: {1,4}|\t)["']?([\w$-]+)["']?\s*:/, "data"),
};

export const ini: Language = {
  id: "ini",
  extensions: [".ini", ".cfg", ".conf", ".editorconfig"],
  reader: marks(/^\[([^\]]+)\]/, "data"),
};

export const latex: Language = {
  id: "latex",
  extensions: [".tex"],
  reader: marks(/^\\(?:chapter|(?:sub)*section)\*?\{([^}]+)\}/, "section"),
};
