// Every language's neutralisers.
import { csharp } from "./csharp.ts";
import { go } from "./go.ts";
import { html } from "./html.ts";
import { java } from "./java.ts";
import { kotlin } from "./kotlin.ts";
import type { Neutraliser } from "./neutraliser.ts";
import { php } from "./php.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { typescript } from "./typescript.ts";

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
