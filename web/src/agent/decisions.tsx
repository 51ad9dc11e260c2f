/** The last decisions, newest first: a line for each call, which unfolds into its records with the numbers behind them. */
import { Check, CircleDashed, Hourglass, Repeat, X, type LucideIcon } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Step } from '../../../src/control/api/client.ts';
import { usdText } from '../../../src/prices/money-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { count, percent, plural } from '../ui/numbers.ts';
import { Time, withLocalTimes } from '../ui/time.tsx';
import type { Tone } from '../ui/tone.ts';
import { callGroups, keptBy, type CallGroup } from './call-groups.ts';

const SHOWN_FIRST = 20;
const SHOWN_MORE = 100;

export function Decisions({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const [shown, setShown] = useState(SHOWN_FIRST);
  const newest = useMemo(() => callGroups(steps).toReversed(), [steps]);
  return (
    <Card title="Last decisions" bodyClassName="p-0">
      {newest.length === 0 ? <p className="p-4 text-muted">None yet.</p> : null}
      <ul aria-label="Last decisions">
        {newest.slice(0, shown).map((group) => (
          <GroupRow key={group.seq} group={group} />
        ))}
      </ul>
      {newest.length > shown ? (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setShown(shown + SHOWN_MORE)}>
            Show more
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

const verdicts: Readonly<
  Record<NonNullable<CallGroup['verdict']>, { readonly tone: Tone; readonly icon: LucideIcon }>
> = {
  allowed: { tone: 'good', icon: Check },
  waited: { tone: 'warn', icon: Hourglass },
  waiting: { tone: 'warn', icon: Hourglass },
  refused: { tone: 'danger', icon: X },
  'under way': { tone: 'accent', icon: CircleDashed },
};

/** One call; it unfolds into its records. */
export function GroupRow({ group }: { readonly group: CallGroup }): ReactNode {
  const { at, what, verdict, repeated, keptBy: kept, steps } = group;
  return (
    <li className="border-b border-line last:border-0">
      <details className="group">
        <summary className="grid list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-page sm:grid-cols-[6.5rem_6rem_minmax(0,1fr)_auto]">
          <Time at={at} className="text-xs whitespace-nowrap text-muted max-sm:order-2" />
          <span className="max-sm:order-1">
            {verdict === null ? (
              <Badge>recorded</Badge>
            ) : (
              <Badge {...verdicts[verdict]}>{verdict}</Badge>
            )}
          </span>
          <span className="min-w-0 break-words max-sm:order-4 max-sm:col-span-3">
            {withLocalTimes(what)}
            <span className="ml-2 text-xs text-muted tabular-nums">{figuresOf(group)}</span>
            {repeated ? (
              <Badge tone="warn" icon={Repeat} className="ml-2">
                repeated
              </Badge>
            ) : null}
            {kept === null ? null : <span className="ml-2 text-xs text-danger">{kept}</span>}
          </span>
          <span className="text-xs font-medium text-accent max-sm:order-3">
            <span className="group-open:hidden">why?</span>
            <span className="hidden group-open:inline">close</span>
          </span>
        </summary>
        {steps.length === 1 && steps[0] !== undefined ? (
          <Why step={steps[0]} />
        ) : (
          <ul className="border-t border-line bg-page pl-3">
            {steps.map((step) => (
              <DecisionRow key={step.seq} step={step} />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}

function figuresOf({ tokens, costUsd, tookMs }: CallGroup): string {
  const parts = [
    ...(tokens === 0 ? [] : [plural(tokens, 'token')]),
    ...(costUsd === null ? [] : [usdText(costUsd)]),
    ...(tookMs === null ? [] : [durationText(tookMs)]),
  ];
  return parts.join(' · ');
}

function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** One record; "numbers" opens what it was decided by. */
function DecisionRow({ step }: { readonly step: Step }): ReactNode {
  const { at, what, repeated } = step;
  const kept = keptBy(step);
  const verdict = step.allowed ? 'allowed' : step.waits ? 'waiting' : 'refused';
  return (
    <li className="border-b border-line last:border-0">
      <details className="group/record">
        <summary className="grid list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-page sm:grid-cols-[6.5rem_5.5rem_minmax(0,1fr)_auto]">
          <Time at={at} className="text-xs whitespace-nowrap text-muted max-sm:order-2" />
          <span className="max-sm:order-1">
            <Badge {...verdicts[verdict]}>{verdict}</Badge>
          </span>
          <span className="min-w-0 break-words max-sm:order-4 max-sm:col-span-3">
            {what}
            {repeated ? (
              <Badge tone="warn" icon={Repeat} className="ml-2">
                repeated
              </Badge>
            ) : null}
            {kept === null ? null : <span className="ml-2 text-xs text-danger">{kept}</span>}
          </span>
          <span className="text-xs font-medium text-accent max-sm:order-3">
            <span className="group-open/record:hidden">numbers</span>
            <span className="hidden group-open/record:inline">close</span>
          </span>
        </summary>
        <Why step={step} />
      </details>
    </li>
  );
}

function Why({ step }: { readonly step: Step }): ReactNode {
  const {
    reason,
    mode,
    intensity,
    health,
    tokens,
    remaining_budget: left,
    scores,
    session,
    thread,
    seq,
  } = step;
  const numbers: readonly (readonly [string, string])[] = [
    ['Mode', mode.toLowerCase()],
    ['Intensity', intensity.toLowerCase()],
    ['Health', percent(health)],
    ['Tokens', count(tokens)],
    ['Budget left', count(left)],
    ...(scores === null
      ? []
      : [
          ['Loop score', scores[scores.detector].toFixed(2)] as const,
          ['Stops above', scores.stops_above.toFixed(2)] as const,
          ...(scores.rule === null ? [] : [['Rule', scores.rule] as const]),
        ]),
    ...(session === null ? [] : [['Session', session] as const]),
    ...(thread === null ? [] : [['Thread', thread] as const]),
    ['Row of the journal', String(seq)],
  ];
  return (
    <div className="space-y-3 bg-page px-4 py-3">
      <p className="break-words">{withLocalTimes(scores?.reason ?? reason)}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 lg:grid-cols-6">
        {numbers.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="truncate tabular-nums" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
