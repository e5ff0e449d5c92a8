// JSON, YAML, TOML, XML and properties.
import { withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { jsonProfile, propertiesProfile, tomlProfile, xmlProfile, yamlProfile } from "./outline.ts";

export const json: Language = {
  id: "json",
  extensions: [".json", ".jsonc", ".webmanifest", ".geojson"],
  fileNames: [".babelrc", ".eslintrc", ".prettierrc", ".swcrc"],
  claims: { ".eslintrc": /^\s*(?:\{|\/[/*])/, ".prettierrc": /^\s*(?:["{]|\/[/*])/ },
  files: { minifiedEnds: ".min.json -min.json" },
  reader: grammar("json", jsonProfile),
  patterns: { ...withExamples('"name": $X', '{ "name": $X, $$$ }'), spellings: ['"%"', '"%": 0'] },
};

export const yaml: Language = {
  id: "yaml",
  extensions: [".yaml", ".yml"],
  fileNames: [".clang-format", ".eslintrc", ".prettierrc"],
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
