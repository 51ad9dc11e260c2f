/**
 * The overview: in one look what every agent is doing, what needs a person, and what the day has cost.
 */
import { Link } from '@tanstack/react-router';
import { Bell, Bot, CircleCheck, Hand, OctagonX, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Agent, Overview } from '../../../src/control/api/client.ts';
import { sumText, usdText } from '../../../src/prices/money-text.ts';
import { AgentHead, agentHeadings, AgentRow } from '../agent-row.tsx';
import { stateOf, type AgentState } from '../agent-state.ts';
import { useAgents } from '../api/agents.ts';
import { useApi } from '../api/queries.ts';
import { UsageCard } from '../overview/usage-card.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Figure } from '../ui/card.tsx';
import { Coded } from '../ui/coded.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Time } from '../ui/time.tsx';

const POLL_MS = 2_000;
const AGENTS_SHOWN = 25;
/** The name under which the API says what concerns all agents. */
const EVERYBODY = '*';
const NEEDS_SHOWN = 6;

export function OverviewPage(): ReactNode {
  const overview = useApi('GET /api/overview', undefined, { everyMs: POLL_MS });
  const { data: agents } = useAgents();
  return (
    <>
      <PageHead
        title="Overview"
        text={
          overview.data === undefined || agents === undefined
            ? ' '
            : sentence(overview.data, agents)
        }
      />
      <Loaded query={overview}>
        {(data) => (
          <div className="space-y-5">
            <Today today={data.today} />
            <Needs needs={data.needs} waiting={data.waiting} channels={data.alert_channels} />
            <UsageCard />
            <Agents />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Counts the states that the rows below show, so that the sentence and the rows never differ. */
function sentence(
  { open_calls: calls, stop_all: all, needs }: Overview,
  agents: readonly Agent[],
): string {
  if (all !== null) return 'All agents are stopped.';
  if (agents.length === 0) return 'No agent has called yet.';
  const inState = (group: AgentState['group']) =>
    agents.filter((agent) => stateOf(agent).group === group).length;
  const waiting = inState('waiting');
  const held = waiting === 0 ? '' : ` ${waiting} waiting,`;
  const sessions = needs.filter(({ kind, session }) => kind === 'stopped' && session !== null);
  const parts = sessions.length === 0 ? '' : ` ${plural(sessions.length, 'session')} stopped,`;
  return `${plural(agents.length, 'agent')}: ${inState('working')} working,${held} ${inState('stopped')} stopped,${parts} ${plural(calls, 'call')} under way.`;
}

const needSigns = {
  stopped: { icon: OctagonX, look: 'text-danger', word: 'Stopped' },
  approval: { icon: Hand, look: 'text-hold', word: 'Waiting for approval' },
  problem: { icon: TriangleAlert, look: 'text-danger', word: 'Problem' },
  alert: { icon: Bell, look: 'text-warn', word: 'Alert' },
};

function Needs({
  needs,
  waiting,
  channels,
}: {
  readonly needs: Overview['needs'];
  readonly waiting: number;
  readonly channels: number;
}): ReactNode {
  const [shown, setShown] = useState(NEEDS_SHOWN);
  return (
    <Card title={`Needs you${needs.length === 0 ? '' : ` (${needs.length})`}`} bodyClassName="p-0">
      {needs.length === 0 ? (
        <p className="flex items-center gap-2 p-4 text-muted">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          Nothing needs you.{' '}
          {waiting === 0
            ? null
            : `${plural(waiting, 'agent is', 'agents are')} held back for a while and will continue without you.`}
        </p>
      ) : (
        <ul>
          {needs.slice(0, shown).map((need) => (
            <Need key={`${need.kind} ${need.agent} ${need.id ?? ''}`} need={need} />
          ))}
        </ul>
      )}
      {needs.length > shown ? (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setShown(needs.length)}>
            Show {needs.length - shown} more
          </Button>
        </div>
      ) : null}
      {channels === 0 ? (
        <p className="border-t border-line px-4 py-2.5 text-xs text-muted">
          Nobody hears about a stop while this page is closed.{' '}
          <Link to="/alerts" className="text-accent underline underline-offset-2">
            Add an alert channel
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

function Need({ need }: { readonly need: Overview['needs'][number] }): ReactNode {
  const { kind, agent, session, what, since, id } = need;
  const { icon: Icon, look, word } = needSigns[kind];
  const inside = (
    <>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <span className="grid min-w-0 flex-1 gap-x-4 md:grid-cols-[minmax(0,13rem)_10rem_minmax(0,1fr)]">
        <span className="truncate font-medium">
          {agent === EVERYBODY ? 'All agents' : agent}
          {session === null ? '' : ` · ${session}`}
        </span>
        <span className={look}>{word}</span>
        <span className="break-words text-muted">
          <Coded text={what} />
        </span>
      </span>
      {since === null ? null : <Time at={since} relative className="shrink-0 text-xs text-muted" />}
    </>
  );
  const row = 'group flex gap-3 px-4 py-2.5 hover:bg-page';
  return (
    <li className="border-b border-line last:border-0">
      {kind === 'stopped' && id !== null ? (
        <Link to="/incidents/$incident" params={{ incident: id }} className={row}>
          {inside}
        </Link>
      ) : kind === 'approval' ? (
        <Link to="/approvals" className={row}>
          {inside}
        </Link>
      ) : kind === 'alert' ? (
        <Link to="/alerts" className={row}>
          {inside}
        </Link>
      ) : agent === EVERYBODY ? (
        <div className={row}>{inside}</div>
      ) : (
        <Link to="/agents/$agent" params={{ agent }} className={row}>
          {inside}
        </Link>
      )}
    </li>
  );
}

function Today({ today }: { readonly today: Overview['today'] }): ReactNode {
  return (
    <Card>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-4 lg:grid-cols-6" title="Since midnight UTC">
        <Figure label="Tokens today" value={count(today.tokens)} note="since midnight UTC" />
        <Figure label="Calls" value={count(today.calls)} note="today" />
        <Figure
          label="Money"
          value={sumText(today)}
          note={
            today.unpriced_calls === 0
              ? 'at list prices'
              : `${plural(today.unpriced_calls, 'call')} without a known price`
          }
        />
        <Figure
          label="Loops stopped"
          value={count(today.stops)}
          note={`${plural(today.refused, 'request')} refused`}
        />
        <Figure
          label="Saved by stops"
          value={today.saved_usd === null ? '–' : usdText(today.saved_usd)}
          note={`estimated: ${count(today.saved_tokens)} tokens, refused requests at their usual cost`}
        />
        <Figure label="Wrongly stopped" value={count(today.wrongly_paused)} note="marked healthy" />
      </dl>
    </Card>
  );
}

function Agents(): ReactNode {
  const query = useAgents();
  return (
    <Card
      title="Agents"
      bodyClassName="p-0"
      aside={
        <Link to="/agents" className="text-xs text-accent underline-offset-2 hover:underline">
          All agents
        </Link>
      }
    >
      <Loaded query={query}>
        {(agents) =>
          agents.length === 0 ? (
            <Empty icon={Bot} title="No agent has called yet">
              <Link to="/connect" className="text-accent underline underline-offset-2">
                Connect your first agent
              </Link>{' '}
              It takes one line.
            </Empty>
          ) : (
            <div role="table" aria-label="Agents">
              <AgentHead>{agentHeadings}</AgentHead>
              {[...agents]
                .toSorted(
                  (one, other) =>
                    stateOf(one).rank - stateOf(other).rank || (one.id < other.id ? -1 : 1),
                )
                .slice(0, AGENTS_SHOWN)
                .map((agent) => (
                  <AgentRow key={agent.id} agent={agent} />
                ))}
              {agents.length > AGENTS_SHOWN ? (
                <p className="p-3 text-center text-xs text-muted">
                  and {count(agents.length - AGENTS_SHOWN)} more under All agents
                </p>
              ) : null}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
