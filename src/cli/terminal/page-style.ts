/**
 * How a page of a command looks, in light and in dark.
 */
export const PAGE_STYLE = `
:root { --page: #fbfaf8; --card: #fff; --ink: #1d1f23; --soft: #666a73; --line: #dcdad5;
  --score: #2563eb; --stop: #c2291c; --from: #a16207; --good: #15803d; }
@media (prefers-color-scheme: dark) {
  :root { --page: #15171b; --card: #1e2126; --ink: #eceae6; --soft: #a2a6ae; --line: #383c44;
    --score: #7aa7ff; --stop: #ff7b6e; --from: #e3b341; --good: #4ade80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: 1rem 1.2rem; margin: 1rem 0; }
section p { margin: .4rem 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .8rem; margin: 1rem 0; }
.tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .7rem .9rem; }
dt { color: var(--soft); font-size: .85rem; }
dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.where, .why, footer { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
.good { color: var(--good); }
svg { display: block; width: 100%; height: auto; margin: .6rem 0; }
.axis { stroke: var(--line); }
.limit { stroke: var(--soft); stroke-dasharray: 4 4; }
.score { fill: none; stroke: var(--score); stroke-width: 2; stroke-linejoin: round; }
line.from { stroke: var(--from); }
line.stop { stroke: var(--stop); }
.label { fill: var(--soft); font-size: 11px; }
text.from { fill: var(--from); }
text.stop { fill: var(--stop); }
`;
