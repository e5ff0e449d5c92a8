// Languages without a grammar to be had: parts are found by the look of their first lines.
import type { Reader } from "../../syntax/reader.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import type { Language } from "../contract/language.ts";

/** Lines that start a part; the pattern's first group is its name. */
const marks = (pattern: RegExp, kind: ChunkKind): Reader => ({ by: "marks", pattern, kind });

export const makefile: Language = {
  id: "makefile",
  extensions: [".mk", ".mak"],
  fileNames: ["Makefile", "GNUmakefile"],
  interpreters: ["make"],
  reader: marks(/^([A-Za-z0-9_/%$(){}-][^:=#\t]*?)\s*::?(?!=)/, "function"),
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
  reader: marks(/^(?:function|filter|class|enum)\s+([\w:-]+)/i, "function"),
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

export const erlang: Language = {
  id: "erlang",
  extensions: [".erl", ".hrl"],
  interpreters: ["escript"],
  files: {
    rootMarkers: "rebar.config",
    lockFiles: "rebar.lock",
    binaryExtensions: "beam",
    vendoredBeside: { deps: "rebar.config", _build: "rebar.config" },
  },
  reader: marks(/^([a-z]\w*)\(.*(?:->|when)/, "function"),
};

export const julia: Language = {
  id: "julia",
  extensions: [".jl"],
  interpreters: ["julia"],
  reader: marks(/^(?:@\w+\s+)?(?:function|macro|module|abstract type|(?:mutable )?struct)\s+([\w.!]+)/, "function"),
};

export const elisp: Language = {
  id: "elisp",
  extensions: [".el"],
  reader: marks(/^\(def\w*\s+'?([^\s()]+)/, "function"),
};

export const vim: Language = {
  id: "vim",
  extensions: [".vim"],
  reader: marks(/^\s*fu(?:nction)?!?\s+([\w:#.]+)/, "function"),
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
