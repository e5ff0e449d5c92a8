// The first lines of an overview: the project's name, its purpose, and the commands that build and test it.
import { z } from "zod";
import { purposeSentence } from "../../../intelligence/project/purpose-sentence.ts";
import { manifestOf, readManifests } from "../../../languages/read-manifests.ts";
import { readAdmitted } from "../../../project/read-admitted.ts";
import { escapeName } from "../../../vocabulary/shown-text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";

const README = /^readme(?:\.(?:md|markdown|rst|txt|adoc|org))?$/i;
const TEXT_MAX = 200;

const commands = z.array(z.string());

export const aboutField = z.object({
  name: z.string(),
  purpose: z
    .string()
    .nullable()
    .meta({ doc: "a sentence of the README (`NAME is a …`, else its first), else the manifest's description" }),
  build: commands.meta({ doc: "commands, by the manifests at the root" }),
  test: commands,
});

export type ProjectAbout = z.output<typeof aboutField>;

/** Reads the README and the manifests at the root from the disk; the index may not have them yet. */
export async function aboutProject({ corpus, session }: Pick<CodeScene, "corpus" | "session">): Promise<ProjectAbout> {
  const atRoot = [...corpus.current().files.keys()].filter((path) => !path.includes("/")).sort();
  const texts = new Map<string, string>();
  let readme: string | null = null;
  for (const path of atRoot.filter((name) => README.test(name) || manifestOf(name) !== null)) {
    const read = await readAdmitted(corpus, path);
    if (read === null || "excluded" in read) {
      continue;
    }
    if (README.test(path)) {
      readme ??= read.text;
    } else {
      texts.set(path, read.text);
    }
  }
  const { name, description, build, test } = readManifests(texts, new Set(atRoot));
  const called = name ?? session.name;
  const purpose = (readme === null ? null : purposeSentence(readme, namesOf(called))) ?? description;
  return {
    name: called.slice(0, TEXT_MAX),
    purpose: purpose === null ? null : purpose.slice(0, TEXT_MAX),
    build: build.map((command) => command.slice(0, TEXT_MAX)),
    test: test.map((command) => command.slice(0, TEXT_MAX)),
  };
}

/** `github.com/go-chi/chi/v5`: a README may use any part of it as the name. */
const namesOf = (name: string): string[] => [
  name,
  ...name
    .split(/[/@:]/)
    .filter((part) => part !== "")
    .reverse(),
];

export function aboutLines({ name, purpose, build, test }: ProjectAbout): string[] {
  const command = (what: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${what}: ${lines.join("; ")}`];
  return [
    escapeName(purpose === null ? name : `${name}: ${purpose}`),
    ...[...command("build", build), ...command("test", test)].map(escapeName),
  ];
}
