// Go's imports. The name that a package is reached by is in its own files: without an alias it is taken to be what its path
// ends in, which all but a few keep to.

import { rooted } from "../../../facts/chain-drafts.ts";
import { NO_NODE } from "../../../syntax/syntax-tree.ts";
import { importChain } from "../../../vocabulary/chain.ts";
import type { Visitor } from "./state.ts";

export const importSpec: Visitor = (node, walk) => {
  const path = walk.field(node, "path");
  const specifier = walk.text(path).slice(1, -1);
  const line = walk.line(path);
  const alias = walk.field(node, "name");
  switch (alias === NO_NODE ? "" : walk.type(alias)) {
    case "dot":
      walk.import({ local: null, imported: "*", specifier, line });
      return;
    case "blank_identifier":
      walk.import({ local: null, imported: null, specifier, line });
      return;
  }
  const named = packageName(specifier);
  const at = walk.import({ local: alias === NO_NODE ? named : walk.text(alias), imported: "*", specifier, line });
  if (specifier.includes(named) && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(named)) {
    walk.refer(named, line, "import", rooted(importChain(at)));
  }
};

/** `yaml` of `gopkg.in/yaml.v3`, `redis` of `github.com/redis/go-redis/v9`. */
export function packageName(path: string): string {
  const parts = path.split("/").filter((part) => !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? path).replace(/\.v\d+$/, "");
  return last.replace(/^go-|[-.]go$/g, "").replace(/^.*-/, "");
}
