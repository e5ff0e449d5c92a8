// JSON, YAML, TOML, XML and properties.
import { withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import {
  jsoncProfile,
  jsonlProfile,
  jsonProfile,
  propertiesProfile,
  tomlProfile,
  xmlProfile,
  yamlProfile,
} from "./outline.ts";

export const json: Language = {
  id: "json",
  extensions: [".json", ".webmanifest", ".geojson", ".topojson", ".avsc", ".har"],
  files: { minifiedEnds: ".min.json -min.json" },
  reader: grammar("json", jsonProfile),
  patterns: { ...withExamples('"name": $X', '{ "name": $X, $$$ }'), spellings: ['"%"', '"%": 0'] },
};

/** JSON whose readers allow comments and a comma behind the last value. */
export const jsonc: Language = {
  id: "jsonc",
  dialectOf: "json",
  extensions: [
    ".jsonc",
    ".code-workspace",
    ".code-snippets",
    ".sublime-settings",
    ".sublime-keymap",
    ".sublime-project",
  ],
  fileNames: [
    ...[
      ".babelrc",
      ".eslintrc",
      ".prettierrc",
      ".swcrc",
      ".stylelintrc",
      ".jshintrc",
      ".renovaterc",
      ".hintrc",
      "bun.lock",
    ],
  ],
  claims: { ".eslintrc": /^\s*(?:\{|\/[/*])/, ".prettierrc": /^\s*(?:["{]|\/[/*])/ },
  paths:
    /\/(?:[^/]*(?:ts|js)config[^/]*|\.?devcontainer|babel\.config|turbo|deno|import_map|api-extractor[^/]*|biome|rome|nx|project|angular|rush|heft|tslint|tsdoc|typedoc|wrangler|renovate|pyrightconfig|appsettings[^/]*|global|cspell|language-configuration|\.(?:babelrc|eslintrc|prettierrc|swcrc|stylelintrc|renovaterc|mocharc|oxlintrc|oxfmtrc|luarc|markdownlint[^/]*|cspell|hintrc|jshintrc))\.json$|\/(?:\.vscode|\.devcontainer|\.zed|tsconfigs?|config\/rush)\/(?:[^/]+\/)*[^/]+\.json$/,
  reader: grammar("json", jsoncProfile),
};

/** One value a line. */
export const jsonl: Language = {
  id: "jsonl",
  dialectOf: "json",
  extensions: [".jsonl", ".ndjson"],
  reader: grammar("json", jsonlProfile),
};

export const yaml: Language = {
  id: "yaml",
  extensions: [".yaml", ".yml"],
  fileNames: [".clang-format", ".eslintrc", ".prettierrc"],
  // MiniYAML nests by tabs, which YAML forbids.
  claims: { ".yaml": /^(?![\s\S]*\n\t+[^\s#:][^\n:]*:)/, ".yml": /^(?![\s\S]*\n\t+[^\s#:][^\n:]*:)/ },
  reader: grammar("yaml", yamlProfile),
  patterns: withExamples("name: $X", "- $X"),
};

export const toml: Language = {
  id: "toml",
  extensions: [".toml"],
  fileNames: ["Pipfile"],
  reader: grammar("toml", tomlProfile),
  patterns: { ...withExamples("name = $X", '$NAME = "text"'), spellings: ["%", '"%"'] },
};

export const xml: Language = {
  id: "xml",
  namesCode: /./,
  // Translations of Qt, among others.
  claims: {
    ".ts": /^\s*<(?:\?xml|!DOCTYPE|TS)\b/,
    ".tsx": /^\s*<\?xml\b/,
    ".rs": /^\s*<\?xml\b/,
    ".mm": /^\s*<(?:\?xml|map)\b/,
    ".plist": /^\s*</,
    ".props": /^\s*</,
    ".targets": /^\s*</,
  },
  extensions: [
    ".xml",
    ".xsd",
    ".xsl",
    ".xslt",
    ".svg",
    ".csproj",
    ".fsproj",
    ".vbproj",
    ".props",
    ".targets",
    ".plist",
    ".ts",
    ".tsx",
    ".rs",
    ".mm",
  ],
  files: { minifiedEnds: ".min.svg -min.svg" },
  reader: grammar("xml", xmlProfile),
  patterns: withExamples("<name>$X</name>", "<$TAG/>"),
};

export const properties: Language = {
  id: "properties",
  extensions: [".properties"],
  reader: grammar("properties", propertiesProfile),
  patterns: withExamples("name = $X", "$NAME = text"),
};
