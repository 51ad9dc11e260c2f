/**
 * The windows of a subscription in words: how full each is and when it resets, the one that counts first.
 */
import type { Agent } from '../../control/api/client.ts';
import { span, type Line, type Span } from '../terminal/styled-line.ts';
import { momentText } from '../terminal/time-text.ts';

type Plan = NonNullable<Agent['plan']>;
type Window = Plan['windows'][number];

const FULL_PERCENT = 95;
const WARN_PERCENT = 80;

const names: Readonly<Record<string, string>> = { five_hour: '5 h', seven_day: 'week' };

/** One line for each window; none where no provider reported a plan. */
export function planLines({ plan }: Pick<Agent, 'plan'>): Line[] {
  if (plan === null) return [];
  return countingFirst(plan).map((window): Line => {
    const { counts, resets_at: resetsAt } = window;
    const reset = resetsAt === null ? '' : `, resets ${momentText(resetsAt)}`;
    const which = counts ? ' (this one counts)' : '';
    return [shareSpan(window), span(`${reset}${which}`)];
  });
}

/** The window that counts in a few letters; empty where there is none. */
export function planSpan({ plan }: Pick<Agent, 'plan'>): Span {
  const counting = plan?.windows.find(({ counts }) => counts);
  return counting === undefined ? span('–', 'dim') : shareSpan(counting);
}

function shareSpan({ name, used_percent: used }: Window): Span {
  const short = names[name] ?? name;
  if (used === null) return span(`${short}: reset, no figure yet`, 'dim');
  const style = used >= FULL_PERCENT ? 'red' : used >= WARN_PERCENT ? 'yellow' : 'plain';
  return span(`${short}: ${Math.round(used)} %`, style);
}

function countingFirst({ windows }: Plan): readonly Window[] {
  return windows.toSorted((one, other) => Number(other.counts) - Number(one.counts));
}
