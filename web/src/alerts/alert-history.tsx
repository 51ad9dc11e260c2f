/** Alerts with their state, the newest first. */
import { Link } from '@tanstack/react-router';
import { BellOff, CircleCheck, Eye, Flame } from 'lucide-react';
import type { ReactNode } from 'react';
import { holdWords } from '../../../src/control/agents/state-words.ts';
import type { Alert } from '../../../src/control/api/client.ts';
import { stopNumbers } from '../../../src/core/holds/stop-title.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Coded } from '../ui/coded.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';

const POLL_MS = 3_000;
const states = {
  firing: { tone: 'danger', icon: Flame },
  acknowledged: { tone: 'hold', icon: Eye },
  resolved: { tone: 'good', icon: CircleCheck },
} as const;

export function AlertHistory(): ReactNode {
  const query = useApi('GET /api/alerts', { query: { limit: 100 } }, { everyMs: POLL_MS });
  return (
    <Card title="Alerts" bodyClassName="p-0">
      <Loaded query={query}>
        {(alerts) =>
          alerts.length === 0 ? (
            <Empty icon={BellOff} title="No alerts yet">
              Stops, exhausted budgets and waiting approvals appear here and go to your channels.
            </Empty>
          ) : (
            <ul>
              {alerts.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function AlertRow({ alert }: { readonly alert: Alert }): ReactNode {
  const {
    id,
    agent,
    session,
    state,
    what,
    numbers,
    cost,
    fired_at: at,
    incident,
    how_to_resume: how,
  } = alert;
  const acknowledge = useChange('POST /api/alerts/:id/acknowledge');
  const may = useMay('operator');
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="w-32 shrink-0">
        <Badge tone={states[state].tone} icon={states[state].icon}>
          {state}
        </Badge>
        <Time at={at} className="mt-1 block text-xs text-muted" />
      </div>
      <div className="min-w-60 flex-1">
        <p className="font-medium">
          {agent === '*' ? 'All agents' : agent}
          {session === null ? '' : ` · ${session}`}
        </p>
        <p className="break-words">
          <Coded text={what} />
        </p>
        <p className="text-xs break-words text-muted">
          <Coded text={[behind(numbers), cost].filter((part) => part !== '').join(' · ')} />
        </p>
        {state === 'resolved' ? null : <p className="mt-1 text-xs text-muted">What to do: {how}</p>}
      </div>
      <div className="flex items-start gap-2">
        {incident === null ? null : (
          <Link
            to="/incidents/$incident"
            params={{ incident }}
            className="py-1 text-xs font-medium text-accent underline underline-offset-2"
          >
            Incident
          </Link>
        )}
        {state === 'firing' ? (
          <Button
            size="small"
            disabled={!may || acknowledge.isPending}
            onClick={() => acknowledge.mutate({ params: { id }, body: {} })}
          >
            Acknowledge
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** What stands behind a stop: its rule and score. The sentence before them is the title, and is there already. */
function behind(numbers: string): string {
  const [, hold = '', why = ''] = /^([a-z_]+): ([^]*)$/.exec(numbers) ?? [];
  if (!Object.hasOwn(holdWords, hold)) return numbers;
  return stopNumbers({ hold: hold as keyof typeof holdWords, by: 'detector', why });
}
