// Which imports of Go make a package depend on another one.
import { folderOf } from "../../linking/lookup.ts";
import type { Loading } from "../contract/loading.ts";

/** Tests are built with the package, but nothing that it imports needs them. */
export const goLoading: Loading = {
  unit(path, lookup) {
    const name = path.endsWith("_test.go") ? null : lookup.facts(path)?.package;
    return typeof name === "string" ? `${folderOf(path)}:${name}` : null;
  },
  isDeferred: () => false,
};
