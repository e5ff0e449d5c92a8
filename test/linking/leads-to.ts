// What the mentions of a name lead to in a small project.

import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { miniProject } from "./mini-project.ts";

/** `lines: file:line … certainty` for each group of mentions of `name` in `path`; "unknown" or "external" for no definition. */
export async function leadsTo(files: Readonly<Record<string, string>>, path: string, name: string): Promise<string[]> {
  const { lookup, facts } = await miniProject(files);
  const linker = openLinker(lookup, semanticsOf);
  return (facts.get(path)?.references ?? [])
    .filter((mention) => mention.name === name)
    .map((mention) => {
      const { value, certainty } = linker.target(path, mention);
      const places = value.is === "definition" ? value.places : [];
      const meant = places.map((one) => `${one.path}:${facts.get(one.path)?.definitions[one.at]?.nameLine}`);
      return `${mention.lines.join(",")}: ${meant.length === 0 ? value.is : `${meant.join(" ")} ${certainty}`}`;
    });
}
