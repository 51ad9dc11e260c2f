/**
 * An agent, or one of its sessions, as a row: the same everywhere it is listed. On a phone the row folds into lines.
 */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Agent, AgentSession } from '../../src/control/api/client.ts';
import { sumText, sumWords } from '../../src/prices/money-text.ts';
import { ActButton, type Target } from './act-dialog.tsx';
import { canStop, stateOf } from './agent-state.ts';
import { Health, StateBadge } from './state-badge.tsx';
import { AgentLink } from './ui/agent-link.tsx';
import { classes } from './ui/class-names.ts';
import { count } from './ui/numbers.ts';
import { Meter, Sparkline } from './ui/sparkline.tsx';
import { Time } from './ui/time.tsx';

/** The columns of a wide row; a middle one leaves out what is seldom needed. */
const agentColumns =
  'lg:grid-cols-[minmax(5rem,1fr)_13rem_10.5rem_4.5rem_5rem] xl:grid-cols-[minmax(7rem,1fr)_13rem_6.25rem_5rem_9.25rem_4.5rem_4.75rem_5rem]';
/** Cells of the columns that only a very wide row has. */
const onlyWide = 'max-xl:hidden';
const line =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2 max-lg:h-21 max-lg:content-center lg:h-13 lg:gap-y-0 lg:py-0';

export const agentHeadings = [
  'Agent',
  'State',
  'Health',
  'Activity',
  'Tokens a minute',
  'Today',
  'Seen',
  'Action',
] as const;
const wideHeadings: ReadonlySet<string> = new Set(['Health', 'Activity', 'Seen']);

export function AgentHead({ children }: { readonly children: readonly ReactNode[] }): ReactNode {
  return (
    <div
      role="row"
      className={classes(
        'hidden items-center gap-x-3 border-b border-line px-4 py-2 text-xs font-medium text-muted lg:grid',
        agentColumns,
      )}
    >
      {children.map((one, index) => (
        <div
          role="columnheader"
          key={agentHeadings[index]}
          className={classes(
            'min-w-0 last:text-right',
            wideHeadings.has(agentHeadings[index] ?? '') && onlyWide,
          )}
        >
          {one}
        </div>
      ))}
    </div>
  );
}

export interface AgentRowProps {
  readonly agent: Agent;
  /** Given where families can be unfolded. */
  readonly unfolded?: boolean | undefined;
  readonly onUnfold?: ((agent: string) => void) | undefined;
}

export const AgentRow = memo(function AgentRow({
  agent,
  unfolded,
  onUnfold,
}: AgentRowProps): ReactNode {
  return (
    <div role="row" className={classes(line, agentColumns, 'border-b border-line hover:bg-page')}>
      <div role="cell" className="flex min-w-0 items-center gap-1.5">
        {agent.sessions.length > 0 && onUnfold !== undefined ? (
          <button
            type="button"
            aria-expanded={unfolded === true}
            aria-label={`Sessions of ${agent.name}`}
            onClick={() => onUnfold(agent.id)}
            className="-ml-1 rounded p-0.5 text-muted hover:bg-sunken"
          >
            {unfolded === true ? (
              <ChevronDown className="size-4" />
            ) : (
              <ChevronRight className="size-4" />
            )}
          </button>
        ) : null}
        <div className="min-w-0">
          <AgentLink
            agent={agent.id}
            className="block truncate font-medium underline-offset-4 hover:underline"
          />
          {agent.sessions.length > 1 ? (
            <span className="block text-xs text-muted">{agent.sessions.length} sessions</span>
          ) : null}
        </div>
      </div>
      <Standing of={agent} />
      <div role="cell" className={classes('text-xs whitespace-nowrap text-muted', onlyWide)}>
        {agent.last_seen === null ? 'never' : <Time at={agent.last_seen} relative />}
      </div>
      <ActCell of={agent} target={{ agent: agent.id }} />
    </div>
  );
});

export const SessionRow = memo(function SessionRow({
  agent,
  session,
}: {
  readonly agent: string;
  readonly session: AgentSession;
}): ReactNode {
  return (
    <div role="row" className={classes(line, agentColumns, 'border-b border-line bg-page')}>
      <div role="cell" className="min-w-0 truncate pl-6 font-mono text-xs" title={session.id}>
        {session.id}
        {session.threads.length > 1 ? (
          <span className="text-muted"> · {session.threads.length} threads</span>
        ) : null}
      </div>
      <Standing of={session} />
      <div role="cell" className={onlyWide}>
        <span className="sr-only">not known</span>
      </div>
      <ActCell of={session} target={{ agent, session: session.id }} />
    </div>
  );
});

function Standing({ of }: { readonly of: Agent | AgentSession }): ReactNode {
  const { health, usage, spend } = of;
  const share = usage.tokens_minute / Math.max(1, usage.budget_tokens_minute);
  return (
    <>
      <div role="cell" className="flex min-w-0 max-lg:justify-end">
        <StateBadge of={of} />
      </div>
      <div role="cell" className={onlyWide}>
        <Health value={health} />
      </div>
      <div role="cell" className={onlyWide} title="Tokens by minute">
        <Sparkline values={usage.tokens_by_minute} />
      </div>
      <div role="cell" className="min-w-0">
        <Meter
          label="Share of the token budget"
          share={share}
          tone={share > 1 ? 'danger' : share > 0.8 ? 'warn' : 'accent'}
          text={`${count(usage.tokens_minute)} of ${count(usage.budget_tokens_minute)}`}
        />
      </div>
      <div
        role="cell"
        className="text-xs tabular-nums max-lg:hidden"
        title={`${count(spend.today.tokens)} tokens since midnight UTC, ${sumWords(spend.today)}`}
      >
        {sumText(spend.today)}
      </div>
    </>
  );
}

function ActCell({
  of,
  target,
}: {
  readonly of: Agent | AgentSession;
  readonly target: Target;
}): ReactNode {
  const { release } = stateOf(of);
  return (
    <div role="cell" className="flex justify-end">
      {release !== null && release !== 'resume-all' ? (
        <ActButton size="small" name={release} target={target} />
      ) : canStop(of) ? (
        <ActButton size="small" tone="dangerQuiet" name="deactivate" target={target} />
      ) : null}
    </div>
  );
}
