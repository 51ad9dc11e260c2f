/**
 * What a night's supervisor asks the server: what holds its worker, and what was spent.
 */
import type { ApiClient } from '../../control/api/client.ts';
import { CallTally } from '../../journal/index.ts';
import type { GateHold, NightSpend } from '../../night/index.ts';
import { heldBy, remedyText, type Held } from '../agents/standing-text.ts';
import type { RunPlace } from './place.ts';

const SPENT_EVERY_MS = 1_000;

/**
 * Stops by a person, the kill switch or for its health; the loop's own are told by its files. Of single sessions only
 * those count that were raised in this night: an old session that was stopped last week is not this worker.
 */
export async function heldInGate(
  admin: ApiClient,
  agent: string,
  sinceMs: number,
): Promise<readonly GateHold[]> {
  const view = await admin.call('GET /api/agents/:id', { params: { id: agent } });
  if (view.problem !== null) {
    return [{ name: 'the gate cannot judge', why: view.problem, isHardStop: false }];
  }
  return heldBy(view, null)
    .filter(({ session, hold }) => session === null || hold.since >= sinceMs)
    .filter(({ hold }) => hold.by !== 'loop')
    .map(gateHold);
}

function gateHold(held: Held): GateHold {
  const { hold, why } = held.hold;
  return { name: `${hold} (${remedyText(held)})`, why, isHardStop: hold === 'hard_stop' };
}

/** What two agents spent, asked once a second: the journal counts, so nothing is lost with a supervisor. */
export function nightSpend(
  { store }: Pick<RunPlace, 'store'>,
  journalFrom: Readonly<Record<string, number>>,
  agent: string,
  advisor: string,
): (isExact: boolean) => Promise<NightSpend> {
  let known: NightSpend = {
    tokens: 0,
    advisorTokens: 0,
    listCost: { microUsd: 0, unpricedCalls: 0 },
  };
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let tally: CallTally | null = null;
  return async (isExact) => {
    if (!isExact && performance.now() - askedAtMs < SPENT_EVERY_MS) return known;
    askedAtMs = performance.now();
    tally ??= await CallTally.open(store, journalFrom);
    await tally.update();
    const [worked, advised] = [tally.of(agent), tally.of(advisor)];
    known = {
      tokens: worked.tokens,
      advisorTokens: advised.tokens,
      listCost: {
        microUsd: worked.microUsd + advised.microUsd,
        unpricedCalls: worked.unpriced + advised.unpriced,
      },
    };
    return known;
  };
}
