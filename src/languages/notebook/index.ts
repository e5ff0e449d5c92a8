// Notebooks of Jupyter: JSON that holds the code of a language and prose.
import { type GrammarReader, grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { jsonProfile } from "../data/outline.ts";
import { madeIn, outlineNotebook } from "./outline.ts";

const reader: GrammarReader = { ...grammar("json", { ...jsonProfile }), outline: outlineNotebook };

export const notebook: Language = {
  id: "notebook",
  extensions: [".ipynb"],
  namesCode: /\.ipynb$/i,
  reader,
  unsearched: madeIn,
};
