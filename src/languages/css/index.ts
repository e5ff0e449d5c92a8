// CSS and SCSS.
import { withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { cssProfile, scssProfile } from "./outline.ts";

export const css: Language = {
  id: "css",
  extensions: [".css"],
  files: { minifiedEnds: ".min.css -min.css .css.map", codeExtensions: "css scss sass less" },
  sideFiles: { generated: /\.min\.css$/ },
  reader: grammar("css", cssProfile),
  patterns: { ...withExamples("color: $X", "$TAG { $$$ }"), spellings: ["%", "%: %;"] },
};

export const scss: Language = {
  id: "scss",
  extensions: [".scss"],
  reader: grammar("scss", scssProfile),
  patterns: { ...withExamples("color: $X", "$TAG { $$$ }"), spellings: ["%", "%: %;"] },
};
