// Clojure.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { clojureProfile } from "./outline.ts";

export const clojure: Language = {
  id: "clojure",
  extensions: [".clj", ".cljs", ".cljc", ".edn", ".bb"],
  // Recipes of BitBake, and Basic.
  claims: { ".bb": /^(?:\s|;[^\n]*\n|#![^\n]*\n){0,1000}\(/ },
  interpreters: ["bb", "clojure"],
  reader: grammar("clojure", clojureProfile),
};
