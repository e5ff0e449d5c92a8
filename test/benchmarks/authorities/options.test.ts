// The comparison's arguments: what they become, and what a person is told who got them wrong.
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { complaintOf } from "../run-bench.ts";
import { parseOptions, USAGE } from "./options.ts";

const NEEDED = ["--tools", "tools", "--repository", "core"];

describe("the arguments of bench:edges", () => {
  it("are every authority and whole repositories unless said otherwise", () => {
    expect(parseOptions(NEEDED, "/home/me")).toMatchObject({
      authorities: ["typescript", "jedi", "gopls", "clang", "clang++", "javac"],
      repositories: [{ name: "core", root: resolve("/home/me/core"), part: "", heldOut: false }],
      tools: resolve("/home/me/tools"),
      sites: 1500,
      json: null,
    });
  });

  it("take parts of repositories, and some that are held out", () => {
    const args = [...NEEDED, "--repository", "/x/ansible#lib/ansible", "--held-out", "ansible", "--authority", "jedi"];
    expect(parseOptions(args, "/home/me")).toMatchObject({
      authorities: ["jedi"],
      repositories: [
        { name: "core" },
        { name: "ansible", root: resolve("/x/ansible"), part: "lib/ansible/", heldOut: true },
      ],
    });
  });

  it.each<[string, string[], string]>([
    ["no tools", ["--repository", "core"], "--tools is missing"],
    ["no repository", ["--tools", "x"], "--repository is missing"],
    ["an unknown authority", [...NEEDED, "--authority", "clangd"], "known are typescript, jedi, gopls"],
    ["a number that is none", [...NEEDED, "--sites", "many"], "--sites many"],
    ["one held out that is not compared", [...NEEDED, "--held-out", "zod"], "--held-out zod"],
  ])("are refused with the option's name and the way to help: %s", (_, args, named) => {
    expect(complaintOf(parseOptions, args)).toContain(named);
    expect(complaintOf(parseOptions, args)).toContain("--help");
  });

  it("may ask for help, which names every option", () => {
    expect(parseOptions(["--help"], "/")).toBeNull();
    for (const name of ["authority", "repository", "held-out", "tools", "sites", "seed", "json", "misses", "page"]) {
      expect(USAGE).toContain(`--${name}`);
    }
  });
});
