// Perl.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { perlProfile } from "./outline.ts";

export const perl: Language = {
  id: "perl",
  extensions: [".pl", ".pm", ".t", ".psgi"],
  fileNames: ["cpanfile"],
  interpreters: ["perl"],
  reader: grammar("perl", perlProfile),
};
