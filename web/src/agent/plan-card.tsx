/** The windows of a subscription: how full each is, when it resets, and which one counts. */
import type { ReactNode } from 'react';
import type { Agent } from '../../../src/control/api/client.ts';
import { Card } from '../ui/card.tsx';
import { Meter } from '../ui/sparkline.tsx';
import { Time } from '../ui/time.tsx';

type Plan = NonNullable<Agent['plan']>;
type Window = Plan['windows'][number];

const FULL_PERCENT = 95;
const WARN_PERCENT = 80;

const names: Readonly<Record<string, string>> = {
  five_hour: 'Five hours',
  seven_day: 'Seven days',
};

/** Nothing where no provider reported a plan. */
export function PlanCard({ plan }: { readonly plan: Agent['plan'] }): ReactNode {
  if (plan === null) return null;
  return (
    <Card title="Subscription">
      <ul className="space-y-3">
        {plan.windows.map((window) => (
          <li key={window.name}>
            <PlanMeter window={window} warn={plan.warn ?? WARN_PERCENT} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">
        Reported by the provider <Time at={plan.at} relative />. Everything that uses the same
        subscription counts.
      </p>
    </Card>
  );
}

function PlanMeter({
  window,
  warn,
}: {
  readonly window: Window;
  readonly warn: number;
}): ReactNode {
  const { name, used_percent: used, resets_at: resetsAt, counts } = window;
  const label = names[name] ?? name;
  return (
    <>
      {used === null ? (
        <p>{label}: reset, no figure yet</p>
      ) : (
        <Meter
          label={`Share of the window ${label} that is used`}
          share={used / 100}
          tone={used >= FULL_PERCENT ? 'danger' : used >= warn ? 'warn' : 'accent'}
          text={`${label}: ${Math.round(used)} %`}
        />
      )}
      <p className="mt-1 text-xs text-muted">
        {resetsAt === null ? (
          'Reset time not reported'
        ) : (
          <>
            Resets <Time at={resetsAt} />
          </>
        )}
        {counts ? '; this window counts' : ''}
      </p>
    </>
  );
}
