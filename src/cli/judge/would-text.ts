/**
 * What rules in shadow would have done, in words: one line for each rule.
 */
import type { BacktestView } from '../../control/index.ts';
import { span, type Line } from '../terminal/styled-line.ts';

const rules = {
  limits: 'own limits',
  budgets: 'budgets',
  team: 'budgets of the team',
  policy: 'policy',
  loop: 'loop rule',
  approval: 'approval',
} as const;

const acts = {
  refuse: 'would have refused',
  wait: 'would have made wait',
  ask: 'would have asked about',
  stop: 'would have stopped',
} as const;

/** The lines; none when nothing was reported. */
export function wouldLines(sums: BacktestView['would_have']): Line[] {
  return sums.map(({ rule, act, name, times }) => {
    const whose = `${rules[rule]}${name === null ? '' : ` ${name}`}`;
    return [span('in shadow ', 'yellow'), span(`${whose}: ${acts[act]} ${times} of what passed`)];
  });
}
