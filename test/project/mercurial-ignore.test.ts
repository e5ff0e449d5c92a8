import { expect, it } from "vitest";
import { readMercurialIgnore } from "../../src/project/mercurial-ignore.ts";

const read = (text: string) => {
  const { content, setAside } = readMercurialIgnore(Buffer.from(text));
  return { lines: content.toString().split("\n"), setAside };
};

it("translates globs, which match at any depth, and rooted ones", () => {
  expect(read("syntax: glob\nout/*\n*.o # objects\n\nrootglob:build\npath:dist/a\n")).toEqual({
    lines: ["**/out/*", "*.o", "/build", "/dist/a"],
    setAside: [],
  });
});

it("translates plain regular expressions, which are the usual syntax, and sets others aside", () => {
  expect(read("^build/\n\\.pyc$\n^target$\n~$\n(foo|bar)\\d+\nglob:*.tmp\n")).toEqual({
    lines: ["/build/", "*.pyc", "/target", "*~", "*.tmp"],
    setAside: ["(foo|bar)\\d+"],
  });
});
