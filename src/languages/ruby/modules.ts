// Finds the files that Ruby's `require` names. Their definitions are visible everywhere, with or without a `require`.
import { folderOf, joined, type ModuleResolver, nameOfPath } from "../../linking/lookup.ts";

export const ruby: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const file = specifier.endsWith(".rb") ? specifier : `${specifier}.rb`;
    if (specifier.startsWith(".")) {
      const path = joined(folderOf(from), file);
      return path !== null && lookup.exists(path) ? [path] : [];
    }
    // Below an unknown folder of the load path: accepted if only one file ends so.
    const ending = `/${file}`;
    const found = lookup.named(nameOfPath(file)).filter((path) => path === file || path.endsWith(ending));
    return found.length === 1 ? found : [];
  },
  stems: (path) => [nameOfPath(path).replace(/\.rb$/, "")],
};
