/**
 * Who may answer which question: as the rule says that asked it. A question that no rule asked is every operator's.
 */
import type { Caller, Role } from '../api/caller.ts';
import { Problem } from '../api/problem.ts';

/** A rule of what needs a yes, as far as whoever answers it is concerned. */
export interface AskingRule {
  readonly name: string;
  /** Names of tokens, `role:ROLE`, or `alert-link`; null: every operator. */
  readonly answeredBy: readonly string[] | null;
  readonly lapseMs: number;
}

/** The rule that asked about this target; null when none did, or it is not there any more. */
export type AskingRuleOf = (target: string) => AskingRule | null;

/** How a link in an alert is named among those who may answer. */
const ALERT_LINK = 'alert-link';
const RANKS: readonly Role[] = ['viewer', 'operator', 'admin'];

/** Throws unless the caller may answer. What a caller says of itself does not count, only the token it showed. */
export function requireAnswerer(rule: AskingRule | null, { name, role }: Caller): void {
  if (rule === null || rule.answeredBy === null) return;
  const isNamed = rule.answeredBy.some((one) => {
    const wanted = /^role:(.*)$/.exec(one)?.[1];
    if (wanted === undefined) return one === name && one !== ALERT_LINK;
    const least = RANKS.findIndex((known) => known === wanted);
    return least >= 0 && RANKS.indexOf(role) >= least;
  });
  if (isNamed) return;
  throw new Problem(
    'role-too-low',
    `${name} may not answer questions of the rule ${rule.name}. Those who may: ${rule.answeredBy.join(', ')}. Nothing was changed.`,
  );
}

/** Whether a link in an alert may answer: nobody knows who presses it. */
export function mayLinkAnswer(rule: AskingRule | null): boolean {
  return rule === null || rule.answeredBy === null || rule.answeredBy.includes(ALERT_LINK);
}
