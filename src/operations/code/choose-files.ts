// The input fields by which tools about code are held to some of the files, and the files that they mean.
import type { z } from "zod";
import { chooseFiles } from "../../intelligence/choose-files.ts";
import { entriesField } from "../search-request.ts";
import type { CodeScene } from "./answer-code.ts";

const entries = entriesField.optional();

export const fileFields = {
  paths: entries.describe("Globs: src/**; ! excludes"),
  languages: entries.describe("Such as typescript"),
};

/** What is not given admits all. */
export const chosenFiles = (
  { paths = [], languages = [] }: z.output<z.ZodObject<typeof fileFields>>,
  { session, ...scene }: CodeScene,
): Promise<readonly string[]> =>
  chooseFiles(
    { paths, languages },
    { ...scene, knownLanguages: session.languages, extensions: session.settings.languages },
  );
