// The look of the report's page, light and dark. One text, named by its hash in the page's security policy.

export const REPORT_STYLE = `
:root { color-scheme: light dark; --page: #f6f7f5; --card: #ffffff; --ink: #17211f; --soft: #56635f; --line: #dfe4e1;
  --sent: #0b6b5d; --whole: #cbe6df; --edge: #6fae9f; --note: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --page: #0f1514; --card: #17201e; --ink: #e7efec; --soft: #9db0aa;
  --line: #2a3633; --sent: #4fd6bb; --whole: #1f4a42; --edge: #3b8375; --note: #f0c27a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; justify-content: space-between;
  margin-bottom: 1.75rem; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; margin: 0; }
h1 small { display: block; font-size: .8125rem; font-weight: 600; letter-spacing: .06em; text-transform: uppercase;
  color: var(--sent); margin-bottom: .35rem; }
h2 { font-size: 1.125rem; margin: 2.5rem 0 .75rem; letter-spacing: -.01em; }
header p, .facts dt, figcaption small, .card p, .soft { color: var(--soft); }
header p { margin: 0; }
.card, figure, .table { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.card { padding: 1.25rem 1.375rem 1.375rem; }
.card h2 { font-size: 1rem; font-weight: 600; margin: 0; }
.card .big { font-size: 3rem; line-height: 1.1; font-weight: 700; letter-spacing: -.035em; color: var(--ink);
  margin: .5rem 0 .25rem; font-variant-numeric: tabular-nums; }
.card p { margin: 0 0 .875rem; }
.card b { color: var(--ink); font-weight: 600; }
.share { display: block; width: 100%; height: 10px; border-radius: 5px; }
.facts { display: flex; flex-wrap: wrap; gap: 1px; margin: 1rem 0 0;
  background: var(--line); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.facts div { background: var(--card); padding: .75rem 1.375rem; flex: 1 1 9rem; }
.facts dt { font-size: .8125rem; }
.facts dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
figure { margin: 0; padding: 1rem 1.25rem; min-width: 0; }
figcaption { font-weight: 600; margin-bottom: .875rem; }
figcaption small { font-weight: 400; margin-left: .375rem; }
.plot { display: grid; grid-template: 11rem auto / auto minmax(0, 1fr); gap: .375rem .625rem; font-size: .75rem;
  color: var(--soft); font-variant-numeric: tabular-nums; }
.plot svg { width: 100%; height: 100%; overflow: visible; }
.scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; margin: -.6em 0; }
.times { grid-column: 2; display: flex; justify-content: space-between; }
.grid { stroke: var(--line); vector-effect: non-scaling-stroke; fill: none; }
.whole { fill: var(--whole); stroke: var(--edge); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.sent { fill: var(--sent); }
.share .whole { stroke: none; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .625rem 0 0; font-size: .875rem; color: var(--soft); }
.legend svg { width: .8rem; height: .8rem; margin-right: .4rem; vertical-align: -.08rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9375rem; }
th, td { padding: .5rem 1.125rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { font-weight: 500; font-size: .8125rem; color: var(--soft); }
tbody th { font-weight: 500; max-width: 20rem; white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
tbody tr, tfoot tr { border-top: 1px solid var(--line); }
tfoot { font-weight: 600; }
td .share { display: inline-block; width: 4rem; height: .5rem; margin-right: .75rem; border-radius: 4px; }
/* One width for all, so that the bars beside them start at one line. */
.figure { display: inline-block; width: 4.75rem; }
details > summary { cursor: pointer; font-size: 1.125rem; font-weight: 700; letter-spacing: -.01em; margin: 2.5rem 0 .75rem; }
.method { max-width: 46rem; }
.method li { margin: .375rem 0; }
.problems { border-left: 3px solid var(--note); padding-left: 1rem; margin-top: 1.5rem; }
.empty { padding: 3rem 1.375rem; text-align: center; }
:focus-visible { outline: 2px solid var(--sent); outline-offset: 2px; }
@media (max-width: 34rem) { main { padding-top: 1.5rem; } .card .big { font-size: 2.25rem; }
  td .share { display: none; }
  th, td { padding: .5rem .75rem; } }
@media print { body { background: none; } .card, figure, .table { break-inside: avoid; } }
`;
