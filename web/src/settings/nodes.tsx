/** The servers that serve this journal together: whether each is there, and how far it is. */
import type { ReactNode } from 'react';
import { useApi } from '../api/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { plural } from '../ui/numbers.ts';

const EVERY_MS = 2_000;
const SECOND_MS = 1_000;

/** Nothing where a server is alone. */
export function Nodes(): ReactNode {
  const { data: nodes = [] } = useApi('GET /api/nodes', undefined, { everyMs: EVERY_MS });
  if (nodes.length === 0) return null;
  return (
    <Card title="Nodes" bodyClassName="p-0">
      <ul>
        {nodes.map((node) => (
          <li key={node.node} className="space-y-1 border-b border-line px-4 py-2.5">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 font-medium break-words">{node.name}</span>
              {node.this_node ? <Badge tone="neutral">shows this page</Badge> : null}
              {node.leads ? <Badge tone="neutral">sends alerts</Badge> : null}
              {node.behind > 0 ? (
                <Badge tone="warn">{plural(node.behind, 'change')} not confirmed</Badge>
              ) : null}
              {node.lease_ms < 0 ? <Badge tone="danger">lets nothing through</Badge> : null}
            </div>
            <p className="text-xs text-muted">
              Version {node.version}, {plural(node.open_calls, 'call')} in progress.{' '}
              {leaseWords(node.lease_ms)}{' '}
              {node.behind === 0 ? 'Every stop and setting has reached it.' : null}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function leaseWords(leaseMs: number): string {
  if (leaseMs < 0) return 'Its lease has expired, so it refuses every request.';
  return `Its lease is valid for another ${(leaseMs / SECOND_MS).toFixed(1)} s.`;
}
