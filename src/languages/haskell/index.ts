// Haskell.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { haskellProfile } from "./outline.ts";

export const haskell: Language = {
  id: "haskell",
  extensions: [".hs"],
  interpreters: ["runhaskell", "stack"],
  reader: grammar("haskell", haskellProfile),
};
