/**
 * The end of the demo: what was judged, why each stop happened, and what to try next.
 */
import type { Digests } from '../../core/index.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { clockText } from './screen.ts';
import type { AgentView } from './view.ts';

/** The summary; lines are as long as their words, the caller cuts them for a terminal. */
export function renderSummary(agents: readonly AgentView[], digests: Digests): Line[] {
  return [
    ...table(agents),
    [],
    [span('Every stop, in the words of the core', 'bold')],
    ...agents.flatMap(stopLines),
    [],
    [span('The same digest on every run and every machine, for only the records decide:', 'dim')],
    [span(`  decisions ${digests.decisionsHash}`, 'dim')],
    [],
    [span('Try next', 'bold')],
    [span('  bin/tripwire decide --help', 'cyan'), span('   judge a recording of your own agent')],
    [span('  bin/tripwire replay --help', 'cyan'), span('   prove that a recording was judged so')],
    [span('  README.md', 'cyan'), span('                    what is proven, and how to go on')],
  ];
}

function table(agents: readonly AgentView[]): Line[] {
  const head = ['agent', 'events judged', 'allowed', 'refused', 'stops', 'health', 'now'];
  const rows = agents.map(({ name, allowed, refused, stops, decision }) => [
    name,
    String(allowed + refused),
    String(allowed),
    String(refused),
    String(stops.length),
    decision === null ? '' : decision.health.toFixed(2),
    decision?.safety.allowed === true ? 'allowed' : 'refused',
  ]);
  const widths = head.map((text, column) =>
    Math.max(text.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const text = (row: readonly string[]) =>
    row
      .map((value, column) => {
        const numeric = column > 0 && column < head.length - 1;
        return numeric ? value.padStart(widths[column] ?? 0) : value.padEnd(widths[column] ?? 0);
      })
      .join('  ');
  return [[span(text(head), 'bold')], ...rows.map((row) => [span(text(row))])];
}

function stopLines({ name, stops }: AgentView): Line[] {
  if (stops.length === 0) return [[span('         '), span(`${name}  never stopped`, 'green')]];
  return stops.map(({ atMs, text }) => [
    span(`  ${clockText(atMs)}  `, 'dim'),
    span(`${name}  `),
    span(text, 'yellow'),
  ]);
}
