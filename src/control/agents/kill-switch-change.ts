/**
 * A change of a kill switch in the API's words, put into the core's.
 *
 * Bounds are the core's, which takes what passes here as a `configure` record.
 */
import type { z } from 'zod';
import { present } from '../../base/present.ts';
import type { KillSwitch } from '../../core/index.ts';
import { Problem } from '../api/problem.ts';
import { killSwitchBody, type backtestBody } from '../api/schemas.ts';

type Written = Omit<z.output<typeof killSwitchBody>, 'by' | 'why'>;

/** What else a body may say. */
const about: ReadonlySet<string> = new Set([
  'by',
  'why',
  'hours',
  'constitution',
  'max_tokens_per_minute',
  'max_tool_calls_per_minute',
]);

/** The change; one that changes nothing is refused. */
export function killSwitchChange(written: z.output<typeof killSwitchBody>): Partial<KillSwitch> {
  const change = coreChange(written);
  if (Object.keys(change).length === 0) {
    const known = Object.keys(killSwitchBody.shape).join(', ');
    throw new Problem('bad-request', `The body changes nothing. Give one of ${known}.`);
  }
  return change;
}

/** The settings that a backtest names; none is as it is now. */
export function backtestChange(written: z.output<typeof backtestBody>): Partial<KillSwitch> {
  return coreChange(written);
}

function coreChange({ window_size: size, ...written }: Written): Partial<KillSwitch> {
  const rest = Object.fromEntries(Object.entries(written).filter(([name]) => !about.has(name)));
  return { ...rest, ...present({ windowSize: size }) };
}
