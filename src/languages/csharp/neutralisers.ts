// Valid C# that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import type { Neutraliser } from "../../syntax/neutraliser.ts";
import { asVerbatim, RAW_STRING } from "./raw-strings.ts";

const NAME = "[A-Za-z_]\\w{0,99}";
const ARGUMENTS = "(?:<[^<>(){};]{1,200}>)?";
/** Three deep. */
const LIST = "(\\((?:[^()]|\\((?:[^()]|\\([^()]{0,300}\\)){0,300}\\)){0,2000}\\))";
const BEHIND = "(?=\\s{0,99}(?:[,:{]|where\\b))";
/** `class Store(string name)`. */
const PRIMARY = new RegExp(`\\b(?:class|struct)\\s{1,9}${NAME}${ARGUMENTS}\\s{0,9}${LIST}${BEHIND}`, "dg");
/** `class Store(string name) : Base(name)`, whose parameters are blank already. */
const TO_BASE = new RegExp(
  `\\bclass\\s{1,9}${NAME}${ARGUMENTS}\\s{0,2000}:\\s{0,99}${NAME}(?:\\.${NAME}){0,9}${ARGUMENTS}${LIST}${BEHIND}`,
  "dg",
);

/** `class Exclude : Attribute;` */
const WITHOUT_BODY = new RegExp(
  `\\b(?:class|struct|interface)\\s{1,9}${NAME}${ARGUMENTS}\\s{0,2000}(:\\s{0,99}[\\w.<>, \\t]{1,300};)`,
  "dg",
);

/** Nodes of the type and the modifiers that a member may begin with. */
const TYPES = [
  "identifier",
  "predefined_type",
  "generic_name",
  "qualified_name",
  "nullable_type",
  "array_type",
  "pointer_type",
  "tuple_type",
  "tuple_element",
  "variable_declaration",
];
const MODIFIERS =
  "public private protected internal static virtual override abstract sealed readonly unsafe partial new";
const MEMBER = [...TYPES, "modifier", "(", ...MODIFIERS.split(" ")];

/** `required string Name { get; init; }`, `public required virtual Store? Store;` */
const REQUIRED = /\b(required)\s{1,9}(?=[\w.<>[\]?,() \t]{1,300}\s{0,9}[{;=])[\w(]/dg;

/** `extension<T>(IEnumerable<T> source) where T : Order {`, with members of any kind. */
const EXTENSION_BLOCK = new RegExp(
  `\\b(extension)(?=${ARGUMENTS}\\s{0,9}\\([^(){};]{1,300}\\)\\s{0,99}(?:where\\b[^{};]{1,300})?\\{)`,
  "dg",
);

export const csharpNeutralisers: readonly Neutraliser[] = [
  {
    construct: "raw string",
    pattern: RAW_STRING,
    overwrite: asVerbatim,
    anchor: "overwritten",
    within: ["interpolated_string_expression", "verbatim_string_literal"],
    through: ['$@"'],
  },
  {
    construct: "extension block",
    pattern: EXTENSION_BLOCK,
    // A record has parameters and members, too; `isExtensionBlock` knows it by its text.
    overwrite: () => "record  _",
    anchor: "first",
    within: ["record_declaration"],
    through: ["record"],
  },
  {
    construct: "required member",
    pattern: REQUIRED,
    anchor: "last",
    within: ["property_declaration", "field_declaration"],
    through: MEMBER,
  },
  {
    construct: "scoped parameter",
    pattern: /[(,\]]\s{0,99}(scoped)\s{1,9}(?:in|ref|out)\b/dg,
    anchor: "last",
    within: ["parameter"],
    through: ["parameter_modifier", "modifier", "in", "ref", "out"],
  },
  {
    construct: "file-local type",
    pattern:
      /^[ \t]{0,99}(file)[ \t]{1,9}(?=(?:(?:static|sealed|abstract|partial|readonly|unsafe|ref)[ \t]{1,9}){0,4}(?:record|class|struct|interface|enum|delegate)\b)\w/dgm,
    anchor: "last",
    within: [
      "class_declaration",
      "struct_declaration",
      "record_declaration",
      "interface_declaration",
      "enum_declaration",
      "delegate_declaration",
    ],
    through: ["modifier", "class", "struct", "record", "interface", "enum", "delegate", ...MODIFIERS.split(" "), "ref"],
  },
  {
    construct: "file-scoped namespace",
    pattern: /^(namespace[ \t]{1,9}[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99}){0,20}[ \t]{0,9};)/dgm,
    anchor: "first",
    within: ["compilation_unit"],
    through: [],
  },
  {
    construct: "record struct",
    pattern: /\brecord\s{1,9}(struct|class)\s/dg,
    anchor: "first",
    within: ["record_declaration"],
    through: ["record"],
  },
  {
    construct: "primary constructor",
    pattern: PRIMARY,
    anchor: "first",
    within: ["class_declaration", "struct_declaration"],
    through: ["class", "struct"],
  },
  {
    construct: "arguments of a base class",
    pattern: TO_BASE,
    anchor: "first",
    within: ["class_declaration"],
    through: ["class"],
  },
  {
    construct: "type without a body",
    pattern: WITHOUT_BODY,
    overwrite: (offending) => `{}${blank(offending.slice(2))}`,
    anchor: "first",
    within: ["class_declaration", "struct_declaration", "interface_declaration"],
    through: ["class", "struct", "interface"],
  },
];
