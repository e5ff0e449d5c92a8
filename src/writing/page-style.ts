// The look of a report's page, light and dark. One text, named by its hash in the page's security policy.

export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #fdfdfc; --ink: #1b2321; --soft: #55625e; --line: #d9dfdc; --code: #f1f4f2; --link: #075f52; }
@media (prefers-color-scheme: dark) { :root { --page: #111716; --ink: #e4ece9; --soft: #9fb1ab; --line: #2c3835;
  --code: #1a2422; --link: #5fd9c0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
main, nav { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1.25rem; overflow-wrap: break-word; }
nav { font-size: .9375rem; border-bottom: 1px solid var(--line); }
@media (min-width: 75rem) {
  body { display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); margin: 0; }
}
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin: 1.75rem 0 .5rem; } main h2 { margin-top: 2.5rem; }
nav h2 { font-size: .875rem; color: var(--soft); margin: 0; } .p, blockquote { margin: .75rem 0; }
a { color: var(--link); }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--code); }
pre { padding: .75rem 1rem; border-radius: 6px; overflow-x: auto; tab-size: 4; }
pre code { font-size: 1em; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-size: .9375rem; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; }
blockquote { padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.cited, .cited > summary { display: inline; } .cited:not([open])::details-content { display: none; }
.cited > summary > span { cursor: pointer; color: var(--link); text-decoration: underline dotted; font-size: .9em; }
.lines { display: block; margin: .5rem 0; border-left: 3px solid var(--link); padding-left: .5rem; }
.lines pre { margin: 0; max-height: 28rem; overflow: auto; white-space: pre; overflow-wrap: normal; }
.n { display: inline-block; min-width: 3.5em; color: var(--soft); user-select: none; }
`;
