// CSS, SCSS and Less, and Sass with its indentation.
import { withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { cssProfile, lessProfile, scssProfile } from "./outline.ts";

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

export const less: Language = {
  id: "less",
  extensions: [".less"],
  reader: grammar("css", lessProfile),
};

/** Without braces: each rule, mixin and variable by its line. */
export const sass: Language = {
  id: "sass",
  extensions: [".sass"],
  reader: {
    by: "marks",
    marks: {
      lines: {
        data: /^[ \t]*(?:@(?:mixin|function)[ \t]+|=)?((?<=@(?:mixin|function)[ \t]+|=)[\w-]+|\$[\w-]+(?=[ \t]*:)|(?:@(?:media|supports|keyframes|layer|container|font-face)\b|[.#%&>+~*:[]|[a-z][\w-]*(?=[.#:,>+~[]\S|[ \t]?[>+~,][ \t]|[ \t][.#&:[a-z]|[ \t]*$))[^;]*$)/,
      },
      end: "indentation",
    },
  },
};
