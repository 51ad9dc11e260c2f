/** Every stop, the newest first. */
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDot, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { IncidentSummary } from '../../../src/control/api/client.ts';
import { useApi } from '../api/queries.ts';
import { holdWords } from '../hold-words.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Segments } from '../ui/segments.tsx';
import { Time, withLocalTimes } from '../ui/time.tsx';

export function IncidentsPage(): ReactNode {
  const [state, setState] = useState<'open' | 'all'>('all');
  const query = useApi('GET /api/incidents', { query: { state, limit: 200 } });
  return (
    <>
      <PageHead title="Incidents" text="Every stop, with what led to it.">
        <Segments
          label="Which incidents"
          chosen={state}
          options={[
            { id: 'all', label: 'All' },
            { id: 'open', label: 'Still stopped' },
          ]}
          onChoose={setState}
        />
      </PageHead>
      <Card bodyClassName="p-0">
        <Loaded query={query}>
          {(incidents) =>
            incidents.length === 0 ? (
              <Empty icon={ShieldCheck} title="No stop so far">
                When an agent is stopped, what it did before stands here. Try it:{' '}
                <code>tripwire drill</code>
              </Empty>
            ) : (
              <ul>
                {incidents.map((incident) => (
                  <Row key={incident.id} incident={incident} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function Row({ incident }: { readonly incident: IncidentSummary }): ReactNode {
  const { id, agent, session, kind, at, why, open, acknowledged, healthy } = incident;
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to="/incidents/$incident"
        params={{ incident: id }}
        className="group grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-page md:grid-cols-[12rem_minmax(0,1fr)_auto]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{agent}</span>
          <span className="block truncate text-xs text-muted">{session ?? ' '}</span>
        </span>
        <span className="min-w-0">
          <span className="text-xs font-medium text-muted">{holdWords[kind]}</span>
          <span
            className="line-clamp-2 break-words group-focus-visible:line-clamp-none"
            title={withLocalTimes(why)}
          >
            {withLocalTimes(why)}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2 md:flex-col md:items-end">
          <Badge tone={open ? 'danger' : 'good'} icon={open ? CircleDot : CircleCheck}>
            {open ? 'still stopped' : 'resumed'}
          </Badge>
          {healthy ? <Badge tone="warn">was healthy</Badge> : null}
          <span className="text-xs text-muted">
            <Time at={at} />
            {acknowledged === null ? '' : ` · seen by ${acknowledged.by}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
