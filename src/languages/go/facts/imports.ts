// Go's imports. The name that a package is reached by is in its own files: without an alias it is taken to be what its path
// ends in, which all but a few keep to.

import { rooted } from "../../../facts/chain-drafts.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import type { Visitor } from "./state.ts";

export const importSpec: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const path = tree.field(node, "path");
  const specifier = tree.text(path).slice(1, -1);
  const line = walk.line(path);
  const alias = tree.field(node, "name");
  switch (alias === NO_NODE ? "" : tree.type(alias)) {
    case "dot":
      facts.import({ local: null, imported: "*", specifier, line });
      return;
    case "blank_identifier":
      facts.import({ local: null, imported: null, specifier, line });
      return;
  }
  const named = packageName(specifier);
  const at = facts.import({ local: alias === NO_NODE ? named : tree.text(alias), imported: "*", specifier, line });
  if (specifier.includes(named) && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(named)) {
    facts.reference(named, line, "import", rooted(importChain(at)));
  }
};

/** `yaml` of `gopkg.in/yaml.v3`, `redis` of `github.com/redis/go-redis/v9`. */
export function packageName(path: string): string {
  const parts = path.split("/").filter((part) => !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? path).replace(/\.v\d+$/, "");
  return last.replace(/^go-|[-.]go$/g, "").replace(/^.*-/, "");
}
