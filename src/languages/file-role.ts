// What a path says about a file's role: source, or something beside it (tests, examples, vendored and generated files,
// declarations, prose); which of these a query asks for; and whether a file's name only represents its folder.

import { memoized } from "../system/memo.ts";
import type { SideRole } from "./contract/side-files.ts";
import { LANGUAGES } from "./registry.ts";

interface SideRule {
  readonly role: SideRole;
  /** How far beside the source, 0 to 1: the share of the penalty that applies. */
  readonly distance: number;
  /** Files of this role in any language; each language adds its own. */
  readonly pattern?: RegExp;
  /** A query with one of these words asks for such files, and they are not held back. */
  readonly askedBy: RegExp;
}

/** "How do I use X" is answered by who uses it and by who explains it, as well as by X. */
const ASKS_FOR_USAGE =
  /\bhow (?:do|can|should|would|to)(?: (?:i|we|you|one))? (?:use|install|configure|set ?up|get started|call|write)\b|\busages? (?:of|examples?)\b|\bget(?:ting)? started\b/i;

/** The first that fits counts. */
// `$(?<=…)`: looked for from the end, so that a long name is gone through once.
const SIDE_RULES: readonly SideRule[] = [
  {
    role: "vendored",
    distance: 0.7,
    pattern: /\/(?:_?vendor(?:s|ed)?|third[_-]?party|3rd[_-]?party|bundled)\//,
    askedBy: /\b(?:vendor(?:s|ed|ing)?|third[ -]?party|bundled)\b/i,
  },
  {
    role: "test",
    distance: 0.7,
    pattern:
      /\/(?:tests?|specs?|testing|e2e|testdata|[^/]*[._-]tests|[^/]*\.test|(?:unit|integration|functional|acceptance|common|jvm|js|native|ios|android)[.-]?tests?)\/|$(?<=[._-](?:test|tests|spec)\.[^/]+)|\/test_[^/]+$|_test\.[^/]+$/,
    askedBy:
      /\b(?:tests|testing|tested|specs?|e2e|test)\b(?! (?:runners?|reporters?|frameworks?|harness|workers?|pools?|environments?|context|results?|modes?|modules?|servers?|discovery|hooks?|timeouts?)\b)/i,
  },
  {
    role: "fixture",
    distance: 0.7,
    pattern: /\/(?:fixtures?|snapshots?)\//,
    askedBy: /\b(?:fixtures?|mocks?|snapshots?)\b/i,
  },
  {
    role: "generated",
    distance: 0.7,
    pattern: /\/(?:__generated__|generated|autogen|_site)\/|[._](?:generated|pb|grpc|g)\.[^./]+$|[^/]\.lock$/,
    askedBy: /\b(?:generated|lock ?files?|minified|protobufs?|protoc|stubs?)\b/i,
  },
  {
    role: "example",
    distance: 0.6,
    pattern: /\/_?(?:examples?|samples?|demos?|playground|tutorials?|bench|benchmarks?)\//,
    askedBy: new RegExp(
      `\\b(?:examples?|samples?|demos?|playground|tutorials?|bench|benchmarks?)\\b|${ASKS_FOR_USAGE.source}`,
      "i",
    ),
  },
  {
    role: "legacy",
    distance: 0.5,
    pattern: /\/(?:_?compat|legacy|deprecated|obsolete|old)[/.]|$(?<=[._-](?:compat|legacy|deprecated)\.[^/]+)/,
    askedBy: /\b(?:compat\w*|legacy|deprecated|obsolete|old)\b/i,
  },
  {
    role: "declaration",
    distance: 0.5,
    askedBy: /\b(?:declarations?|typings?|types?|stubs?)\b/i,
  },
  {
    role: "prose",
    distance: 0.65,
    pattern: /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt)$|\/(?:changelog|readme|contributing|license|notice)[^/]*$/,
    askedBy: new RegExp(
      `\\b(?:docs?|documentation|documented|readme|changelog|guides?|tutorials?|explained|licen[sc]e|contributing|release notes)\\b(?! (?:generat|pars|build|comment|render)\\w*)|${ASKS_FOR_USAGE.source}`,
      "i",
    ),
  },
  {
    role: "config",
    distance: 0.3,
    pattern:
      /\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|properties|env|plist|editorconfig)$|\/(?:\.github|\.circleci|\.vscode|\.idea)\/|\/\.[^/]*rc(?:\.[^/]+)?$/,
    askedBy:
      /\b(?:config\w*|settings?|options?|ci|cd|workflows?|pipelines?|docker\w*|deploy\w*|builds?|package\.json|dependenc\w+|versions?|scripts?|lint\w*|manifests?|schemas?|locales?|translations?|ya?ml|json|toml|env\w*)\b/i,
  },
];

/** The kinds of files beside the source that a query's words ask for. */
export const rolesAskedBy = (query: string): ReadonlySet<SideRole> =>
  new Set(SIDE_RULES.filter(({ askedBy }) => askedBy.test(query)).map(({ role }) => role));

const HEADERS = /\b(?:headers?|declar\w+|interface|public|api|prototypes?|macros?|structs?)\b|\.h\b/i;
export const asksForHeaders = (query: string): boolean => HEADERS.test(query);

/** Answered by the file that represents its folder and has its exports. */
const EXPORTS = /\b(?:re-?)?exports?\b|\b(?:re-?)?exported\b|\bpublic (?:api|interface|names?|functions?|types?)\b/i;
export const asksForExports = (query: string): boolean => EXPORTS.test(query);

export interface Side {
  readonly role: SideRole;
  readonly distance: number;
}

const PATTERNS: readonly (readonly [SideRule, readonly RegExp[]])[] = SIDE_RULES.map((rule) => [
  rule,
  [rule.pattern, ...LANGUAGES.map(({ sideFiles }) => sideFiles?.[rule.role])].filter((one) => one !== undefined),
]);

/** Null for source proper. */
export const roleOf = memoized((path): Side | null => {
  const lowered = `/${path.toLowerCase()}`;
  const rule = PATTERNS.find(([, patterns]) => patterns.some((pattern) => pattern.test(lowered)))?.[0];
  return rule === undefined ? null : { role: rule.role, distance: rule.distance };
});

export const isTestFile = (path: string): boolean => roleOf(path)?.role === "test";

/** Null for source proper, and for what the query itself asks for. */
export function sideOf(path: string, asked: ReadonlySet<SideRole>): Side | null {
  const side = roleOf(path);
  return side === null || asked.has(side.role) ? null : side;
}

const HUB_STEMS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ hubStems = [] }) => hubStems));

export interface PathNames {
  /** The file's name without its last ending: `user.service` of `src/user.service.ts`. */
  readonly stem: string;
  /** The folder it lies in; "" at the root. */
  readonly parent: string;
  /** True if the stem represents the folder, as `mod.rs` and `index.ts` do. */
  readonly hub: boolean;
}

export function namesOf(path: string): PathNames {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const stem = dot <= 0 ? name : name.slice(0, dot);
  return { stem, parent: parts.at(-2) ?? "", hub: HUB_STEMS.has(stem.toLowerCase()) };
}
