/**
 * To which sums a call counts where several processes share them: one for each team and share of it.
 *
 * Names of shares are the client's words and may be long, so a key has a hash of them. Who belongs to a team is the same on
 * all nodes, so all make the same keys.
 */
import { hash } from 'node:crypto';
import type { AgentRecord, CallLabels } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import { spendingsOf } from '../../core/spending/index.ts';
import { REST_KEY, type SharedSpend, type SpendShares } from '../../store/index.ts';
import { goesByWord, LABEL_NAMES, NO_LABELS, type Team } from './team.ts';

const HOUR_MS = 3_600_000;

/** The hour that a time is in, since 1970. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}

/** The key of a share of a team; of the whole team where it is not shared out. */
export function keyOf({ name }: Team, share: string | undefined): string {
  return share === undefined ? name : `${name} ${hash('sha256', share, 'hex')}`;
}

/** The sums that a call counts to; null where it is in none. */
export function sharesOf(
  teams: readonly Team[],
  agent: string,
  labels: CallLabels = NO_LABELS,
): SpendShares | null {
  const keysFor = (chosen: readonly Team[], said: CallLabels) =>
    chosen
      .filter(({ has }) => has(agent, said))
      .map((team) => keyOf(team, team.shareOf?.(agent, said)));
  const names = LABEL_NAMES.filter((name) => teams.some((team) => goesByWord(team, agent, name)));
  const isLabelled = names.length > 0;
  const keys = keysFor(teams, labels);
  const others = teams.filter(({ goesBy = [] }) => goesBy.length === 0);
  const restKeys = [...keysFor(others, NO_LABELS), ...(isLabelled ? [REST_KEY] : [])];
  if (keys.length === 0 && restKeys.length === 0) return null;
  // What no team goes by makes no set of its own.
  const said = JSON.stringify(names.map((name) => labels[name] ?? null));
  const isTold = names.some((name) => labels[name] !== undefined);
  return { agent, labels: isTold ? hash('sha256', said, 'hex') : '', keys, restKeys };
}

/** What a record that was judged at this time counts to the sums of its agent's teams. */
export function spendsOf(
  teams: readonly Team[],
  record: AgentRecord,
  { agent, decision, at }: { agent: string; decision: RecordedDecision; at: number },
): readonly SharedSpend[] {
  if (teams.length === 0) return [];
  const spendings = spendingsOf(record, decision.safety.allowed);
  if (spendings.length === 0) return [];
  const shares = sharesOf(teams, agent, 'labels' in record ? record.labels : undefined);
  if (shares === null) return [];
  const call = record.type === 'admit' && record.call !== undefined ? { call: record.call } : {};
  return spendings.flatMap(({ spent, before }): readonly SharedSpend[] => {
    const { tokens, calls, microUsd } = spent;
    const now = { ...shares, hour: hourOf(at), tokens, calls, microUsd, ...call };
    if (before === null) return [now];
    const back = { tokens: -before.tokens, calls: -before.calls, microUsd: -before.microUsd };
    return [now, { ...shares, hour: hourOf(before.since), ...back }];
  });
}
