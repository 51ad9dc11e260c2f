/**
 * What is worth telling a person, as a table: each rule with what it means, whether it is on, and its level.
 */
import type { RuleName, RuleSetting } from './alert-shapes.ts';

/** A rule and its defaults. */
export interface Rule {
  readonly what: string;
  readonly isOn: boolean;
  readonly level: number | null;
  readonly unit: 'percent' | 'minutes' | null;
}

const plain = (what: string): Rule => ({ what, isOn: true, level: null, unit: null });

export const ALERT_RULES: Readonly<Record<RuleName, Rule>> = {
  kill_switch: plain('The kill switch stopped an agent or a session.'),
  soft_suspend: plain('An agent was suspended because its health fell.'),
  hard_stop: plain(
    'An agent was stopped until a person restarts it, because its health fell too far.',
  ),
  stop_all: plain('Somebody stopped all agents.'),
  stop_unconfirmed: {
    what: 'A stopped agent hasn’t been seen to end after this time: it may still be running.',
    isOn: true,
    level: 3,
    unit: 'minutes',
  },
  budget: {
    what: 'An agent used this share of its token budget for a minute.',
    isOn: true,
    level: 90,
    unit: 'percent',
  },
  plan: {
    what: 'A subscription used this share of its current window (plan: warn in tripwire.yaml takes precedence).',
    isOn: true,
    level: 80,
    unit: 'percent',
  },
  parked: plain('An agent was parked until the window of its subscription resets.'),
  budget_asks: plain('An agent waits at its budget, which a person can extend once.'),
  stuck: plain(
    'An agent is stuck without looping, for instance at a dialog or in a stalled answer.',
  ),
  // Most agents fall silent because they are done.
  agent_silent: {
    what: 'An agent that was working has been silent for this long.',
    isOn: false,
    level: 30,
    unit: 'minutes',
  },
  error_rate: {
    what: 'This share of the last 20 calls of an agent failed.',
    isOn: true,
    level: 50,
    unit: 'percent',
  },
  approval_waiting: plain('An action waits for a person’s approval.'),
  // Whoever lets a rule report wants to look, and not to be woken.
  would_have: {
    what: 'A rule that only reports would have acted.',
    isOn: false,
    level: null,
    unit: null,
  },
  chain_broken: plain('The journal of an agent can’t be read, or was changed.'),
};

/** A rule as it is set. */
export function settingOf(
  rule: RuleName,
  changed: ReadonlyMap<RuleName, RuleSetting>,
): RuleSetting {
  const { isOn, level } = ALERT_RULES[rule];
  return changed.get(rule) ?? { enabled: isOn, channels: null, level };
}
