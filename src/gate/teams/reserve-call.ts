/**
 * Counts a call for the teams of its agent before it is recorded, where other nodes count, too.
 */
import type { GateRefusal } from '../../core/index.ts';
import { callAsked } from '../../core/spending/index.ts';
import { admitRecord } from '../call-records.ts';
import type { Passage } from '../passage.ts';
import type { Recorder } from '../recorder.ts';
import { teamRefusal, whomOf } from '../refusal-words.ts';
import type { Refusals } from '../refusals.ts';
import type { Reservation, TeamBudgets, TeamProblem } from './team-budgets.ts';

/** Who counts, and who counts what is refused. */
export interface ReservingParts {
  readonly teams: TeamBudgets;
  readonly recorder: Pick<Recorder, 'clock'>;
  readonly refusals: Refusals;
}

/** What was counted, or why the call may not pass; null where it is counted when it is recorded. */
export async function reserveForTeams(
  { teams, recorder, refusals }: ReservingParts,
  way: Passage,
): Promise<Reservation | { readonly refusal: GateRefusal } | null> {
  const { ask, chain, call } = way;
  if (!teams.isShared || !teams.concerns(ask.agent)) return null;
  const now = recorder.clock.now();
  const asked = callAsked(admitRecord('', ask, { timestamp: now, isFirst: false }));
  if (asked === null) return null;
  const found: { reserved: TeamProblem | Reservation | null } = { reserved: null };
  const ended = await way.after(async () => {
    found.reserved = await teams.reserve(ask.agent, asked, now);
    return null;
  });
  const { reserved } = found;
  const isCounted = reserved !== null && 'call' in reserved;
  if (ended !== null) {
    if (isCounted) teams.giveBack(reserved);
    return { refusal: ended };
  }
  if (reserved === null || isCounted) return reserved;
  const refusal = teamRefusal(whomOf(chain, call.session), reserved);
  refusals.count(chain, ask, refusal);
  return { refusal };
}
