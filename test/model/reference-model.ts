/**
 * The reference model: the decision core written a second time, to be obvious rather than fast.
 *
 * It is written from the specification and docs/decisions/0001-core-semantics.md alone. For every
 * answer it goes through all the records again from the first one, and it finds `wakeAt` by asking
 * itself at later and later times until the answer is another one.
 */
import type { ConstitutionValues } from '../../src/core/constitution/constitution.ts';
import { timestampOf, type AgentRecord, type Decision } from '../../src/core/index.ts';
import { TIMESTAMP_MAX } from './bounds.ts';
import { NOTHING_ASKED, answerAt, type Asking, type Spot } from './model-answer.ts';
import { place, type Placed } from './model-place.ts';
import {
  askedBy,
  takeAdmit,
  takeEvent,
  takeOperator,
  takeResult,
  takeSignal,
} from './model-records.ts';
import { leavingTimes } from './model-spend.ts';
import { passTime, possibleMoments } from './model-time.ts';
import { newAgent, type ModelAgent } from './model-world.ts';

/** After this long nothing that was counted is in any window. */
const WINDOWS_MS = 21 * 60_000;

/** How thoroughly `wakeAt` is looked for: at possible moments, or at every second besides. */
export type Search = 'moments' | 'every second';

/** The decision on the last of these records. */
export function modelDecision(
  records: readonly AgentRecord[],
  values: ConstitutionValues,
  search: Search = 'moments',
): Decision {
  const agent = newAgent();
  let last: { spot: Spot; asking: Asking } | undefined;
  for (const record of records) last = take(agent, record, values);
  if (last === undefined) throw new Error('there is no record to decide on');
  const answer = answerAt(last.spot, agent.clock, last.asking);
  return { ...answer, wakeAt: findWake(last.spot, agent.clock, search) };
}

/** Takes one record; returns where and how it is to be answered. */
function take(
  agent: ModelAgent,
  record: AgentRecord,
  values: ConstitutionValues,
): { spot: Spot; asking: Asking } {
  const stamp = timestampOf(record);
  const now = Math.max(stamp, agent.clock);
  agent.clock = now;
  agent.records += 1;
  for (const session of agent.sessions) passTime(session, now, values);
  const placed = place(agent, record, now);
  const spot = { agent, session: placed.session, thread: placed.thread, values };
  const late = `CLOCK_CLAMPED: timestamp ${stamp} is lower than the last one, ${now} is used`;
  const notes = [...(stamp < now ? [late] : []), ...placed.notes];
  const asking = apply(spot, placed, record, now);
  return { spot, asking: { ...asking, notes: [...notes, ...asking.notes] } };
}

/** Does what the record says; returns what it asks for. */
function apply(spot: Spot, placed: Placed, record: AgentRecord, now: number): Asking {
  const { agent, values } = spot;
  switch (record.type) {
    case 'event': {
      takeEvent(spot, record, now);
      const tools = record.event.toolCalls > 0;
      return { ...NOTHING_ASKED, tools, target: record.target, saves: !tools, isPart: true };
    }
    case 'admit': {
      const allowed = takeAdmit(spot, record, now);
      const { tokenCount: tokens, toolCalls: calls } = record.estimate;
      const estimate = allowed ? null : { tokens, calls };
      return { ...askedBy(record), estimate, isPart: allowed };
    }
    case 'result': {
      takeResult(spot, record, now);
      return NOTHING_ASKED;
    }
    case 'tick': {
      return NOTHING_ASKED;
    }
    case 'operator': {
      return { ...NOTHING_ASKED, notes: takeOperator(agent, placed, record, now, values) };
    }
    case 'signal': {
      return { ...NOTHING_ASKED, notes: takeSignal(agent, placed, record, now) };
    }
  }
}

/** When what may still be saved ends. */
function graceEnds({ agent, session, thread }: Spot): readonly number[] {
  const holds = [...agent.holds, ...session.holds, ...thread.holds];
  return holds.flatMap(({ grace }) => (grace === undefined ? [] : [grace.until]));
}

/** The first time at which a tick would be answered otherwise than at `now`, or null. */
function findWake(spot: Spot, now: number, search: Search): number | null {
  const { session, values } = spot;
  // A loss of health counts as a change even where no health is left.
  const ask = (time: number): string =>
    JSON.stringify([answerAt(spot, time, NOTHING_ASKED), session.healthSince]);
  const present = ask(now);
  const longest = Math.max(WINDOWS_MS, values.cooldownDurationMs, values.idleAfterMs);
  const end = Math.min(now + longest, TIMESTAMP_MAX);
  for (;;) {
    const from = session.clock;
    const times = [
      ...possibleMoments(session, values),
      ...leavingTimes(session, from),
      ...graceEnds(spot).filter((until) => until > from),
    ];
    if (search === 'every second') times.push((Math.floor(from / 1_000) + 1) * 1_000);
    const time = Math.min(...times);
    if (time > end) return null;
    passTime(session, time, values);
    if (ask(time) !== present) return time;
  }
}
