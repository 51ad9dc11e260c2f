/**
 * What rules of an agent would have done while they only reported, beside what was done, and the button that makes the
 * kill switch act.
 */
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Agent, ShadowReport } from '../../../src/control/api/client.ts';
import { useApi } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Coded } from '../ui/coded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { Time } from '../ui/time.tsx';
import { useKillSwitchChange } from './kill-switch-change.tsx';

const POLL_MS = 5_000;
const DAY_MS = 86_400_000;

type Stops = ShadowReport['agents'][number]['stops'];

/** Nothing where the switch acts and there is nothing to report. */
export function ShadowCard({ agent }: { readonly agent: Agent }): ReactNode {
  const { data } = useApi(
    'GET /api/shadow-report',
    { query: { agent: agent.id } },
    { everyMs: POLL_MS },
  );
  const own = data?.agents[0];
  const { enabled, shadow } = agent.kill_switch;
  const acts = enabled && !shadow;
  const total = own?.would_have_stopped ?? 0;
  const rules = own?.would_have ?? [];
  if (data === undefined || (acts && total === 0 && rules.length === 0)) return null;
  return (
    <Card
      title="What would have been stopped"
      aside={
        <Badge tone={acts ? 'neutral' : 'hold'} icon={Eye}>
          {acts ? 'before it acted' : shadow ? 'in shadow' : 'switched off'}
        </Badge>
      }
      bodyClassName="p-0"
    >
      <p className="px-4 py-3">{sentence(total, data)}</p>
      {own === undefined || rules.length === 0 ? null : <OtherRules rules={rules} did={own.did} />}
      {own === undefined || total === 0 ? null : <StopTable stops={own.stops} />}
      {total > (own?.stops.length ?? 0) ? (
        <p className="px-4 py-2 text-xs text-muted">Only the newest are shown.</p>
      ) : null}
      {acts ? null : <SwitchOn agent={agent} />}
    </Card>
  );
}

const ruleWords = {
  limits: 'Own limits',
  budgets: 'Budgets',
  team: 'Budgets of the team',
  policy: 'Policy',
  loop: 'Loop rule',
  approval: 'Approval',
} as const;

const actWords = {
  refuse: 'would have refused',
  wait: 'would have delayed',
  ask: 'would have asked about',
  stop: 'would have stopped',
} as const;

type Own = ShadowReport['agents'][number];

/** Every other rule in shadow, and what the rules that act did in the same time. */
function OtherRules({
  rules,
  did,
}: {
  readonly rules: Own['would_have'];
  readonly did: Own['did'];
}): ReactNode {
  return (
    <div className="border-t border-line px-4 py-3">
      <ul className="space-y-1">
        {rules.map(({ rule, act, name, times, last_at: at }) => (
          <li key={`${rule} ${act} ${name ?? ''}`}>
            {ruleWords[rule]}
            {name === null ? '' : ` ${name}`}: {actWords[act]} {plural(times, 'time')}, last{' '}
            <Time at={at} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted">
        In the same time {plural(did.stopped, 'stop')}, {plural(did.held, 'hold')},{' '}
        {plural(did.vetoed, 'veto', 'vetoes')} and {plural(did.refused, 'refused request')} were
        real. The constitution’s six vetoes always apply.
      </p>
    </div>
  );
}

function sentence(total: number, { since, until, complete }: ShadowReport): string {
  const span = `in the last ${plural(Math.round((until - since) / DAY_MS), 'day')}`;
  if (total === 0) return `The kill switch would have stopped nothing ${span}.`;
  const times = total === 1 ? 'once' : `${complete ? '' : 'at least '}${count(total)} times`;
  return `The kill switch would have stopped this agent ${times} ${span}.`;
}

function StopTable({ stops }: { readonly stops: Stops }): ReactNode {
  return (
    <table className="w-full border-t border-line text-left max-sm:block">
      <thead className="text-xs text-muted max-sm:sr-only">
        <tr>
          {['Time', 'Rule', 'Reason'].map((heading) => (
            <th key={heading} scope="col" className="px-4 py-2 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {stops.map(({ at, session, rule, reason }) => (
          <tr
            key={`${at} ${session ?? ''}`}
            className="border-t border-line align-top max-sm:block max-sm:py-2"
          >
            <td className="px-4 py-2 text-xs whitespace-nowrap text-muted max-sm:inline-block max-sm:py-0">
              <Time at={at} />
            </td>
            <td className="px-4 py-2 text-xs whitespace-nowrap max-sm:inline-block max-sm:py-0">
              {rule ?? 'none named'}
            </td>
            <td className="px-4 py-2 break-words max-sm:block max-sm:py-0.5">
              <Coded text={reason} />
              {session === null || session === 'main' ? null : (
                <span className="block font-mono text-xs text-muted">session {session}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SwitchOn({ agent }: { readonly agent: Agent }): ReactNode {
  const may = useMay('operator');
  const change = useKillSwitchChange(agent, () => undefined);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <p className="min-w-48 flex-1 text-xs text-muted">
        Once it is on, the next loop stops the agent, and a person has to resume it.
      </p>
      <Button
        tone="primary"
        disabled={!may || change.isPending}
        onClick={() => change.make({ enabled: true, shadow: false })}
      >
        Switch it on
      </Button>
      {change.question}
    </div>
  );
}
