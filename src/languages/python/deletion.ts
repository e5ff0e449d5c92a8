// What a deletion breaks in Python: type checkers give a variable that has a declared type that type again, where it had a narrower one.
import { type DeletionRules, signsBy } from "../contract/deletion-rules.ts";

export const pythonDeletion: DeletionRules = {
  answers: { name: /^__getattr(?:ibute)?__$/, passesOn: /\bsuper\(|\braise\b/ },
  assigned: /^[ \t]*((?:self\.)?\w+)[ \t]*=(?!=)/,
  tested: /\bis(?:instance|subclass)\([ \t]*(\w+)[ \t]*,/,
  matched: { pattern: /^[ \t]*case\b/, subject: /^[ \t]*match[ \t]+(\w+)[ \t]*:/ },
  decorates: true,
  follows: /^\w+[ \t]*(?::[ \t]*[\w.]*TypeAlias[ \t]*)?=(?!=)|^type[ \t]/,
  madeOfFields: /@.*\b(?:dataclass|attrs|define|frozen)\b|\(\s*(?:\w+\.)?(?:NamedTuple|TypedDict|BaseModel)\b/,
  unpacked: /^(?![ \t]*(?:(?:async[ \t]+)?def|case)\b).*\*\*\w/,
  // Blanks up to a comma or the end are a string, whose name is no computed one.
  computed: /\b(?:get|set|has|del)attr\((?!(?:[^,()]|\([^()]*\))*,\s*[,)])/,
  signs: signsBy({
    "__getitem__ __setitem__ __delitem__ __class_getitem__": /[\w)\]"']\[/,
    "__iter__ __next__ __aiter__ __anext__":
      /\bfor\b|\bin\b|\*\w|\b(?:list|set|tuple|sum|sorted|map|zip|enumerate|iter|next|any|all|min|max)\(|^[^=(]*,[^=(]*=/,
    "__enter__ __exit__ __aenter__ __aexit__": /\bwith\b/,
    __len__: /\blen\(|\b(?:if|while|not|and|or)\b/,
    __bool__: /\b(?:if|while|not|and|or|assert|bool)\b/,
    __contains__: /\bin\b/,
    "__eq__ __ne__": /[=!]=/,
    "__lt__ __le__ __gt__ __ge__": /[<>]|\b(?:sorted|min|max)\(|\.sort\(|@(?:\w+\.)?total_ordering\b/,
    __init_subclass__: /^[ \t]*class[ \t].*\(.*\w[ \t]*=/,
    "__add__ __radd__ __iadd__": /\+|\bsum\(/,
    "__sub__ __rsub__ __isub__ __neg__": /-/,
    "__mul__ __rmul__ __imul__ __pow__": /\*/,
    "__truediv__ __floordiv__ __rtruediv__": /\//,
    "__mod__ __rmod__": /%/,
    "__matmul__ __rmatmul__": /@/,
    "__and__ __rand__ __or__ __ror__ __xor__": /[&|^]/,
    __invert__: /~/,
    "__getattr__ __getattribute__ __setattr__": /\.\w/,
    "__get__ __set__": /\.\w/,
    __await__: /\bawait\b/,
    __match_args__: /\bcase\b.*\w\((?!\s*(?:\w+\s*=|\)))/,
    __hash__: /\b(?:hash|set|frozenset)\(/,
    "__int__ __index__ __float__ __str__ __repr__ __format__": /\b(?:int|float|str|repr|format|print)\(/,
  }),
};
