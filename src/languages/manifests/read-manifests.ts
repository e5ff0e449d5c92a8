// What the manifests at a project's root say of it: its name, what it is for, the commands that build and test it.
import { packageJson } from "../ecmascript/manifest.ts";
import type { About, Manifest } from "./manifest.ts";
import { OTHER_MANIFESTS } from "./others.ts";

const MANIFESTS: readonly Manifest[] = [packageJson, ...OTHER_MANIFESTS];
const COMMANDS_MAX = 3;
/** What the root of a repository of many packages is called, which names no project. */
const NAMES_NOTHING = /^(?:@[^/]+\/)?(?:root|monorepo|workspace)$/;

/** The manifest that a file at the root is; null for any other file. */
export function manifestOf(file: string): Manifest | null {
  const extension = /\.\w+$/.exec(file)?.[0] ?? file;
  return (
    MANIFESTS.find(({ files }) => files.includes(file) || (extension !== file && files.includes(extension))) ?? null
  );
}

/** `manifests`: file names with their texts; `files`: the names of all files at the root. */
export function readManifests(manifests: ReadonlyMap<string, string>, files: ReadonlySet<string>): About {
  const said = [...manifests].flatMap(([file, text]) => {
    const manifest = manifestOf(file);
    const about = manifest?.read(text, files) ?? null;
    return manifest === null || about === null ? [] : [{ place: MANIFESTS.indexOf(manifest), about }];
  });
  const abouts = said.toSorted((a, b) => a.place - b.place).map(({ about }) => about);
  const description = abouts.find((about) => about.description !== null)?.description ?? null;
  const commands = (pick: (about: About) => readonly string[]) =>
    [...new Set(abouts.flatMap(pick))].slice(0, COMMANDS_MAX);
  return {
    name: abouts.find(({ name }) => name !== null && !NAMES_NOTHING.test(name))?.name ?? null,
    description: description === null ? null : description.replace(/\s+/g, " ").trim(),
    build: commands(({ build }) => build),
    test: commands(({ test }) => test),
  };
}
