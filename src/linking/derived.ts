// What follows from an object that never changes, such as the facts of a file: computed once and kept as long as the object.

export function derivedFrom<Source extends object, Value extends {}>(
  make: (source: Source) => Value,
): (source: Source) => Value {
  const known = new WeakMap<Source, Value>();
  return (source) => {
    const before = known.get(source);
    if (before !== undefined) {
      return before;
    }
    const value = make(source);
    known.set(source, value);
    return value;
  };
}
