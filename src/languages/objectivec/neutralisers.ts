// Valid Objective-C that its grammar does not know: mostly macros of Apple's headers, which stand for nothing that is defined.
import { blank } from "../../syntax/blank.ts";
import type { Neutraliser } from "../../syntax/neutraliser.ts";

const ANYWHERE = { anchor: "overwritten", within: [], through: [] } as const;

export const objectivecNeutralisers: readonly Neutraliser[] = [
  {
    construct: "enum by a macro",
    pattern:
      /\b(typedef\s{1,9}(?:NS|CF)_(?:CLOSED_)?(?:ENUM|OPTIONS)\s{0,9}\([\w ]{1,80},\s{0,9}\w{1,100}\s{0,9}\))(?=\s{0,99}\{)/dg,
    // `typedef NS_ENUM(NSInteger, Level)` as `enum                       Level `
    overwrite: (offending) => offending.replace(/^[^,]*,/, (head) => `enum${blank(head.slice(4))}`).replace(/\)$/, " "),
    anchor: "first",
    within: ["enum_specifier"],
    through: ["enum"],
  },
  {
    construct: "macro on a line of its own",
    pattern: /^[ \t]{0,40}([A-Z][A-Z0-9_]{1,60}_(?:BEGIN|END|DECLS)(?:\([^()\n]{0,100}\))?;?)[ \t]{0,40}$/dgm,
    ...ANYWHERE,
  },
  {
    construct: "macro of a declaration",
    pattern:
      /\b((?:NS|UI|CF|API|CG|CA|DISPATCH|OS|FOUNDATION|UIKIT|APPKIT)_(?!ENUM|OPTIONS|CLOSED_ENUM|TYPED)[A-Z][A-Z0-9_]{2,60}(?:[ \t]{0,9}\((?:[^()]|\([^()]{0,200}\)){0,300}\))?)(?=\s{0,99}(?:;|@|\{|\b(?:NS|UI|API|CF)_|[-+]\s{0,9}\(|extern\b|typedef\b))/dg,
    ...ANYWHERE,
  },
];
