// A page that needs nothing else: no script, no network. Its policy forbids both, and names its style by its hash.
import { createHash } from "node:crypto";
import { html, type Markup } from "../vocabulary/html-text.ts";

export interface PageParts {
  readonly title: string;
  /** One text. */
  readonly style: string;
  readonly body: Markup;
  /** More of the policy, such as `img-src data:; `, and what it is for. */
  readonly allowed?: { readonly policy: string; readonly head: Markup };
}

/** A whole HTML document, in UTF-8. */
export function standalonePage({ title, style, body, allowed }: PageParts): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; ${allowed?.policy ?? ""}base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${allowed?.head ?? ""}<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${body}
</body>
</html>
`.markup;
}
