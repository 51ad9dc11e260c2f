/**
 * Mistakes that a core could make, as wrappers around the true `step`.
 *
 * The simulator must find each of them, by the check that is there for it. A simulator that was
 * never seen to fail is not known to work.
 */
import {
  step,
  timestampOf,
  type AgentRecord,
  type AgentState,
  type SignalRecord,
  type StepResult,
} from '../../src/core/index.ts';
import type { Invariant } from './always.ts';
import type { Step } from './journal.ts';
import { changeSession, withoutHolds } from './state-edits.ts';

/** A mistake, and the checks of which one must find it. */
export interface PlantedFault {
  readonly what: string;
  readonly foundBy: readonly Invariant[];
  /** A new wrapper, since a fault may remember things. */
  readonly makeStep: () => Step;
}

/** A fault in what is said. */
function saying(change: (result: StepResult, record: AgentRecord) => StepResult): () => Step {
  return () => (state, record, constitution) => change(step(state, record, constitution), record);
}

/** A fault in what is remembered. */
function remembering(
  change: (result: StepResult, record: AgentRecord, before: AgentState) => AgentState,
): () => Step {
  return () => (state, record, constitution) => {
    const result = step(state, record, constitution);
    return { ...result, state: change(result, record, state) };
  };
}

/** A fault in what is heard. */
function hearing(change: (record: AgentRecord) => AgentRecord): () => Step {
  return () => (state, record, constitution) => step(state, change(record), constitution);
}

function letPass(result: StepResult): StepResult {
  const { vetoReason: _, ...safety } = result.safety;
  return { ...result, safety: { ...safety, allowed: true } };
}

function acts(record: AgentRecord, action: string): boolean {
  return record.type === 'operator' && record.action === action;
}

/** A person's activation where a signal was. */
function activation({ agent, session, thread, timestamp }: SignalRecord): AgentRecord {
  return {
    type: 'operator',
    ...(agent === undefined ? {} : { agent }),
    ...(session === undefined ? {} : { session }),
    ...(thread === undefined ? {} : { thread }),
    timestamp,
    action: 'activate',
  };
}

/** The wrapper of a core that comes back from a snapshot without what stood on the agent. */
function forgetful(): Step {
  const known = new WeakSet<AgentState>();
  return (state, record, constitution) => {
    const before = known.has(state) || state.sequence === 0 ? state : { ...state, holds: [] };
    const result = step(before, record, constitution);
    known.add(result.state);
    return result;
  };
}

/** The wrapper of a core that keeps a memory outside its state. */
function secretive(): Step {
  let taken = 0;
  return (state, record, constitution) => {
    taken += 1;
    const result = step(state, record, constitution);
    const extra = taken % 50 === 0 && result.state.clock > 0 ? 1 : 0;
    return { ...result, state: { ...result.state, sequence: result.state.sequence + extra } };
  };
}

const failOpen: readonly PlantedFault[] = [
  {
    what: 'fails open: lets everything pass that only a hold stops',
    foundBy: ['nothingPassesAHold'],
    makeStep: saying((result) =>
      result.safety.vetoReason === undefined ? letPass(result) : result,
    ),
  },
  {
    what: 'fails open: does not see holds of the agent from within a session',
    foundBy: ['stopsStandUntilReleased'],
    makeStep: saying((result) => {
      const holds = result.holds.filter(({ level }) => level !== 'agent');
      return holds.length > 0 || result.safety.vetoReason !== undefined
        ? result
        : { ...letPass(result), holds };
    }),
  },
  {
    what: 'fails open: takes a malformed record for a tick',
    foundBy: ['malformedIsRefused'],
    makeStep: () => (state, record, constitution) => {
      try {
        return step(state, record, constitution);
      } catch {
        return step(state, { type: 'tick', timestamp: state.clock }, constitution);
      }
    },
  },
  {
    what: 'a signal lifts the kill switch',
    foundBy: ['refusalsAreNoted', 'stopsStandUntilReleased'],
    makeStep: hearing((record) =>
      record.type === 'signal' && record.change === 'lift' && record.hold === 'kill_switch'
        ? activation(record)
        : record,
    ),
  },
  {
    what: 'a resume lifts the hard stop',
    foundBy: ['hardStopNeedsRestart'],
    makeStep: remembering(({ state }, record) =>
      acts(record, 'resume') ? withoutHolds(state, 'hard_stop') : state,
    ),
  },
  {
    what: 'eviction forgets the holds of what goes',
    foundBy: ['stopsStandUntilReleased', 'hardStopNeedsRestart'],
    makeStep: remembering(({ state, safety }, _record, before) =>
      safety.reason.includes('SESSION_EVICTED: ') ? { ...state, holds: before.holds } : state,
    ),
  },
  {
    what: 'a hold of the agent is forgotten over a crash',
    foundBy: ['crashRestoresState', 'stopsStandUntilReleased'],
    makeStep: forgetful,
  },
  {
    what: 'an envelope loosens the constitution',
    foundBy: ['looseningIsRefused', 'budgetIsRecounted', 'limitsAreExact'],
    makeStep: remembering(({ state }, record) => {
      if (record.type !== 'operator' || record.envelope === undefined) return state;
      const {
        killSwitch: _,
        budgets: __,
        windDown: ___,
        plan: ____,
        subagents: _____,
        ...limits
      } = record.envelope;
      return { ...state, envelope: { ...state.envelope, ...limits } };
    }),
  },
  {
    what: 'never sees a loop',
    foundBy: ['equalOutputsAreALoop'],
    makeStep: hearing((record) => {
      if (record.type !== 'event') return record;
      const { outputHash: _, ...event } = record.event;
      return { ...record, event };
    }),
  },
];

const offByOne: readonly PlantedFault[] = [
  {
    what: 'off by one: a call that is one token over the budget passes',
    foundBy: ['allowedMeansClear', 'budgetIsRecounted'],
    makeStep: () => (state, record, constitution) => {
      const result = step(state, record, constitution);
      if (record.type !== 'admit' || result.safety.allowed) return result;
      const tokenCount = Math.max(0, record.estimate.tokenCount - 1);
      const less = { ...record, estimate: { ...record.estimate, tokenCount } };
      const passed = step(state, less, constitution);
      return passed.safety.allowed ? passed : result;
    },
  },
  {
    what: 'off by one: the sliding minute has 61 seconds',
    foundBy: ['budgetIsRecounted', 'limitsAreExact', 'quietUntilWake'],
    makeStep: () => (state, record, constitution) => {
      const at = timestampOf(record);
      const late = record.type === 'tick' && at >= 1_000 && at - 1_000 >= state.clock;
      return step(state, late ? { ...record, timestamp: at - 1_000 } : record, constitution);
    },
  },
  {
    what: 'a cooldown is extended by knocking',
    foundBy: ['cooldownLastsExactly'],
    makeStep: remembering(({ state }, record) =>
      record.type === 'event' && record.session === undefined
        ? changeSession(state, 'main', (session) =>
            session.cooldown === null
              ? session
              : { ...session, cooldown: { ...session.cooldown, until: state.clock + 60_000 } },
          )
        : state,
    ),
  },
  {
    what: 'health comes back on every tick',
    foundBy: ['healthRisesSlowly'],
    makeStep: remembering(({ state }, record) =>
      record.type === 'tick'
        ? changeSession(state, record.session ?? 'main', (session) => {
            const value = Math.min(8_000, session.health.value + 1);
            const better = { ...session.health, value };
            return session.health.value < 8_000 ? { ...session, health: better } : session;
          })
        : state,
    ),
  },
  {
    what: 'the lowest veto speaks',
    foundBy: ['highestVetoSpeaks'],
    makeStep: saying((result) =>
      result.safety.reason.includes('; HEALTH_DEGRADED: ') && result.safety.vetoReason !== undefined
        ? { ...result, safety: { ...result.safety, vetoReason: 'HEALTH_DEGRADED' } }
        : result,
    ),
  },
  {
    what: 'wakes up now instead of later',
    foundBy: ['wakeLiesAhead'],
    makeStep: saying((result) =>
      result.wakeAt === null ? result : { ...result, wakeAt: result.state.clock },
    ),
  },
];

const unfaithful: readonly PlantedFault[] = [
  {
    what: 'settlements are not taken off',
    foundBy: ['budgetIsRecounted', 'limitsAreExact', 'allowedMeansClear'],
    makeStep: hearing((record) => {
      if (record.type !== 'event') return record;
      const { settles: _, ...plain } = record;
      return plain;
    }),
  },
  {
    what: 'late records turn the clock back',
    foundBy: ['clampIsNoted', 'budgetIsRecounted', 'nothingIsLaterThanNow', 'wakeLiesAhead'],
    makeStep: remembering(({ state }, record) => ({ ...state, clock: timestampOf(record) })),
  },
  {
    what: 'the state that came in is changed',
    foundBy: ['stateIsNotMutated'],
    makeStep: () => (state, record, constitution) => {
      const result = step(state, record, constitution);
      (state as { clock: number }).clock = result.state.clock;
      return result;
    },
  },
  {
    what: 'something is remembered outside the state',
    foundBy: ['crashRestoresState'],
    makeStep: secretive,
  },
  {
    what: 'the state grows with every record',
    foundBy: ['stateIsBounded'],
    makeStep: remembering(({ state }, record, before) => {
      const grown = before as AgentState & { readonly log?: readonly AgentRecord[] };
      const log: AgentState & { log: readonly AgentRecord[] } = {
        ...state,
        log: [...(grown.log ?? []), record],
      };
      return log;
    }),
  },
];

export const PLANTED_FAULTS: readonly PlantedFault[] = [...failOpen, ...offByOne, ...unfaithful];
