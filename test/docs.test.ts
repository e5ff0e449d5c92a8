// Guards the prose: every link between the pages leads somewhere, and every file that a page names is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { packagePath } from "../src/system/package-root.ts";

const ROOT = packagePath();
const PAGES = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  ...["docs", "storage", "models", "examples", "fixtures/ranking"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .map((path) => `${folder}/${path}`),
  ),
].sort();

const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8");
/** Code shows links and paths without meaning them. */
const proseOf = (page: string): string => textOf(page).replace(/^```[\s\S]*?^```/gm, "");

/** As GitHub names a heading: lower case, punctuation gone, spaces as hyphens. */
function anchorsOf(page: string): Set<string> {
  const headings = [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Why a link leads nowhere; null where it does not. */
function troubleOf(page: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) {
    return null;
  }
  const [path = "", anchor = ""] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) {
    return `${link}: no such file`;
  }
  const [, last] = /^L\d+(?:-L(\d+))?$/.exec(anchor) ?? [];
  if (last !== undefined) {
    return Number(last) <= textOf(target).split("\n").length ? null : `${link}: no such line`;
  }
  return anchor === "" || anchorsOf(target).has(anchor) ? null : `${link}: no such heading`;
}

test.each(PAGES)("links of %s lead somewhere", (page) => {
  const links = [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => link);
  expect(links.map((link) => troubleOf(page, link)).filter((trouble) => trouble !== null)).toEqual([]);
});

test.each(PAGES)("files of this repository that %s names are there", (page) => {
  // What the truth bench writes names files of the repositories it measured.
  const own = textOf(page).replace(/^<!-- measured by `npm run bench:truth`: begin[\s\S]*?: end -->$/m, "");
  const named = [...own.matchAll(/`?\b((?:src|test|docs|fixtures)\/[\w./-]+\.(?:ts|md|sql|json|txt))\b/g)];
  const paths = named.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)));
  expect(paths).toEqual([]);
});

const below = (folder: string): readonly string[] => PAGES.filter((page) => page.startsWith(`docs/${folder}`));

test("what a user reads stays short", () => {
  const words = below("use/").flatMap((page) => textOf(page).split(/\s+/).filter(Boolean));
  expect(words.length, "words of docs/use; what explains the inside belongs to docs/inside").toBeLessThanOrEqual(
    25_000,
  );
});

test("what only works once the program is published stands in docs/use/install.md", () => {
  const typed = PAGES.filter((page) => /npx (?:-y )?context-broker|OWNER\/|@VERSION/.test(textOf(page)));
  expect(typed).toEqual(["docs/use/install.md"]);
});

test("docs/README.md lists each page, or the list of its folder does", () => {
  const listed = ["docs/README.md", "docs/use/clients/README.md"].flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^()#\s]+)\)/g)].map(([, link = ""]) => join(dirname(page), link)),
  );
  expect(below("").filter((page) => page !== "docs/README.md" && !listed.includes(page))).toEqual([]);
});

/** Sections of users' pages that repeat figures of a record. */
const REPEATED = [
  { page: "docs/use/edits.md", heading: "How right it is", record: "docs/records/edits-measured.md" },
  { page: "docs/use/review.md", heading: "How right it is", record: "docs/records/review-measured.md" },
  { page: "docs/records/benchmarks.md", heading: "Figures that matter", record: "docs/records/benchmarks-measured.md" },
  { page: "docs/records/benchmarks.md", heading: "What that means", record: "docs/records/benchmarks-measured.md" },
];

/** Numbers without what is only their form: `0.999` and `.999`, `7,054` and `7054`, `60,000` and `60k`. */
function figuresIn(text: string): Set<string> {
  const numbers = [...text.matchAll(/(?<![\w.])\d*[\d,]*\.?\d+k?\b/g)].map(([number]) => number);
  return new Set(numbers.map((number) => number.replaceAll(",", "").replace(/k$/, "000").replace(/^0\./, ".")));
}

test.each(REPEATED)("figures of $page, $heading, stand in $record", ({ page, heading, record }) => {
  const [, section = ""] = textOf(page).split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const known = figuresIn(textOf(record));
  expect(figuresIn(own).size).toBeGreaterThan(5);
  expect([...figuresIn(own)].filter((figure) => !known.has(figure))).toEqual([]);
});
