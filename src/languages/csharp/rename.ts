// Renaming in C#.
import { wordSet } from "../../vocabulary/text.ts";
import type { RenameRules } from "../contract/rename-rules.ts";

/** Members of every object, and those that statements look for by their names: `foreach`, `await`, `using`, deconstruction. */
const FIXED = wordSet(`
  Current Deconstruct Dispose DisposeAsync Equals Finalize GetAsyncEnumerator GetAwaiter GetEnumerator GetHashCode GetPinnableReference
  GetResult GetType IsCompleted Main MemberwiseClone MoveNext MoveNextAsync OnCompleted ReferenceEquals ToString
`);

export const csharpRename: RenameRules = {
  isFixed: (name) => FIXED.has(name),
  identifier: /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\p{Cf}]*$/u,
  reserved: wordSet(`
    _ abstract as base bool break byte case catch char checked class const continue decimal default delegate do double dynamic else enum
    event explicit extern false field finally fixed float for foreach goto if implicit in int interface internal is lock long
    nameof namespace new null object operator out override params private protected public readonly record ref return sbyte
    sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort
    using value var virtual void volatile while yield
  `),
  namesConstructors: true,
  rawMark: "@",
};
