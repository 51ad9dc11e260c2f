/**
 * One agent: how it stands and why, its course over the last steps, its sessions, its kill switch, its decisions.
 */
import { Link, useParams } from '@tanstack/react-router';
import { OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Agent } from '../../../src/control/api/client.ts';
import { sumText } from '../../../src/prices/money-text.ts';
import { ActButton } from '../act-dialog.tsx';
import { canStop, stateOf } from '../agent-state.ts';
import { BudgetsCard } from '../agent/budgets-card.tsx';
import { Course } from '../agent/course.tsx';
import { Decisions } from '../agent/decisions.tsx';
import { KillSwitchCard } from '../agent/kill-switch-card.tsx';
import { LimitsCard } from '../agent/limits-card.tsx';
import { PlanCard } from '../agent/plan-card.tsx';
import { SessionTree } from '../agent/session-tree.tsx';
import { ShadowCard } from '../agent/shadow-card.tsx';
import { StopCourse } from '../agent/stop-course.tsx';
import { StuckCard } from '../agent/stuck-card.tsx';
import { useApi } from '../api/queries.ts';
import { ResumeAllButton } from '../shell/stop-all.tsx';
import { Health, Intensity, StateBadge } from '../state-badge.tsx';
import { Card, Figure } from '../ui/card.tsx';
import { Coded } from '../ui/coded.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Time } from '../ui/time.tsx';

const POLL_MS = 1_500;

export function AgentPage(): ReactNode {
  const { agent: id } = useParams({ from: '/agents/$agent' });
  const query = useApi('GET /api/agents/:id', { params: { id } }, { everyMs: POLL_MS });
  const steps = useApi(
    'GET /api/agents/:id/steps',
    { params: { id }, query: { limit: 300 } },
    { everyMs: POLL_MS },
  );
  return (
    <>
      <PageHead title={id} text={query.data === undefined ? ' ' : <Standing agent={query.data} />}>
        {query.data === undefined ? null : <Acts agent={query.data} />}
      </PageHead>
      <Loaded query={query}>
        {(agent) => (
          <div className="space-y-5">
            <Why agent={agent} />
            <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
              <div className="min-w-0 space-y-5">
                <Numbers agent={agent} />
                <Loaded query={steps}>{(found) => <Course agent={agent} steps={found} />}</Loaded>
                <ShadowCard key={agent.id} agent={agent} />
                <SessionTree agent={agent} />
                <Loaded query={steps}>{(found) => <Decisions steps={found} />}</Loaded>
              </div>
              <div className="min-w-0 space-y-5">
                <KillSwitchCard key={agent.id} agent={agent} />
                <LimitsCard key={`limits ${agent.id}`} agent={agent} />
                <BudgetsCard agent={agent} />
                <PlanCard plan={agent.plan} />
                <StuckCard stuck={agent.stuck} />
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Standing({ agent }: { readonly agent: Agent }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateBadge of={agent} />
      <span>
        seen {agent.last_seen === null ? 'never' : <Time at={agent.last_seen} relative />}
      </span>
      {agent.drill ? <span>belongs to tripwire drill; lists and figures leave it out</span> : null}
      <Link
        to="/events"
        search={{ agent: agent.id }}
        className="text-accent underline underline-offset-2"
      >
        Events
      </Link>
    </span>
  );
}

function Acts({ agent }: { readonly agent: Agent }): ReactNode {
  const { release } = stateOf(agent);
  const target = { agent: agent.id };
  return (
    <>
      {release === 'resume-all' ? <ResumeAllButton /> : null}
      {release !== null && release !== 'resume-all' ? (
        <ActButton name={release} target={target} tone="primary" />
      ) : null}
      {canStop(agent) ? <ActButton name="deactivate" target={target} tone="danger" /> : null}
    </>
  );
}

/** Why it is stopped or held back, where one looks first. */
function Why({ agent }: { readonly agent: Agent }): ReactNode {
  const { why, group, word, icon: Icon } = stateOf(agent);
  const incidents = useApi('GET /api/incidents', { query: { agent: agent.id, limit: 5 } });
  if (why === null) return null;
  if (group !== 'stopped') {
    return (
      <div
        role="status"
        className="flex gap-3 rounded-lg border border-line-strong bg-warn-soft p-4"
      >
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <div className="min-w-0">
          <p className="font-medium">{word}</p>
          <p className="mt-0.5 break-words">
            <Coded text={why} />
          </p>
        </div>
      </div>
    );
  }
  const incident = incidents.data?.find(({ open }) => open);
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-lg border border-danger-solid/40 bg-danger-soft p-4"
    >
      <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium break-words">
          <Coded text={why} />
        </p>
        {incident === undefined ? null : (
          <p className="mt-1 text-muted">
            <Time at={incident.at} />, by{' '}
            {incident.by === 'detector' ? 'the loop detector' : incident.by}
          </p>
        )}
        <StopCourse agent={agent.id} />
        {incident === undefined ? null : (
          <Link
            to="/incidents/$incident"
            params={{ incident: incident.id }}
            className="mt-2 inline-block font-medium text-accent underline underline-offset-2"
          >
            See what led to it
          </Link>
        )}
      </div>
    </div>
  );
}

function Numbers({ agent }: { readonly agent: Agent }): ReactNode {
  const { usage, health, intensity, spend, open_calls: open } = agent;
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        <Figure
          label="Spent today"
          value={sumText(spend.today)}
          note={`${plural(spend.today.tokens, 'token')}${spend.today.unpriced_calls === 0 ? '' : `; ${plural(spend.today.unpriced_calls, 'call')} without a known price`}`}
        />
        <Figure
          label="Tokens this minute"
          value={count(usage.tokens_minute)}
          note={`of ${count(usage.budget_tokens_minute)}`}
        />
        <Figure
          label="Tool calls this minute"
          value={count(usage.tool_calls_minute)}
          note={`of ${count(usage.budget_tool_calls_minute)}`}
        />
        <Figure label="Calls under way" value={count(open)} />
        <div>
          <dt className="text-xs text-muted">Health and intensity</dt>
          <dd className="mt-2">
            <Health value={health} />
          </dd>
          <dd className="mt-1">
            <Intensity value={intensity} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
