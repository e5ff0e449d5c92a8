// What the manifests at a project's root say of it: its name, what it is for, the commands that build and test it.
import { cmake, make } from "./by-marks/manifests.ts";
import type { About, Manifest } from "./contract/manifest.ts";
import { dotnet } from "./csharp/manifest.ts";
import { packageJson } from "./ecmascript/manifest.ts";
import { mix } from "./elixir/manifest.ts";
import { goMod } from "./go/manifest.ts";
import { gradle, maven } from "./jvm/manifests.ts";
import { composer } from "./php/manifest.ts";
import { pyproject } from "./python/manifest.ts";
import { gemspec } from "./ruby/manifest.ts";
import { cargo } from "./rust/manifest.ts";
import { sbt } from "./scala/manifest.ts";
import { swiftPackage } from "./swift/manifest.ts";

/** What says more comes first: a Makefile often only calls one of the others. */
const MANIFESTS: readonly Manifest[] = [
  packageJson,
  cargo,
  goMod,
  pyproject,
  maven,
  gradle,
  sbt,
  mix,
  swiftPackage,
  dotnet,
  cmake,
  composer,
  gemspec,
  make,
];
const PACKAGES = MANIFESTS.flatMap(({ packages = [] }) => packages);
const PACKAGE_FILES: ReadonlySet<string> = new Set(PACKAGES);
const PACKAGE_EXTENSIONS = PACKAGES.filter((name) => name.startsWith("."));

/** Whether the folder of a file with this name is a package of its own. */
export const isPackageManifest = (file: string): boolean =>
  PACKAGE_FILES.has(file) || PACKAGE_EXTENSIONS.some((extension) => file.endsWith(extension));

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
