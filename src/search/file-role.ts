// What a path says about a file's part in its project: the source itself, or something beside it (tests, examples,
// declarations, old versions), and whether its name only stands for its folder. Knows no content and no query.

/** Beside the source: who asks how something works rarely wants these first. */
export type SideRole = "test" | "example" | "declaration" | "legacy" | "fixture" | "prose";

interface SideRule {
  readonly role: SideRole;
  /** How far beside the source, 0 to 1: the share of the penalty that applies. */
  readonly distance: number;
  readonly pattern: RegExp;
  /** A query with one of these words asks for such files, and they are not held back. */
  readonly askedBy: RegExp;
}

/** Over the project-relative path with a leading `/`, in lower case; the first that fits counts. */
const SIDE_RULES: readonly SideRule[] = [
  {
    role: "test",
    distance: 0.7,
    pattern:
      /\/(?:tests?|specs?|__tests__|testing|e2e|testdata)\/|[._-](?:test|tests|spec)\.[^/]+$|\/test_[^/]+$|_test\.[^/]+$/,
    askedBy: /\b(?:tests?|testing|specs?|e2e)\b/i,
  },
  {
    role: "fixture",
    distance: 0.7,
    pattern: /\/(?:fixtures?|__fixtures__|__mocks__|snapshots?|__snapshots__)\//,
    askedBy: /\b(?:fixtures?|mocks?|snapshots?)\b/i,
  },
  {
    role: "example",
    distance: 0.6,
    pattern: /\/(?:examples?|samples?|demos?|playground|tutorials?|bench|benchmarks?)\//,
    askedBy: /\b(?:examples?|samples?|demos?|playground|tutorials?|bench|benchmarks?)\b/i,
  },
  {
    role: "legacy",
    distance: 0.5,
    pattern: /\/(?:_?compat|legacy|deprecated|obsolete|old)[/.]|[._-](?:compat|legacy|deprecated)\.[^/]+$/,
    askedBy: /\b(?:compat\w*|legacy|deprecated|obsolete|old)\b/i,
  },
  {
    role: "declaration",
    distance: 0.5,
    pattern: /\.d\.[cm]?ts$|\.pyi$/,
    askedBy: /\b(?:declarations?|typings?|types?|stubs?)\b/i,
  },
  {
    role: "prose",
    distance: 0.5,
    pattern: /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt)$|\/(?:changelog|readme|contributing|license|notice)[^/]*$/,
    askedBy:
      /\b(?:docs?|documentation|documented|readme|changelog|guide|tutorial|explained|licen[sc]e|contributing)\b/i,
  },
];

export interface Side {
  readonly role: SideRole;
  readonly distance: number;
}

/** Null for source proper, and for what the query itself asks for. */
export function sideOf(path: string, query: string): Side | null {
  const folded = `/${path.toLowerCase()}`;
  const rule = SIDE_RULES.find(({ pattern }) => pattern.test(folded));
  return rule === undefined || rule.askedBy.test(query) ? null : { role: rule.role, distance: rule.distance };
}

const HUB_STEMS: ReadonlySet<string> = new Set(["index", "mod", "lib", "main", "__init__"]);

export interface PathNames {
  /** The file's name without its last ending: `user.service` of `src/user.service.ts`. */
  readonly stem: string;
  /** The folder it lies in; "" at the root. */
  readonly parent: string;
  /** True where the stem stands for the folder, as `mod.rs` and `index.ts` do. */
  readonly hub: boolean;
}

export function namesOf(path: string): PathNames {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const stem = dot <= 0 ? name : name.slice(0, dot);
  return { stem, parent: parts.at(-2) ?? "", hub: HUB_STEMS.has(stem.toLowerCase()) };
}
