/** Every stop, grouped by cause, the newest first. */
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, CircleDot, ShieldCheck } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { holdWords } from '../../../src/control/agents/state-words.ts';
import type { IncidentSummary } from '../../../src/control/api/client.ts';
import { useApi } from '../api/queries.ts';
import { groupByCause, type IncidentGroup } from '../incident/group.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Coded } from '../ui/coded.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Segments } from '../ui/segments.tsx';
import { Time } from '../ui/time.tsx';

const INCIDENTS_READ = 200;
const AGENTS_NAMED = 3;

export function IncidentsPage(): ReactNode {
  const [state, setState] = useState<'open' | 'all'>('all');
  const query = useApi('GET /api/incidents', { query: { state, limit: INCIDENTS_READ } });
  return (
    <>
      <PageHead
        title="Incidents"
        text="Every stop and what led to it. Stops with the same cause are grouped."
      >
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
              <Empty
                icon={ShieldCheck}
                title={state === 'all' ? 'No stops so far' : 'Nothing is stopped'}
              >
                When an agent is stopped, this page shows what led to it. Try it with{' '}
                <code>tripwire drill</code>.
              </Empty>
            ) : (
              <Groups incidents={incidents} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function Groups({ incidents }: { readonly incidents: readonly IncidentSummary[] }): ReactNode {
  const groups = useMemo(() => groupByCause(incidents), [incidents]);
  return (
    <ul aria-label="Incidents by cause">
      {groups.map((group) => (
        <li key={group.key} className="border-b border-line last:border-0">
          {group.incidents.length === 1 ? (
            <Row incident={group.newest} showTitle />
          ) : (
            <Group group={group} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Group({ group }: { readonly group: IncidentGroup }): ReactNode {
  const { newest, incidents, agents, open, firstAt } = group;
  const others = agents.length - AGENTS_NAMED;
  return (
    <details className="group">
      <summary className="grid list-none gap-x-4 gap-y-1 px-4 py-3 hover:bg-page md:grid-cols-[12rem_minmax(0,1fr)_auto]">
        <span className="flex min-w-0 items-start gap-1">
          <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 group-open:rotate-90" />
          <span className="min-w-0">
            <span className="block font-medium">{incidents.length} times</span>
            <span className="block truncate text-xs text-muted">
              {agents.slice(0, AGENTS_NAMED).join(', ')}
              {others > 0 ? ` and ${others} more` : ''}
            </span>
          </span>
        </span>
        <Cause incident={newest} />
        <span className="flex flex-wrap items-center gap-2 md:flex-col md:items-end">
          <Badge tone={open > 0 ? 'danger' : 'good'} icon={open > 0 ? CircleDot : CircleCheck}>
            {open > 0 ? `${open} still stopped` : 'all resumed'}
          </Badge>
          <span className="text-xs text-muted">
            first <Time at={firstAt} />, last <Time at={newest.at} />
          </span>
        </span>
      </summary>
      <ul className="border-t border-line bg-page">
        {incidents.map((incident) => (
          <li key={incident.id} className="border-b border-line last:border-0">
            <Row incident={incident} showTitle={false} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Cause({ incident }: { readonly incident: IncidentSummary }): ReactNode {
  return (
    <span className="min-w-0">
      <span className="block break-words">
        <Coded text={incident.title} />
      </span>
      <span className="text-xs text-muted">{holdWords[incident.kind]}</span>
    </span>
  );
}

function Row({
  incident,
  showTitle,
}: {
  readonly incident: IncidentSummary;
  readonly showTitle: boolean;
}): ReactNode {
  const { id, agent, session, at, open, acknowledged, healthy, assignee } = incident;
  return (
    <Link
      to="/incidents/$incident"
      params={{ incident: id }}
      className="grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken md:grid-cols-[12rem_minmax(0,1fr)_auto]"
    >
      <span className="min-w-0 md:pl-5">
        <span className="block truncate font-medium">{agent}</span>
        {session === null ? null : (
          <span className="block truncate text-xs text-muted">{session}</span>
        )}
      </span>
      {showTitle ? (
        <Cause incident={incident} />
      ) : (
        <span className="text-muted">See what led to it</span>
      )}
      <span className="flex flex-wrap items-center gap-2 md:flex-col md:items-end">
        <Badge tone={open ? 'danger' : 'good'} icon={open ? CircleDot : CircleCheck}>
          {open ? 'still stopped' : 'resumed'}
        </Badge>
        {healthy ? <Badge tone="warn">was healthy</Badge> : null}
        <span className="text-xs text-muted">
          <Time at={at} />
          {assignee === null ? '' : ` · assigned to ${assignee}`}
          {acknowledged === null ? '' : ` · seen by ${acknowledged.by}`}
        </span>
      </span>
    </Link>
  );
}
