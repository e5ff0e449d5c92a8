// R.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { rProfile } from "./outline.ts";

export const r: Language = { id: "r", extensions: [".r"], interpreters: ["Rscript"], reader: grammar("r", rProfile) };
