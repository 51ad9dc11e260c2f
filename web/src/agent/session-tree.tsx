/** The sessions of an agent and the conversations inside them, as a tree. */
import { GitBranch } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Agent, AgentSession } from '../../../src/control/api/client.ts';
import { sumText, sumWords } from '../../../src/prices/money-text.ts';
import { ActButton, type Target } from '../act-dialog.tsx';
import { canStop, stateOf } from '../agent-state.ts';
import { StateBadge } from '../state-badge.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Time } from '../ui/time.tsx';

const SESSIONS_SHOWN = 20;
/** The session's own conversation. */
const MAIN = 'main';

export function SessionTree({ agent }: { readonly agent: Agent }): ReactNode {
  const { sessions } = agent;
  return (
    <Card title={`Sessions and subagents${sessions.length === 0 ? '' : ` (${sessions.length})`}`}>
      {sessions.length === 0 ? (
        <p className="text-muted">It has one session, which is the agent itself.</p>
      ) : (
        <ul className="space-y-3">
          {sessions.slice(0, SESSIONS_SHOWN).map((session) => (
            <SessionNode key={session.id} agent={agent.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SessionNode({
  agent,
  session,
}: {
  readonly agent: string;
  readonly session: AgentSession;
}): ReactNode {
  const { release } = stateOf(session);
  const target = { agent, session: session.id };
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 basis-full truncate font-mono text-xs" title={session.id}>
          {session.id}
        </span>
        <span
          className="flex-1 text-xs text-muted tabular-nums"
          title={sumWords(session.spend.total)}
        >
          {sumText(session.spend.total)}
        </span>
        {session.spend.subagents.total.tokens === 0 ? null : (
          <span
            className="text-xs text-muted tabular-nums"
            title={sumWords(session.spend.subagents.total)}
          >
            {sumText(session.spend.subagents.total)} by subagents
          </span>
        )}
        <StateBadge of={session} />
        {release !== null && release !== 'resume-all' ? (
          <ActButton size="small" name={release} target={target} />
        ) : canStop(session) ? (
          <ActButton size="small" tone="dangerQuiet" name="deactivate" target={target} />
        ) : null}
      </div>
      {session.threads.length === 0 ? null : (
        <ul className="mt-1.5 ml-1.5 space-y-1 border-l border-line pl-3">
          {session.threads.map((thread) => (
            <ThreadNode key={thread.id} target={target} thread={thread} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A conversation: the session's own, of which a turn can be stopped, or a subagent's. */
function ThreadNode({
  target,
  thread: { id, mode, holds, spend, last_event_at: at },
}: {
  readonly target: Target;
  readonly thread: AgentSession['threads'][number];
}): ReactNode {
  const isOwn = id === MAIN;
  const whom: Target = isOwn ? { ...target, turn: true } : { ...target, subagent: id };
  return (
    <li className="flex items-center gap-2 text-xs">
      <GitBranch aria-hidden className="size-3.5 text-muted" />
      <span className="min-w-0 flex-1 truncate font-mono" title={id}>
        {id}
      </span>
      <span className="text-muted tabular-nums">{sumText(spend.total)}</span>
      <Badge tone={mode === 'LOOPING' || mode === 'RUNAWAY' ? 'warn' : 'neutral'}>
        {holds.length > 0 ? 'held' : mode.toLowerCase()}
      </Badge>
      {at === null ? null : <Time at={at} relative className="text-muted" />}
      {holds.length === 0 ? (
        <ActButton
          size="small"
          tone="dangerQuiet"
          name="deactivate"
          target={whom}
          label={isOwn ? 'Stop turn' : 'Stop'}
        />
      ) : isOwn ? null : (
        <ActButton size="small" name="activate" target={whom} />
      )}
    </li>
  );
}
