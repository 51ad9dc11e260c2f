/**
 * What a person exempts from the kill switch because a stop was wrong: one call, one tool, or all the agent does.
 */
import type { z } from 'zod';
import { EVERY_TOOL, KILL_SWITCH_LIMITS, type KillSwitch } from '../../core/index.ts';
import { Problem } from '../api/problem.ts';
import type { healthyBody } from '../api/schemas-people.ts';
import type { StoppedStep } from './explained-steps.ts';

type Exception = KillSwitch['exceptions'][number];
type Written = Pick<z.output<typeof healthyBody>, 'tool' | 'scope' | 'for_s'>;

/** The exception that a person asks for; null when the stop was about no tool. */
export function exemptionOf(
  { tool: named, scope, for_s: seconds }: Written,
  steps: readonly StoppedStep[],
  now: number,
): Exception | null {
  const ends = seconds === undefined ? {} : { until: now + seconds * 1_000 };
  if (scope === 'agent') {
    if (seconds !== undefined) return { tool: EVERY_TOOL, is: 'healthy', ...ends };
    throw new Problem(
      'bad-request',
      'An exemption of everything an agent does has to end: give for_s. To turn the kill switch off, change the kill switch. Nothing was changed.',
    );
  }
  const fed = steps.filter(({ tool }) => named === undefined || tool === named);
  const most = heaviest(fed, scope);
  if (scope === 'tool') {
    const tool = named ?? most?.tool;
    return tool === undefined ? null : { tool, is: 'healthy', ...ends };
  }
  if (most !== null) return { tool: most.tool, is: 'healthy', call: most.call, ...ends };
  throw new Problem(
    'bad-request',
    'No single call led to this stop. Exempt a tool, or the agent for a time. Nothing was changed.',
  );
}

/** The exceptions with one more, without those that are over; one about the same thing is replaced. */
export function withExemption(
  { exceptions }: KillSwitch,
  added: Exception,
  now: number,
): KillSwitch['exceptions'] {
  const kept = exceptions.filter(
    ({ tool, call, until }) =>
      (tool !== added.tool || call !== added.call) && (until === undefined || now < until),
  );
  if (kept.length < KILL_SWITCH_LIMITS.exceptions) return [...kept, added];
  throw new Problem(
    'bad-request',
    `There are already ${kept.length} exemptions. Remove one first. Nothing was changed.`,
  );
}

/** The tool, or the call, whose steps brought most of the points. */
function heaviest(
  steps: readonly StoppedStep[],
  scope: 'call' | 'tool',
): { readonly tool: string; readonly call: string } | null {
  const points = new Map<string, { readonly tool: string; readonly call: string; sum: number }>();
  for (const { digest, points: brought } of steps) {
    if (digest?.kind !== 'tool' || brought <= 0) continue;
    const { tool, looseCall: call } = digest.step;
    const key = scope === 'tool' ? tool : `${tool}\n${call}`;
    const known = points.get(key) ?? { tool, call, sum: 0 };
    points.set(key, { tool, call, sum: known.sum + brought });
  }
  const [most] = [...points.values()].toSorted((one, other) => other.sum - one.sum);
  return most ?? null;
}
