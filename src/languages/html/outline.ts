// HTML, and the files of Vue, Svelte and Astro that look like it. What has an id has a name.

import { type Found, firstNamed, type LanguageProfile } from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import { htmlNeutralisers } from "./neutralisers.ts";

const ID = /\sid\s*=\s*(?:"([^"]{1,100})"|'([^']{1,100})'|([^\s"'>]{1,100}))/;

function idOf(tree: SyntaxTree, node: NodeAt): Found | null {
  const tag = firstNamed(tree, node, "start_tag", "self_closing_tag");
  const match = ID.exec(tree.text(tag));
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return match === null || name === undefined ? null : { name, offset: tree.start(tag) + match.index };
}

export const htmlProfile: LanguageProfile = {
  neutralisers: htmlNeutralisers,
  definitions: {
    element: { kind: "section", name: idOf },
    // Hosts of what embedded.ts finds in them.
    script_element: { kind: "module", name: null, listed: false },
    style_element: { kind: "data", name: null, listed: false },
  },
  leads: ["comment"],
  faults: ["erroneous_end_tag"],
};
