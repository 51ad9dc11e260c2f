/**
 * One event through all rules: the next state, the answer, and what is to be written.
 *
 * Pure: the clock comes in with the event, the disk with its surroundings. The order is the law: who may act
 * at all, then what may be touched, then how full the context is, then what the call amounts to.
 */
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';
import type { LoopState } from '../files/loop-state.ts';
import type { SafetyEvent } from '../files/safety-log.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { callFacts, type CallFacts } from './call-facts.ts';
import { completionRule } from './completion.ts';
import { contextRule } from './context.ts';
import { dirtyBitsRule } from './dirty-bits.ts';
import { flightsRule, groundedRule } from './flights.ts';
import { holdFilesRule, standingHoldsRule } from './hold-files.ts';
import { identityRule } from './identity.ts';
import { iterationCapRule } from './iteration-cap.ts';
import { ladderRule } from './ladder.ts';
import { manifestRule } from './manifest.ts';
import { memoryRule } from './memory.ts';
import { newApproachRule, stuckCallRule } from './new-approach.ts';
import { noProgressRule } from './no-progress.ts';
import { protectedPathsRule } from './protected-paths.ts';
import { IN_SHADOW, reportOnly } from './report-only.ts';
import { silentEndRule } from './silent-end.ts';
import type { FileChange, HoldSignal, Rule, Situation, Surroundings } from './situation.ts';

/**
 * A rule and its code: the reason of its answer where it says no for one reason only, a name of its own elsewhere.
 * Codes go into frozen replays, so they outlive the names of functions.
 */
interface CodedRule {
  readonly code: RuleCode;
  readonly apply: Rule;
}

export type RuleCode =
  | 'GROUNDED'
  | 'MANIFEST_INVALID'
  | 'HOLD_FILES'
  | 'ITERATION_CAP'
  | 'MEMORY'
  | 'HOLD'
  | 'NEW_APPROACH'
  | 'PROTECTED_PATH'
  | 'IDENTITY'
  | 'COMPACTION_GATE'
  | 'DIRTY_BITS'
  | 'NO_PROGRESS'
  | 'DIRTY_BIT_VIOLATION'
  | 'LADDER'
  | 'FLIGHTS';

const RULES: readonly CodedRule[] = [
  { code: 'GROUNDED', apply: groundedRule },
  { code: 'MANIFEST_INVALID', apply: manifestRule },
  { code: 'HOLD_FILES', apply: holdFilesRule },
  { code: 'ITERATION_CAP', apply: iterationCapRule },
  { code: 'MEMORY', apply: memoryRule },
  { code: 'HOLD', apply: standingHoldsRule },
  { code: 'LADDER', apply: stuckCallRule },
  { code: 'NEW_APPROACH', apply: newApproachRule },
  { code: 'PROTECTED_PATH', apply: protectedPathsRule },
  { code: 'IDENTITY', apply: identityRule },
  { code: 'COMPACTION_GATE', apply: contextRule },
  { code: 'DIRTY_BITS', apply: dirtyBitsRule },
  { code: 'NO_PROGRESS', apply: noProgressRule },
  { code: 'DIRTY_BIT_VIOLATION', apply: completionRule },
  { code: 'LADDER', apply: ladderRule },
  { code: 'LADDER', apply: silentEndRule },
  { code: 'FLIGHTS', apply: flightsRule },
];

/** Rules that ask for more or better work: none of them keeps an agent from saving and ending while it is stopped. */
const ABOUT_WORK: ReadonlySet<RuleCode> = new Set([
  'LADDER',
  'NEW_APPROACH',
  'NO_PROGRESS',
  'DIRTY_BIT_VIOLATION',
]);

/** What the rules make of an event. */
export interface Applied {
  readonly state: LoopState;
  readonly answer: LoopAnswer;
  /** The rule that the answer comes from; null for a plain yes. */
  readonly decidedBy: RuleCode | null;
  /** Null for an event that is no call. */
  readonly call: CallFacts | null;
  readonly log: readonly SafetyEvent[];
  readonly files: readonly FileChange[];
  readonly signals: readonly HoldSignal[];
}

/** Applies every rule. */
export function applyRules(state: LoopState, event: LoopEvent, around: Surroundings): Applied {
  const start: Situation = {
    event,
    around,
    call: callFacts(event, withStatedTests(state, event), around.places.stateFolder),
    state,
    denial: null,
    goOn: null,
    said: [],
    log: [],
    files: [],
    signals: [],
  };
  // What a person did, what protects the rules themselves and who may act at all is no rule about the work.
  const isShadow = state.manifest.shadow || around.isShadow === true;
  let end = start;
  let decidedBy: RuleCode | null = null;
  for (const { code, apply } of RULES) {
    if (around.isWindingDown === true && ABOUT_WORK.has(code)) continue;
    const before = end;
    const acted = apply(end);
    end = isShadow && IN_SHADOW.has(code) ? reportOnly(before, acted, code) : acted;
    if (end.denial !== before.denial || end.goOn !== before.goOn) decidedBy = code;
  }
  const isTurnEnd = event.kind === 'stop' && event.agent === null;
  const tree = isTurnEnd && around.tree !== null ? around.tree : end.state.tree;
  return {
    state: { ...end.state, tree },
    answer: answerOf(end),
    decidedBy,
    call: end.call,
    log: end.log,
    files: end.files,
    signals: end.signals,
  };
}

/** The manifest with the command by which the agent says that the project is tested. */
function withStatedTests({ manifest, sessions }: LoopState, { session }: LoopEvent): Manifest {
  const stated = sessions.find(({ id }) => id === session)?.statedTestCommand ?? null;
  if (stated === null) return manifest;
  return { ...manifest, testCommands: [...manifest.testCommands, stated] };
}

function answerOf({ denial, goOn, said }: Situation): LoopAnswer {
  if (denial !== null) return denial;
  if (goOn !== null) return { kind: 'continue', reason: [goOn, ...said].join('\n') };
  return { kind: 'pass', say: said.length === 0 ? null : said.join('\n') };
}
