// What all global names are members of.
import { wordSet } from "../../vocabulary/text.ts";

export const GLOBAL_OBJECTS: ReadonlySet<string> = wordSet("window globalThis self global");
