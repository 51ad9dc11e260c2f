/**
 * The servers that serve a database together, in lines.
 */
import type { Answer } from '../../control/api/client.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';

const SECOND_MS = 1_000;

/** A table of them; nothing where a server is alone. */
export function nodeLines(nodes: Answer<'GET /api/nodes'>): Line[] {
  if (nodes.length === 0) return [];
  const headings = ['NODE', 'VERSION', 'LEASE', 'CALLS OPEN', 'UNCONFIRMED', ''];
  const rows = nodes.map((node): Line[] => [
    [span(node.name)],
    [span(node.version)],
    [leaseSpan(node.lease_ms)],
    [span(String(node.open_calls))],
    [span(String(node.behind), node.behind === 0 ? 'green' : 'yellow')],
    [
      span(
        [node.this_node ? 'this one' : '', node.leads ? 'leads' : ''].filter(Boolean).join(', '),
      ),
    ],
  ]);
  return [[], ...textTable(headings, rows)];
}

function leaseSpan(leaseMs: number) {
  if (leaseMs < 0) return span('over', 'red');
  return span(`${(leaseMs / SECOND_MS).toFixed(1)} s`);
}
