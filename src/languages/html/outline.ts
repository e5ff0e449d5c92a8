// HTML, and the files of Vue, Svelte and Astro that look like it. What has an id has a name.

import { blank } from "../../syntax/blank.ts";
import { type Found, firstNamed, type LanguageProfile } from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import {
  bracesFrom,
  bracesOf,
  CHOOSES,
  frontOf,
  interpolationsOf,
  isPage,
  templateCodeOf,
  withoutComments,
  withoutHoles,
  withoutOtherBlocks,
} from "./holes.ts";

const ID = /\sid\s*=\s*(?:"([^"]{1,100})"|'([^']{1,100})'|([^\s"'>]{1,100}))/;

function idOf(tree: SyntaxTree, node: NodeAt): Found | null {
  const tag = firstNamed(tree, node, "start_tag", "self_closing_tag");
  const match = ID.exec(tree.text(tag));
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return match === null || name === undefined || /[{<]/.test(name)
    ? null
    : { name, offset: tree.start(tag) + match.index };
}

const markup: LanguageProfile = {
  definitions: {
    element: { kind: "section", name: idOf },
    // Hosts of what embedded.ts finds in them.
    script_element: { kind: "module", name: null, listed: false },
    style_element: { kind: "data", name: null, listed: false },
  },
  leads: ["comment"],
  faults: ["erroneous_end_tag"],
};

const ofPages =
  (mask: (text: string) => string): ((text: string) => string) =>
  (text) =>
    isPage(text) ? mask(text) : text;

/** A component has none of the rules of the tag that it is called like: `<Input>` has an end. */
const asComponents = (markup: string): string =>
  markup.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|(<\/?)[A-Z]/g, (found, _tag: string, open?: string) =>
    open === undefined ? found : `${open}X`,
  );

/** A fragment of Astro has no name, so it is no tag for the grammar. */
const withoutFragments = (markup: string): string =>
  markup.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<\/>/g, (found) => (found === "</>" ? "xxx" : found));

/** The end of a page whose start is in another file. */
const FOOT = /^\s*(?:<!--(?:[^-]|-(?!->)){0,2000}-->\s*)*<\//;
const CHOSEN = "a template, which may choose between tags that do not match";

export const htmlProfile: LanguageProfile = {
  ...markup,
  mask: ofPages((text) => withoutHoles(text, templateCodeOf(text))),
  doubt: (text) =>
    CHOOSES.test(text) ? CHOSEN : FOOT.test(text) ? "the end of a page that another file begins" : null,
};

export const vueProfile: LanguageProfile = {
  ...markup,
  mask: ofPages((text) => asComponents(withoutHoles(withoutOtherBlocks(text), interpolationsOf(text)))),
};

export const svelteProfile: LanguageProfile = {
  ...markup,
  mask: ofPages((text) => asComponents(withoutComments(withoutHoles(text, bracesOf(text))))),
};

export const astroProfile: LanguageProfile = {
  ...markup,
  mask: ofPages((text) => {
    const after = frontOf(text)?.after ?? 0;
    const masked = withoutFragments(asComponents(withoutHoles(text, bracesFrom(text, after))));
    return `${blank(masked.slice(0, after))}${masked.slice(after)}`;
  }),
};
