/**
 * What a night's supervisor asks the server: what holds its worker, and what was spent.
 */
import { ApiProblem, type ApiClient } from '../../control/api/client.ts';
import { CallTally } from '../../journal/index.ts';
import type { GateAct, GateHold, NightSpend } from '../../night/index.ts';
import { heldBy, remedyText, type Held } from '../agents/standing-text.ts';
import { nameOfHold } from './agent.ts';
import type { RunPlace } from './place.ts';

const SPENT_EVERY_MS = 1_000;
const HOLD_CHANGED = 'urn:tripwire:problem:hold-changed';

/** Holds that are in the gate because of the loop's own files, which tell them sooner. No person can raise one. */
const TOLD_BY_FILES: ReadonlySet<string> = new Set(['blocker', 'checkpoint', 'compaction']);

/** Whose holds are asked for. */
interface HeldNight {
  readonly agent: string;
  /** Its name, under which STOP and PAUSE are recorded. */
  readonly night: string;
  readonly heldBefore: Set<string>;
}

/**
 * Stops by a person, the kill switch or for its health; the loop's own are told by its files. Of single sessions those do
 * not count that stood before the night: an old session that was stopped last week is not this worker.
 */
export async function heldInGate(
  admin: ApiClient,
  { agent, night, heldBefore }: HeldNight,
): Promise<readonly GateHold[]> {
  const view = await admin.call('GET /api/agents/:id', { params: { id: agent } });
  if (view.problem !== null) {
    return [{ name: 'the gate cannot judge', why: view.problem, isHardStop: false }];
  }
  const held = heldBy(view, null);
  const standing = new Set(held.map(nameOfHold));
  // One that was lifted and is raised again is new, also where a clock gives it the same time.
  for (const name of heldBefore) if (!standing.has(name)) heldBefore.delete(name);
  return (
    held
      .filter((one) => one.session === null || !heldBefore.has(nameOfHold(one)))
      .filter(({ hold }) => !TOLD_BY_FILES.has(hold.hold))
      // The worker may still save, and the gate refuses everything else: it goes on for that long.
      .filter(({ hold }) => hold.grace === undefined)
      .map((one) => gateHold(one, night))
  );
}

/**
 * Records in the gate what a file or an advisor decided. STOP and PAUSE stand on a session of the night's own name, so that
 * taking them away lifts nothing else.
 */
export function nightActs(
  admin: ApiClient,
  { agent, night, heldBefore }: HeldNight,
): (act: GateAct) => Promise<void> {
  return async ({ kind, by, why }) => {
    const params = { id: agent };
    const body = { by, why, session: night };
    if (kind === 'pause') await admin.call('POST /api/agents/:id/pause', { params, body });
    if (kind === 'resume') await admin.call('POST /api/agents/:id/resume', { params, body });
    if (kind === 'stop') await admin.call('POST /api/agents/:id/deactivate', { params, body });
    if (kind !== 'advised') return;
    const view = await admin.call('GET /api/agents/:id', { params });
    const held = heldBy(view, null).filter((one) => !heldBefore.has(nameOfHold(one)));
    // What lifts the kill switch lifts a stop by hand too, and that is a person's.
    const isByHand = held.some(({ hold }) => hold.hold === 'manual');
    if (isByHand) return;
    for (const { session, hold } of held) {
      if (hold.hold !== 'kill_switch') continue;
      await liftOne(admin, agent, { by, why, session, since: hold.since });
    }
  };
}

/** Lifts this stop by the kill switch. Whoever stopped the agent since it was looked at keeps it stopped. */
async function liftOne(
  admin: ApiClient,
  agent: string,
  lift: {
    readonly by: string;
    readonly why: string;
    readonly session: string | null;
    readonly since: number;
  },
): Promise<void> {
  const { by, why, session, since } = lift;
  const whom = session === null ? {} : { session };
  const only = { hold: 'kill_switch', since } as const;
  try {
    await admin.call('POST /api/agents/:id/activate', {
      params: { id: agent },
      body: { by, why, ...whom, only },
    });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.type !== HOLD_CHANGED) throw error;
  }
}

/** STOP of an earlier night, whose file is gone: otherwise this one could not have begun. */
export async function liftOldStops(
  admin: ApiClient,
  agent: string,
  nights: readonly string[],
): Promise<void> {
  const params = { id: agent };
  const view = await admin.call('GET /api/agents/:id', { params });
  for (const { session, hold } of heldBy(view, null)) {
    if (hold.hold !== 'manual' || session === null || !nights.includes(session)) continue;
    const body = { by: 'STOP file', why: 'STOP was taken away', session };
    await admin.call('POST /api/agents/:id/activate', { params, body });
  }
}

/** The holds on single sessions that stand now, by name. */
export async function sessionsHeld(admin: ApiClient, agent: string): Promise<readonly string[]> {
  const view = await admin.call('GET /api/agents/:id', { params: { id: agent } });
  return heldBy(view, null)
    .filter(({ session }) => session !== null)
    .map(nameOfHold);
}

function gateHold(held: Held, night: string): GateHold {
  const { hold, title } = held.hold;
  return {
    name: `${hold} (${remedyText(held)})`,
    why: title,
    isHardStop: hold === 'hard_stop',
    isLoop: hold === 'kill_switch',
    isOwnPause: hold === 'paused' && held.session === night,
  };
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
