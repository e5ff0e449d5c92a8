// Renaming in Java.
import { wordSet } from "../../vocabulary/text.ts";
import type { RenameRules } from "../contract/rename-rules.ts";

const FIXED = wordSet("clone equals finalize getClass hashCode main notify notifyAll toString wait");

export const javaRename: RenameRules = {
  isFixed: (name) => FIXED.has(name),
  identifier: /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u,
  reserved: wordSet(`
    _ abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally
    float for goto if implements import instanceof int interface long native new null package private protected public record return
    sealed short static strictfp super switch synchronized this throw throws transient true try var void volatile while yield
  `),
  namesConstructors: true,
  namesFiles: true,
};
