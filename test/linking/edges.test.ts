// What each mention of a small project leads to, as its golden says: a person can follow every line.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import type { Resolution } from "../../src/linking/resolution.ts";
import { withSlashes } from "../../src/system/platform/below.ts";
import { expectGolden } from "../support/golden.ts";
import { type MiniProject, miniProject } from "./mini-project.ts";

const folder = fileURLToPath(new URL("../../fixtures/linking/", import.meta.url));
const GOLDEN = "edges.txt";

function filesOf(project: string): Record<string, string> {
  const root = join(folder, project);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => withSlashes(path));
  return Object.fromEntries(
    paths.filter((path) => path !== GOLDEN).map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
}

function render({ facts }: MiniProject, { value, certainty }: Resolution): string {
  switch (value.is) {
    case "definition":
      return `${value.places.map(({ path, at }) => `${path}#${facts.get(path)?.definitions[at]?.path}`).join(" + ")} ${certainty}`;
    case "instance":
      return "an instance";
    case "module":
      return `module ${value.paths.join(" + ")}`;
    case "collection":
      return "collection";
    default:
      return value.is;
  }
}

describe.each(readdirSync(folder))("%s", (name) => {
  const files = filesOf(name);

  test("leads where its golden says", async () => {
    const project = await miniProject(files);
    const linker = openLinker(project.lookup, semanticsOf);
    const out: string[] = [];
    for (const [path, facts] of project.facts) {
      const lines = (files[path] ?? "").split("\n");
      const edges = (facts?.references ?? []).flatMap((group) =>
        group.lines.map((line, at) => ({
          line,
          text: `${group.roles[at]} ${group.name} → ${render(project, linker.target(path, group))}`,
        })),
      );
      if (edges.length > 0) {
        out.push(`=== ${path}`);
      }
      for (const line of [...new Set(edges.map((edge) => edge.line))].sort((a, b) => a - b)) {
        out.push(`${String(line).padStart(4)} | ${lines[line - 1]}`);
        out.push(...edges.filter((edge) => edge.line === line).map(({ text }) => `       ${text}`));
      }
    }
    expectGolden(`linking/${name}/${GOLDEN}`, `${out.join("\n")}\n`);
  });

  test("leads there whichever file is asked about first", async () => {
    const project = await miniProject(files);
    const answers = (paths: readonly string[]): Map<string, string> => {
      const linker = openLinker(project.lookup, semanticsOf);
      return new Map(
        paths.flatMap((path) =>
          (project.facts.get(path)?.references ?? []).map((group): [string, string] => [
            `${path} ${group.name} ${group.of}`,
            JSON.stringify(linker.target(path, group)),
          ]),
        ),
      );
    };
    const paths = [...project.facts.keys()];
    const forward = answers(paths);
    for (const [key, answer] of answers(paths.toReversed())) {
      expect(answer, key).toBe(forward.get(key));
    }
  });
});
