// Every language's neutralisers.

import type { Neutraliser } from "../../syntax/neutraliser.ts";
import { csharp } from "../csharp/neutralisers.ts";
import { typescript } from "../ecmascript/neutralisers.ts";
import { go } from "../go/neutralisers.ts";
import { html } from "../html/neutralisers.ts";
import { java } from "../java/neutralisers.ts";
import { kotlin } from "../kotlin/neutralisers.ts";
import { php } from "../php/neutralisers.ts";
import { rust } from "../rust/neutralisers.ts";
import { scala } from "../scala/neutralisers.ts";

export const NEUTRALISERS: readonly Neutraliser[] = [
  ...typescript,
  ...go,
  ...java,
  ...html,
  ...rust,
  ...csharp,
  ...kotlin,
  ...php,
  ...scala,
];
